/** The documents of the benchmark, as files in a folder that goes with the process. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface DocumentFile {
  name: string
  url: string
  file: string
  bytes: number
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

let count = 0

/** Writes the parts one by one: they are never together in memory. */
export function writeDocument(name: string, url: string, parts: Iterable<Uint8Array>): DocumentFile {
  const file = join(folder, `${++count}.xml`)
  const handle = openSync(file, 'w')
  let bytes = 0
  for (const part of parts) bytes += writeSync(handle, part)
  closeSync(handle)
  return { name, url, file, bytes }
}

export function removeDocument({ file }: DocumentFile): void {
  rmSync(file)
}
