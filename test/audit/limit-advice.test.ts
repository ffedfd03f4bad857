/** The advice near a limit, for the child of furniture.example that was measured. */
import { describe, expect, it } from 'vitest'
import { startCheck } from '#src/audit/check-document.ts'
import { FURNITURE, furniture } from '../bench/generate.ts'

const URL = `https://${FURNITURE.host}/sitemaps/1.xml`

describe('The advice near the limit of bytes', () => {
  it('says what fills the largest child of furniture.example, and into how many files it goes', () => {
    const check = startCheck(
      {
        url: URL,
        finalUrl: URL,
        source: 'upload',
        via: 'upload',
        origin: null,
        isNamedByRobots: false,
        nowMs: Date.UTC(2026, 9, 2),
        http: null,
        isPrivateSite: false,
      },
      {
        maxBytes: 2 * FURNITURE.bytes,
        seed: 1,
        candidates: 0,
        node: { via: 'upload', parent: null, depth: 0 },
        delivery: null,
      },
    )
    // Counted without our reader: each part ends with an entry, and all is ASCII.
    const counted = { alternates: 0, images: 0, videos: 0, all: 0 }
    for (const part of furniture()) {
      check.write(part)
      const text = Buffer.from(part).toString('latin1')
      counted.all += text.length
      counted.alternates += lengthOf(text, /<xhtml:link [^>]*\/>/g)
      counted.images += lengthOf(text, /<image:image>.*?<\/image:image>/g)
      counted.videos += lengthOf(text, /<video:video>.*?<\/video:video>/g)
    }
    const coding = { tokens: [], unknown: [], false: null, undone: [], state: 'ok' as const, offset: null }
    const { bytes } = FURNITURE
    const { findings, report } = check.end({
      transferred: bytes,
      state: 'complete',
      detail: null,
      declaredLength: null,
      coding,
    })
    expect(counted.all).toBe(bytes)
    expect(report).toMatchObject({
      entries: 4_617,
      limit: { entries: 0.09234, bytesPerEntry: 10_819 },
      extensions: { alternates: 319_635, images: 22_797, videos: 1_585, news: 0 },
      xsd: 'valid',
    })
    const percent = (part: number) => Math.round((100 * part) / bytes)
    const { alternates, images, videos } = counted
    const core = bytes - alternates - images - videos
    const shares = `hreflang ${percent(alternates)} %, images ${percent(images)} %, loc and core tags ${percent(core)} %, videos ${percent(videos)} %`
    expect(findings.filter(({ rule }) => rule.includes('limit')).map(({ rule, message }) => [rule, message])).toEqual([
      [
        'document-near-limit',
        `The document has 49,950,000 bytes uncompressed, 95.3 % of the limit of 52,428,800, with 9.2 % of the entries: 10,819 bytes an entry (${shares}); to stay below 90 % of both limits it takes 1 file by entries and 2 files by bytes.`,
      ],
    ])
  }, 60_000)
})

function lengthOf(text: string, pattern: RegExp): number {
  let length = 0
  for (const [found] of text.matchAll(pattern)) length += found.length
  return length
}
