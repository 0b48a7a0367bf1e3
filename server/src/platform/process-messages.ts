/** What a server process tells its supervisor over the channel between them. */
export type ProcessMessage =
  | { ready: { http?: number; gateway?: Record<string, number> } }
  /** A start that was refused; the process then exits with `startupFailureExitCode`. */
  | { failed: { sentence: string } }

/** Tells the supervisor, when there is one. Resolves when the message has left. */
export function tellSupervisor(message: ProcessMessage): Promise<void> {
  return new Promise((done) => {
    if (process.send) process.send(message, () => done())
    else done()
  })
}
