/** A host with an IPv6 address that accepts connections and never answers, beside an IPv4 address that does. */
import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { parseConnectTo } from '#src/fetch/settings.ts'
import { findingOf, problemsOf } from '../support/audit-site.ts'
import type { SiteServer } from '../support/site.ts'
import { audit, XML } from './audit-sitemap.ts'

/** Listens at ::1 on the port of the sites and says nothing; null where this machine has no such address. */
async function keepSilent({ connectTo }: SiteServer): Promise<{ close(): void } | null> {
  const port = Number(connectTo.split(',')[0]?.split(':')[3])
  const held: Socket[] = []
  const server = createServer((socket) => held.push(socket.on('error', () => {})))
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    server.listen({ port, host: '::1', ipv6Only: true }, () =>
      resolve({
        close() {
          for (const socket of held) socket.destroy()
          server.close()
        },
      }),
    )
  })
}

test('HT-15: the audit falls back to IPv4 within its deadline, tells it once, and reads everything', async ({
  skip,
}) => {
  let silent: { close(): void } | null = null
  const before = performance.now()
  const { report } = await audit(
    { '/sitemap.xml': { body: XML } },
    {
      fetch: async (server) => {
        silent = await keepSilent(server)
        return {
          connectTo: parseConnectTo(server.connectTo.replaceAll('127.0.0.1', 'both.example')),
          resolve: async () => ['::1', '127.0.0.1'],
          requestTimeoutMs: 1_500,
        }
      },
    },
  ).finally(() => silent?.close())
  if (!silent) skip('this machine has no IPv6 loopback address to be silent on')
  expect(performance.now() - before).toBeLessThan(5_000)
  expect(report.summary.entries).toBe(2)
  expect(report.documents.map(({ outcome }) => outcome)).toEqual(['read'])
  // It is met at the first request, which is that for robots.txt.
  expect(problemsOf(report)).toEqual(['response-ipv6-broken x1'])
  expect(findingOf(report, 'response-ipv6-broken').message).toContain('IPv4 did')
})
