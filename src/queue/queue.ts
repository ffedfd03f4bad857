/** What the rest of the service asks of the job queue. */

export interface Queue {
  /**
   * A repeat with the same id changes nothing, so whoever is not sure that a job was made asks again.
   * @param audit.domain one active audit a domain over all workers
   */
  enqueue(audit: { id: string; domain: string }): Promise<void>
  /**
   * Starts to take jobs. `run` resolves when the audit has ended, whichever way; it rejects only for our own faults, and
   * the job runs again. Once the signal fires, whatever `run` still does is for nothing: its reason is a
   * HandedBackError when this process stops, else the job belongs to another worker by now.
   */
  work(run: (auditId: string, signal: AbortSignal) => Promise<void>): Promise<void>
  /** Throws when the queue does not answer. */
  ping(): Promise<void>
  /** Hands running jobs back after at most `graceMs`, and stops. */
  stop(graceMs: number): Promise<void>
}

/** Why a job is taken from its handler: this process stops, and another one (or the next) runs the job again. */
export class HandedBackError extends Error {
  readonly code = 'HANDED_BACK'
}
