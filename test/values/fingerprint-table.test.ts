import { describe, expect, it } from 'vitest'
import { createFingerprintTable } from '#src/values/fingerprint-table.ts'
import { hash53 } from '#src/values/hash.ts'

describe('A table of fingerprints', () => {
  it('keeps what it was given through all its growth', () => {
    const table = createFingerprintTable()
    for (let i = 1; i <= 20_000; i++) expect(table.put(hash53(`${i}`), i)).toBe(0)
    for (let i = 1; i <= 20_000; i++) expect(table.put(hash53(`${i}`), -1)).toBe(i)
    expect(table.get(hash53('0'))).toBe(0)
    expect(table.size).toBe(20_000)
    expect(table.isCapped).toBe(false)
  })

  it('says the same whatever number was expected', () => {
    for (const expected of [1, 3_276, 3_277, 5_000, 20_000, 1_000_000]) {
      const table = createFingerprintTable(10_000, expected)
      for (let i = 1; i <= 10_001; i++) expect(table.put(hash53(`${i}`), i)).toBe(0)
      for (let i = 1; i <= 10_000; i++) expect(table.get(hash53(`${i}`))).toBe(i)
      expect(table.size).toBe(10_000)
      expect(table.isCapped).toBe(true)
    }
  })

  it('keeps a first part of what came, and says so', () => {
    const table = createFingerprintTable(100)
    for (let i = 1; i <= 101; i++) table.set(hash53(`${i}`), i)
    expect(table.size).toBe(100)
    expect(table.isCapped).toBe(true)
    expect(table.get(hash53('100'))).toBe(100)
    expect(table.get(hash53('101'))).toBe(0)
    expect(table.set(hash53('102'), 1)).toBe(false)
    expect(table.set(hash53('1'), 7)).toBe(true)
    expect(table.get(hash53('1'))).toBe(7)
  })

  it('holds fingerprints that differ in their high bits alone', () => {
    const table = createFingerprintTable()
    for (let i = 0; i < 1_000; i++) table.set(i * 2 ** 40, i + 1)
    for (let i = 0; i < 1_000; i++) expect(table.get(i * 2 ** 40)).toBe(i + 1)
  })

  it('keeps numbers of 53 bits and both signs', () => {
    const table = createFingerprintTable()
    table.set(0, Number.MAX_SAFE_INTEGER)
    table.set(1, Number.MIN_SAFE_INTEGER)
    expect([table.get(0), table.get(1)]).toEqual([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
  })
})
