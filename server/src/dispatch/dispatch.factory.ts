import type { DispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { writeSettings } from './engine/dispatch.settings.repository.ts'

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
