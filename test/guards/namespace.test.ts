/** As inwards.test.ts, on private addresses that are really there: in a network namespace, with a listener on each. */
import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'

const WAYS = ['children', 'lines', 'redirects', 'robots', 'pages', 'canonicals', 'foreign'] as const

interface Inside {
  added: string[]
  reached: string[]
  looked: string
  controls: number
  met: number
  exchanges: [url: string, ending: string][]
  webhooks: [url: string, kind: string][]
  audits: Record<(typeof WAYS)[number] | 'clean', { documents: string[]; pages: string[]; isLeaking: boolean }>
  turned: { documents: string[]; isLeaking: boolean }
}

/** null: it can be done. */
function whyNot(): string | null {
  if (process.platform !== 'linux') return 'there are network namespaces on Linux only'
  const tried = spawnSync('unshare', ['--net', '--mount', 'ip', 'addr', 'add', '10.0.0.5/32', 'dev', 'lo'], {
    encoding: 'utf8',
  })
  if (tried.error) return `unshare is not there (${tried.error.message})`
  return tried.status === 0 ? null : `it takes root and iproute2 (${tried.stderr.trim()})`
}

const reason = whyNot()
if (reason !== null) console.warn(`Network namespaces cannot be made here: ${reason}. Their tests are skipped.`)

describe.skipIf(reason !== null)('in a network namespace with private addresses of its own', () => {
  let inside: Inside
  beforeAll(async () => {
    const script = fileURLToPath(new URL('./inside-namespace.ts', import.meta.url))
    const { stdout } = await promisify(execFile)('unshare', ['--net', '--mount', process.execPath, script], {
      timeout: 170_000,
      maxBuffer: 10_000_000,
    })
    inside = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  }, 180_000)

  it('the private listeners are there, and the name server answers to the system', () => {
    expect(inside.reached).toEqual(
      expect.arrayContaining(['10.0.0.5', '169.254.169.254', '192.168.1.1', '127.0.0.1', '::1', 'fd00::1']),
    )
    expect(inside.reached.length).toBeGreaterThan(15)
    expect(inside.controls).toBeGreaterThan(15)
    expect(inside.looked).toBe('10.0.0.5')
  })

  it('a public site is audited, over IPv4 and IPv6 addresses that DNS gives', () => {
    expect(inside.audits.clean.documents).toContain('read')
    expect(inside.audits.clean.pages.filter((outcome) => outcome === 'read').length).toBeGreaterThan(60)
  })

  it('no listener on a private address was met by any way', () => {
    expect(inside.exchanges.length).toBeGreaterThan(120)
    expect(inside.met).toBe(0)
  })

  it('every exchange and every webhook was refused', () => {
    const first = 'http://turning.example/x.xml'
    const answered = (list: [string, string][]) => list.filter(([url, kind]) => kind !== 'refused' && url !== first)
    expect(answered(inside.exchanges)).toEqual([])
    expect(answered(inside.webhooks)).toEqual([])
  })

  it.each(WAYS)('an audit gave nothing away by its %s', (name) => {
    expect(inside.audits[name].isLeaking).toBe(false)
  })

  it('children, lines and redirects were refused, all of them', () => {
    for (const name of ['children', 'lines', 'redirects'] as const) {
      const { documents } = inside.audits[name]
      expect(documents.filter((outcome) => outcome === 'refused').length).toBeGreaterThan(60)
    }
    expect(inside.audits.pages.pages.filter((outcome) => outcome === 'read')).toEqual([])
  })

  it('SS-07: a name that turned private between two look-ups was refused', () => {
    expect(inside.turned.documents.filter((outcome) => outcome === 'read')).toEqual([])
    expect(inside.turned.isLeaking).toBe(false)
  })
})
