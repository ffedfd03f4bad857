import { describe, expect, test } from 'vitest'
import { type GateBaseline, gateAtEnd, judgeGate } from '#src/audit/gate.ts'
import { createKnown } from '#src/audit/known-findings.ts'
import type { GateOptions } from '#src/model/audit.ts'
import type { Fate } from '#src/model/facts.ts'
import type { DocumentReport, Finding, Report, Severity } from '#src/model/report.ts'

const gate = (changes: Partial<GateOptions> = {}): GateOptions => ({
  failOn: 'error',
  maxEntryDrop: 0.2,
  unchecked: 'fail',
  ...changes,
})
const finding = (severity: Severity, changes: Partial<Finding> = {}) =>
  ({ rule: `rule-${severity}`, severity, message: `This is ${severity}.`, suppressed: null, ...changes }) as Finding
const report = (findings: Finding[], verdict: Report['verdict'] = 'fail') =>
  ({ verdict, findings, documents: [], pages: [] }) as unknown as Report

describe('a gate', () => {
  test.each<[GateOptions['failOn'], Severity, boolean]>([
    ['error', 'error', false],
    ['error', 'warning', true],
    ['new-error', 'error', false],
    ['new-error', 'warning', true],
    ['warning', 'error', false],
    ['warning', 'warning', false],
    ['warning', 'note', true],
    ['never', 'error', true],
  ])('with failOn %s and a finding of severity %s: passed is %s', (failOn, severity, passed) => {
    expect(judgeGate(report([finding(severity)]), gate({ failOn })).passed).toBe(passed)
  })

  test('says why it is closed', () => {
    expect(judgeGate(report([finding('error')]), gate())).toEqual({
      passed: false,
      reasons: ['error rule-error: This is error.'],
    })
  })

  test('takes every error for new while there is no baseline, and says so', () => {
    const { reasons } = judgeGate(report([finding('error')]), gate({ failOn: 'new-error' }))
    expect(reasons).toEqual([
      'There is no baseline to compare with, so every error counts as new.',
      'error rule-error: This is error.',
    ])
    expect(judgeGate(report([]), gate({ failOn: 'new-error' }))).toEqual({ passed: true, reasons: [] })
  })

  test('does not count what is suppressed', () => {
    expect(judgeGate(report([finding('error', { suppressed: 'known' })]), gate()).passed).toBe(true)
  })

  test('tells each rule once and stops after twenty', () => {
    const many = Array.from({ length: 50 }, (_, index) => finding('error', { rule: `rule-${index % 25}` }))
    const { reasons } = judgeGate(report(many), gate())
    expect(reasons).toHaveLength(21)
    expect(reasons[0]).toBe('error rule-0: This is error. (and 1 more of this rule)')
    expect(reasons[20]).toBe('5 more rules have findings that close the gate.')
  })

  test('is closed by the verdict unchecked unless that may pass', () => {
    expect(judgeGate(report([], 'unchecked'), gate({ failOn: 'never' }))).toEqual({
      passed: false,
      reasons: ['Nothing could be judged: the verdict is unchecked.'],
    })
    expect(judgeGate(report([], 'unchecked'), gate({ unchecked: 'pass' })).passed).toBe(true)
  })

  test('is closed where something was skipped, unless unchecked may pass', () => {
    const cut = { ...report([], 'pass'), pages: [{ outcome: 'read' }, { outcome: 'skipped' }] } as unknown as Report
    expect(judgeGate(cut, gate())).toEqual({
      passed: false,
      reasons: ['Not everything was checked: 1 document or page was skipped; the notes say why.'],
    })
    expect(judgeGate(cut, gate({ unchecked: 'pass' })).passed).toBe(true)
  })
})

/** A baseline with these findings, and one document of which that became. */
const baseline = (findings: Finding[], fate: Fate = { kind: 'unknown', outcome: null }): GateBaseline => ({
  had: createKnown(findings),
  documents: [{ before: { url: 'https://a.example/a.xml' } as DocumentReport, fate, urls: null, movedTo: null }],
})

describe('a gate with a baseline', () => {
  const lost = finding('error', {
    rule: 'history-document-lost',
    document: 'https://a.example/index.xml',
    message: 'The index lists https://a.example/1.xml no more.',
    occurrences: 13,
    examples: Array.from({ length: 10 }, (_, i) => ({ loc: `https://a.example/${i + 1}.xml` })) as Finding['examples'],
  })

  test.each(['history-document-lost', 'history-emptied', 'history-entries-dropped', 'history-host-changed'])(
    'is closed by %s, whatever it fails on, unless that is suppressed',
    (rule) => {
      const change = finding('warning', { rule, document: 'https://a.example/a.xml', occurrences: 1, examples: [] })
      const closed = judgeGate(report([change]), gate({ failOn: 'never' }), baseline([]))
      expect(closed).toEqual({ passed: false, reasons: [`${rule} in https://a.example/a.xml: This is warning.`] })
      expect(judgeGate(report([{ ...change, suppressed: 'known' }]), gate(), baseline([])).passed).toBe(true)
      expect(judgeGate(report([change]), gate({ failOn: 'warning' }), baseline([])).reasons).toHaveLength(1)
    },
  )

  test.each(['history-entries-jumped', 'history-lastmod-unchanged'])('is not closed by %s alone', (rule) => {
    expect(judgeGate(report([finding('note', { rule })]), gate(), baseline([])).passed).toBe(true)
  })

  test('names the documents that a change stands for, and counts the rest', () => {
    const [reason = ''] = judgeGate(report([lost]), gate(), baseline([])).reasons
    expect(reason).toMatch(
      /^history-document-lost in https:\/\/a\.example\/index\.xml: The index lists .*1\.xml no more\./,
    )
    expect(reason).toMatch(/ Likewise: https:\/\/a\.example\/2\.xml, .*10\.xml and 3 more\.$/)
  })

  test('of new errors passes those that the baseline had, and those that stand for what was told as a change', () => {
    const old = finding('error', { fingerprint: 'old', document: 'https://a.example/a.xml' })
    const fresh = finding('error', { rule: 'rule-new', fingerprint: 'new', document: 'https://a.example/a.xml' })
    const dead = finding('error', {
      rule: 'response-not-found',
      fingerprint: 'dead',
      document: 'https://a.example/index.xml',
    })
    const judge = (findings: Finding[], before: Finding[]) =>
      judgeGate(report(findings), gate({ failOn: 'new-error' }), baseline(before))
    expect(judge([old], [old]).passed).toBe(true)
    expect(judge([old, fresh], [old]).reasons).toEqual(['error rule-new: This is error.'])
    expect(judge([dead], [lost]).passed).toBe(true)
    expect(judge([dead], [old]).passed).toBe(false)
  })

  test('is closed where a document of the baseline could not be checked, unless that may pass', () => {
    const blocked = baseline([], { kind: 'unknown', outcome: 'blocked' })
    expect(judgeGate(report([], 'pass'), gate({ failOn: 'never' }), blocked)).toEqual({
      passed: false,
      reasons: ['https://a.example/a.xml was read for the baseline and could not be checked now: blocked.'],
    })
    expect(judgeGate(report([], 'pass'), gate({ unchecked: 'pass' }), blocked).passed).toBe(true)
    // One that was not chosen was not to be checked.
    expect(judgeGate(report([], 'pass'), gate(), baseline([])).passed).toBe(true)
  })
})

describe('what is kept of a gate', () => {
  const whole = report([finding('error')])
  const passed = { passed: true, reasons: [] }

  test('is nothing where none was asked for', () => {
    expect(gateAtEnd(null, 'succeeded', whole, passed)).toBeNull()
    expect(gateAtEnd(null, 'failed', null, null)).toBeNull()
  })

  test('is what was judged beside the baseline, or else the report alone', () => {
    expect(gateAtEnd(gate(), 'succeeded', whole, passed)).toEqual(passed)
    expect(gateAtEnd(gate(), 'succeeded', whole, undefined)).toEqual(judgeGate(whole, gate()))
  })

  test('is closed for an audit that did not succeed', () => {
    expect(gateAtEnd(gate(), 'failed', null, null)).toEqual({
      passed: false,
      reasons: ['The audit has not been carried through: it has failed.'],
    })
    expect(gateAtEnd(gate(), 'cancelled', whole, passed)?.reasons[0]).toMatch(/been cancelled\.$/)
  })
})
