/**
 * Judges links by their forms: what all links of a form have in common is looked at once, and so is the end of a URL
 * that several links share.
 */
import type { FormedLinks, LinkForm } from '../model/document.ts'
import { isPlainUrl } from '../values/escape-url.ts'
import { pairHash } from '../values/hash.ts'
import { folderFingerprint, nameFingerprint } from '../values/url-fingerprint.ts'
import { isAnyUri, isLanguage } from './schema/types.ts'

/** @template C what is known of a code */
export interface FormJudge<C extends { isPlain: boolean }> {
  /** Code and fingerprint of the target of each link that was read last. */
  readonly codes: C[]
  readonly targets: number[]
  /** @returns whether nobody has anything to say of one of the links alone; if so, they have been read */
  read(links: FormedLinks): boolean
}

interface JudgedForm<C> {
  form: LinkForm
  /** Nothing to say of it, nor of its URL as far as it goes. */
  isPlain: boolean
  /** Fingerprint of the folder. */
  folder: number
  code: C
}

interface State<C extends { isPlain: boolean }> extends FormJudge<C> {
  codeOf: (text: string, seat: number) => C
  forms: Map<LinkForm, JudgedForm<C>>
  /** By the link's place in its entry: entries mostly list the same forms in the same order. */
  seats: JudgedForm<C>[]
  /** The end of the URL that was looked at last, and its fingerprint; 0: it is not plain. */
  ending: string
  fingerprint: number
}

const SEATS_LIMIT = 1_000

/** @param codeOf what is known of a code; `seat` is the link's place in its entry */
export function createFormJudge<C extends { isPlain: boolean }>(
  codeOf: (text: string, seat: number) => C,
): FormJudge<C> {
  const state: State<C> = {
    codeOf,
    forms: new Map(),
    seats: [],
    ending: '',
    // A double from the first on: storing another one then makes no garbage.
    fingerprint: 0.5,
    codes: [],
    targets: [],
    read,
  }
  return state
}

/** No closure: V8 then keeps what it has optimised from one document to the next. */
function read<C extends { isPlain: boolean }>(this: State<C>, { forms, endings }: FormedLinks): boolean {
  if (forms.length > SEATS_LIMIT) return false
  for (let i = 0; i < forms.length; i++) {
    const form = forms[i] as LinkForm
    const seated = this.seats[i]
    const known = seated !== undefined && seated.form === form ? seated : judgedForm(this, form, i)
    const ending = endings[i] as string
    if (ending !== this.ending) lookAtEnding(this, ending)
    if (!known.isPlain || this.fingerprint === 0) return false
    this.codes[i] = known.code
    this.targets[i] = pairHash(known.folder, this.fingerprint)
  }
  return true
}

function judgedForm<C extends { isPlain: boolean }>(state: State<C>, form: LinkForm, seat: number): JudgedForm<C> {
  let known = state.forms.get(form)
  if (known === undefined) {
    const { rel, hreflang, folder: text } = form
    const code = state.codeOf(hreflang, seat)
    const folder = folderFingerprint(text)
    const isRight = rel === 'alternate' && code.isPlain && isLanguage(hreflang)
    known = { form, isPlain: isRight && folder !== 0 && isRightUrl(text), folder, code }
    state.forms.set(form, known)
  }
  state.seats[seat] = known
  return known
}

function lookAtEnding(state: State<{ isPlain: boolean }>, ending: string): void {
  state.ending = ending
  state.fingerprint = isRightUrl(`https://example.com/${ending}`) ? nameFingerprint(ending) : 0
}

/** No rule of URLs has a say, and the schema has none. What it says of folder and ending it says of the whole. */
const isRightUrl = (text: string): boolean => isPlainUrl(text) && isAnyUri(text)
