/** Time of one document with all rules, beside that of bare saxes and of xmllint; plain and gzipped. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'
import type { DocumentFile } from './files.ts'
import { median, megabytes, row } from './print.ts'
import { cut, SIDES } from './sides.ts'

const SAXES_TARGET = 0.5
const XMLLINT_TARGET = 1

export interface Rounds {
  warmUp: number
  count: number
}

type Gauge = () => Promise<void> | void

/** Prints the times of a document as it is, and gzipped: then saxes is fed by zlib, and xmllint by gzip through a pipe. */
export async function compareTimes(document: DocumentFile, rounds: Rounds, hasXmllint: boolean): Promise<void> {
  const { file, url } = document
  const bytes = readFileSync(file)
  console.log(`\n  ${document.name}, ${megabytes(document.bytes)}`)
  await compareSides(rounds, {
    ours: async () => void (await SIDES['all rules'](cut(bytes), url)),
    saxes: async () => void (await SIDES['bare saxes'](cut(bytes))),
    ...(hasXmllint && { xmllint: () => void execFileSync('xmllint', ['--stream', '--noout', file]) }),
  })

  const packed = gzipSync(bytes)
  const packedFile = `${file}.gz`
  writeFileSync(packedFile, packed)
  console.log(`\n  The same gzipped, ${megabytes(packed.length)}`)
  await compareSides(rounds, {
    ours: async () => void (await SIDES['all rules'](cut(packed), url)),
    saxes: async () => void (await SIDES['bare saxes'](Readable.from(cut(packed)).pipe(createGunzip()))),
    ...(hasXmllint && {
      xmllint: () => void execFileSync('sh', ['-c', 'gzip -dc "$0" | xmllint --stream --noout -', packedFile]),
    }),
  })
}

async function compareSides(
  { warmUp, count }: Rounds,
  sides: { ours: Gauge; saxes: Gauge; xmllint?: Gauge },
): Promise<void> {
  const gauges = Object.entries(sides).map(([name, side]) => ({ name, side, measured: [] as number[] }))
  for (let round = -warmUp; round < count; round++) {
    for (const { side, measured } of gauges) {
      const start = performance.now()
      await side()
      if (round >= 0) measured.push(performance.now() - start)
    }
  }
  const ms = (name: string) => median(gauges.find((gauge) => gauge.name === name)?.measured ?? [])
  const beside = (name: string, target: number, what: string) => {
    const ratio = ms('ours') / ms(name)
    return `all rules: ${ratio.toFixed(2)} x ${what}; at most ${target.toFixed(1)}${ratio > target ? '  MISSED' : ''}`
  }
  row('all rules', `${ms('ours').toFixed(0)} ms`)
  row('bare saxes', `${ms('saxes').toFixed(0)} ms`, beside('saxes', SAXES_TARGET, 'bare saxes'))
  if (sides.xmllint)
    row('xmllint --stream', `${ms('xmllint').toFixed(0)} ms`, beside('xmllint', XMLLINT_TARGET, 'xmllint'))
}

/** @returns why there is none; null: there is one */
export function lackOfXmllint(): string | null {
  const { error, status } = spawnSync('xmllint', ['--version'], { stdio: 'ignore' })
  if (error) return 'it is not installed (libxml2-utils)'
  return status === 0 ? null : `xmllint --version ended with ${status}`
}
