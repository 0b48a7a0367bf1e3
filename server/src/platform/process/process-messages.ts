import { url as debuggerAddress } from 'node:inspector'

/** Message from a server process to its supervisor. */
export type ProcessMessage =
  | { ready: { http?: number; gateway?: Record<string, number> } }
  /** The start was refused; the process then exits with `startupFailureExitCode`. */
  | { failed: { sentence: string } }
  /** Sent every second. A process paused in a debugger does not count as hung. */
  | { heartbeat: { isDebugged: boolean } }

const heartbeatMs = 1_000

/** Sends a message to the supervisor, if there is one. Resolves when it is sent. */
export function notifySupervisor(message: ProcessMessage): Promise<void> {
  return new Promise((done) => {
    if (process.send) process.send(message, () => done())
    else done()
  })
}

/** Sends heartbeats to the supervisor while the event loop runs. */
export function startHeartbeat(): void {
  const beat = () => void notifySupervisor({ heartbeat: { isDebugged: debuggerAddress() !== undefined } })
  beat()
  setInterval(beat, heartbeatMs).unref()
}
