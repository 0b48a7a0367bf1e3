import { url as debuggerAddress } from 'node:inspector'

/** What a server process sends its supervisor over the channel between them. */
export type ProcessMessage =
  | { ready: { http?: number; gateway?: Record<string, number> } }
  /** A start that was refused; the process then exits with `startupFailureExitCode`. */
  | { failed: { sentence: string } }
  /** Sent every second. A process under a debugger stands still without being hung. */
  | { heartbeat: { isDebugged: boolean } }

const heartbeatMs = 1_000

/** Sends a message to the supervisor, if there is one. Resolves when it is sent. */
export function notifySupervisor(message: ProcessMessage): Promise<void> {
  return new Promise((done) => {
    if (process.send) process.send(message, () => done())
    else done()
  })
}

/** Sends heartbeats to the supervisor for as long as the event loop turns. */
export function startHeartbeat(): void {
  const beat = () => void notifySupervisor({ heartbeat: { isDebugged: debuggerAddress() !== undefined } })
  beat()
  setInterval(beat, heartbeatMs).unref()
}
