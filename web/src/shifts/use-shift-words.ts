import type { Shift } from '@rumbo/contract/shifts.contract'
import { type Standing, standingOf } from '@rumbo/contract/shifts.rules'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import type { Grouping } from './calendar.rules.ts'

export interface ShiftWords {
  standing: Standing
  /** `07:00–15:00`, planned. */
  planned: string
  /** `Real 07:04–15:10`; null before the start. */
  actual: string | null
  /** What the calendar does not show beside the time and the row's name, for screen readers. */
  rest: string
  /** All of it. */
  whole: string
}

/** A shift in words, with times of the company's time zone. `by`: the rows of the calendar. */
export function useShiftWords(): (shift: Shift, nowMs: number, by?: Grouping) => ShiftWords {
  const { t } = useText()
  const moment = useMoment()
  return (shift, nowMs, by = 'driver') => {
    const standing = standingOf(shift, nowMs)
    const planned = `${moment(shift.startsAt, 'time')}–${moment(shift.endsAt, 'time')}`
    const { startedAt, endedAt } = shift
    const actual =
      startedAt === null
        ? null
        : t('shifts.actual', {
            span: `${moment(startedAt, 'time')}–${endedAt === null ? '…' : moment(endedAt, 'time')}`,
          })
    const vehicle = t('shifts.ofVehicle', { number: shift.vehicleNumber })
    const standingWord = t(`shifts.standing.${standing}`)
    const rest = [
      by === 'driver' ? shift.driverName : vehicle,
      moment(shift.startsAt, 'longDate'),
      standingWord,
    ].join(', ')
    const whole = [by === 'driver' ? vehicle : shift.driverName, planned, actual, rest]
    return { standing, planned, actual, rest, whole: whole.filter(Boolean).join(', ') }
  }
}
