import type { LiveVehicle } from '@rumbo/contract/live.contract'

/** Up to this number of vehicles a fleet counts as new. */
const fewVehicles = 3

/** Whether a fleet is new: nothing in it has reported, or it has few vehicles. */
export const isYoung = (vehicles: readonly Pick<LiveVehicle, 'at'>[]): boolean =>
  vehicles.length <= fewVehicles || vehicles.every(({ at }) => at === null)

/** What the records show about a fleet; `undefined` if it is not loaded or not readable. */
export interface StartFacts {
  vehicles: readonly { id: string; imei: string | null }[] | undefined
  hasSignal: boolean
  /** The users of the fleet. */
  people: readonly { id: string }[] | undefined
  ownId: string | undefined
  openInvitations: number | undefined
  services: number | undefined
}

/** Which first steps are done; `undefined` if unknown. `trackerOf` is the vehicle to connect next. */
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
