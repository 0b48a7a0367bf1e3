import type { Transaction } from '../platform/database/transaction.ts'
import type { CommittedAlarm } from '../telemetry/index.ts'
import type { CauseChange } from '../vehicles/index.ts'
import { recordFindings } from './events.findings.actions.ts'
import { classify, type EventSpot, isAlarm, occurredAtOf } from './events.rules.ts'

type Spotted = Pick<CommittedAlarm, 'latitude' | 'longitude' | 'speedKmh' | 'heading' | 'lastKnown'>

/** Where something that a device reported happened; null where that is unknown. */
export function placeOf({ latitude, longitude, speedKmh, heading, lastKnown }: Spotted): EventSpot | null {
  if (latitude !== null && longitude !== null)
    return { latitude, longitude, lastKnownAt: null, speedKmh: speedKmh ?? 0, heading }
  if (!lastKnown) return null
  const { at, ...place } = lastKnown
  return { ...place, lastKnownAt: new Date(at), speedKmh: null, heading: null }
}

/**
 * Records devices' new alarms, in the transaction of their batch, with their vehicles locked.
 * @returns the causes to set on the vehicles
 */
export const recordAlarms = (tx: Transaction, alarms: readonly CommittedAlarm[]): Promise<CauseChange[]> =>
  recordFindings(
    tx,
    alarms.map((alarm) => ({
      id: alarm.alarmId,
      companyId: alarm.companyId,
      fleetId: alarm.fleetId,
      vehicleId: alarm.vehicleId,
      kind: alarm.kind,
      ...classify(alarm.kind),
      source: 'device',
      isAlarm: isAlarm(alarm.kind),
      ruleId: null,
      title: null,
      fence: null,
      at: occurredAtOf(alarm),
      place: placeOf(alarm),
      isLate: alarm.isLate,
      detail: null,
    })),
  )
