import type { Transaction } from '../platform/database/transaction.ts'
import type { CommittedAlarm } from '../telemetry/index.ts'
import type { CauseChange } from '../vehicles/index.ts'
import {
  findOpenAlarms,
  insertEvents,
  type NewEvent,
  type Opened,
  type Repetition,
  raiseOccurrences,
} from './events.repository.ts'
import {
  causeOf,
  classify,
  type EventSpot,
  isAlarm,
  isBetterSpot,
  isSameEvent,
  occurredAtOf,
} from './events.rules.ts'

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
 * Records devices' new alarms as events, in the transaction of their batch, with their vehicles locked. An alarm within
 * ten minutes of the last occurrence of an open event of its kind is another occurrence of that event.
 * @returns the causes to set on the vehicles
 */
export async function recordAlarms(
  tx: Transaction,
  alarms: readonly CommittedAlarm[],
): Promise<CauseChange[]> {
  const open: Opened[] = await findOpenAlarms(tx, [...new Set(alarms.map((alarm) => alarm.vehicleId))])
  const created = new Map<string, NewEvent>()
  const repeated = new Map<string, Repetition>()
  for (const alarm of alarms) {
    const { vehicleId, kind, companyId, fleetId, isLate } = alarm
    const at = occurredAtOf(alarm)
    const place = placeOf(alarm)
    const same = open.find((one) => isSameEvent(one, { vehicleId, kind, at }))
    if (!same) {
      const event: NewEvent = {
        id: alarm.alarmId,
        companyId,
        fleetId,
        vehicleId,
        kind,
        isLate,
        ...classify(kind),
        source: 'device',
        isAlarm: isAlarm(kind),
        occurredAt: at,
        lastOccurredAt: at,
        occurrences: 1,
        latitude: place?.latitude ?? null,
        longitude: place?.longitude ?? null,
        lastKnownAt: place?.lastKnownAt ?? null,
        speedKmh: place?.speedKmh ?? null,
        heading: place?.heading ?? null,
      }
      created.set(event.id, event)
      open.unshift({ id: event.id, vehicleId, kind, occurredAt: at, lastOccurredAt: at })
      continue
    }
    const isLatest = at >= same.lastOccurredAt
    if (isLatest) same.lastOccurredAt = at
    if (at < same.occurredAt) same.occurredAt = at
    const { occurredAt, lastOccurredAt } = same
    const fresh = created.get(same.id)
    if (fresh) {
      Object.assign(fresh, { occurredAt, lastOccurredAt, occurrences: fresh.occurrences + 1 })
      if (isLatest && place && isBetterSpot(place, fresh)) Object.assign(fresh, place)
      continue
    }
    const former = repeated.get(same.id)
    const isTaken = isLatest && place && (!former?.place || isBetterSpot(place, former.place))
    repeated.set(same.id, {
      id: same.id,
      more: (former?.more ?? 0) + 1,
      occurredAt,
      lastOccurredAt,
      place: isTaken ? place : (former?.place ?? null),
    })
  }
  await insertEvents(tx, [...created.values()])
  await raiseOccurrences(tx, [...repeated.values()])
  return [...created.values()].flatMap(({ id, vehicleId, isAlarm, severity, kind }) =>
    isAlarm ? [{ vehicleId, cause: causeOf(severity), sourceId: id, holds: true, detail: kind }] : [],
  )
}
