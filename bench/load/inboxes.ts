import { setTimeout as pause } from 'node:timers/promises'
import { createLive } from '@rumbo/web/live/live'
import { connectFrom } from './live-socket.ts'

export interface Inboxes {
  /** Milliseconds after `startedAt` when each page noticed a change of its conversations; waits for all, or so long. */
  noticed(startedAt: number, patienceMs: number): Promise<number[]>
  close(): void
}

/** The live streams of driver pages, one a token. */
export async function followInboxes(origin: string, tokens: readonly string[]): Promise<Inboxes> {
  const at: (number | null)[] = tokens.map(() => null)
  const connect = connectFrom(origin)
  const lives = tokens.map((token, index) =>
    createLive({
      connect,
      token: () => token,
      onStale: (hints) => {
        if (hints.some(({ domain }) => domain === 'driverThreads')) at[index] ??= performance.now()
      },
      onRefused: async () => undefined,
      onClock: () => undefined,
      schedule: (work) => void setTimeout(work, 16),
    }),
  )
  for (const live of lives) live.start()
  while (lives.some((live) => live.status().state !== 'live')) await pause(50)
  at.fill(null)
  return {
    async noticed(startedAt, patienceMs) {
      const until = performance.now() + patienceMs
      while (at.includes(null) && performance.now() < until) await pause(10)
      return at.flatMap((moment) => (moment === null ? [] : [moment - startedAt]))
    },
    close() {
      for (const live of lives) live.stop()
    },
  }
}
