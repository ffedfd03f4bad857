/** What a seeded fault is, and how one is written in a line. */
import type { Kind, SoundDocument } from './document.ts'
import { SITE } from './values.ts'

/** Stands before the place of the fault; in no document. */
export const MARK = '\u00a6'
/** The document ends here. */
export const END = '\u2702'
/** A byte that is no text of its own: stands for itself in a document made of characters. */
export const rawByte = (byte: number): string => String.fromCharCode(0xe000 + byte)

export interface Seed {
  name: string
  rule: string
  kind: Kind
  /** Put in as an entry (or more of them) at any place. */
  entry?: string
  /** Or: what becomes of the document; a MARK in it says where. */
  edit?: (document: SoundDocument) => Partial<SoundDocument>
  /** Or: what becomes of its bytes; the finding has no place then. */
  bytes?: (bytes: Uint8Array) => Uint8Array
}

export type Put = [rule: string, text: string, name?: string]
export const seeds = (kind: Kind, wrap: (text: string) => string, puts: Put[]): Seed[] =>
  puts.map(
    ([rule, text, name]): Seed => ({
      name: `${rule}: ${name ?? (text.length > 80 ? `${text.slice(0, 70)}...` : text)} (${kind})`,
      rule,
      kind,
      entry: wrap(text),
    }),
  )
export const edits = (kind: Kind, all: [rule: string, name: string, edit: NonNullable<Seed['edit']>][]): Seed[] =>
  all.map(([rule, name, edit]): Seed => ({ name: `${rule}: ${name} (${kind})`, rule, kind, edit }))

export const LOC = `${SITE}/seed`
export const url = (inside: string) => `<url><loc>${LOC}</loc>${inside}</url>`
export const loc = (text: string) => `<url><loc>${text}</loc></url>`
export const lastmod = (text: string) => url(`<lastmod>${text}</lastmod>`)
export const raw = (text: string) => text
export const at = (rest: string) => `${MARK}${rest}`
