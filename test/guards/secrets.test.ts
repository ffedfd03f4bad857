/** Request headers are a staging login: they go to the audited origin, and are found nowhere else afterwards. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { robotsTxt, urlset } from '../sites/make.ts'
import { startService } from '../support/service.ts'
import { startSites } from '../support/site-server.ts'

const SECRET = 'hunter2-in-a-header'
const HOST = 'www.example.com'
const OTHER = 'cdn.example.net'
const at = (path: string) => `https://${HOST}${path}`

/** The files of the database as they lie on the disk, write-ahead log and all. */
async function findInFiles(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(100)
  const found: string[] = []
  for (const file of files) if ((await readFile(file)).includes(text)) found.push(file)
  return found
}

test('a secret in `headers` goes to the audited origin alone, and is in no report, log, webhook or file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'secrets-'))
  const page = { body: '<!doctype html><title>Bread</title><h1>Bread</h1>' }
  const sites = await startSites([
    {
      host: HOST,
      routes: {
        '/robots.txt': robotsTxt('User-agent: *', `Sitemap: ${at('/sitemap.xml')}`, `Sitemap: ${at('/moved.xml')}`),
        '/sitemap.xml': {
          body: urlset([at('/a'), at('/b'), at('/c'), `https://${OTHER}/d`].map((loc) => ({ loc }))),
        },
        '/moved.xml': { redirect: `https://${OTHER}/sitemap.xml` },
        '/a': page,
        '/b': { redirect: `https://${OTHER}/b` },
        '/c': { redirect: `http://${HOST}/c2` },
        '*': { status: 404 },
      },
    },
    { host: OTHER, routes: { '*': page } },
  ])
  const service = await startService(sites, {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    WEBHOOK_SECRET: 'a-key-for-webhooks',
    AUDIT_CONCURRENCY: '1',
  })
  try {
    const answer = await fetch(`${service.url}/audit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=60' },
      body: JSON.stringify({
        domain: HOST,
        headers: { Authorization: `Basic ${SECRET}`, 'X-Staging': SECRET },
        webhook: `https://${OTHER}/hook`,
      }),
    })
    const text = await answer.text()
    const { id, status } = JSON.parse(text)
    expect([answer.status, status]).toEqual([200, 'succeeded'])
    expect(text).not.toContain(SECRET)
    for (const path of ['', '/findings', '/events', '/report.html', '/report.md', '/report.csv', '/report.sarif']) {
      expect(await (await fetch(`${service.url}/audits/${id}${path}`)).text()).not.toContain(SECRET)
    }

    const own = sites.requests.filter(({ host, secure }) => host === HOST && secure)
    expect(own.length).toBeGreaterThan(4)
    expect(own.every(({ headers }) => headers['x-staging'] === SECRET)).toBe(true)
    const others = sites.requests.filter(({ host, secure }) => host !== HOST || !secure)
    expect(others.map(({ path }) => path)).toEqual(expect.arrayContaining(['/sitemap.xml', '/b', '/c2']))
    expect(JSON.stringify(others)).not.toContain(SECRET)

    await service.stop()
    expect(service.output()).toContain('audit ended')
    expect(service.output()).not.toContain(SECRET)
    expect(await findInFiles(dataDir, SECRET)).toEqual([])
    // That a text in the clear would have been found.
    expect((await findInFiles(dataDir, HOST)).length).toBeGreaterThan(0)
  } finally {
    await service.stop()
    await sites.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 120_000)
