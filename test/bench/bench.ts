/** npm run bench: time and memory of large documents, beside what they should be. Prints; asserts nothing. */
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { compareCores } from './all-cores.ts'
import { compareMemory } from './compare-memory.ts'
import { compareTimes, lackOfXmllint } from './compare-times.ts'
import { type DocumentFile, writeDocument } from './files.ts'
import { FURNITURE, furniture, plainEntries } from './generate.ts'
import { median, megabytes, row } from './print.ts'
import { record } from './replay.ts'
import { contextOf, cut, OPTIONS, SIDES } from './sides.ts'

/** V8 has, after warming up, compiled what is run most, as it has in a service that runs for an hour. */
const ROUNDS = { warmUp: 4, count: 15 }
const GROWTH_ROUNDS = 5
const GROWTH_FILES = 10
const GROWTH_TARGET = 10.5

const plain = writeDocument('50,000 plain entries', 'https://plain.example/sitemap.xml', plainEntries(50_000))
const large = writeDocument(
  `${FURNITURE.entries.toLocaleString('en')} entries, ${FURNITURE.alternates.toLocaleString('en')} alternates`,
  `https://${FURNITURE.host}/sitemap-1.xml`,
  furniture(),
)

console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'an unknown processor'} (${availableParallelism()} usable)`)
const lack = lackOfXmllint()

console.log(
  `\nTime: median of ${ROUNDS.count} rounds after ${ROUNDS.warmUp} to warm up, the sides in turn, 64 KiB chunks from memory.`,
)
console.log('Garbage is collected when it falls due and counts for the side it falls due in: no collection is forced.')
console.log('Bare saxes: UTF-8 decoding and SaxesParser({ xmlns: true }) without any handler.')
console.log(lack === null ? 'xmllint: a process each time, reading the file.' : `xmllint: skipped, ${lack}.`)
for (const document of [plain, large]) {
  await compareTimes(document, ROUNDS, lack === null)
  await compareCores(document)
}
console.log('\n  All but the reading, 50,000 plain entries')
timeRules(plain)

console.log(`\nGrowth from one file of ${megabytes(large.bytes)} to ${GROWTH_FILES}, all rules, one after the other:`)
const growth = await timeGrowth(large)
row('time', `x ${growth.toFixed(1)}`, `at most ${GROWTH_TARGET}${growth > GROWTH_TARGET ? '  MISSED' : ''}`)

compareMemory()

/** Prints the time of everything above the XML reader, for entries that are plainly right. */
function timeRules({ file, url }: DocumentFile): void {
  const { bare, judge } = record(cut(readFileSync(file)), contextOf(url), OPTIONS)
  const measured: number[] = []
  let count = 0
  for (let round = -ROUNDS.warmUp; round < ROUNDS.count; round++) {
    const start = performance.now()
    bare()
    const made = performance.now()
    count = judge()
    // To make the entries is the reader's work.
    if (round >= 0) measured.push(performance.now() - made - (made - start))
  }
  const ms = median(measured)
  row('rules alone', `${ms.toFixed(0)} ms`, `${((ms * 1000) / count).toFixed(2)} microseconds an entry`)
}

/** @returns how many times longer so many files take than one; both in turn */
async function timeGrowth({ file, url }: DocumentFile): Promise<number> {
  const bytes = readFileSync(file)
  const time = async (files: number) => {
    const start = performance.now()
    for (let n = 0; n < files; n++) await SIDES['all rules'](cut(bytes), url)
    return performance.now() - start
  }
  const [one, many]: [number[], number[]] = [[], []]
  for (let round = 0; round < GROWTH_ROUNDS; round++) {
    one.push(await time(1))
    many.push(await time(GROWTH_FILES))
  }
  return median(many) / median(one)
}
