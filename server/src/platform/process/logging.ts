import pino from 'pino'
import pretty from 'pino-pretty'

export type Log = pino.Logger

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const secretPaths = ['password', 'secret', 'token', 'access_token', 'authorization', 'cookie', 'databaseUrl']

/**
 * Logs to standard output: one JSON object per line, or readable lines on a terminal.
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

/** Bytes buffered while standard output cannot be written, such as a file on a full disk; further lines are dropped. */
const bufferedBytes = 1_000_000

/** Standard output whose errors do not end the process. */
function output(): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ dest: 1, sync: true, maxLength: bufferedBytes })
  destination.on('error', () => undefined)
  return destination
}
