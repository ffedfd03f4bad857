/** Memory of one document at three sizes, with alternates and without: what is kept must not grow with it. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type DocumentFile, removeDocument, writeDocument } from './files.ts'
import { FURNITURE, furniture, plainEntries } from './generate.ts'
import { megabytes, row } from './print.ts'
import type { SideName } from './sides.ts'

const TARGET_BYTES = 48 * 1024 * 1024
const MEASURE_MEMORY = fileURLToPath(new URL('measure-memory.ts', import.meta.url))

/** As the service is started (package.json, Dockerfile). */
const AS_STARTED = process.execArgv

interface Kind {
  name: string
  url: string
  make(entries: number): Iterable<Uint8Array>
  /** For 5, 50 and 200 MB, the last one under the limit of the service. */
  entries: [small: number, large: number, huge: number]
}

const KINDS: Kind[] = [
  {
    name: 'entries with 69 alternates each',
    url: `https://${FURNITURE.host}/sitemap-1.xml`,
    make: furniture,
    entries: [Math.round(FURNITURE.entries / 10), FURNITURE.entries, 4 * FURNITURE.entries],
  },
  {
    name: 'plain entries, all locs and lastmods distinct',
    url: 'https://plain.example/sitemap.xml',
    make: plainEntries,
    entries: [36_000, 360_000, 1_430_000],
  },
]

export function compareMemory(): void {
  console.log('\nMemory: highest resident size over that before the document, a process each, read from a stream.')
  console.log(`Node is started as the service is: ${AS_STARTED.join(' ') || 'without a flag'}.`)
  console.log('V8 fills the room it has for young garbage before it uses any of it again; the rest is what is kept.')
  for (const kind of KINDS) compareSizes(kind)
}

function compareSizes({ name, url, make, entries }: Kind): void {
  console.log(`\n  ${name}`)
  const measured = entries.map((count) => {
    const document = writeDocument(name, url, make(count))
    const overStart = measure('all rules', document)
    row(megabytes(document.bytes), megabytes(overStart), describeTarget(overStart))
    if (count === entries[1]) row('  bare saxes', megabytes(measure('bare saxes', document)))
    removeDocument(document)
    return { bytes: document.bytes, overStart }
  })
  for (const [i, { bytes, overStart }] of measured.entries()) {
    const before = measured[i - 1]
    if (before === undefined) continue
    const growth = (overStart - before.overStart) / 1024 / 1024
    row(`x ${(bytes / before.bytes).toFixed(1)} bytes`, `${growth.toFixed(1)} more`, 'none')
  }
}

function describeTarget(overStart: number): string {
  return `under ${megabytes(TARGET_BYTES)}${overStart >= TARGET_BYTES ? '  MISSED' : ''}`
}

/** @returns bytes */
function measure(side: SideName, { file, url }: DocumentFile): number {
  const parameters = [...AS_STARTED, '--expose-gc', MEASURE_MEMORY, side, file, url]
  const printed = execFileSync(process.execPath, parameters)
  return (JSON.parse(printed.toString()) as { overStartBytes: number }).overStartBytes
}
