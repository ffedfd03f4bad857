/** What the standards allow and tools were seen to call wrong. */
import { lines } from '../documents.ts'
import { type GuardDocument, link, NEWS, NS, SITE, url, VIDEO, XHTML, XML } from './guard-document.ts'

export const oddities: readonly GuardDocument[] = [
  {
    name: 'locs on lines of their own, with white space round them',
    path: '/white.xml',
    document: `<urlset ${NS}><url><loc>\n    ${SITE}/white\n  </loc><lastmod>\n 2025-06-01 \n</lastmod></url></urlset>`,
  },
  {
    name: 'an ampersand in a loc, escaped in each way',
    path: '/ampersand.xml',
    document: `<urlset ${NS}>${url('/i?a=1&amp;b=2')}${url('/i?a=1&#38;b=3')}${url('/i?a=1&#x26;b=4')}</urlset>`,
  },
  {
    name: 'characters that RFC 3986 allows in a path',
    path: '/characters.xml',
    document: `<urlset ${NS}>${url("/c/it's(a)~b;c=d,e@f:g!$*+h")}${url('/c/100%25')}${url('/c/%E2%82%AC')}${url('/c/a%2Fb')}${url('/c/?')}${url('/c/?q=a/b?c&amp;d[]=1')}</urlset>`,
  },
  {
    name: 'dates of each precision that W3C has, and any offset',
    path: '/dates.xml',
    document: `<urlset ${NS}>${['2025', '2025-06', '2025-06-01', '2025-06-01T09:30Z', '2025-06-01T09:30:00+14:00', '2025-06-01T09:30:00-00:00', '2025-06-01T09:30:00.123456789Z', '2024-02-29'].map((date, i) => url(`/dates/${i}`, `<lastmod>${date}</lastmod>`)).join('')}</urlset>`,
  },
  {
    name: 'alternates for phones and apps, and in other hosts',
    path: '/media.xml',
    document: lines(
      `<urlset ${NS} ${XHTML}>`,
      url(
        '/media',
        `<xhtml:link rel="alternate" media="only screen and (max-width: 640px)" href="https://m.example.com/media" /><xhtml:link rel="alternate" href="android-app://com.example.android/https/www.example.com/media" />${link('en', `${SITE}/media`)}${link('de', 'https://www.example.de/media')}${link('zh-Hant-HK', 'https://www.example.hk/media')}`,
      ),
      '</urlset>',
    ),
  },
  {
    name: 'alternates with the namespace declared on each link',
    path: '/declared.xml',
    document: `<urlset ${NS}>${url('/declared', `<link xmlns="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="en" href="${SITE}/declared"/><x:link xmlns:x="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="fr" href="https://www.example.fr/declared"/>`)}</urlset>`,
  },
  {
    name: 'elements of a namespace that nobody knows, which the schema of sitemaps.org lets in',
    path: '/foreign.xml',
    document: `<urlset ${NS} xmlns:own="https://www.example.com/own">${url('/foreign', '<own:rank own:of="9">3<own:note/></own:rank>')}</urlset>`,
  },
  {
    name: '1,001 entries',
    path: '/many.xml',
    document: `<urlset ${NS}>${Array.from({ length: 1_001 }, (_, i) => url(`/many/${i}`, `<lastmod>2025-0${1 + (i % 6)}-${10 + (i % 19)}</lastmod>`)).join('\n')}</urlset>`,
  },
  {
    name: 'a news sitemap without articles',
    path: '/news-empty.xml',
    document: lines(XML, `<urlset ${NS} ${NEWS}>`, '</urlset>'),
  },
  {
    name: 'a video with one of the two locations and flags in capitals',
    path: '/video.xml',
    document: lines(
      `<urlset ${NS} ${VIDEO}>`,
      url(
        '/video',
        `<video:video><video:thumbnail_loc>${SITE}/t.jpg</video:thumbnail_loc><video:title>Rye &amp; wheat</video:title><video:description><![CDATA[How a loaf <b>rises</b> & falls]]></video:description><video:player_loc>${SITE}/player?v=1&amp;autoplay=0</video:player_loc><video:duration>600</video:duration><video:family_friendly>Yes</video:family_friendly><video:restriction relationship="deny">de AT</video:restriction><video:publication_date>2025-06-01T09:30:00+02:00</video:publication_date></video:video>`,
      ),
      '</urlset>',
    ),
  },
  {
    name: 'a list of lines with CRLF and none behind the last',
    path: '/urls.txt',
    document: `${SITE}/text/1\r\n${SITE}/text/2?a=1&b=2\r\n${SITE}/text/caf%C3%A9`,
  },
  {
    name: 'an index under a prefix, with a comment before the root and a day for a date',
    path: '/prefixed.xml',
    document: `<!-- ${'x '.repeat(600)}--><s:sitemapindex xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:sitemap><s:loc>${SITE}/mkdocs.xml.gz</s:loc><s:lastmod>2025-06-01</s:lastmod></s:sitemap></s:sitemapindex>`,
  },
]
