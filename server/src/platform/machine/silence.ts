export type LifeSign = 'alive' | 'silent' | 'hung'

export interface SilenceLimits {
  /** Checks without a heartbeat until the process counts as silent. */
  silent: number
  /** Checks without a heartbeat until it counts as hung. */
  hung: number
  /** As `hung`, before the first heartbeat, while the program may still be loading. */
  starting: number
}

export interface Silence {
  received(): void
  look(): LifeSign
  /** Checks since the last heartbeat, or since the start. */
  readonly looks: number
}

/**
 * Judges by its heartbeats whether a process is alive. Counts checks instead of time, so that a machine waking from
 * sleep adds one check and not hours of silence.
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
