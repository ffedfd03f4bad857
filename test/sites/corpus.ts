/** Serves the real files of ../shared/corpus as the sites they come from. Run it to read what the audits say. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Audit } from '#src/model/audit.ts'
import { postAudit, startService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import type { Site } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'

export const corpus = shared('corpus')

/** A row of the corpus's index: what an independent script counted. */
export interface CorpusFile {
  file: string
  path: string
  /** "urlset+image", "index", "rss", "atom" or "robots". */
  kind: string
  entries: number | null
  odd: string
}

export interface CorpusSite {
  host: string
  files: CorpusFile[]
}

/** The files by the site they come from; its host is the one that most of its locs name. */
export function readCorpus(): CorpusSite[] {
  const [, ...rows] = readFileSync(`${corpus.path}/INDEX.tsv`, 'utf8').trimEnd().split('\n')
  const sites = new Map<string, CorpusFile[]>()
  for (const row of rows) {
    const [file = '', , source = '', , kind = '', entries = '', odd = ''] = row.split('\t')
    const name = file.split('__')[0] ?? ''
    const path = `/${source.replace(/@.*$/, '').replace(/^(docs\/_site|website\/static)\//, '')}`
    const files = sites.get(name) ?? []
    files.push({ file, path, kind, entries: entries === '' ? null : Number(entries), odd })
    sites.set(name, files)
  }
  return [...sites].map(([name, files]) => ({ host: commonestHost(files) ?? `${name}.example`, files }))
}

function bytesOf({ file }: CorpusFile): Buffer {
  return readFileSync(`${corpus.path}/${file}`)
}

function commonestHost(files: CorpusFile[]): string | null {
  const counts = new Map<string, number>()
  for (const file of files) {
    const bytes = bytesOf(file)
    const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
    for (const [, host = ''] of text.matchAll(/<(?:loc|link)>\s*https?:\/\/([^/<]+)/g)) {
      counts.set(host, (counts.get(host) ?? 0) + 1)
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

function describeSite({ host, files }: CorpusSite): Site {
  return { host, routes: Object.fromEntries(files.map((file) => [file.path, { body: bytesOf(file) }])) }
}

/** Audits every site of the corpus twice: as a crawler finds it, and every file of it by name. */
export async function auditCorpus(): Promise<{ site: CorpusSite; found: Audit; named: Audit }[]> {
  const sites = readCorpus()
  const server = await startSites(sites.map(describeSite))
  const service = await startService(server)
  try {
    const audits = []
    for (const site of sites) {
      const sitemaps = site.files
        .filter(({ kind }) => kind !== 'robots')
        .map(({ path }) => `https://${site.host}${path}`)
      const found = await postAudit(service, { domain: site.host, pages: 0, children: 'all' })
      const named = await postAudit(service, { domain: site.host, pages: 0, children: 'all', sitemaps })
      audits.push({ site, found, named })
    }
    return audits
  } finally {
    await service.stop()
    await server.close()
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { site, found, named } of await auditCorpus()) {
    for (const audit of [found, named]) {
      console.log(`\n##### ${site.host} ${audit === found ? 'as found' : 'by name'}: ${audit.report?.verdict}`)
      for (const document of audit.report?.documents ?? [])
        console.log(`  ${document.outcome} ${document.kind} ${document.entries} ${document.url} (${document.via})`)
      for (const { rule, severity, message, document, occurrences, examples } of audit.report?.findings ?? []) {
        const places = examples.slice(0, 3).map(({ line, column, value }) => `${line}:${column} ${value ?? ''}`)
        console.log(`  ${severity} ${rule} x${occurrences} ${document}\n      ${message}\n      ${places.join(' | ')}`)
      }
      for (const note of audit.report?.notes ?? []) console.log(`  note: ${note}`)
    }
  }
}
