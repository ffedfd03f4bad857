/**
 * The audited site of the scale benchmark, a process of its own: an index of many sitemaps that differ in the digits of
 * one number, patched into one ready buffer. What it costs is a copy.
 *
 * Arguments: documents, entries in each, delay in ms. Prints its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const [documents = 0, entries = 0, delayMs = 0] = process.argv.slice(2).map(Number)

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const MARK = '00000'

const rows = Array.from({ length: entries }, (_, i) => {
  const name = `product-${String(i).padStart(6, '0')}`
  const lastmod = `2026-0${1 + (i % 9)}-${String(1 + (i % 28)).padStart(2, '0')}`
  return `<url><loc>http://HOST/shop/${MARK}/${name}</loc><lastmod>${lastmod}</lastmod></url>\n`
})

/** The document for one host, and where its number stands in it. */
const templates = new Map<string, { body: Buffer; places: number[] }>()

function templateFor(host: string) {
  const known = templates.get(host)
  if (known) return known
  const body = Buffer.from(`${HEAD}<urlset xmlns="${NAMESPACE}">\n${rows.join('').replaceAll('HOST', host)}</urlset>\n`)
  const places: number[] = []
  const mark = Buffer.from(`/shop/${MARK}/`)
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + 1)) places.push(at + 6)
  const made = { body, places }
  templates.set(host, made)
  return made
}

function documentOf(host: string, number: number): Buffer {
  const { body, places } = templateFor(host)
  const own = Buffer.from(body)
  const digits = Buffer.from(String(number).padStart(MARK.length, '0'))
  for (const place of places) for (let n = 0; n < MARK.length; n++) own[place + n] = digits[n] as number
  return own
}

function indexOf(host: string): string {
  const children = Array.from(
    { length: documents },
    (_, i) => `<sitemap><loc>http://${host}/sitemap-${i + 1}.xml</loc></sitemap>\n`,
  )
  return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${children.join('')}</sitemapindex>\n`
}

/** A tiny site is a robots.txt and one sitemap of three entries. */
function tiny(host: string): string {
  const three = [1, 2, 3].map((n) => `<url><loc>http://${host}/${n}</loc></url>`).join('\n')
  return `${HEAD}<urlset xmlns="${NAMESPACE}">\n${three}\n</urlset>\n`
}

const server = createServer(async (request, response) => {
  const host = request.headers.host ?? ''
  const path = request.url ?? ''
  const send = (type: string, body: string | Buffer) => {
    response.writeHead(200, { 'content-type': type })
    response.end(body)
  }
  if (delayMs > 0) await delay(delayMs)
  const number = /^\/sitemap-(\d{1,5})\.xml$/.exec(path)?.[1]
  if (path === '/robots.txt') send('text/plain', `User-agent: *\nAllow: /\nSitemap: http://${host}/sitemap.xml\n`)
  else if (number !== undefined) send('application/xml', documentOf(host, Number(number)))
  else if (path === '/sitemap.xml') send('application/xml', host.startsWith('tiny') ? tiny(host) : indexOf(host))
  else response.writeHead(404).end()
})

server.listen(0, '127.0.0.1', () => console.log(String((server.address() as AddressInfo).port)))
