/** A place among so many, held for as long as its holder wants it. */
import type { LimitFunction } from 'p-limit'

/** @returns what gives the place back; null where `signal` ended the wait */
export async function takePlace(limit: LimitFunction, signal: AbortSignal): Promise<(() => void) | null> {
  let giveBack = () => {}
  const isMine = await new Promise<boolean>((resolve) => {
    const onAbort = () => resolve(false)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) resolve(false)
    void limit(async () => {
      signal.removeEventListener('abort', onAbort)
      if (signal.aborted) return
      await new Promise<void>((done) => {
        giveBack = done
        resolve(true)
      })
    })
  })
  return isMine ? giveBack : null
}
