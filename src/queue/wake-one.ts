/**
 * Wakes as many idle workers as there is work for. An announcement over the database wakes all of them, and each asks
 * for a job: of an embedded database that is most of what a small audit waits for.
 */
import type { PgBoss } from 'pg-boss'

export interface Waker {
  /** A job was made; null: it had been, and may not have been announced. */
  sent(id: string | null): void
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
    sent(id) {
      if (id !== null) awaited.add(id)
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
