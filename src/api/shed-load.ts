/** Refuses new work while what has begun is late already. What is cheap, and what takes work away, is always let in. */
import type { Logger } from 'pino'
import type { Api } from './fastify-types.ts'
import { createLoopLoad, type LoopLoad } from './loop-load.ts'
import type { ApiMeasures } from './measures.ts'
import { createProblem } from './problems.ts'

/** Looks come twice a second, and three of them decide. */
const RETRY_S = 5

export interface Shedding {
  /** ms; 0: nothing is ever refused. */
  shedDelayMs: number
  measures: Pick<ApiMeasures, 'shed'> | undefined
  logger: Logger | null
  /** Default: that of this process. */
  load?: LoopLoad | undefined
}

/** To be called when callers are known, and before there are routes: bodies of refused requests are not read. */
export function addShedding(api: Api, { shedDelayMs, measures, logger, load: given }: Shedding): void {
  const load =
    given ??
    createLoopLoad({
      limitMs: shedDelayMs,
      onChange(isOver, delayMs) {
        if (isOver) logger?.warn({ delayMs, shedDelayMs }, 'the event loop is late: new expensive requests are refused')
        else logger?.warn({ delayMs, shedDelayMs }, 'the event loop is in time again: requests are taken')
      },
    })
  api.addHook('onReady', async () => load.start())
  api.addHook('onClose', async () => load.stop())

  api.addHook('onRequest', async (request) => {
    const { config, url } = request.routeOptions
    const { isExpensive } = config
    if (!load.isOver() || isExpensive === undefined) return
    if (isExpensive !== true && !isExpensive(request)) return
    measures?.shed(url ?? 'none')
    throw createProblem(
      'OVERLOADED',
      'This process is busy beyond what it answers in time (SHED_DELAY_MS). Try again later; an audit may also be asked ' +
        'for with "Prefer: respond-async".',
      { headers: { 'retry-after': String(RETRY_S) } },
    )
  })
}
