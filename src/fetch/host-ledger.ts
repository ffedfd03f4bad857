/** The book in which all processes keep what they ask of hosts; the store has it. Times are spans, never clock readings:
 * the clocks of two machines differ. */

export interface HostNeed {
  /** Requests under way. */
  running: number
  /** Those and the ones that wait; 0 gives everything back. */
  wanted: number
}

export interface HostShare {
  /** Requests at once that this process may have under way, for `leaseMs` from when it asked. */
  mayRun: number
  /** For how long the host is left alone by everybody, ms. */
  pausedMs: number
  /** Somebody waits for more than they have: give back soon, and look again soon. */
  isContended: boolean
}

/** All of it rejects where the database does not answer. */
export interface HostLedger {
  /** How long a share holds, ms; one that was not asked for again by then is another's. */
  readonly leaseMs: number
  /** Says what this process needs of a host, and learns what it may have. */
  share(host: string, need: HostNeed): Promise<HostShare>
  /**
   * Takes the turn for a page request, after which none is to be had for `delayMs`.
   * @returns 0, or in how many ms to ask again, and then the turn is not taken
   */
  takeTurn(host: string, delayMs: number): Promise<number>
  /** Tells everybody to leave the host alone for `ms` from now. One that is to last longer stays. */
  pause(host: string, ms: number): Promise<void>
  /** Calls back when a share or a pause of the host may have changed; null: any host's. @returns the way to stop */
  onChange(look: (host: string | null) => void): () => void
  /** Gives back all that this process holds. */
  leave(): Promise<void>
}
