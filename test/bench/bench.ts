/** npm run bench: time and memory of one large document, beside what they should be. Prints; asserts nothing. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { compareMemory } from './compare-memory.ts'
import { type DocumentFile, writeDocument } from './files.ts'
import { FURNITURE, furniture, plainEntries } from './generate.ts'
import { megabytes, row } from './print.ts'
import { record } from './replay.ts'
import { contextOf, cut, OPTIONS, SIDES, type SideName } from './sides.ts'

const ROUNDS = 15
/** V8 has then compiled what is run most, as it has in a service that runs for an hour. */
const WARM_UP_ROUNDS = 4
const GROWTH_ROUNDS = 5
const SAXES_TARGET = 1.6

const SHOP = `https://${FURNITURE.host}/sitemap-1.xml`
const plain = writeDocument('50,000 plain entries', 'https://plain.example/sitemap.xml', plainEntries(50_000))
const large = writeDocument(
  `${FURNITURE.entries.toLocaleString('en')} entries, ${FURNITURE.alternates.toLocaleString('en')} alternates`,
  SHOP,
  furniture(),
)
const small = writeDocument('a tenth of it', SHOP, furniture(Math.round(FURNITURE.entries / 10)))

console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'an unknown processor'} (${availableParallelism()} usable)`)
const xmllint = findXmllint()

console.log(
  `\nTime: median of ${ROUNDS} rounds after ${WARM_UP_ROUNDS} to warm up, the sides in turn, 64 KiB chunks from memory.`,
)
console.log('Garbage is collected when it falls due and counts for the side it falls due in: no collection is forced.')
console.log('Bare saxes: UTF-8 decoding and SaxesParser({ xmlns: true }) without any handler.')
console.log(xmllint.found ? 'xmllint: a process each time, reading the file.' : `xmllint: skipped, ${xmllint.reason}.`)
for (const document of [plain, large]) await timeAll(document)
timeRules(plain)

console.log(`\nGrowth from ${megabytes(small.bytes)} to ${megabytes(large.bytes)}, all rules:`)
const factor = large.bytes / small.bytes
row('bytes', `x ${factor.toFixed(1)}`)
row('time', `x ${(await timeGrowth(small, large)).toFixed(1)}`, 'in proportion')

compareMemory()

/** Prints one document's times. */
async function timeAll(document: DocumentFile): Promise<void> {
  const bytes = readFileSync(document.file)
  const measured = { 'all rules': [] as number[], 'bare saxes': [] as number[], xmllint: [] as number[] }
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const side of Object.keys(SIDES) as SideName[]) {
      const ms = await time(side, bytes, document.url)
      if (round >= 0) measured[side].push(ms)
    }
    if (xmllint.found && round >= 0) measured.xmllint.push(timeXmllint(document.file))
  }
  const all = middle(measured['all rules'])
  const saxes = middle(measured['bare saxes'])
  const ratio = all / saxes
  const isMissed = ratio > SAXES_TARGET
  console.log(`\n  ${document.name}, ${megabytes(document.bytes)}`)
  row(
    'all rules',
    `${all.toFixed(0)} ms`,
    `${ratio.toFixed(2)} x bare saxes; at most ${SAXES_TARGET}${isMissed ? '  MISSED' : ''}`,
  )
  row('bare saxes', `${saxes.toFixed(0)} ms`)
  if (xmllint.found) {
    const lint = middle(measured.xmllint)
    row('xmllint --stream', `${lint.toFixed(0)} ms`, `all rules: ${(all / lint).toFixed(2)} x xmllint`)
  }
}

/** Prints the time of everything above the XML reader, for entries that are plainly right. */
function timeRules({ file, url }: DocumentFile): void {
  const { bare, judge } = record(cut(readFileSync(file)), contextOf(url), OPTIONS)
  const measured: number[] = []
  let count = 0
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const start = performance.now()
    bare()
    const made = performance.now()
    count = judge()
    // To make the entries is the reader's work.
    if (round >= 0) measured.push(performance.now() - made - (made - start))
  }
  const ms = middle(measured)
  row('rules alone', `${ms.toFixed(0)} ms`, `${((ms * 1000) / count).toFixed(2)} microseconds an entry`)
}

/** Without a forced collection: that would throw away what V8 has optimised as well, on both sides. */
async function time(side: SideName, bytes: Uint8Array, url: string): Promise<number> {
  const start = performance.now()
  await SIDES[side](cut(bytes), url)
  return performance.now() - start
}

/** @returns how many times longer the larger document takes with all rules; both in turn */
async function timeGrowth(smaller: DocumentFile, larger: DocumentFile): Promise<number> {
  const measured = [smaller, larger].map((document) => ({
    document,
    bytes: readFileSync(document.file),
    ms: [] as number[],
  }))
  for (let round = 0; round < GROWTH_ROUNDS; round++) {
    for (const { document, bytes, ms } of measured) ms.push(await time('all rules', bytes, document.url))
  }
  const [ofSmaller, ofLarger] = measured.map(({ ms }) => middle(ms)) as [number, number]
  return ofLarger / ofSmaller
}

function findXmllint(): { found: true } | { found: false; reason: string } {
  const { error, status } = spawnSync('xmllint', ['--version'], { stdio: 'ignore' })
  if (error) return { found: false, reason: 'it is not installed (libxml2-utils)' }
  return status === 0 ? { found: true } : { found: false, reason: `xmllint --version ended with ${status}` }
}

function timeXmllint(file: string): number {
  const start = performance.now()
  execFileSync('xmllint', ['--stream', '--noout', file])
  return performance.now() - start
}

/** The median of an odd number of figures. */
function middle(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number
}
