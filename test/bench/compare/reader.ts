/** One side of the comparison, in a process of its own: reads a file whenever it is told to, and says what that cost. */
import { createReadStream, readFileSync } from 'node:fs'

export interface Task {
  side: 'ours' | 'sitemap' | 'fast-xml-parser' | 'fast-xml-parser with attributes' | 'sitemapper' | '@crawlee/utils'
  file: string
  /** Where the file is served on loopback. */
  served: string
  /** The address that the document would have. */
  url: string
}

export interface Reading {
  ms: number
  /** Processor time of this process. */
  cpuMs: number
  entries: number
  error?: string
}

/** Types of what is not installed with the project. */
interface Packages {
  sitemap: { XMLToSitemapItemStream: new (options: { logger: false }) => NodeJS.ReadWriteStream }
  'fast-xml-parser': {
    XMLParser: new (options?: { ignoreAttributes: boolean }) => { parse(text: string): { urlset: { url: unknown[] } } }
  }
  sitemapper: {
    default: new (options: {
      timeout: number
    }) => { fetch(url: string): Promise<{ sites: unknown[]; errors: unknown[] }> }
  }
  '@crawlee/utils': {
    parseSitemap(
      sources: { type: 'url'; url: string }[],
      proxy: undefined,
      options: { enqueueStrategy: 'all' },
    ): AsyncIterable<unknown>
  }
}

const load = async <Name extends keyof Packages>(name: Name): Promise<Packages[Name]> => {
  const found = await import(name)
  return found
}

async function count(items: AsyncIterable<unknown>): Promise<number> {
  let entries = 0
  for await (const _ of items) entries++
  return entries
}

const READERS: Record<Task['side'], (task: Task) => Promise<number>> = {
  async ours({ file, url }) {
    const { SIDES, stream } = await import('../sides.ts')
    return (await SIDES['all rules'](stream(file), url)) ?? 0
  },
  async sitemap({ file }) {
    const { XMLToSitemapItemStream } = await load('sitemap')
    return count(createReadStream(file).pipe(new XMLToSitemapItemStream({ logger: false })))
  },
  async 'fast-xml-parser'({ file }) {
    const { XMLParser } = await load('fast-xml-parser')
    return new XMLParser().parse(readFileSync(file, 'utf8')).urlset.url.length
  },
  async 'fast-xml-parser with attributes'({ file }) {
    const { XMLParser } = await load('fast-xml-parser')
    return new XMLParser({ ignoreAttributes: false }).parse(readFileSync(file, 'utf8')).urlset.url.length
  },
  async sitemapper({ served }) {
    const { default: Sitemapper } = await load('sitemapper')
    const { sites, errors } = await new Sitemapper({ timeout: 600_000 }).fetch(served)
    if (errors.length > 0) throw new Error(JSON.stringify(errors[0]))
    return sites.length
  },
  async '@crawlee/utils'({ served }) {
    const { parseSitemap } = await load('@crawlee/utils')
    return count(parseSitemap([{ type: 'url', url: served }], undefined, { enqueueStrategy: 'all' }))
  },
}

process.on('message', async (task: Task) => {
  const before = process.cpuUsage()
  const from = performance.now()
  let answer: Reading
  try {
    const entries = await READERS[task.side](task)
    const { user, system } = process.cpuUsage(before)
    answer = { ms: performance.now() - from, cpuMs: (user + system) / 1_000, entries }
  } catch (error) {
    answer = { ms: 0, cpuMs: 0, entries: 0, error: error instanceof Error ? error.message : String(error) }
  }
  process.send?.(answer)
})
