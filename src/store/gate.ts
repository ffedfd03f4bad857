import { createBreath } from '../audit/breath.ts'

/**
 * One at a time: whoever asks waits until all who asked before have left. An embedded database answers without ever
 * leaving the thread, so that statements in a row would keep timers and sockets from their turn: others are let in here.
 */
export interface Gate {
  /** @returns the way out, to be called exactly once */
  enter(): Promise<() => void>
  run<T>(work: () => Promise<T>): Promise<T>
  /** For between two statements of whoever is inside. */
  breathe(): Promise<void>
}

export function createGate(): Gate {
  let last: Promise<void> = Promise.resolve()
  const breathe = createBreath()

  async function enter(): Promise<() => void> {
    const before = last
    let leave: () => void = () => {}
    last = new Promise((resolve) => {
      leave = resolve
    })
    await before
    await breathe()
    return leave
  }

  return {
    enter,
    breathe,
    async run(work) {
      const leave = await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
