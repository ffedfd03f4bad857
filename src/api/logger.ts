/** The log: JSON lines by pino, safe to look at in a terminal. */
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { escapeRawControls } from './safe-json.ts'

/**
 * @param level as LOG_LEVEL
 * @param out default: standard output
 */
export function createLogger(level: string, out: DestinationStream = destination(1)): Logger {
  const safe: DestinationStream = { write: (line) => out.write(escapeRawControls(line)) }
  return pino(
    { level, redact: ['authorization', '*.authorization', '*.headers.authorization', '*.headers.cookie'] },
    safe,
  )
}
