import { earlyStartMs, type Shift } from './shifts.contract.ts'

export const standings = ['upcoming', 'late', 'running', 'overrun', 'ended', 'missed', 'cancelled'] as const
/** What is shown of a shift: its status, and whether its driver keeps to the plan. */
export type Standing = (typeof standings)[number]

type Timed = Pick<Shift, 'status' | 'startsAt' | 'endsAt'>

export function standingOf({ status, startsAt, endsAt }: Timed, nowMs: number): Standing {
  const isOver = nowMs >= Date.parse(endsAt)
  if (status === 'planned') return isOver ? 'missed' : nowMs > Date.parse(startsAt) ? 'late' : 'upcoming'
  return status === 'running' && isOver ? 'overrun' : status
}

/** Whether the driver may start now: from an hour before the planned start until the planned end. */
export function mayStart({ status, startsAt, endsAt }: Timed, nowMs: number): boolean {
  return status === 'planned' && nowMs >= Date.parse(startsAt) - earlyStartMs && nowMs < Date.parse(endsAt)
}
