/**
 * Runs in a network namespace of its own (see namespace.test.ts): one listener answers on every address there is, as a
 * site on the public ones and as a canary on all others. Names come from a name server of ours, asked by the system's own
 * resolver. Prints one JSON line: what each way ended with, and how often the canary was met.
 */
import { execFileSync } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAudit } from '#src/audit/run-audit.ts'
import { createFetcher } from '#src/fetch/create-fetcher.ts'
import { createPoster } from '#src/fetch/post.ts'
import { FETCH_DEFAULTS } from '#src/fetch/settings.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import { sitemapIndex, urlset } from '../sites/make.ts'
import { answerAsCanary, SECRET } from './canary.ts'
import { startDnsServer } from './dns-server.ts'
import { badUrlsAt, EMBEDDED_HOSTS, HOSTS, LOOPBACK_HOSTS, PRIVATE_NAMES, RESERVED_HOSTS } from './hosts.ts'

const PUBLIC = ['93.184.216.34', '2606:2800:220:1::1']
const SITE = 'www.example.com'
const PORTS = [80, 443, 22]

/** Public at the first look of each audit, private at the second, whatever family is asked for. */
const NAMES: Record<string, (nth: number) => string[]> = {
  [SITE]: () => PUBLIC,
  'inside.example': () => ['10.0.0.5'],
  'inside6.example': () => ['fd00::1'],
  'mapped.example': () => ['::ffff:10.0.0.5'],
  'metadata.example': () => ['169.254.169.254'],
  'loopback.example': () => ['127.0.0.1', '::1'],
  'both.example': () => ['93.184.216.34', '10.0.0.5'],
  'both6.example': () => ['93.184.216.34', 'fd00::1'],
  'other-site.example': () => ['93.184.216.34'],
  'turning.example': (nth) => (nth === 0 ? ['93.184.216.34'] : ['10.0.0.5']),
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: 'ignore' })
}

/** Of the hosts those that an interface can have; the others lead nowhere at all. */
function addAddresses(): string[] {
  ip('link', 'set', 'lo', 'up')
  const added: string[] = []
  for (const host of [...PUBLIC, ...RESERVED_HOSTS, ...EMBEDDED_HOSTS]) {
    const address = host.replace(/^\[|\]$/g, '')
    try {
      ip(
        'addr',
        'add',
        `${address}/${address.includes(':') ? 128 : 32}`,
        'dev',
        'lo',
        ...(address.includes(':') ? ['nodad'] : []),
      )
      added.push(address)
    } catch {
      // Multicast and the like cannot be had.
    }
  }
  return added
}

let met = 0
let isControl = false
let controls = 0
const requests: string[] = []
const routes = new Map<string, string>()

function takeSocket(socket: Socket): void {
  const local = socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? ''
  if (!PUBLIC.includes(local)) {
    if (isControl) controls++
    else met++
    answerAsCanary(socket)
    return
  }
  socket.on('error', () => {})
  socket.once('data', (data) => {
    const path = /^\w+ (\S+)/.exec(data.toString('latin1'))?.[1] ?? ''
    requests.push(`${local} ${path}`)
    const found = routes.get(path)
    if (found?.startsWith('->')) {
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ${found.slice(2)}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
      return
    }
    const body = Buffer.from(found ?? 'nothing here')
    const type = found?.startsWith('<!doctype')
      ? 'text/html'
      : found?.startsWith('<')
        ? 'application/xml'
        : 'text/plain'
    socket.write(
      `HTTP/1.1 ${found === undefined ? '404 Not Found' : '200 OK'}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
    )
    socket.end(body)
  })
}

async function reaches(address: string): Promise<boolean> {
  const socket = connect({ host: address, port: 80 })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(1_000) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const resolvConf = join(tmpdir(), `resolv-${process.pid}.conf`)
writeFileSync(resolvConf, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
execFileSync('mount', ['--bind', resolvConf, '/etc/resolv.conf'])
const added = addAddresses()
const dns = await startDnsServer((name, nth) => NAMES[name]?.(nth), 53)
for (const port of PORTS) {
  const server = createServer(takeSocket)
  server.listen(port, '::')
  await once(server, 'listening')
}

// That the private listeners are really there.
isControl = true
const reached: string[] = []
for (const address of [...added, '127.0.0.1', '::1']) if (await reaches(address)) reached.push(address)
isControl = false
const looked = (await lookup('inside.example')).address

const settings = { ...FETCH_DEFAULTS, connectTimeoutMs: 1_000, requestTimeoutMs: 3_000, retryDelayMs: 5 }
const targets = [
  ...HOSTS.map((host) => `http://${host}/x.xml`),
  ...LOOPBACK_HOSTS.map((host) => `https://${host}/x.xml`),
  ...Object.keys(NAMES)
    .filter((name) => name !== SITE && name !== 'other-site.example')
    .map((name) => `http://${name}/x.xml`),
  ...badUrlsAt(SITE),
]

// One exchange each.
const fetcher = createFetcher(settings)
const exchanges: [string, string][] = []
for (const url of targets) {
  const exchange = await fetcher.get(url, { as: 'sitemap' })
  exchange.body?.cancel()
  exchanges.push([url, exchange.ending.kind])
}
await fetcher.close()

// A webhook each.
const poster = createPoster(settings, 2_000)
const webhooks: [string, string][] = []
for (const url of targets) {
  const { kind } = await poster.post(url, { headers: {}, body: '{}', signal: new AbortController().signal })
  webhooks.push([url, kind])
}
await poster.close()

// Whole audits of a public site that leads inwards.
async function audit(content: Record<string, string>, options: object = {}) {
  routes.clear()
  for (const [path, text] of Object.entries(content)) routes.set(path, text)
  const own = createFetcher(settings)
  const { report } = await runAudit(
    { ...AUDIT_DEFAULTS, domain: `http://${SITE}`, children: 'all', pages: 100, ...options },
    {
      fetcher: own,
      signal: new AbortController().signal,
      now: Date.now,
      timeoutMs: 60_000,
      maxDocumentBytes: 1_000_000,
      documentConcurrency: 8,
      agent: 'SitemapAuditor',
      onProgress: () => {},
    },
  )
  await own.close()
  return {
    documents: report.documents.map(({ outcome }) => outcome),
    pages: report.pages.map(({ outcome }) => outcome),
    isLeaking: JSON.stringify(report).includes(SECRET),
  }
}

const page = (head: string) => `<!doctype html><title>Bread</title>${head}<h1>Bread</h1>`
const listed = (make: (url: string) => string) => {
  const pages = Object.fromEntries(targets.map((url, i) => [`/p${i}`, make(url)]))
  return { '/sitemap.xml': urlset(Object.keys(pages).map((path) => ({ loc: `http://${SITE}${path}` }))), ...pages }
}
const audits = {
  clean: await audit(listed(() => page(''))),
  children: await audit({ '/sitemap.xml': sitemapIndex(targets.map((loc) => ({ loc }))) }),
  lines: await audit({ '/robots.txt': `User-agent: *\n${targets.map((url) => `Sitemap: ${url}\n`).join('')}` }),
  redirects: await audit({
    '/sitemap.xml': sitemapIndex(targets.map((_, i) => ({ loc: `http://${SITE}/s${i}.xml` }))),
    ...Object.fromEntries(targets.map((url, i) => [`/s${i}.xml`, `->${encodeURI(url)}`])),
  }),
  robots: await audit({ '/robots.txt': '->http://169.254.169.254/latest/meta-data/' }),
  pages: await audit(listed((url) => `->${encodeURI(url)}`)),
  canonicals: await audit(listed((url) => page(`<link rel="canonical" href="${url}">`))),
  foreign: await audit({ '/sitemap.xml': urlset(targets.map((loc) => ({ loc }))) }),
}
// A name that turned private after it was looked up for robots.txt.
const turned = await audit({ '/sitemap.xml': urlset([]) }, { domain: 'http://turning.example' })
await dns.close()

console.log(
  JSON.stringify({
    added,
    reached,
    looked,
    controls,
    met,
    exchanges,
    webhooks,
    audits,
    turned,
    privateNames: PRIVATE_NAMES.length,
    requests: requests.length,
  }),
)
process.exit(0)
