import type { DispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { writeSettings } from './engine/dispatch.settings.repository.ts'
import { replacePredictions } from './lateness/dispatch.lateness.repository.ts'

/** Chooses how a fleet is dispatched, for tests and the demo. Default: with proposals. */
export const buildDispatchSettings = (
  tx: Transaction,
  { companyId, ...given }: { companyId: string; fleetId: string } & Partial<DispatchSettings>,
): Promise<void> =>
  writeSettings(tx, companyId, {
    mode: 'suggest',
    preset: 'fastest_pickup',
    longestArrivalMinutes: 15,
    requiresShift: false,
    offersToDrivers: false,
    ...given,
  })

/** Predicts that a service without a vehicle is late, for tests. */
export const buildPrediction = (
  tx: Transaction,
  given: { companyId: string; fleetId: string; serviceId: string; stopId: string },
): Promise<boolean> =>
  replacePredictions(tx, given.fleetId, [
    {
      ...given,
      vehicleId: null,
      windowEnd: tx.now,
      arrivesAt: new Date(tx.now.getTime() + 600_000),
      isEstimate: true,
      cause: 'no_vehicle',
    },
  ])
