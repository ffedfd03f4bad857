import { describe, expect, test } from 'vitest'
import { judgeGate } from '#src/audit/gate.ts'
import type { GateOptions } from '#src/model/audit.ts'
import type { Finding, Report, Severity } from '#src/model/report.ts'

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
