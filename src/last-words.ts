/**
 * A fault that nobody caught leaves the process in a state that nobody knows: it says so in one line and ends, so that
 * whoever keeps it running starts it anew. Nothing is handed back: at the next start, or by the missing heartbeat, its
 * audits are found and run again. Rejections that nobody handles come here too (Node's default).
 */
import type { Logger } from 'pino'

export function endOnUncaughtFaults(logger: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin }, 'a fault that nobody caught: this process ends')
    process.exit(1)
  })
}
