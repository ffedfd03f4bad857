/**
 * What the image runs, run as the image and the compose file have it, without a container: every file system read-only
 * but DATA_DIR, a user without rights or capabilities, and a PATH on which there is node and nothing else.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultThreads } from '#src/threads/default-threads.ts'
import { manyEntries } from '#test/support/documents.ts'
import { findFreePort } from '#test/support/service.ts'
import { readProjectFile } from '#test/support/source-files.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** nobody */
const USER = 65_534
const READY_TIMEOUT_MS = 45_000

/** null: it can be done. */
function whyNot(): string | null {
  if (process.platform !== 'linux') return 'there are mount namespaces on Linux only'
  if (process.getuid?.() !== 0) return 'it takes root'
  for (const command of ['unshare', 'setpriv']) {
    if (spawnSync(command, ['--version'], { stdio: 'ignore' }).error) return `${command} is not there`
  }
  const { status, stderr } = spawnSync('unshare', ['--mount', 'mount', '-o', 'remount,bind,ro', '/'], {
    encoding: 'utf8',
  })
  return status === 0 ? null : `nothing can be mounted (${stderr.trim()})`
}

const reason = whyNot()
if (reason !== null) console.warn(`The image's command is not run on a read-only file system: ${reason}.`)

/** The commands of the image, in the order of the file: health, start. */
const [HEALTH = [], START = []] = Array.from(
  readProjectFile('Dockerfile').matchAll(/\bCMD (\[.*\])$/gm),
  ([, list]) => JSON.parse(list as string) as string[],
)

/** Mounts as the compose file would, then becomes the command: no shell is left, and none can be found. */
const SCRIPT = `
set -e
mount --bind "$DATA" "$DATA"
mount -o remount,bind,ro /
cd "$ROOT"
exec env -i PATH="$BIN" NODE_ENV=production HOST=127.0.0.1 PORT="$PORT" DATA_DIR="$DATA" \
  "$SETPRIV" --reuid=${USER} --regid=${USER} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all "$@"
`

describe.skipIf(reason !== null)('the command of the image', () => {
  let folder: string
  let port: number
  let service: ChildProcess
  let printed = ''
  const url = () => `http://127.0.0.1:${port}`

  function run(command: string[]): ChildProcess {
    const setpriv = spawnSync('sh', ['-c', 'command -v setpriv'], { encoding: 'utf8' }).stdout.trim()
    return spawn('unshare', ['--mount', 'sh', '-c', SCRIPT, 'sh', ...command], {
      env: {
        PATH: process.env['PATH'],
        SETPRIV: setpriv,
        ROOT,
        DATA: join(folder, 'data'),
        BIN: join(folder, 'bin'),
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  async function outputOf(command: string[]): Promise<{ code: number; text: string }> {
    const child = run(command)
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
    const [code] = (await once(child, 'close')) as [number]
    return { code, text }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'read-only-'))
    await Promise.all([mkdir(join(folder, 'data')), mkdir(join(folder, 'bin'))])
    await chown(folder, USER, USER)
    await chown(join(folder, 'data'), USER, USER)
    await symlink(process.execPath, join(folder, 'bin', 'node'))
    port = await findFreePort()
    service = run(START)
    for (const stream of [service.stdout, service.stderr]) stream?.on('data', (chunk) => (printed += chunk))
    for (const deadline = Date.now() + READY_TIMEOUT_MS; ; await wait(100)) {
      if (service.exitCode !== null || Date.now() > deadline) throw new Error(`It is not ready:\n${printed}`)
      const answer = await fetch(`${url()}/readyz`).catch(() => null)
      if (answer?.ok) break
    }
  })
  afterAll(async () => {
    if (service?.exitCode === null) {
      service.kill('SIGKILL')
      await once(service, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  })

  it('cannot write where it is started, nor anywhere else but in DATA_DIR', async () => {
    const places = [
      'src/main.ts',
      'node_modules/new',
      join(tmpdir(), 'new'),
      '/etc/passwd',
      join(folder, 'data', 'new'),
    ]
    const program = `for (const place of ${JSON.stringify(places)}) {
      try { require('node:fs').appendFileSync(place, ''); console.log('written') } catch ({ code }) { console.log(code) }
    }`
    const { text } = await outputOf(['node', '-e', program])
    const answers = text.trim().split('\n')
    // Where root alone may write, that is told first.
    expect(answers.map((one) => one.replace('EACCES', 'EROFS'))).toEqual([...Array(4).fill('EROFS'), 'written'])
    expect(answers).toContain('EROFS')
  })

  it('starts so, is healthy by the command that the image asks with, and checks a file', async () => {
    expect(await outputOf(HEALTH)).toEqual({ code: 0, text: '' })
    const body = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>/a</loc></url></urlset>'
    const answer = await fetch(`${url()}/validate`, { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('loc-')])
    expect(await (await fetch(`${url()}/`, { headers: { accept: 'text/html' } })).text()).toContain('<!doctype html>')
  })

  it('checks a large file on a thread of its own, where there is a core for it', async () => {
    const body = Buffer.concat([...manyEntries(30_000)])
    const answer = await fetch(`${url()}/validate`, { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ document: { entries: 30_000 } })
    const threads = Math.min(1, defaultThreads())
    const metrics = await (await fetch(`${url()}/metrics`)).text()
    expect(metrics).toMatch(new RegExp(`^sitemap_auditor_check_threads ${threads}$`, 'm'))
  })

  it('stops at once when it is told to, and was told nothing that it could not do', async () => {
    const ended = once(service, 'exit')
    service.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(printed).toContain('"stopped"')
    expect(printed).not.toMatch(/EROFS|EACCES|EPERM|"level":[456]0/)
  })
})
