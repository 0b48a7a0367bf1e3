import type { Shift } from '@rumbo/contract/shifts.contract'
import { type Standing, standingOf } from '@rumbo/contract/shifts.rules'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'

export interface ShiftWords {
  standing: Standing
  /** `07:00–15:00`, planned. */
  planned: string
  /** `Real 07:04–15:10`; null before the start. */
  actual: string | null
  /** All of it, for screen readers. */
  whole: string
}

/** A shift in words, with times of the company's time zone. */
export function useShiftWords(): (shift: Shift, nowMs: number) => ShiftWords {
  const { t } = useText()
  const moment = useMoment()
  return (shift, nowMs) => {
    const standing = standingOf(shift, nowMs)
    const planned = `${moment(shift.startsAt, 'time')}–${moment(shift.endsAt, 'time')}`
    const { startedAt, endedAt } = shift
    const actual =
      startedAt === null
        ? null
        : t('shifts.actual', {
            span: `${moment(startedAt, 'time')}–${endedAt === null ? '…' : moment(endedAt, 'time')}`,
          })
    const parts = [
      shift.driverName,
      t('shifts.ofVehicle', { number: shift.vehicleNumber }),
      moment(shift.startsAt, 'longDate'),
      planned,
      actual,
      t(`shifts.standing.${standing}`),
    ]
    return { standing, planned, actual, whole: parts.filter(Boolean).join(', ') }
  }
}
