/** What a service costs by its tariff, line by line. Pure: shared by the server and the calculator in the browser. */
import type { Charge, ChargeLine, ChargeUsage, Rates } from './billing.contract.ts'
import { dayOf, isMexicanHoliday } from './holidays.ts'
import { dividedHalfUp, minorOf, moneyOf } from './money.ts'
import { isAllowedAt, wallClock } from './vehicles.hours.ts'

/** A service to be priced. */
export interface Priced {
  usage: ChargeUsage
  /** When the ride begins; decides surcharges. */
  startsAt: Date
  timeZone: string
  /** Stops that were not cancelled, in order. */
  stops: readonly { label: string | null; extraCost: string | null }[]
  /** Keys of the extras that were chosen; unknown ones cost nothing. */
  extras: readonly string[]
  /** Ids of the zones that contain the first and the last stop. */
  fromZones: readonly string[]
  toZones: readonly string[]
  /** Names of zones, for the label of a flat fare. */
  zoneNames: ReadonlyMap<string, string>
}

const secondsPerMinute = 60
const metresPerKm = 1_000

/** The flat fare for the first and the last stop; undefined where none matches. */
const zoneFareOf = (
  { zoneFares }: Pick<Rates, 'zoneFares'>,
  { fromZones, toZones }: Pick<Priced, 'fromZones' | 'toZones'>,
) =>
  zoneFares.find(
    ({ fromZoneId, toZoneId, isBothWays }) =>
      (fromZones.includes(fromZoneId) && toZones.includes(toZoneId)) ||
      (isBothWays && fromZones.includes(toZoneId) && toZones.includes(fromZoneId)),
  )

/** Whether a surcharge applies at an instant. */
export function appliesAt(
  { when, windows }: Pick<Rates['surcharges'][number], 'when' | 'windows'>,
  { hasPublicHolidays, holidays }: Pick<Rates, 'hasPublicHolidays' | 'holidays'>,
  at: Date,
  timeZone: string,
): boolean {
  if (when === 'hours') return windows.length > 0 && isAllowedAt(windows, wallClock(at, timeZone))
  const day = dayOf(at, timeZone)
  return holidays.includes(day) || (hasPublicHolidays && isMexicanHoliday(day))
}

/**
 * The lines of a charge and their sum in minor units. Every line is rounded half up once; the total is their sum.
 * @param rates amounts in `currency`
 */
export function chargeLines(
  rates: Rates,
  priced: Priced,
  currency: string,
): { lines: ChargeLine[]; totalMinor: number } {
  const lines: ChargeLine[] = []
  let totalMinor = 0
  const minor = (amount: string) => minorOf(amount, currency)
  const add = (kind: ChargeLine['kind'], amountMinor: number, more: Partial<ChargeLine> = {}): number => {
    if (amountMinor === 0) return 0
    totalMinor += amountMinor
    lines.push({
      kind,
      label: null,
      quantity: null,
      unit: null,
      rate: null,
      ...more,
      amount: moneyOf(amountMinor, currency),
    })
    return amountMinor
  }
  const { usage } = priced
  const metres = Math.max(0, Math.round(usage.distanceMetres) - rates.includedMetres)
  const seconds = Math.max(0, Math.round(usage.drivingSeconds) - rates.includedMinutes * secondsPerMinute)
  const waiting = Math.max(0, Math.round(usage.waitingSeconds) - rates.freeWaitingMinutes * secondsPerMinute)
  const perMinute = (rate: string, spent: number) => dividedHalfUp(minor(rate), spent, secondsPerMinute)

  let fare = 0
  const flat = zoneFareOf(rates, priced)
  if (flat) {
    const isThere = priced.fromZones.includes(flat.fromZoneId) && priced.toZones.includes(flat.toZoneId)
    const [from, to] = isThere ? [flat.fromZoneId, flat.toZoneId] : [flat.toZoneId, flat.fromZoneId]
    const name = (id: string) => priced.zoneNames.get(id) ?? ''
    fare += add('zone', minor(flat.amount), { label: `${name(from)} → ${name(to)}` })
  } else {
    fare += add('base', minor(rates.base))
    fare += add('distance', dividedHalfUp(minor(rates.perKm), metres, metresPerKm), {
      quantity: metres / metresPerKm,
      unit: 'km',
      rate: rates.perKm,
    })
    fare += add('time', perMinute(rates.perMinute, seconds), {
      quantity: seconds / secondsPerMinute,
      unit: 'min',
      rate: rates.perMinute,
    })
    const least = minor(rates.minimum)
    if (fare < least) fare += add('minimum', least - fare)
  }
  fare += add('waiting', perMinute(rates.waitingPerMinute, waiting), {
    quantity: waiting / secondsPerMinute,
    unit: 'min',
    rate: rates.waitingPerMinute,
  })
  const furtherStops = Math.max(0, priced.stops.length - 2)
  fare += add('stops', minor(rates.perExtraStop) * furtherStops, {
    quantity: furtherStops,
    unit: 'stop',
    rate: rates.perExtraStop,
  })
  for (const surcharge of rates.surcharges) {
    if (!appliesAt(surcharge, rates, priced.startsAt, priced.timeZone)) continue
    const { name, kind, percent, amount } = surcharge
    if (kind === 'percent')
      add('surcharge', dividedHalfUp(fare, Math.round(percent * 100), 10_000), {
        label: name,
        quantity: percent,
        unit: 'percent',
      })
    else add('surcharge', minor(amount), { label: name })
  }
  for (const { key, name, amount } of rates.extras)
    if (priced.extras.includes(key)) add('extra', minor(amount), { label: name })
  for (const { label, extraCost } of priced.stops)
    if (extraCost !== null) add('stop_extra', minor(extraCost), { label })
  const step = minor(rates.roundTo)
  if (step > 0) add('rounding', dividedHalfUp(totalMinor, 1, step) * step - totalMinor)
  return { lines, totalMinor }
}

/**
 * The charge with its total set by a person: one more line carries the difference.
 * @param label the reason of an adjustment; null for a price agreed with the customer
 */
export function chargeOfTotal(
  computed: Charge,
  total: string,
  kind: 'agreed' | 'adjustment',
  label: string | null,
): Charge {
  const { currency } = computed
  const difference = minorOf(total, currency) - minorOf(computed.total, currency)
  if (difference === 0) return computed
  const line: ChargeLine = {
    kind,
    label,
    quantity: null,
    unit: null,
    rate: null,
    amount: moneyOf(difference, currency),
  }
  return { ...computed, total: moneyOf(minorOf(total, currency), currency), lines: [...computed.lines, line] }
}

/** A charge without any line. */
export const noCharge = (currency: string, usage: ChargeUsage): Charge => ({
  tariffId: null,
  tariffName: null,
  currency,
  total: moneyOf(0, currency),
  lines: [],
  usage,
})
