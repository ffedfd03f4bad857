/** The OpenAPI document shows everything by example, and its examples are true. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { AUDIT } from '#src/api/examples/audits.ts'
import { DOCUMENTS } from '#src/api/examples/documents.ts'
import { FINDINGS } from '#src/api/examples/findings.ts'
import { PAGES } from '#src/api/examples/pages.ts'
import { PROBLEM_EXAMPLES } from '#src/api/examples/problems.ts'
import { REPORT } from '#src/api/examples/report.ts'
import { UPLOAD, VALIDATION } from '#src/api/examples/uploads.ts'
import { renderOpenapi } from '#src/api/openapi.ts'
import type { ProblemCode } from '#src/api/problems.ts'
import type { Audit } from '#src/model/audit.ts'
import { checkBytes } from '#test/support/check-bytes.ts'
import { withoutChance } from '#test/support/expected-report.ts'
import { faultsAgainst } from './described.ts'
import { createTestApp, type TestApp } from './test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of foreign shape, walked
type Json = any

const ROOT = new URL('../../', import.meta.url)
const yaml = await renderOpenapi()
const document: Json = parse(yaml)
const operations = Object.values<Json>({ ...document.paths, ...document.webhooks }).flatMap((methods) =>
  Object.values<Json>(methods),
)

interface Content {
  place: string
  media: Json
}

function contentsOf({ operationId, requestBody, responses }: Json): Content[] {
  const contents: [string, Json][] = [
    ['body', requestBody?.content ?? {}],
    ...Object.entries<Json>(responses).map(([status, { content = {} }]): [string, Json] => [status, content]),
  ]
  return contents.flatMap(([where, content]) =>
    Object.entries<Json>(content).map(([type, media]) => ({ place: `${operationId} ${where} ${type}`, media })),
  )
}

const contents: Content[] = operations.flatMap(contentsOf)
const exampleOf = (example: Json) =>
  example.$ref ? document.components.examples[example.$ref.split('/').at(-1)].value : example.value
const faultsOf = (schema: Json, value: unknown) => faultsAgainst(document, schema, value)

describe('every example is there:', () => {
  test('of each body and answer, but for files that are no text', () => {
    const bare = contents.filter(({ media }) => media.schema.format !== 'binary' && !media.examples && !media.example)
    expect(bare.map(({ place }) => place)).toEqual([])
  })

  test('of each parameter and header', () => {
    const bare = operations.flatMap(({ operationId, parameters = [], responses }) => [
      ...parameters
        .filter(({ example, schema }: Json) => example === undefined && schema.examples === undefined)
        .map(({ name }: Json) => `${operationId} ${name}`),
      ...Object.values<Json>(responses).flatMap(({ headers = {} }) =>
        Object.entries<Json>(headers)
          .filter(([, { example, description }]) => example === undefined || !description)
          .map(([name]) => `${operationId} ${name}`),
      ),
    ])
    expect(bare).toEqual([])
  })

  test('of each field, unless that is described field by field', () => {
    const bare: string[] = []
    const walk = (node: Json, path: string): void => {
      if (typeof node !== 'object' || node === null) return
      for (const [name, field] of Object.entries<Json>(node.properties ?? {})) {
        const parts = [field, field.items, ...(field.anyOf ?? [])]
        if (!field.examples && !parts.some((part) => part?.$ref || part?.properties)) bare.push(`${path}/${name}`)
      }
      for (const [name, child] of Object.entries(node)) {
        if (name !== 'example' && name !== 'examples') walk(child, `${path}/${name}`)
      }
    }
    walk(document.components.schemas, '')
    for (const { place, media } of contents) walk(media.schema, place)
    expect(bare).toEqual([])
  })

  test('of each error that an operation answers', () => {
    const answers: Json[] = operations.flatMap(({ responses }) => Object.values(responses))
    const codes = new Set(answers.flatMap(({ description }) => description.match(/(?<=`)[A-Z_]{8,}(?=`: )/g) ?? []))
    expect(codes.size).toBeGreaterThan(25)
    const shown = Object.keys(document.components.examples)
    expect([...codes].filter((code) => !shown.includes(code))).toEqual([])
  })
})

describe('an example', () => {
  const all = contents.flatMap(({ place, media }) =>
    Object.entries<Json>(media.examples ?? { only: { value: media.example } })
      .filter(() => media.schema.format !== 'binary')
      .map(([name, example]) => ({ name, place, media, example })),
  )
  // The same problem stands in many places.
  const given = [...new Map(all.map((one) => [`${one.name} ${JSON.stringify(one.media.schema)}`, one])).values()]

  test.each(given)('fits its schema: $name at $place', ({ media, example }) => {
    expect(exampleOf(example)).toBeDefined()
    expect(faultsOf(media.schema, exampleOf(example))).toEqual([])
  })

  test('of a parameter fits its schema', () => {
    let examples = 0
    for (const { parameters = [], operationId } of operations) {
      for (const { name, schema, example = schema.examples[0] } of parameters as Json[]) {
        examples++
        expect(faultsOf(schema, example), `${operationId} ${name}`).toEqual([])
      }
    }
    expect(examples).toBeGreaterThan(50)
  })

  test('is filled in by documentation pages only where something must be given', () => {
    const filled = operations.flatMap(({ parameters = [] }) =>
      parameters.filter(({ required, ...parameter }: Json) => !required && 'example' in parameter),
    )
    expect(filled).toEqual([])
  })
})

describe('the examples are true:', () => {
  test('the audit is the one that the demo makes, but shorter', () => {
    const url = new URL('test/sites/expected/blog.json', ROOT)
    const { report: expected } = JSON.parse(readFileSync(url, 'utf8')) as Audit
    const { report } = withoutChance({ ...AUDIT, report: REPORT }) as Audit
    const { documents, pages, findings, notes, timing, ...rest } = report ?? REPORT
    expect(expected).toMatchObject({ ...rest, timing: { requests: timing.requests } })
    expect(expected?.documents).toEqual(documents)
    for (const page of pages) expect(expected?.pages).toContainEqual(page)
    for (const finding of findings) expect(expected?.findings).toContainEqual(finding)
    expect(expected?.notes).toEqual(notes.slice(0, -1))
    expect([DOCUMENTS.length, PAGES.length, FINDINGS.length]).toEqual([3, 2, 3])
  })

  test('what is said of the upload is what the rules say', () => {
    const { report, findings } = checkBytes([Buffer.from(UPLOAD)], { url: VALIDATION.document.url })
    expect(findings).toEqual(VALIDATION.findings)
    expect(report.sha256).toBe(VALIDATION.document.sha256)
  })

  const json = { 'content-type': 'application/json' }
  const ask = (made: TestApp, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: string, headers = json) =>
    made.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })

  test.each<[ProblemCode, (made: TestApp) => ReturnType<typeof ask>]>([
    ['BODY_MALFORMED', (made) => ask(made, 'POST', '/audit', '')],
    ['FIELD_UNKNOWN', (made) => ask(made, 'POST', '/audit', '{"domain":"blog.example","page":3}')],
    ['FIELD_MISSING', (made) => ask(made, 'POST', '/audit', '{}')],
    ['FIELD_INVALID', (made) => ask(made, 'POST', '/audit', '{"domain":"blog.example","pages":"all"}')],
    ['PARAMETER_UNKNOWN', (made) => ask(made, 'GET', '/audits?limits=3')],
    ['DOMAIN_INVALID', (made) => ask(made, 'POST', '/audit', '{"domain":"blog example"}')],
    ['TARGET_NOT_ALLOWED', (made) => ask(made, 'POST', '/audit', '{"domain":"localhost"}')],
    ['NOT_AVAILABLE', (made) => ask(made, 'POST', '/audit', '{"domain":"a.example","webhook":"https://b.example/"}')],
    ['NOT_FOUND', (made) => ask(made, 'GET', '/nothing')],
    ['AUDIT_NOT_FOUND', (made) => ask(made, 'GET', '/audits/x')],
    ['RULE_NOT_FOUND', (made) => ask(made, 'GET', '/rules/x')],
    ['METHOD_NOT_ALLOWED', (made) => ask(made, 'PATCH', '/rules', '{}')],
    ['BODY_TOO_LARGE', (made) => ask(made, 'POST', '/audit', `{"domain":"${'x'.repeat(1_048_576)}"}`)],
    [
      'MEDIA_TYPE_UNSUPPORTED',
      (made) => ask(made, 'POST', '/audit', 'domain=x', { 'content-type': 'application/x-www-form-urlencoded' }),
    ],
  ])('%s is told in these words', async (code, cause) => {
    expect((await cause(createTestApp())).json()).toEqual(PROBLEM_EXAMPLES[code])
  })

  test('UNAUTHORIZED is told in these words', async () => {
    const made = createTestApp({ apiKeys: [{ name: null, role: 'admin', key: 'k' }] })
    expect((await ask(made, 'GET', '/audits')).json()).toEqual(PROBLEM_EXAMPLES.UNAUTHORIZED)
  })
})

describe('openapi.yaml', () => {
  // 1.1 is what many readers speak; they would make a date of what is text.
  test('is read alike by readers of YAML 1.1 and 1.2', () => {
    expect(parse(yaml, { version: '1.1' })).toEqual(document)
    expect(yaml).not.toMatch(/: [&*]a\d+$/m)
  })

  test('has nothing that the recommended rules of Redocly mind', async () => {
    const command = fileURLToPath(new URL('node_modules/@redocly/cli/bin/cli.js', ROOT))
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [command, 'lint', 'openapi.yaml', '--extends', 'recommended', '--format', 'json', '--max-problems', '20'],
      // It would tell its makers, and ask for a newer one.
      {
        cwd: fileURLToPath(ROOT),
        env: { PATH: process.env['PATH'], REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    const { problems, totals } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: Json[]; totals: Json }
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0].pointer}: ${message}`)).toEqual([])
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
  })
})
