import { describe, expect, it } from 'vitest'
import { createFingerprintSet } from '#src/values/fingerprint-set.ts'
import { hash53 } from '#src/values/hash.ts'

describe('A set of fingerprints', () => {
  it.each([0, 1, 12, 13, 5_000])('has the %i that were added, and no others', (count) => {
    const set = createFingerprintSet(count)
    for (let i = 0; i < count; i++) set.add(hash53(`${i}`))
    for (let i = 0; i < count; i++) expect(set.has(hash53(`${i}`))).toBe(true)
    for (let i = count; i < count + 1_000; i++) expect(set.has(hash53(`${i}`))).toBe(false)
  })

  it('has the fingerprint 0 when it was added', () => {
    const set = createFingerprintSet(2)
    expect(set.has(0)).toBe(false)
    set.add(0)
    expect(set.has(0)).toBe(true)
    expect(set.has(1)).toBe(false)
  })
})
