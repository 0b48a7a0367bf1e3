export type LifeSign = 'alive' | 'silent' | 'hung'

export interface SilenceLimits {
  /** Looks without a heartbeat until the process is shown as silent. */
  silent: number
  /** Looks without a heartbeat until it counts as hung. */
  hung: number
  /** The same before the first heartbeat: the program may still be loading. */
  starting: number
}

export interface Silence {
  received(): void
  look(): LifeSign
  /** Looks since the last heartbeat, or since the beginning. */
  readonly looks: number
}

/**
 * Decides whether a process still lives by its heartbeats.
 * It counts the watcher's own looks and no clock: after the machine slept, one look is added, not hours of silence.
 */
export function createSilence(limits: SilenceLimits): Silence {
  let looks = 0
  let hasReceived = false
  return {
    received() {
      looks = 0
      hasReceived = true
    },
    look() {
      looks += 1
      if (!hasReceived) return looks >= limits.starting ? 'hung' : 'alive'
      if (looks >= limits.hung) return 'hung'
      return looks >= limits.silent ? 'silent' : 'alive'
    },
    get looks() {
      return looks
    },
  }
}
