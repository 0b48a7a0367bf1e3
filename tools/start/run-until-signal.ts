/**
 * On SIGINT, SIGTERM, SIGHUP, or when the parent npm process ends: calls `stop`, then exits.
 * @param stop shuts down in order; called once
 */
export function runUntilSignal(stop: () => Promise<void>): void {
  let isStopping = false
  const end = (reason: string, code: number) => {
    if (isStopping) return
    isStopping = true
    console.log(`\n  ${reason}`)
    stop().then(
      () => {
        console.log('  Stopped')
        process.exit(code)
      },
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end('Stopping', 0))
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) end('The npm process that started Rumbo ended; stopping', 0)
  }, 1000)
  watch.unref()
}

/** Prints why the start failed and exits with 1. */
export function exitWithStartupFailure(failure: unknown): never {
  if (failure instanceof Error && failure.name === 'StartupFailure') console.error(`\n${failure.message}`)
  else console.error(failure)
  process.exit(1)
}
