import { parse, type TestCase, type TestSuites } from 'junit2json'
import { describe, expect, it } from 'vitest'
import { renderJunit } from '#src/report/junit.ts'
import { createDocument, createFinding } from '../api/sample-report.ts'
import { createSource, join } from './sources.ts'

/** As a CI server's own reader sees it. */
async function read(...source: Parameters<typeof createSource>): Promise<TestSuites> {
  const read = await parse(join(renderJunit(createSource(...source))))
  if (!read || !('testsuite' in read)) throw new Error('no test suites')
  return read
}

const B = 'https://blog.example/b.xml'

describe('JUnit XML', () => {
  it('counts errors as failures, and nothing else', async () => {
    const { testsuite = [], ...all } = await read({
      findings: [
        createFinding(),
        createFinding({ rule: 'lastmod-identical', severity: 'warning' }),
        createFinding({ rule: 'hints-ignored', severity: 'note' }),
        createFinding({ rule: 'loc-tracking', severity: 'error', suppressed: 'campaign' }),
      ],
    })
    expect(all).toMatchObject({ tests: 5, failures: 1, errors: 0, time: 0.01 })
    const [suite] = testsuite
    expect(suite).toMatchObject({ name: 'https://blog.example/sitemap.xml', tests: 5, failures: 1, skipped: 1 })
    const stateOf = ({ failure, skipped }: TestCase) => (failure ? 'failed' : skipped ? 'skipped' : 'passed')
    expect(suite?.testcase?.map((one) => [one.name?.split(':')[0], stateOf(one)])).toEqual([
      ['read', 'passed'],
      ['loc-too-long', 'failed'],
      ['lastmod-identical', 'passed'],
      ['hints-ignored', 'passed'],
      ['loc-tracking', 'skipped'],
    ])
  })

  it('tells of a failure the message, the places and what to do', async () => {
    const { testsuite = [] } = await read({ findings: [createFinding({ occurrences: 12 }), createFinding()] })
    const failure = testsuite[0]?.testcase?.[1]?.failure?.[0]
    expect(failure).toMatchObject({
      type: 'loc-too-long',
      message: 'This loc has 2,100 characters; the limit is 2,047. (and 1 more)',
    })
    expect(failure?.inner).toContain('line 3, column 10, entry 1: https://blog.example/x\n  and 11 more\nFix: ')
  })

  it('has a suite for each document, and skips what was not read', async () => {
    const { testsuite = [], skipped } = (await read({
      documents: [createDocument(), createDocument({ url: B, outcome: 'blocked', kind: null })],
      findings: [],
    })) as TestSuites & { skipped?: number }
    expect(skipped).toBe(1)
    expect(testsuite.map(({ name }) => name)).toEqual(['https://blog.example/sitemap.xml', B])
    expect(testsuite[1]?.testcase?.[0]?.skipped?.[0]?.message).toBe('Not read: blocked.')
  })

  it('has a suite for findings that stand in no document, named by the site', async () => {
    const { testsuite = [] } = await read({ findings: [createFinding({ document: null, examples: [] })] })
    expect(testsuite[0]).toMatchObject({ name: 'https://blog.example', failures: 1 })
  })

  it('says of a cancelled audit that it is not whole', async () => {
    const { testsuite = [] } = await read({ findings: [] }, { status: 'cancelled' })
    expect(testsuite[0]?.testcase?.[0]?.['system-out']?.[0]).toMatch(/^The audit was cancelled/)
  })
})
