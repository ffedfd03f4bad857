/** One at a time: whoever asks waits until all who asked before have left. */
export interface Gate {
  /** @returns the way out, to be called exactly once */
  enter(): Promise<() => void>
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createGate(): Gate {
  let last: Promise<void> = Promise.resolve()

  async function enter(): Promise<() => void> {
    const before = last
    let leave: () => void = () => {}
    last = new Promise((resolve) => {
      leave = resolve
    })
    await before
    return leave
  }

  return {
    enter,
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
