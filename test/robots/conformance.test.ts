import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRobots } from '../../src/robots/read-robots.ts'
import { shared } from '../support/shared.ts'

interface Case {
  id: string
  robots: string
  userAgent: string
  url: string
  allowed: boolean
}

const { path, isThere } = shared('conformance/robots.json')

/**
 * Cases of robots-parser whose robots.txt stood at another port (http://www.example.com:8080/robots.txt and the like): the
 * package answers undefined for a URL outside its origin, and the recording took "not true" for "not allowed". The file
 * does not say where the robots.txt stood. By what it does say, rp-133 (port 80, /fish, not allowed) contradicts rp-001
 * (the same robots.txt and the same URL, allowed); the other three are the same slip.
 */
const WRONG = ['rp-133', 'rp-134', 'rp-137', 'rp-138']

describe.runIf(isThere)('the recorded verdicts of google/robotstxt and robots-parser', () => {
  const { cases } = isThere ? (JSON.parse(readFileSync(path, 'utf8')) as { cases: Case[] }) : { cases: [] }

  it('are ours in every case but those whose robots.txt governs another origin', () => {
    const different = cases.filter(({ robots, url, userAgent, allowed }) => {
      const { isAllowed } = readRobots(Buffer.from(robots), new URL('/robots.txt', url).href).judge(url, userAgent)
      return isAllowed !== allowed
    })
    expect(cases.length).toBeGreaterThanOrEqual(262)
    expect(different.map(({ id }) => id)).toEqual(WRONG)
  })

  it('contradict themselves in the one case that can be shown from the file alone', () => {
    const [first, other] = ['rp-001', 'rp-133'].map((id) => cases.find((one) => one.id === id))
    expect(other?.robots).toBe(first?.robots)
    expect(new URL(other?.url ?? '').href).toBe(new URL(first?.url ?? '').href)
    expect(other?.allowed).not.toBe(first?.allowed)
  })
})
