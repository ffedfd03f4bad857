/** The log: JSON lines by pino, safe to look at in a terminal. */
import { type DestinationStream, destination, type Logger, pino } from 'pino'

/** JSON leaves DEL, C1 and the line separators as they are; a terminal obeys some of them. */
const RAW_CONTROL = /[\u007f-\u009f\u2028\u2029]/g

/**
 * @param level as LOG_LEVEL
 * @param out default: standard output
 */
export function createLogger(level: string, out: DestinationStream = destination(1)): Logger {
  const safe: DestinationStream = { write: (line) => out.write(line.replace(RAW_CONTROL, escapeUnit)) }
  return pino(
    { level, redact: ['authorization', '*.authorization', '*.headers.authorization', '*.headers.cookie'] },
    safe,
  )
}

/** All of them stand inside JSON strings. */
function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
