import { foldText } from '@rumbo/contract/fold-text'
import { dayOf } from '@rumbo/contract/holidays'
import { distanceMetres } from '@rumbo/geo'

/** An order as far as it is compared with others. */
export interface ComparedOrder {
  serviceType: string
  /** Digits of the customer's phone. */
  digits: string
  dispatchTime: string
  /** The last stop; the coordinates are null where they are not known. */
  stop: { stopType: string; address: string; latitude: number | null; longitude: number | null }
}

/** Places of one stop are written with small differences. */
const sameMetres = 30
/** Somebody may ride to one place many times a day, but not twice at once. */
const rides: readonly string[] = ['taxi', 'shuttle']

function isSameStop(a: ComparedOrder['stop'], b: ComparedOrder['stop']): boolean {
  if (a.stopType !== b.stopType) return false
  if (foldText(a.address) === foldText(b.address)) return true
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return false
  const [one, other] = [
    { latitude: a.latitude, longitude: a.longitude },
    { latitude: b.latitude, longitude: b.longitude },
  ]
  return distanceMetres(one, other) <= sameMetres
}

/**
 * Whether two orders look like one that was written twice: the same customer and last stop on one day; of rides also at
 * one time.
 */
export function isRepeated(a: ComparedOrder, b: ComparedOrder, timeZone: string): boolean {
  const when = [new Date(a.dispatchTime), new Date(b.dispatchTime)] as const
  const isAtOnce =
    rides.includes(a.serviceType) || rides.includes(b.serviceType)
      ? when[0].getTime() === when[1].getTime()
      : dayOf(when[0], timeZone) === dayOf(when[1], timeZone)
  return isAtOnce && a.digits !== '' && a.digits === b.digits && isSameStop(a.stop, b.stop)
}
