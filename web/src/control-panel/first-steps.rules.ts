import type { LiveVehicle } from '@rumbo/contract/live.contract'

/** A fleet of this many vehicles at most is still being set up. */
const fewVehicles = 3

/** Whether a fleet is only beginning: nobody in it has reported, or it has few vehicles. */
export const isYoung = (vehicles: readonly Pick<LiveVehicle, 'at'>[]): boolean =>
  vehicles.length <= fewVehicles || vehicles.every(({ at }) => at === null)

/** What is known of a fleet by real records; `undefined` where it is not known yet, or not to this person. */
export interface StartFacts {
  vehicles: readonly { id: string; imei: string | null }[] | undefined
  hasSignal: boolean
  /** Who works in the fleet. */
  people: readonly { id: string }[] | undefined
  ownId: string | undefined
  openInvitations: number | undefined
  services: number | undefined
}

/** Which of the first steps are done; `undefined` where nobody knows. `trackerOf` is the vehicle to connect next. */
export function startState(facts: StartFacts) {
  const { vehicles, people, openInvitations, ownId } = facts
  const isEntered = vehicles?.some(({ imei }) => imei !== null) ?? false
  const isStaffed = (people?.some(({ id }) => id !== ownId) ?? false) || (openInvitations ?? 0) > 0
  const isSure = isStaffed || (people !== undefined && openInvitations !== undefined)
  return {
    vehicle: vehicles && vehicles.length > 0,
    gps: vehicles && facts.hasSignal,
    people: isSure ? isStaffed : undefined,
    service: facts.services === undefined ? undefined : facts.services > 0,
    /** A tracker was entered but has not reported yet. */
    isAwaitingSignal: isEntered && !facts.hasSignal,
    trackerOf: (vehicles?.find(({ imei }) => imei !== null) ?? vehicles?.[0])?.id,
  }
}
