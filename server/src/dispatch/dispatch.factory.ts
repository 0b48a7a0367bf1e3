import { type DispatchSettings, defaultDispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { replaceReservations } from './engine/dispatch.reservations.repository.ts'
import { writeSettings } from './engine/dispatch.settings.repository.ts'
import { replacePredictions } from './lateness/dispatch.lateness.repository.ts'
import { insertSuggestion } from './repositioning/dispatch.suggestions.repository.ts'

/** Chooses how a fleet is dispatched, for tests and the demo. Default: with proposals. */
export const buildDispatchSettings = (
  tx: Transaction,
  { companyId, ...given }: { companyId: string; fleetId: string } & Partial<DispatchSettings>,
): Promise<void> => writeSettings(tx, companyId, { ...defaultDispatchSettings, mode: 'suggest', ...given })

/** Reserves a busy vehicle for a waiting service, in place of the fleet's other reservations, for tests. */
export const buildReservation = (
  tx: Transaction,
  {
    companyId,
    fleetId,
    minutes = 12,
    ...given
  }: {
    companyId: string
    fleetId: string
    serviceId: string
    vehicleId: string
    vehicleNumber?: string
    /** Until the vehicle is at the pickup. */
    minutes?: number
  },
): Promise<void> =>
  replaceReservations(tx, { companyId, fleetId }, [
    {
      vehicleNumber: '118',
      ...given,
      place: 1,
      arrivesAt: new Date(tx.now.getTime() + minutes * 60_000),
      isEstimate: false,
    },
  ])

/** Predicts that a service without a vehicle is late, for tests. */
export async function buildPrediction(
  tx: Transaction,
  given: { companyId: string; fleetId: string; serviceId: string; stopId: string },
): Promise<void> {
  await replacePredictions(tx, given.fleetId, [
    {
      ...given,
      vehicleId: null,
      plannedVehicleId: null,
      windowEnd: tx.now,
      arrivesAt: new Date(tx.now.getTime() + 600_000),
      isEstimate: true,
      cause: 'no_vehicle',
    },
  ])
}

/** Suggests that a vehicle moves two kilometres north, for tests. @returns the suggestion's id */
export async function buildSuggestion(
  tx: Transaction,
  given: { companyId: string; fleetId: string; vehicleId: string; vehicleNumber: string },
): Promise<string> {
  const id = await insertSuggestion(tx, {
    ...given,
    driverId: null,
    driverName: null,
    fromLatitude: 19.43,
    fromLongitude: -99.13,
    toLatitude: 19.448,
    toLongitude: -99.13,
    toName: 'Tlatelolco',
    reachMetres: 300,
    driveSeconds: 340,
    isEstimate: true,
    expected: 4.2,
    vehiclesThere: 1,
    savedSeconds: 400,
    expiresAt: new Date(tx.now.getTime() + 900_000),
  })
  if (id === null) throw new Error('The vehicle has something else to do.')
  return id
}
