import pino from 'pino'
import pretty from 'pino-pretty'

export type Log = pino.Logger

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const secretPaths = ['password', 'secret', 'token', 'access_token', 'authorization', 'cookie', 'databaseUrl']

/**
 * Structured lines on standard output, one JSON object each; readable ones on a terminal.
 * @param name the process role, for instance `gateway`
 */
export function createLog(options: { level: LogLevel; name: string; readable?: boolean }): Log {
  const settings: pino.LoggerOptions = {
    level: options.level,
    name: options.name,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths.flatMap((path) => [path, `*.${path}`]), censor: '[hidden]' },
  }
  if (options.readable ?? process.stdout.isTTY)
    return pino(settings, pretty({ colorize: true, sync: true, ignore: 'pid,hostname' }))
  return pino(settings, output())
}

/** Lines kept while standard output takes none, as a file on a full disk; more are dropped. */
const keptBytes = 1_000_000

/** Standard output that may fail without ending the process: a log is no reason to stop serving. */
function output(): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ dest: 1, sync: true, maxLength: keptBytes })
  destination.on('error', () => undefined)
  return destination
}
