/** Of the URLs of entries. */
import { type ExampleTable, loc } from './forms.ts'

const A = 'https://www.example.com/a'
const good = loc('https://www.example.com/bread?kind=rye&amp;size=2')

export const LOC_EXAMPLES: ExampleTable = {
  'extension-url-unescaped': {
    wrong: '<image:image>\n  <image:loc>https://www.example.com/rye bread.jpg</image:loc>\n</image:image>',
    right: '<image:image>\n  <image:loc>https://www.example.com/rye%20bread.jpg</image:loc>\n</image:image>',
  },
  'loc-credentials': { wrong: loc('https://editor:secret@www.example.com/a'), right: loc(A) },
  'loc-double-escaped': {
    wrong: loc('https://www.example.com/rye%2520bread'),
    right: loc('https://www.example.com/rye%20bread'),
  },
  'loc-duplicate': { wrong: `${loc(A)}\n${loc(A)}`, right: `${loc(A)}\n${loc('https://www.example.com/b')}` },
  'loc-empty': { wrong: '<url>\n  <loc></loc>\n</url>', right: loc(A) },
  'loc-equivalent': {
    wrong: `${loc('https://www.example.com/caf%C3%A9')}\n${loc('https://www.example.com/caf%c3%a9')}`,
    right: loc('https://www.example.com/caf%C3%A9'),
  },
  'loc-fragment': { wrong: loc('https://www.example.com/bread#rye'), right: loc('https://www.example.com/bread') },
  'loc-host-trailing-dot': { wrong: loc('https://www.example.com./a'), right: loc(A) },
  'loc-host-unicode': { wrong: loc('https://bäckerei.example/a'), right: loc('https://xn--bckerei-5wa.example/a') },
  'loc-invalid': { wrong: loc('https://www.example.com:port/a'), right: loc(A) },
  'loc-missing': {
    wrong: '<url>\n  <lastmod>2026-09-01</lastmod>\n</url>',
    right: `<url>\n  <loc>${A}</loc>\n  <lastmod>2026-09-01</lastmod>\n</url>`,
  },
  'loc-nested-url': { wrong: loc('https://www.example.com/https://www.example.com/a'), right: loc(A) },
  'loc-private-host': { wrong: loc('http://localhost:8080/a'), right: loc(A) },
  'loc-relative': { wrong: loc('/bread/rye'), right: loc('https://www.example.com/bread/rye') },
  'loc-scheme-invalid': { wrong: loc('ftp://www.example.com/a'), right: loc(A) },
  'loc-scheme-mismatch': { wrong: loc('http://www.example.com/a'), right: loc(A) },
  'loc-port-default': { wrong: loc('https://www.example.com:443/a'), right: loc(A) },
  'loc-port-mismatch': { wrong: loc('https://www.example.com:8443/a'), right: loc(A) },
  'loc-template': {
    wrong: loc('https://www.example.com/products/{id}'),
    right: loc('https://www.example.com/products/17'),
  },
  'loc-tracking': { wrong: loc('https://www.example.com/a?utm_source=newsletter'), right: loc(A) },
  'loc-unescaped': {
    wrong: loc('https://www.example.com/rye bread'),
    right: loc('https://www.example.com/rye%20bread'),
  },
  'loc-whitespace': { wrong: loc('\u00A0https://www.example.com/a'), right: loc(A) },
  'loc-www-mismatch': { wrong: loc('https://example.com/a'), right: loc(A) },
  'changefreq-invalid': {
    wrong: `<url>\n  <loc>${A}</loc>\n  <changefreq>every day</changefreq>\n</url>`,
    right: `<url>\n  <loc>${A}</loc>\n  <changefreq>daily</changefreq>\n</url>`,
  },
  'priority-invalid': {
    wrong: `<url>\n  <loc>${A}</loc>\n  <priority>5</priority>\n</url>`,
    right: `<url>\n  <loc>${A}</loc>\n  <priority>0.5</priority>\n</url>`,
  },
  'hints-ignored': { wrong: `<url>\n  <loc>${A}</loc>\n  <priority>1.0</priority>\n</url>`, right: loc(A) },
  'xml-ampersand-unescaped': { wrong: loc('https://www.example.com/bread?kind=rye&size=2'), right: good },
  'line-blank': {
    wrong: 'https://www.example.com/a\n\nhttps://www.example.com/b\n',
    right: 'https://www.example.com/a\nhttps://www.example.com/b\n',
  },
  'line-not-url': {
    wrong: 'https://www.example.com/a\n# the next one is new\nhttps://www.example.com/b\n',
    right: 'https://www.example.com/a\nhttps://www.example.com/b\n',
  },
  'loc-too-long': {
    wrong: loc(`https://www.example.com/${'rye-bread/'.repeat(205)}`),
    right: loc('https://www.example.com/rye-bread/'),
  },
  'loc-other-host': { wrong: loc('https://shop.example.net/a'), right: loc(A) },
  'xml-character-illegal': { wrong: loc('https://www.example.com/a&#8;'), right: loc(A) },
}
