/** Which of a vehicle's papers expire first, and which are due. Pure. */
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { daysUntil } from '../due.rules.ts'

export interface Paper {
  which: 'insurance' | 'licence'
  /** `YYYY-MM-DD`. */
  date: string
}
type WithPapers = Pick<Vehicle, 'insuranceExpiresOn' | 'licenceExpiresOn'>

/** The documents with a date, the one that expires first in front, insurance if both expire on the same day. */
function papersOf({ insuranceExpiresOn, licenceExpiresOn }: WithPapers): Paper[] {
  const papers: Paper[] = []
  if (insuranceExpiresOn !== null) papers.push({ which: 'insurance', date: insuranceExpiresOn })
  if (licenceExpiresOn !== null) papers.push({ which: 'licence', date: licenceExpiresOn })
  return papers.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

/** The document that expires first; null if neither has a date. */
export const earliestPaper = (vehicle: WithPapers): Paper | null => papersOf(vehicle)[0] ?? null

/** The documents that have expired or expire within so many days, the earliest first. */
export const duePapers = (vehicle: WithPapers, today: string, withinDays: number): Paper[] =>
  papersOf(vehicle).filter(({ date }) => daysUntil(date, today) <= withinDays)
