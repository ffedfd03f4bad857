import { describe, expect, it } from 'vitest'
import type { DocumentContext, DocumentTail, Entry } from '#src/model/document.ts'
import type { BodyEnding } from '#src/model/exchange.ts'
import { judgeDocument } from '#src/rules/judge.ts'
import { locRules } from '#src/rules/loc.ts'
import { createDispatcher, createShare } from '#src/rules/share.ts'
import { BLANK_ENTRY } from '#test/support/blank-entry.ts'

const context = (): DocumentContext => ({
  url: 'https://www.example.com/sitemap.xml',
  finalUrl: 'https://www.example.com/sitemap.xml',
  source: 'upload',
  via: 'upload',
  origin: null,
  isNamedByRobots: false,
  nowMs: 0,
  http: null,
  isPrivateSite: false,
})

describe('A share', () => {
  it('is one thing for all users of a run, and a new one for the next run', () => {
    const share = createShare(() => ({}))
    const document = context()
    const first = share(document, 'a')
    expect(share(document, 'b')).toBe(first)
    const second = share(document, 'a')
    expect(second).not.toBe(first)
    expect(share(document, 'b')).toBe(second)
    expect(share(context(), 'a')).not.toBe(second)
  })

  it('does not hold what it saw in one run against the next', () => {
    const document = context()
    const entry: Entry = {
      ...BLANK_ENTRY,
      number: 1,
      at: 0,
      loc: { text: 'https://www.example.com/a#b', at: 10, elementAt: 5, isDamaged: false },
    }
    for (const _ of [1, 2]) {
      const judge = judgeDocument(locRules, document, () => ({ line: 1, column: 1, offset: 0, snippet: null }))
      judge.start({ kind: 'urlset', root: 'urlset', rootAt: null, namespace: null, isNews: false })
      judge.entry(entry)
      const { findings, failures } = judge.end(
        {
          head: { kind: 'urlset', root: 'urlset', rootAt: null, namespace: null, isNews: false },
          tail: { entries: 1 } as DocumentTail,
          ending: {} as BodyEnding,
        },
        null,
      )
      expect(failures).toEqual([])
      expect(findings.map(({ rule }) => rule)).toEqual(['loc-fragment'])
    }
  })
})

describe('A dispatcher', () => {
  it('hands items to all judges, and leaves out one that failed', () => {
    const seen: string[] = []
    const { add, dispatch } = createDispatcher<number>()
    const failing = add((item) => {
      seen.push(`a${item}`)
      throw new Error('the first judge is broken')
    })
    const sound = add((item) => seen.push(`b${item}`))
    dispatch(1)
    dispatch(2)
    expect(seen).toEqual(['a1', 'b1', 'b2'])
    expect([failing.isFirst, sound.isFirst]).toEqual([true, false])
    expect(failing.rethrow).toThrow('the first judge is broken')
    expect(sound.rethrow).not.toThrow()
  })
})
