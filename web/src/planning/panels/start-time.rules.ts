import type { Plan } from '@rumbo/contract/planning.contract'
import type { PlanVehicle } from '@rumbo/contract/planning.workspace.contract'

const dayMs = 86_400_000

/**
 * The first instant of a plan at which a clock in its time zone shows this time. Times before the plan begins are on its last
 * day, as a shift may end after midnight.
 * @param time HH:MM
 */
export function instantAtTime(time: string, { from }: Pick<Plan, 'from'>, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const minutesOf = (text: string) => {
    const [hours = 0, minutes = 0] = text.split(':').map(Number)
    return hours * 60 + minutes
  }
  const begin = Date.parse(from)
  const wait = (minutesOf(time) - minutesOf(clock.format(begin)) + 1_440) % 1_440
  const found = begin + wait * 60_000
  // Where the clocks change in between, an hour is missing or twice.
  const rest = minutesOf(time) - minutesOf(clock.format(found))
  const shift = rest > 720 ? rest - 1_440 : rest < -720 ? rest + 1_440 : rest
  return new Date(Math.min(found + shift * 60_000, begin + dayMs)).toISOString()
}

/** Whether a route may leave at an instant. A shift that began before `now` does not say when it did. */
export function isInShift(
  instant: string,
  shift: Pick<PlanVehicle, 'from' | 'until'> | undefined,
  now: string,
): boolean {
  const { from, until } = shift ?? { from: null, until: null }
  const at = Date.parse(instant)
  const isTooEarly = from !== null && Date.parse(from) > Date.parse(now) && at < Date.parse(from)
  return !isTooEarly && (until === null || at < Date.parse(until))
}
