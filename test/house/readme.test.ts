/** What the README, the image and the compose file promise is what the project has. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readProjectFile } from '#test/support/source-files.ts'
import { faultsAgainst } from '../api/described.ts'
import { renderReadme } from './rules-table.ts'

const readme = readProjectFile('README.md')
const { scripts } = JSON.parse(readProjectFile('package.json')) as {
  scripts: { start: string; [name: string]: string }
}

interface Service {
  image: string
  environment: { ROLE?: string; [name: string]: string | undefined }
  ports?: string[]
}

/** Node's own; the service never reads it. */
const NOT_OURS = ['NODE_EXTRA_CA_CERTS']

/** First column of the table under the heading "Settings". */
function settingsOfReadme(): string[] {
  const section = readme.split(/^## /m).find((text) => text.startsWith('Settings')) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) =>
    Array.from((row.split('|')[1] as string).matchAll(/`([A-Z_]+)`/g), (match) => match[1] as string),
  )
}

/** Every setting that config.ts reads, by a function of its form: readInteger(env, 'PORT', 3000, ...). */
function settingsOfConfig(): string[] {
  const names = readProjectFile('src/config.ts').matchAll(/\benv,\s*'([A-Z_]+)'/g)
  return [...new Set(Array.from(names, (match) => match[1] as string))]
}

interface Operation {
  parameters?: { in: string; name: string; schema: Record<string, unknown> }[]
  requestBody?: { content: Record<string, { schema: object }> }
}

interface CurlCall {
  method: string
  /** With its query. */
  path: string
  /** JSON that stands in the line itself; null: another body, or none. */
  body: string | null
}

/** Every call of the service by curl in the shell blocks. */
function curlCalls(): CurlCall[] {
  const blocks = Array.from(readme.matchAll(/^```sh\n(.*?)^```/gms), ([, block]) => block as string)
  const commands = blocks.flatMap((block) =>
    block
      .replaceAll('\\\n', ' ')
      .split(/\bcurl\b/)
      .slice(1),
  )
  return commands.flatMap((command) => {
    // Quotes inside the quotes of the shell are for ids that another command reads.
    const [, address] = /(?:localhost|127\.0\.0\.1):3000([^\s'"$;|)]*(?:\$\([^)]*\)[^\s'"]*)?)/.exec(command) ?? []
    if (address === undefined) return []
    const path = address.replace(/\$\([^)]*\)/, 'ID')
    const body = /(?:-d|--json) '(\{.*?\})'/s.exec(command)?.[1] ?? null
    const sends = body !== null || /--data-binary|-d @/.test(command)
    const method = (/-X ([A-Z]+)/.exec(command)?.[1] ?? (sends ? 'POST' : 'GET')).toLowerCase()
    return [{ method, path, body }]
  })
}

/** Whether an address is one of `/audits/{id}/report.md`. */
function isOf(template: string, address: string): boolean {
  const [path = ''] = address.split('?')
  const pattern = template.replace(/[.*+]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(path)
}

describe('the README', () => {
  it('names no npm command that does not exist', () => {
    const named = Array.from(readme.matchAll(/npm (?:run ([\w:-]+)|(test|start)\b)/g), ([, run, short]) => run ?? short)
    expect(named).toContain('demo')
    expect(named).toContain('test')
    expect(named.filter((name) => !scripts[name as string])).toEqual([])
  })

  it('tells every npm command there is', () => {
    const missing = Object.keys(scripts).filter((name) => !new RegExp(`npm (run )?${name}(?![\\w:-])`).test(readme))
    expect(missing).toEqual([])
  })

  it('lists the rules as they are: npm run readme writes them', () => {
    expect(renderReadme(readme)).toBe(readme)
  })

  it('names no file that does not exist', () => {
    const linked = Array.from(readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g), (match) => match[1] as string)
    const root = new URL('../../', import.meta.url)
    expect(linked.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })

  it('leads to no section that does not exist', () => {
    const prose = readme.replace(/^```.*?^```/gms, '')
    const slugs = Array.from(prose.matchAll(/^#+ (.*)$/gm), ([, heading]) =>
      (heading as string)
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    )
    const named = Array.from(prose.matchAll(/\]\(#([^)]+)\)/g), ([, slug]) => slug as string)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((slug) => !slugs.includes(slug))).toEqual([])
  })

  it('names every section in its contents', () => {
    const contents = /^## Contents\n(.*?)^## /ms.exec(readme)?.[1] ?? ''
    const prose = readme.replace(/^```.*?^```/gms, '')
    const headings = Array.from(prose.matchAll(/^###? (.*)$/gm), ([, heading]) => heading as string)
    expect(headings.filter((heading) => heading !== 'Contents' && !contents.includes(`[${heading}]`))).toEqual([])
  })

  it('has no line that is too long to be read, but tables and what cannot be broken', () => {
    const long = readme.split('\n').filter((line) => line.length > 120 && !line.startsWith('|'))
    // A crontab has no continued lines.
    expect(long.filter((line) => !/^[\d*]+ [\d*]+ \S+ \S+ \S+ /.test(line))).toEqual([])
  })

  it('gives the defaults that config.ts has', () => {
    const numbers = readProjectFile('src/config.ts').matchAll(/readInteger\(env, '([A-Z_]+)', ([\d_]+)/g)
    for (const [, name, fallback] of numbers) {
      const row = readme.split('\n').find((line) => line.startsWith('|') && line.split('|')[1]?.includes(`\`${name}\``))
      expect(row?.split('|')[2], name).toContain(`\`${(fallback as string).replaceAll('_', '')}\``)
    }
  })

  it('has a row for every setting of config.ts, and no other', () => {
    const told = settingsOfReadme()
    expect(told.length).toBeGreaterThan(15)
    expect(told.filter((name) => !NOT_OURS.includes(name)).sort()).toEqual(settingsOfConfig().sort())
  })
})

describe('a curl line of the README', () => {
  const api = parse(readProjectFile('openapi.yaml')) as {
    paths: Record<string, Record<string, Operation>>
    components: object
  }
  const calls = curlCalls()

  it('is there for each use', () => {
    const told = new Set(calls.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`))
    for (const use of ['post /audit', 'post /validate', 'post /schedules', 'post /batches', 'get /audits/ID/diff']) {
      expect([...told]).toContain(use)
    }
    expect(calls.length).toBeGreaterThan(30)
  })

  it.each(calls)('asks for something that there is: $method $path', ({ method, path, body }) => {
    // The longest: /batches/{id}.csv, not /batches/{id}.
    const [template = ''] = Object.keys(api.paths)
      .filter((one) => isOf(one, path))
      .sort((a, b) => b.length - a.length)
    const operation = api.paths[template]?.[method]
    expect(operation, `${method} ${path}`).toBeDefined()
    const { parameters = [], requestBody } = operation as Operation
    for (const [name, value] of new URL(path, 'http://localhost').searchParams) {
      const parameter = parameters.find((one) => one.in === 'query' && one.name === name)
      expect(parameter, name).toBeDefined()
      const plain = /^(integer|number)$/.test(String(parameter?.schema['type'])) ? Number(value) : value
      expect(faultsAgainst(api, parameter?.schema, plain), name).toEqual([])
    }
    if (body === null) return
    expect(faultsAgainst(api, requestBody?.content['application/json']?.schema, JSON.parse(body))).toEqual([])
  })
})

describe('the image', () => {
  const dockerfile = readProjectFile('Dockerfile')
  const compose = parse(readProjectFile('docker-compose.yml'), { merge: true }) as {
    services: Record<'api' | 'worker' | 'postgres', Service>
  }
  const ours = Object.entries(compose.services).filter(([, service]) => service.image === 'sitemap-auditor')

  it('sets nothing that is not a setting', () => {
    const set = Array.from(dockerfile.matchAll(/^ENV (.*)$/gm), (match) => match[1] as string)
    const names = set.flatMap((line) => Array.from(line.matchAll(/([A-Z_]+)=/g), (match) => match[1] as string))
    expect(names).toContain('HOST')
    const others = names.filter((name) => !settingsOfReadme().includes(name))
    expect(others).toEqual(['NODE_ENV', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_'])
  })

  it('runs what npm start runs, as no root, with a health check', () => {
    expect(dockerfile).toContain(`CMD ${JSON.stringify(scripts.start.split(' ')).replaceAll(',', ', ')}`)
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\n? *.*\/healthz/m)
  })

  it('takes the Node that package.json asks for', () => {
    const { engines } = JSON.parse(readProjectFile('package.json')) as { engines: { node: string } }
    expect(dockerfile).toMatch(new RegExp(`^FROM node:${engines.node.replace('>=', '')}-slim$`, 'm'))
    expect(readProjectFile('.nvmrc').trim()).toBe(engines.node.replace('>=', ''))
  })

  it('is composed of settings only, one service a role', () => {
    expect(ours.map(([name, { environment }]) => [name, environment.ROLE])).toEqual([
      ['api', 'api'],
      ['worker', 'worker'],
    ])
    const names = ours.flatMap(([, { environment }]) => Object.keys(environment))
    expect(names.filter((name) => !settingsOfReadme().includes(name))).toEqual([])
  })

  it('is published on the port that it listens on, on loopback', () => {
    const port = /\bPORT=(\d+)/.exec(dockerfile)?.[1]
    expect(compose.services.api.ports).toEqual([`127.0.0.1:${port}:${port}`])
  })
})
