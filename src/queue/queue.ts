/** What the rest of the service asks of the job queue. */

export interface Queue {
  /** @param domain one active audit a domain over all workers */
  enqueue(audit: { id: string; domain: string }): Promise<void>
  /** Starts to take jobs. `run` resolves when the audit has ended, whichever way; it rejects only for our own faults. */
  work(run: (auditId: string, signal: AbortSignal) => Promise<void>): Promise<void>
  /** Throws when the queue does not answer. */
  ping(): Promise<void>
  /** Hands running jobs back after at most `graceMs`, and stops. */
  stop(graceMs: number): Promise<void>
}
