/** Which of a vehicle's papers expires first. Pure. */
import type { Vehicle } from '@rumbo/contract/vehicles.contract'

export interface Paper {
  which: 'insurance' | 'licence'
  /** `YYYY-MM-DD`. */
  date: string
}

/** The document that expires first, insurance if both expire on the same day; null if neither has a date. */
export function earliestPaper({
  insuranceExpiresOn,
  licenceExpiresOn,
}: Pick<Vehicle, 'insuranceExpiresOn' | 'licenceExpiresOn'>): Paper | null {
  const insurance: Paper | null =
    insuranceExpiresOn === null ? null : { which: 'insurance', date: insuranceExpiresOn }
  const licence: Paper | null =
    licenceExpiresOn === null ? null : { which: 'licence', date: licenceExpiresOn }
  if (insurance === null || licence === null) return insurance ?? licence
  return licence.date < insurance.date ? licence : insurance
}
