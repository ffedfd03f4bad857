/** The process: settings from the environment, start by role, graceful stop. */
import type { Logger } from 'pino'
import { createLogger } from './api/logger.ts'
import { type Config, readConfig } from './config.ts'
import { createParts } from './create-parts.ts'
import { describeStartFailure } from './describe-start-failure.ts'
import { endOnUncaughtFaults } from './last-words.ts'
import { type Service, startService } from './service.ts'

/** Audits that end within it need not run again. Below the ten seconds that container runtimes wait. */
const GRACE_MS = 4_000
/** Nothing may keep the process for longer once it was told to stop. */
const STOP_LIMIT_MS = 15_000

/** Starts it, and has it end by its own hand: after a signal, or where it cannot be started. */
export async function runProcess(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readSettings(env)
  const logger = createLogger(config.logLevel)
  endOnUncaughtFaults(logger)
  const starting = startService(config, logger, createParts(config, logger))

  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Asked twice, it goes at once; its jobs are found by their missing heartbeat, or at the next start.
      if (isStopping) process.exit(1)
      isStopping = true
      void stop(signal, starting, logger)
    })
  }

  try {
    const { url } = await starting
    logger.info({ url, docs: `${url}/docs`, role: config.role, version: config.version }, 'listening')
  } catch (error) {
    refuse(error, config)
  }
}

async function stop(signal: string, starting: Promise<Service>, logger: Logger): Promise<void> {
  logger.info({ signal }, 'stopping')
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
  const service = await starting.catch(() => null)
  await service?.stop(GRACE_MS)
  logger.info('stopped')
  process.exit(0)
}

function readSettings(env: NodeJS.ProcessEnv): Config {
  try {
    return readConfig(env)
  } catch (error) {
    return refuse(error, null)
  }
}

function refuse(error: unknown, where: Config | null): never {
  const { line, isExpected } = describeStartFailure(error, where)
  if (!isExpected) console.log(error)
  console.error(line)
  process.exit(1)
}
