import type { Level } from '@rumbo/contract/access'
import type { AssignmentRole } from '@rumbo/contract/organisation.assignments.contract'

/** Staff of the demo's companies beside the logins. All names are invented. */
export interface Colleague {
  username: string
  firstName: string
  lastName: string
  displayName?: string
  level: Level
  role: AssignmentRole
  /** Names of fleets; the first is the primary one. None for company-wide roles. */
  fleets: readonly string[]
  phone: string
  /** Days before the first start. */
  joinedDaysAgo: number
  /** Hours before the first start; null: never signed in. */
  seenHoursAgo: number | null
  status?: 'active' | 'inactive' | 'pending'
  isLockedOut?: true
  hasTwoFactor?: true
  isVerified?: { email?: true; phone?: true }
  language?: 'en'
  avatarColor?: string
  notes?: string
}

/** A colleague in one line: `more` holds the fields that few have. */
export type StaffRow = readonly [
  username: string,
  firstName: string,
  lastName: string,
  level: Level,
  role: AssignmentRole,
  fleets: readonly string[],
  phone: string,
  joinedDaysAgo: number,
  seenHoursAgo: number | null,
  more?: Partial<Colleague>,
]
export const colleagueOf = ([
  username,
  firstName,
  lastName,
  level,
  role,
  fleets,
  phone,
  joinedDaysAgo,
  seenHoursAgo,
  more,
]: StaffRow): Colleague => ({
  username,
  firstName,
  lastName,
  level,
  role,
  fleets,
  phone,
  joinedDaysAgo,
  seenHoursAgo,
  ...more,
})

export const both = { isVerified: { email: true, phone: true } } as const
export const mailOnly = { isVerified: { email: true } } as const
