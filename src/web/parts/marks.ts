/** Severity, verdict and outcome: a word with a shape, so that colour alone says nothing. */
import type { Outcome, PageReport, Severity, Verdict } from '../../model/report.ts'
import { html } from './html.ts'

const SHAPES = {
  octagon: 'M5 1h6l4 4v6l-4 4H5l-4-4V5z',
  triangle: 'M8 1.2 15.4 14.6H.6z',
  circle: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1z',
  tick: 'M2 8.6 6.2 13 14 3.6',
  ring: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z',
} as const

function Shape({ name }: { name: keyof typeof SHAPES }) {
  const isLine = name === 'tick' || name === 'ring'
  return html`<svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path
      d=${SHAPES[name]}
      fill=${isLine ? 'none' : 'currentColor'}
      stroke=${isLine ? 'currentColor' : 'none'}
      stroke-width="2.4"
      stroke-dasharray=${name === 'ring' ? '3 2.2' : undefined}
    />
  </svg>`
}

const SEVERITY_SHAPES = { error: 'octagon', warning: 'triangle', note: 'circle' } as const

/** @param word what is said instead of the severity's name: "3 errors" */
export function SeverityMark({ severity, word = severity }: { severity: Severity; word?: string }) {
  return html`<span class=${`mark ${severity}`}><${Shape} name=${SEVERITY_SHAPES[severity]} />${word}</span>`
}

const VERDICTS = {
  pass: { shape: 'tick', word: 'Pass' },
  warn: { shape: 'triangle', word: 'Warnings' },
  fail: { shape: 'octagon', word: 'Errors' },
  unchecked: { shape: 'ring', word: 'Not checked' },
} as const

export function VerdictMark({ verdict }: { verdict: Verdict }) {
  const { shape, word } = VERDICTS[verdict]
  return html`<span class=${`mark ${verdict}`}><${Shape} name=${shape} />${word}</span>`
}

const OUTCOMES: Record<Outcome | 'disallowed', { word: string; tone: Verdict }> = {
  read: { word: 'read', tone: 'pass' },
  absent: { word: 'not there', tone: 'fail' },
  blocked: { word: 'blocked', tone: 'unchecked' },
  unreachable: { word: 'unreachable', tone: 'fail' },
  'server-error': { word: 'server error', tone: 'fail' },
  'not-a-sitemap': { word: 'no sitemap', tone: 'fail' },
  refused: { word: 'not asked: address refused', tone: 'unchecked' },
  skipped: { word: 'not read', tone: 'unchecked' },
  disallowed: { word: 'closed by robots.txt', tone: 'unchecked' },
}
const TONE_SHAPES = { pass: 'tick', warn: 'triangle', fail: 'octagon', unchecked: 'ring' } as const

/**
 * How an attempt to read something ended, with the status of the answer where there was one.
 * @param isHarmless nobody had said that there is something
 */
export function OutcomeMark({
  outcome,
  status = null,
  isHarmless = false,
}: {
  outcome: PageReport['outcome']
  status?: number | null
  isHarmless?: boolean
}) {
  const { word, tone: toneOf } = OUTCOMES[outcome]
  const tone = isHarmless && outcome === 'absent' ? 'unchecked' : toneOf
  const isPlain = outcome === 'read' && (status === null || status === 200)
  return html`<span class=${`mark ${tone}`}>
    <${Shape} name=${TONE_SHAPES[tone]} />${word}${isPlain || status === null ? '' : ` (${status})`}
  </span>`
}
