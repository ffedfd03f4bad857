/**
 * Wakes as many idle workers as there is work for. An announcement over the database wakes all of them, and each asks
 * for a job: of an embedded database that is most of what a small audit waits for.
 */
import type { PgBoss } from 'pg-boss'

export interface Waker {
  /**
   * Makes a job, or makes sure that it is there, and wakes a worker for it.
   * @param id where it is known before
   * @param make gives null where there was such a job
   */
  send(id: string | undefined, make: () => Promise<string | null>): Promise<void>
  /** Many were. */
  sentMany(): void
  /** A worker has begun with a job. */
  taken(id: string): void
}

/** @param name of the queue, whose jobs are all sent by this process */
export function createWaker(boss: Pick<PgBoss, 'getWipData' | 'notifyWorker'>, name: string): Waker {
  /** Sent, and not yet taken. */
  const awaited = new Set<string>()
  const idle = () => boss.getWipData().filter((worker) => worker.name === name && worker.count === 0)

  function wakeOne(): void {
    const [worker] = idle()
    if (worker) boss.notifyWorker(worker.id)
  }

  return {
    async send(id, make) {
      const wasAwaited = id === undefined || awaited.has(id)
      // Before it is made: it may be taken before whoever made it hears of that.
      if (id !== undefined) awaited.add(id)
      let made: unknown = null
      try {
        made = await make()
      } finally {
        // None was: it is there and may be taken long since, or the database is away.
        if (made === null && !wasAwaited) awaited.delete(id)
      }
      wakeOne()
    },
    sentMany() {
      for (const { id } of idle()) boss.notifyWorker(id)
    },
    taken(id) {
      awaited.delete(id)
      // Two jobs may have woken the same worker, and what it has taken may be neither of them.
      if (awaited.size > 0) wakeOne()
    },
  }
}
