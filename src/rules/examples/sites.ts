/** Of robots.txt at https://www.example.com, of pages at https://www.example.com/a, and of the heads of answers. */
import { answer, documentOf, type ExampleTable, NAMESPACE, page } from './forms.ts'

const SITEMAP = 'Sitemap: https://www.example.com/sitemap.xml'
const robots = (...lines: string[]) => `${['User-agent: *', 'Disallow: /cart', '', ...lines].join('\n')}\n`
const goodRobots = robots(SITEMAP)
const canonical = (href: string, more = '') => `<link rel="canonical" href="${href}"${more}>`
const OWN = canonical('https://www.example.com/a')
const goodPage = page(OWN)
const SITEMAP_BODY = documentOf(`urlset ${NAMESPACE}`)
/** Of a page. */
const GOOD = answer('200 OK', 'Content-Type: text/html; charset=utf-8')
const goodAnswer = answer('200 OK', 'Content-Type: application/xml')

export const SITE_EXAMPLES: ExampleTable = {
  'robots-html': { wrong: page(''), right: goodRobots },
  'robots-sitemap-duplicate': { wrong: robots(SITEMAP, SITEMAP), right: goodRobots },
  'robots-sitemap-insecure': { wrong: robots('Sitemap: http://www.example.com/sitemap.xml'), right: goodRobots },
  'robots-sitemap-invalid': { wrong: robots('Sitemap:'), right: goodRobots },
  'robots-sitemap-misspelt': { wrong: robots('Site-map: https://www.example.com/sitemap.xml'), right: goodRobots },
  'robots-sitemap-missing': { wrong: robots('Disallow: /search'), right: goodRobots },
  'robots-sitemap-other-host': { wrong: robots('Sitemap: https://files.example.net/sitemap.xml'), right: goodRobots },
  'robots-sitemap-private': { wrong: robots('Sitemap: http://localhost:3000/sitemap.xml'), right: goodRobots },
  'robots-sitemap-relative': { wrong: robots('Sitemap: /sitemap.xml'), right: goodRobots },
  'page-canonical-conflicting': { wrong: page(`${OWN}\n${canonical('https://www.example.com/b')}`), right: goodPage },
  'page-canonical-ignored': { wrong: page(canonical('https://www.example.com/a', ' media="print"')), right: goodPage },
  'page-canonical-invalid': { wrong: page(canonical('')), right: goodPage },
  'page-canonical-missing': { wrong: page(''), right: goodPage },
  'page-canonical-other': { wrong: page(canonical('https://www.example.com/b')), right: goodPage },
  'page-canonical-outside-head': { wrong: page(`<div></div>\n${OWN}`), right: goodPage },
  'page-canonical-relative': { wrong: page(canonical('/a')), right: goodPage },
  'page-client-redirected': {
    wrong: page(`${OWN}\n<meta http-equiv="refresh" content="0; url=https://www.example.com/b">`),
    right: goodPage,
  },
  'page-expired': {
    wrong: page(`${OWN}\n<meta name="robots" content="unavailable_after: 2025-09-01">`),
    right: goodPage,
  },
  'page-noindex': { wrong: page(`${OWN}\n<meta name="robots" content="noindex">`), right: goodPage },
  'page-noindex-agent': { wrong: page(`${OWN}\n<meta name="googlebot" content="noindex">`), right: goodPage },
  'page-robots-contradictory': {
    wrong: page(`${OWN}\n<meta name="robots" content="index, noindex">`),
    right: page(`${OWN}\n<meta name="robots" content="index, follow">`),
  },
  'page-robots-malformed': {
    wrong: page(`${OWN}\n<meta name="robots" content="noindex; nofollow">`),
    right: page(`${OWN}\n<meta name="robots" content="nofollow">`),
  },
  'page-head-depends-on-scripts': {
    wrong: page(`<noscript><img src="/count.gif" alt=""></noscript>\n${OWN}`),
    right: page(`${OWN}\n<noscript><link rel="stylesheet" href="/plain.css"></noscript>`),
  },
  'encoding-charset-conflict': {
    wrong: answer('200 OK', 'Content-Type: application/xml; charset=ISO-8859-1'),
    right: answer('200 OK', 'Content-Type: application/xml; charset=UTF-8'),
  },
  'response-media-type': { wrong: answer('200 OK', 'Content-Type: image/png'), right: goodAnswer },
  'response-not-found': { wrong: answer('404 Not Found', 'Content-Type: text/html'), right: goodAnswer },
  'response-server-error': { wrong: answer('503 Service Unavailable', 'Content-Type: text/html'), right: goodAnswer },
  'response-blocked': { wrong: answer('403 Forbidden', 'Content-Type: text/html'), right: goodAnswer },
  'page-blocked': { wrong: answer('403 Forbidden', 'Content-Type: text/html'), right: GOOD },
  'page-client-error': { wrong: answer('400 Bad Request', 'Content-Type: text/html'), right: GOOD },
  'page-not-found': { wrong: answer('404 Not Found', 'Content-Type: text/html'), right: GOOD },
  'page-server-error': { wrong: answer('503 Service Unavailable', 'Content-Type: text/html'), right: GOOD },
  'page-expires': {
    wrong: page(`${OWN}\n<meta name="robots" content="unavailable_after: 2026-10-20">`),
    right: goodPage,
  },
  'robots-blocked': { wrong: answer('403 Forbidden', 'Content-Type: text/html'), right: goodRobots },
  'robots-missing': { wrong: answer('404 Not Found', 'Content-Type: text/html'), right: goodRobots },
  'robots-server-error': { wrong: answer('503 Service Unavailable', 'Content-Type: text/html'), right: goodRobots },
  'page-redirected': {
    wrong: answer('301 Moved Permanently', 'Location: https://www.example.com/b'),
    right: GOOD,
  },
  'response-redirected': {
    wrong: answer('301 Moved Permanently', 'Location: https://www.example.com/sitemaps/all.xml'),
    right: goodAnswer,
  },
  'response-html': {
    wrong: `${answer('200 OK', 'Content-Type: text/html')}\n${page('')}`,
    right: `${goodAnswer}\n${SITEMAP_BODY}`,
  },
  'response-not-a-sitemap': {
    wrong: `${answer('200 OK', 'Content-Type: application/json')}\n{"pages": ["/a", "/b"]}\n`,
    right: `${goodAnswer}\n${SITEMAP_BODY}`,
  },
  'response-empty': { wrong: `${goodAnswer}\n`, right: `${goodAnswer}\n${SITEMAP_BODY}` },
}
