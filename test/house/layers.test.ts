/** Imports point down the list of layers, and each tool is known in its own room only. */
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProjectFile, readSources } from '#test/support/source-files.ts'

/** From the ground up. Rooms of one storey do not know each other. */
const STOREYS = [
  ['model'],
  ['values'],
  ['fetch', 'robots', 'sitemap', 'page'],
  ['rules'],
  ['audit'],
  ['report', 'store', 'queue', 'threads'],
  ['api', 'web', 'jobs'],
  ['duties'],
  ['main'],
]

/** Which rooms may import a package; a path instead of a room names the only files. */
const TOOLS: { packages: RegExp; rooms: string[]; types?: string[] }[] = [
  { packages: /^@?fastify(\/|$)/, rooms: ['api', 'main'] },
  // The queue's adapter is handed the database that the store opened.
  { packages: /^(kysely|kysely-.*|pg|@electric-sql\/.*)(\/|$)/, rooms: ['store'], types: ['queue'] },
  { packages: /^pg-boss(\/|$)/, rooms: ['queue'] },
  { packages: /^saxes(\/|$)/, rooms: ['src/sitemap/xml-'] },
  { packages: /^undici(\/|$)/, rooms: ['fetch'] },
  { packages: /^node:worker_threads$/, rooms: ['threads'] },
  { packages: /^prom-client(\/|$)/, rooms: ['src/service-metrics.ts'] },
]

interface Import {
  from: string
  isTypeOnly: boolean
}

/** Comments may speak of what the code must not do. */
function stripComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1')
}

function importsOf(source: string): Import[] {
  const code = stripComments(source)
  const statements = code.matchAll(/^(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]*?\sfrom\s+)?['"]([^'"\n]+)['"]/gm)
  const found = Array.from(statements, ([, type, from]) => ({ from: from as string, isTypeOnly: type !== undefined }))
  const dynamic = code.matchAll(/\b(?:import|require)\s*\(\s*['"`]([^'"`\n]+)['"`]/g)
  return [...found, ...Array.from(dynamic, ([, from]) => ({ from: from as string, isTypeOnly: false }))]
}

/** The room of a file of src: its folder, or main for the files that stand beside main.ts. */
function roomOf(path: string): string {
  const parts = path.split('/')
  return parts.length > 2 ? (parts[1] as string) : 'main'
}

function storeyOf(room: string): number {
  return STOREYS.findIndex((rooms) => rooms.includes(room))
}

function breachOf(path: string, { from, isTypeOnly }: Import): string | undefined {
  const room = roomOf(path)
  if (/^[.#]/.test(from)) {
    const target = from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(path), from)
    if (!target.startsWith('src/')) return `${path} imports ${from}, which is not part of src`
    const other = roomOf(target)
    if (other === room) return undefined
    if (room === 'rules' && other === 'fetch') return `${path} imports ${from}: rules judge and fetch nothing`
    // main wires store and queue; they know each other's types only.
    if (isTypeOnly && ['store', 'queue'].includes(room) && ['store', 'queue'].includes(other)) return undefined
    if (storeyOf(other) < storeyOf(room)) return undefined
    return `${path} imports ${from}: ${other} is not below ${room}`
  }
  if (room === 'rules' && from.startsWith('node:')) return `${path} imports ${from}: rules are pure`
  const tool = TOOLS.find(({ packages }) => packages.test(from))
  if (!tool) return undefined
  const may = isTypeOnly ? [...tool.rooms, ...(tool.types ?? [])] : tool.rooms
  if (may.some((one) => (one.includes('/') ? path.startsWith(one) : room === one))) return undefined
  return `${path} imports ${from}, which is known in ${tool.rooms.join(' and ')} only`
}

/** Every breach, a sentence each. */
function findBreaches(sources: Map<string, string>): string[] {
  const breaches: string[] = []
  for (const [path, source] of sources) {
    if (storeyOf(roomOf(path)) < 0) breaches.push(`${path} stands in no layer`)
    for (const one of importsOf(source)) {
      const breach = breachOf(path, one)
      if (breach) breaches.push(breach)
    }
    const code = stripComments(source)
    if (path !== 'src/main.ts' && /\bprocess\s*\??\.?\s*(\.\s*env\b|\[\s*['"]env)|\bprocessEnv\b/.test(code)) {
      breaches.push(`${path} reads process.env: main alone does`)
    }
    if (path !== 'src/main.ts' && /\{[^}]*\benv\b[^}]*\}\s*(from\s+['"]node:process|=\s*process\b)/.test(code)) {
      breaches.push(`${path} takes env from process: main alone does`)
    }
  }
  return breaches
}

describe('layers', () => {
  it('are kept by every file of src', () => {
    const sources = readSources('src')
    expect(sources.size).toBeGreaterThan(10)
    expect(findBreaches(sources)).toEqual([])
  })

  it('stand on packages that are installed where the service runs', () => {
    const { dependencies } = JSON.parse(readProjectFile('package.json')) as { dependencies: Record<string, string> }
    const packages = new Set<string>()
    for (const source of readSources('src').values()) {
      for (const { from, isTypeOnly } of importsOf(source)) {
        if (!isTypeOnly && !/^([.#]|node:)/.test(from))
          packages.add(from.split('/', from.startsWith('@') ? 2 : 1).join('/'))
      }
    }
    expect([...packages].sort()).toContain('fastify')
    expect([...packages].filter((name) => !dependencies[name])).toEqual([])
  })

  it('are seen in every form of import', () => {
    const source = [
      "import one from './one.ts'",
      "import { two,\n  type Three } from './two.ts'",
      "import type { Four } from './four.ts'",
      "export * from './five.ts'",
      "import './six.ts'",
      "const seven = await import('./seven.ts')",
      "import * as eight from './eight.ts'",
      "// import nine from './nine.ts'",
      "/* import ten from './ten.ts' */",
      "import eleven, { twelve } from './eleven.ts'",
    ].join('\n')
    const found = importsOf(source)
    expect(found.map(({ from }) => from)).toEqual(
      ['one', 'two', 'four', 'five', 'six', 'eight', 'eleven', 'seven'].map((name) => `./${name}.ts`),
    )
    expect(found.filter(({ isTypeOnly }) => isTypeOnly)).toEqual([{ from: './four.ts', isTypeOnly: true }])
  })

  it.each([
    ['src/values/a.ts', "import type { A } from '../fetch/a.ts'", 'fetch is not below values'],
    ['src/page/a.ts', "import { a } from '../robots/a.ts'", 'robots is not below page'],
    ['src/page/a.ts', "import { a } from '#src/sitemap/a.ts'", 'sitemap is not below page'],
    ['src/rules/a.ts', "import type { A } from '../fetch/a.ts'", 'rules judge and fetch nothing'],
    ['src/rules/a.ts', "import { createHash } from 'node:crypto'", 'rules are pure'],
    ['src/audit/a.ts', "import { a } from '../store/a.ts'", 'store is not below audit'],
    ['src/store/a.ts', "import { a } from '../queue/a.ts'", 'queue is not below store'],
    ['src/api/a.ts', "import { a } from '../main.ts'", 'main is not below api'],
    ['src/api/a.ts', "import { a } from '../../test/a.ts'", 'is not part of src'],
    ['src/audit/a.ts', "import type { FastifyInstance } from 'fastify'", 'known in api and main only'],
    ['src/web/a.ts', "import helmet from '@fastify/helmet'", 'known in api and main only'],
    ['src/api/a.ts', "import { sql } from 'kysely'", 'known in store only'],
    ['src/queue/a.ts', "import { PGlite } from '@electric-sql/pglite'", 'known in store only'],
    ['src/queue/a.ts', "import pg from 'pg'", 'known in store only'],
    ['src/audit/a.ts', "import { Worker } from 'node:worker_threads'", 'known in threads only'],
    ['src/threads/a.ts', "import { a } from '../store/a.ts'", 'store is not below threads'],
    ['src/store/a.ts', "import PgBoss from 'pg-boss'", 'known in queue only'],
    ['src/sitemap/read-text.ts', "import { SaxesParser } from 'saxes'", 'known in src/sitemap/xml- only'],
    ['src/audit/a.ts', "const { request } = await import('undici')", 'known in fetch only'],
    ['src/jobs/run-job.ts', "import { Counter } from 'prom-client'", 'known in src/service-metrics.ts only'],
    ['src/config.ts', 'export const home = process.env.HOME', 'main alone does'],
    ['src/api/a.ts', 'const { env } = process', 'main alone does'],
    ['src/api/a.ts', "import { env } from 'node:process'", 'main alone does'],
    ['src/helpers/a.ts', 'export const a = 1', 'stands in no layer'],
  ])('are broken by %s with %s', (path, source, reason) => {
    expect(findBreaches(new Map([[path, source]]))).toEqual([expect.stringContaining(reason)])
  })

  it.each([
    ['src/main.ts', "import Fastify from 'fastify'\nconst port = process.env.PORT\nimport './store/a.ts'"],
    ['src/rules/a.ts', "import { parse } from '../values/a.ts'\nimport type { R } from '../robots/a.ts'"],
    ['src/store/a.ts', "import { Kysely } from 'kysely'\nimport type { Queue } from '../queue/queue.ts'"],
    ['src/queue/a.ts', "import type { PGlite } from '@electric-sql/pglite'\nimport PgBoss from 'pg-boss'"],
    ['src/sitemap/xml-reader.ts', "import { SaxesParser } from 'saxes'"],
    ['src/config.ts', '/** Made of process.env by main. */\nexport const a = 1 // never process.env here'],
  ])('allow %s', (path, source) => {
    expect(findBreaches(new Map([[path, source]]))).toEqual([])
  })
})
