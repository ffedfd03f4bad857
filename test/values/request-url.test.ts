import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { requestUrl } from '#src/values/request-url.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

describe('The URL that is asked for', () => {
  it('does not keep the text that the loc was cut out of', () => {
    const kept: (string | null)[] = []
    collect()
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < 200; i++) {
      // Half a chunk of a document, with the loc at its beginning.
      const chunk = Buffer.alloc(32_768, `https://www.example.com/some/page-${i} `).toString('latin1')
      kept.push(requestUrl(chunk.slice(0, chunk.indexOf(' ')), false))
    }
    collect()
    const grown = process.memoryUsage().heapUsed - before
    expect(kept[199]).toBe('https://www.example.com/some/page-199')
    // Of 6.5 MB.
    expect(grown).toBeLessThan(2_000_000)
  })
})
