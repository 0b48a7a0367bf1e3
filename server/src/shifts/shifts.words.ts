import type { Shift } from '@rumbo/contract/shifts.contract'
import { standingOf } from '@rumbo/contract/shifts.rules'
import { translate } from '@rumbo/i18n'
import { formatDate } from '@rumbo/i18n/formats'

/** The shift in the way, for the text of a problem: who, which vehicle and when, in the company's time zone. */
export const momentWords = (
  { driverName: driver, vehicleNumber, startsAt, endsAt }: Shift,
  timeZone: string,
) => ({
  driver,
  vehicleNumber,
  from: formatDate('es', startsAt, { timeZone }),
  to: formatDate('es', endsAt, { timeZone, show: 'time' }),
})

/** For the text of a refused change, in English; screens translate `current`. */
export const standingWords = (shift: Shift, now: Date) => ({
  status: translate('en', `shifts.standing.${standingOf(shift, now.getTime())}`),
})
