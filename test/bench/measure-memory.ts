/**
 * One measurement of memory, in a process of its own so that nothing else is counted:
 * node --expose-gc measure-memory.ts SIDE FILE URL -> { "overStartBytes": n, "ms": n } on stdout.
 */
import { type Chunks, SIDES, type SideName, stream } from './sides.ts'

const [side, file, url] = process.argv.slice(2) as [SideName, string, string]

// All code is loaded by now, and has run once: what a first use costs is not what a document costs.
const tiny = Buffer.from(
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/</loc></url></urlset>',
)
await SIDES[side]([tiny], 'https://a.example/sitemap.xml')
globalThis.gc?.()

const start = process.memoryUsage.rss()
const highestAtStart = process.resourceUsage().maxRSS
const startedMs = performance.now()
let peak = start
async function* sampled(chunks: Chunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk
    peak = Math.max(peak, process.memoryUsage.rss())
  }
}
await SIDES[side](sampled(stream(file)), url)
peak = Math.max(peak, process.memoryUsage.rss())
// What comes and goes within one step is in the system's own figure, unless the start was higher (KiB).
const { maxRSS } = process.resourceUsage()
if (maxRSS > highestAtStart) peak = Math.max(peak, maxRSS * 1024)
console.log(JSON.stringify({ overStartBytes: peak - start, ms: performance.now() - startedMs }))
