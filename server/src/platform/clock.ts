/** The only source of "now"; handed to whatever needs it, so that tests decide the time. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
