import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const MODULE = new URL('../src/keep-compiled.ts', import.meta.url).href

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keep-compiled-'))
  writeFileSync(join(root, 'some.mjs'), 'export const some = [1, 2, 3].map((n) => n * 2)\n')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** @returns whether the process ended well, and how many compiled files the folder holds afterwards */
function start(folder: string) {
  const some = pathToFileURL(join(root, 'some.mjs')).href
  const program = `
    const { keepCompiled } = await import(${JSON.stringify(MODULE)})
    keepCompiled(${JSON.stringify(folder)})
    const { some } = await import(${JSON.stringify(some)})
    console.log(some.join())`
  const { PATH } = process.env
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH },
    encoding: 'utf8',
    timeout: 30_000,
  })
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }).length : 0
  return { stdout: stdout.trim(), stderr, isKept: files > 0 }
}

describe('what Node has compiled', () => {
  const well = { stdout: '2,4,6', stderr: '' }

  it('is kept in a folder that is made for it, and that only its owner can write to', () => {
    const folder = join(root, 'cache', 'code')
    expect(start(folder)).toEqual({ ...well, isKept: true })
    expect(start(folder)).toEqual({ ...well, isKept: true })
  })

  it('is not kept where others can write', () => {
    const folder = join(root, 'open')
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    expect(start(folder)).toEqual({ ...well, isKept: false })
  })

  it('is not kept behind a link, nor where there can be no folder', () => {
    const elsewhere = join(root, 'elsewhere')
    mkdirSync(elsewhere, { mode: 0o700 })
    symlinkSync(elsewhere, join(root, 'link'))
    expect(start(join(root, 'link'))).toEqual({ ...well, isKept: false })
    const file = join(root, 'some.mjs')
    const { isKept: _, ...ended } = start(join(file, 'code'))
    expect(ended).toEqual(well)
  })
})
