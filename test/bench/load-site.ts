/**
 * The small site of the benchmarks of load, a process of its own: under every host a robots.txt, a sitemap of three
 * entries, and their pages. Plain http. Prints its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const PATHS = ['/', '/bread', '/rolls']

const server = createServer(({ headers: { host = '' }, url = '' }, response) => {
  const send = (type: string, body: string) => response.writeHead(200, { 'content-type': type }).end(body)
  const at = (path: string) => `http://${host}${path}`
  if (url === '/robots.txt') send('text/plain', `User-agent: *\nAllow: /\nSitemap: ${at('/sitemap.xml')}\n`)
  else if (url === '/sitemap.xml') {
    const entries = PATHS.map((path) => `<url><loc>${at(path)}</loc><lastmod>2026-03-01</lastmod></url>`)
    send('application/xml', `<?xml version="1.0"?>\n<urlset xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</urlset>\n`)
  } else if (PATHS.includes(url)) {
    send('text/html', `<!doctype html><title>${url}</title><link rel="canonical" href="${at(url)}"><p>Bread.</p>`)
  } else response.writeHead(404).end()
})

server.listen(0, '127.0.0.1', () => console.log(String((server.address() as AddressInfo).port)))
