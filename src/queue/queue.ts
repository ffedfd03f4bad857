/** What the rest of the service asks of the job queue. */

export interface Queue {
  /**
   * A repeat with the same id changes nothing, so whoever is not sure that a job was made asks again.
   * @param audit.domain one active audit a domain over all workers
   * @param audit.priority higher ones run first; see PRIORITIES of the store
   */
  enqueue(audit: { id: string; domain: string; priority?: number }): Promise<void>
  /** The same of many, a thousand in one statement. */
  enqueueAll(audits: readonly { id: string; domain: string; priority?: number }[]): Promise<void>
  /**
   * Starts to take jobs. `run` resolves when the audit has ended, whichever way; it rejects only for our own faults, and
   * the job runs again. Once the signal fires, whatever `run` still does is for nothing: its reason is a
   * HandedBackError when this process stops, else the job belongs to another worker by now.
   */
  work(run: (auditId: string, signal: AbortSignal) => Promise<void>): Promise<void>
  /** Jobs of another kind than audits. Call once a name and process, before anything is sent. */
  open<T extends object>(name: string, settings: ChannelSettings): Promise<Channel<T>>
  /** Jobs that wait and jobs that run, by the kind of job. Asks the database. */
  depths(): Promise<Record<string, { waiting: number; active: number }>>
  /** Throws when the queue does not answer. */
  ping(): Promise<void>
  /** Hands running jobs back after at most `graceMs`, and stops. */
  stop(graceMs: number): Promise<void>
}

/** How the jobs of one kind are kept and tried again. */
export interface ChannelSettings {
  /** Nothing is scheduled: whoever sends to an embedded database's channel is in the process that works. */
  isSentHere?: boolean
  /** pg-boss' policies. `singleton`: one active job a key. `exclusive`: one queued or active job a key. */
  policy?: 'standard' | 'singleton' | 'exclusive'
  /** How long one job may take, seconds. */
  expireS: number
  /** Further attempts at a job that failed. */
  retryLimit: number
  /** Seconds before the first of them; default 0. */
  retryDelayS?: number
  /** The delay doubles with each attempt, with some chance in it. */
  isBackoff?: boolean
  /** The longest delay that doubling comes to, seconds. */
  retryDelayLimitS?: number
}

export interface Job<T> {
  id: string
  data: T
  /** Should it fail once more, the job is given up. */
  isLastAttempt: boolean
  /** Fires when this process stops, or when the job is another worker's by now. */
  signal: AbortSignal
}

export interface SendSettings {
  /** A UUID: a second job with it is not made. */
  id?: string
  /** What the policy goes by. */
  key?: string
  priority?: number
}

export interface Channel<T extends object> {
  send(data: T, settings?: SendSettings): Promise<void>
  /** Many at once. @param jobs ids differ */
  sendAll(jobs: readonly (SendSettings & { data: T })[]): Promise<void>
  /**
   * Starts to take jobs. A `run` that rejects is tried again as the settings say.
   * @param concurrency jobs at once in this process
   */
  work(concurrency: number, run: (job: Job<T>) => Promise<void>): Promise<void>
  /**
   * Sends a job whenever the cron expression says so, from whichever process looks first, once. What came due while no
   * process ran is not made up for. A second call with the same key changes it.
   * @param timezone IANA name
   * @throws for an expression or time zone that does not hold
   */
  schedule(key: string, cron: string, timezone: string, data: T): Promise<void>
  unschedule(key: string): Promise<void>
  /** What is scheduled. */
  scheduled(): Promise<{ key: string; cron: string; timezone: string }[]>
  /**
   * The next times of a cron expression, soonest first.
   * @param from the times after it; default: now, by the clock of the database
   * @throws as schedule does
   */
  preview(cron: string, timezone: string, count: number, from?: Date): Date[]
}

/** Thrown by a handler: it did not work this time, which is nobody's fault here, and shall be tried again. */
export class TryAgainError extends Error {
  readonly code = 'TRY_AGAIN'
}

/** Why a job is taken from its handler: this process stops, and another one (or the next) runs the job again. */
export class HandedBackError extends Error {
  readonly code = 'HANDED_BACK'
}
