/** Where a loc stands: its scheme, host, port and folder against those of the document that lists it. */
import { DEFAULT_PORTS, originOf } from '../values/listed-url.ts'
import { joinUrl } from '../values/url-parts.ts'
import { bareHost } from '../values/url-scope.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import type { Loc } from './judged-loc.ts'
import { defineLocRule } from './loc-desk.ts'

const LOCATION = 'https://www.sitemaps.org/protocol.html#location'
const CROSS_SUBMITS = 'https://www.sitemaps.org/protocol.html#sitemaps_cross_submits'

/** The loc with the scheme, host or port that the document has. */
const moved = ({ url }: Loc, change: { scheme?: string; host?: string; port?: string | null }): string =>
  joinUrl({ ...url.parts, ...change })

const portText = (scheme: 'http' | 'https', port: number): string | null =>
  port === DEFAULT_PORTS[scheme] ? null : String(port)

const locPrivateHost = defineLocRule(
  {
    id: 'loc-private-host',
    severity: 'error',
    breaks: [],
    basis: 'convention',
    title: 'No loc leads to a private host',
    why: 'No crawler can reach localhost, private addresses or names inside a company; they come from a build made for development.',
    fix: 'Set the base URL of the generator to the public host and write the sitemap anew.',
    source: null,
    searchConsole: null,
    messages: { private: 'This loc is on the private host {host}, which no crawler can reach; it was not requested.' },
  },
  ({ value, url, isPrivate }, report) => {
    if (isPrivate && url.kind === 'http') report('private', value, { host: url.host }, { subject: bareHost(url.host) })
  },
)

/** Uploads are judged loc by loc; of fetched documents foreign-hosts.ts makes the findings when all is known. */
export const locOtherHost = defineLocRule(
  {
    id: 'loc-other-host',
    severity: 'error',
    breaks: ['protocol', 'google'],
    basis: 'documented',
    title: 'Every loc is on the host of its sitemap, or on one whose robots.txt names the sitemap',
    why: 'Crawlers drop URLs of hosts that have not said that this sitemap may speak for them.',
    fix: "List the URLs of this sitemap's own host, or name the sitemap in a Sitemap line of the other host's robots.txt.",
    source: LOCATION,
    searchConsole: 'URL not allowed',
    messages: {
      undeclared: '{what} on {host}, not on {own}, and the robots.txt of {host} does not name this sitemap.',
      upload: "Locs are on {host}, not on {own}: not allowed unless that host's robots.txt names this sitemap.",
    },
  },
  ({ value, place }, report, { source }, kind) => {
    if (source !== 'upload' || kind === 'sitemapindex' || place?.relation !== 'other-host') return
    const host = bareHost(place.url.host)
    report('upload', value, { host, own: place.base.host }, { subject: host })
  },
)

export const locOtherHostDeclared = defineRule(
  {
    id: 'loc-other-host-declared',
    severity: 'note',
    breaks: [],
    basis: 'documented',
    title: 'Another host has declared this sitemap for its URLs',
    why: 'A cross submission works as long as the Sitemap line stands in the robots.txt of the other host.',
    fix: 'Nothing to do; keep the Sitemap line when that robots.txt is changed.',
    source: CROSS_SUBMITS,
    searchConsole: null,
    messages: { declared: '{what} on {host}, whose robots.txt names {named}.' },
  },
  () => ({}),
)

/** For sitemap indexes; listed with their rules. */
export const indexChildOtherHost = defineLocRule(
  {
    id: 'index-child-other-host',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every child is on the host of its index, or on one whose robots.txt names it',
    why: 'An index may list sitemaps of its own site only, unless the other host has declared them.',
    fix: "Move the child to the host of the index, or name it in a Sitemap line of the other host's robots.txt.",
    source: 'https://www.sitemaps.org/protocol.html#index',
    searchConsole: 'URL not allowed',
    messages: {
      undeclared:
        '{what} on {host}, not on {own}, and the robots.txt of {host} names neither this index nor the child.',
      upload:
        "Children are on {host}, not on {own}: not allowed unless that host's robots.txt names this index or the child.",
    },
  },
  ({ value, place }, report, { source }, kind) => {
    if (source !== 'upload' || kind !== 'sitemapindex' || place?.relation !== 'other-host') return
    const host = bareHost(place.url.host)
    report('upload', value, { host, own: place.base.host }, { subject: host })
  },
)

const locSchemeMismatch = defineLocRule(
  {
    id: 'loc-scheme-mismatch',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every loc has the scheme of its sitemap',
    why: 'http and https are two sites to the protocol: a sitemap speaks for its own only, and usually each such URL redirects.',
    fix: 'List the URLs with the scheme that the site is served by.',
    source: LOCATION,
    searchConsole: 'URL not allowed',
    messages: { scheme: 'This loc begins with {scheme}://, the sitemap is at {own}.' },
  },
  (loc, report) => {
    if (loc.place?.relation !== 'scheme') return
    const { url, base } = loc.place
    const expected = moved(loc, { scheme: base.scheme, port: portText(base.scheme, base.port) })
    report('scheme', loc.value, { scheme: url.scheme, own: base.origin }, { expected })
  },
)

/** As loc-other-host: a host may have declared the sitemap even when only www. tells the two apart. */
export const locWwwMismatch = defineLocRule(
  {
    id: 'loc-www-mismatch',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every loc has the www. of its sitemap, or has none as it',
    why: 'With and without www. are two hosts: a sitemap speaks for its own only, and usually each such URL redirects.',
    fix: 'List the URLs of the host that the site is served by, and serve the sitemap there.',
    source: LOCATION,
    searchConsole: 'Path mismatch: Missing www / Includes www',
    messages: { www: 'Locs are at {loc}, the sitemap is at {ownOrigin}: the hosts differ by www.' },
  },
  (loc, report, { source }) => {
    if (source !== 'upload' || loc.place?.relation !== 'www') return
    const { url, base } = loc.place
    const host = bareHost(url.host)
    const data = { loc: originOf({ ...url, host }), ownOrigin: base.origin }
    const expected = moved(loc, { scheme: base.scheme, host: base.host, port: portText(base.scheme, base.port) })
    report('www', loc.value, data, { expected, subject: host })
  },
)

const locPortMismatch = defineLocRule(
  {
    id: 'loc-port-mismatch',
    severity: 'error',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every loc has the port of its sitemap',
    why: 'Another port is another site to the protocol: a sitemap speaks for its own only.',
    fix: 'List the URLs with the port that the sitemap is served on; leave 80 (http) and 443 (https) out.',
    source: LOCATION,
    searchConsole: 'URL not allowed',
    messages: { port: 'This loc has port {port}, the sitemap at {own} has port {ownPort}.' },
  },
  (loc, report) => {
    if (loc.place?.relation !== 'port') return
    const { url, base } = loc.place
    const expected = moved(loc, { scheme: base.scheme, port: portText(base.scheme, base.port) })
    // As text: a port is no amount.
    report('port', loc.value, { port: `${url.port}`, own: base.origin, ownPort: `${base.port}` }, { expected })
  },
)

const locOutOfScope = defineLocRule(
  {
    id: 'loc-out-of-scope',
    severity: 'note',
    breaks: ['protocol'],
    basis: 'documented',
    title: "Every loc is in the sitemap's folder or below",
    why: 'By the protocol a sitemap speaks for its own folder; Google makes an exception for those that robots.txt or Search Console names, others need not.',
    fix: 'Serve the sitemap from the root of the host, or keep a Sitemap line for it in robots.txt.',
    source: LOCATION,
    searchConsole: 'URL not allowed',
    messages: { outside: 'This loc is not below {folder}, the folder of its sitemap; {note}.' },
  },
  ({ value, place }, report, { isNamedByRobots }, kind) => {
    // The location rule is about Sitemap files: a feed has a place of its own (/feed/) and lists the whole site.
    if (kind === 'sitemapindex' || kind === 'rss' || kind === 'atom') return
    if (place?.relation !== 'same' || place.isInScope) return
    const note = isNamedByRobots
      ? 'Google accepts it because robots.txt names the sitemap or its index'
      : 'Google accepts it where robots.txt or Search Console names the sitemap'
    report('outside', value, { folder: place.base.origin + place.base.folder, note })
  },
)

const locPortDefault = defineLocRule(
  {
    id: 'loc-port-default',
    severity: 'note',
    breaks: [],
    basis: 'convention',
    title: 'A default port is not spelt out',
    why: 'With and without the port the URL is the same, but tools that compare text count two.',
    fix: 'Leave the port out.',
    source: null,
    searchConsole: null,
    messages: { port: 'This loc spells out port {port}, which {scheme} has anyway.' },
  },
  (loc, report) => {
    const { url, value, nested } = loc
    if (url.kind !== 'http' || nested !== null || !url.parts.port || url.port !== DEFAULT_PORTS[url.scheme]) return
    report('port', value, { port: `${url.port}`, scheme: url.scheme }, { expected: moved(loc, { port: null }) })
  },
)

const locHostTrailingDot = defineLocRule(
  {
    id: 'loc-host-trailing-dot',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'The host of a loc does not end in a dot',
    why: 'The dot is legal in DNS, but certificates, servers and caches take such a host for another one.',
    fix: 'Write the host without its last dot.',
    source: null,
    searchConsole: null,
    messages: { dot: 'The host of this loc, {host}, ends in a dot.' },
  },
  (loc, report) => {
    const { url, value } = loc
    if (url.kind !== 'http' || !url.host.endsWith('.')) return
    const host = url.parts.host.replace(/[.\u3002\uff0e\uff61]$/, '')
    report('dot', value, { host: url.parts.host }, { expected: moved(loc, { host }) })
  },
)

const locHostUnicode = defineLocRule(
  {
    id: 'loc-host-unicode',
    severity: 'note',
    breaks: [],
    basis: 'field',
    title: 'An internationalised host is written in its ASCII form',
    why: 'Not every reader of sitemaps converts host names, and tools that compare text count two hosts.',
    fix: 'Write the host in its punycode form.',
    source: null,
    searchConsole: null,
    messages: { unicode: 'The host {host} of this loc is not in its ASCII form, {ascii}.' },
  },
  (loc, report) => {
    const { url, value } = loc
    if (url.kind !== 'http' || !/[^\0-\x7f]/.test(url.parts.host)) return
    const data = { host: url.parts.host, ascii: url.host }
    report('unicode', value, data, { expected: moved(loc, { host: url.host }) })
  },
)

export const locHostRules: readonly DefinedRule[] = [
  locHostTrailingDot,
  locHostUnicode,
  locOtherHost,
  locOtherHostDeclared,
  locOutOfScope,
  locPortDefault,
  locPortMismatch,
  locPrivateHost,
  locSchemeMismatch,
  locWwwMismatch,
]
