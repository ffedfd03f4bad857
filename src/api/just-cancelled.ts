/** A cancellation that is asked for twice, as `curl --retry` does when the first answer got lost, is no removal. */

/** What was cancelled cannot be removed for so long after its end. */
export const REPEAT_S = 10

/** @param now Unix ms; the end may have been written by another machine, whose clock is a little ahead */
export function isJustCancelled(
  { status, finishedAt }: { status: string; finishedAt: string | null },
  now: number,
): boolean {
  return status === 'cancelled' && finishedAt !== null && Math.abs(now - Date.parse(finishedAt)) < REPEAT_S * 1_000
}
