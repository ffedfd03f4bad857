import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '#src/fetch/classify.ts'
import type { Answer, SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { fetcherFor, read } from './read.ts'

const page = (head: string, body = '') => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`

/** Path -> answer and who is behind it. */
const CHALLENGES: Record<string, [answer: Answer, vendor: string]> = {
  '/cf-header': [{ status: 403, headers: [['cf-mitigated', 'challenge']], body: page('') }, 'Cloudflare'],
  '/cf-503': [{ status: 503, headers: [['CF-Mitigated', 'challenge']], body: page('') }, 'Cloudflare'],
  '/cf-title.xml': [{ headers: [['Content-Type', 'text/html']], body: '<title>Just a moment</title>' }, 'Cloudflare'],
  '/cf-dots': [{ coding: 'gzip', body: page('<title>Just a moment...</title>') }, 'Cloudflare'],
  '/aws': [{ status: 202, headers: [['x-amzn-waf-action', 'challenge']], body: '' }, 'AWS WAF'],
  '/aws-405': [{ status: 405, headers: [['x-amzn-waf-action', 'captcha']], body: '' }, 'AWS WAF'],
  '/imperva': [{ body: page('', 'Request unsuccessful. Incapsula incident ID: 1-2') }, 'Imperva'],
  '/datadome': [{ status: 403, body: page('', '<script src="https://geo.captcha-delivery.com/c.js">') }, 'DataDome'],
  '/perimeterx': [{ body: page('<title>Access to this page has been denied.</title>') }, 'PerimeterX'],
  '/cf-1020': [
    { status: 403, body: page('<title>Access denied | shop.example used Cloudflare to restrict access</title>') },
    'Cloudflare',
  ],
  '/imperva-404': [{ status: 404, body: page('<title>Pardon Our Interruption</title>') }, 'Imperva'],
  '/radware': [{ body: page('<title>Radware Captcha Page</title>') }, 'Radware'],
  '/fastly': [{ body: page('<title>Client Challenge</title>') }, 'Fastly'],
  '/kasada': [
    { status: 403, body: page('', '<script>window.KPSDK={};</script><script src="/149e/2d20/ips.js?KP_UIDz=x">') },
    'Kasada',
  ],
  '/alibaba': [{ body: page('', '<script>document.cookie="acw_sc__v2="+arg2</script>') }, 'Alibaba Cloud'],
  '/qrator': [{ status: 401, body: page('', '<script src="/__qrator/qauth_utm_v2.js">') }, 'Qrator'],
  '/akamai': [{ body: page('<title>Challenge Validation</title>') }, 'Akamai'],
  '/sucuri': [{ status: 403, headers: [['X-Sucuri-Block', 'ID']], body: '' }, 'Sucuri'],
  '/vercel': [{ status: 429, headers: [['x-vercel-mitigated', 'challenge']], body: '' }, 'Vercel'],
}

/** What the same products leave in answers that are no challenge. */
const ORDINARY: Record<string, Answer> = {
  '/cf': {
    headers: [
      ['Server', 'cloudflare'],
      ['CF-Ray', '1'],
    ],
    body: page('', '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js">'),
  },
  '/kasada': { body: page('<script>window.KPSDK={}</script><script src="/149e/2d20/p.js">') },
  '/moment': { body: page('<title>Just a moment of silence</title>') },
  '/incapsula': { body: page('<script src="/_Incapsula_Resource?SWJIYLWA=1"></script><title>Shop</title>') },
  '/datadome': { headers: [['X-DataDome', 'protected']], body: page('<script src="https://js.datadome.co/tags.js">') },
  '/article': {
    body: page('<title>How to pass Cloudflare</title>', `${'x'.repeat(10_000)}<title>Just a moment...</title>`),
  },
  '/sitemap.xml': { body: '<urlset><!-- <title>Just a moment...</title> --></urlset>' },
  '/empty': { body: '' },
}

let server: SiteServer
beforeAll(async () => {
  const routes = Object.fromEntries(Object.entries(CHALLENGES).map(([path, [answer]]) => [path, answer]))
  server = await startSites([
    { host: 'guarded.example', routes },
    { host: 'ordinary.example', routes: ORDINARY },
  ])
})
afterAll(() => server.close())

describe('challenges', () => {
  it.each(Object.entries(CHALLENGES))('%s is told, and read all the same', async (path, [answer, vendor]) => {
    const got = await read(fetcherFor(server), `https://guarded.example${path}`)
    expect(got.challenge).toMatchObject({ vendor, evidence: expect.stringMatching(/.{5,}/) })
    expect(got.text).toBe(answer.body)
    expect(got.notices).toEqual([])
    expect(outcomeOf(got)).toBe('blocked')
  })

  it.each(Object.keys(ORDINARY))('%s is no challenge', async (path) => {
    const got = await read(fetcherFor(server), `https://ordinary.example${path}`)
    expect(got).toMatchObject({ challenge: null, text: ORDINARY[path]?.body })
    expect(outcomeOf(got)).toBe('read')
  })
})

describe('outcomeOf', () => {
  it.each([
    [[200, 204, 206], 'read'],
    [[404, 410, 400, 405, 406, 418], 'absent'],
    [[401, 403, 407, 429, 451, 999], 'blocked'],
    [[500, 502, 503, 599], 'server-error'],
  ] as const)('takes %j as %s', (statuses, outcome) => {
    for (const status of statuses)
      expect(outcomeOf({ status, ending: { kind: 'answer' }, challenge: null })).toBe(outcome)
  })

  it.each([
    [{ kind: 'unreachable', reason: 'dns', detail: '' }, 'unreachable'],
    [{ kind: 'refused', url: '', detail: '' }, 'refused'],
    [{ kind: 'cancelled' }, 'skipped'],
    [{ kind: 'redirect-loop', detail: '' }, 'unreachable'],
    [{ kind: 'redirect-limit', detail: '' }, 'unreachable'],
    [{ kind: 'redirect-broken', detail: '' }, 'unreachable'],
  ] as const)('takes %j as %s', (ending, outcome) => {
    expect(outcomeOf({ status: null, ending, challenge: null })).toBe(outcome)
  })
})
