import type { EventCategory, EventKind, EventSeverity, EventType } from '@rumbo/contract/events.contract'
import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import { minuteMs, secondMs } from '@rumbo/contract/time-units'
import { v7 as uuid } from 'uuid'
import type { FenceOccurrence } from '../../telemetry/index.ts'

/** What a trigger found out, as the events domain records it. */
export interface FenceFinding {
  id: string
  companyId: string
  fleetId: string
  vehicleId: string
  type: EventType
  kind: EventKind | null
  category: EventCategory
  severity: EventSeverity
  source: 'system'
  isAlarm: boolean
  ruleId: string
  title: string
  fence: { id: string; shapeVersion: number }
  at: Date
  place: {
    latitude: number
    longitude: number
    lastKnownAt: Date | null
    speedKmh: number | null
    heading: number | null
  }
  isLate: false
  detail: Record<string, number | string> | null
}

const as = (type: EventType, kind: EventKind | null, category: EventCategory) => ({ type, kind, category })
/** The types are those of the specification; what it does not name is `custom` with a kind of its own. */
const classes: Readonly<Record<FenceTrigger['kind'], ReturnType<typeof as>>> = {
  entry: as('geofence_entry', null, 'vehicle'),
  exit: as('geofence_exit', null, 'vehicle'),
  speeding: as('speeding', null, 'driver'),
  dwell: as('custom', 'fence_dwell', 'vehicle'),
  wrong_direction: as('custom', 'wrong_direction', 'driver'),
  off_route: as('custom', 'off_route', 'driver'),
  missed_checkpoint: as('custom', 'missed_checkpoint', 'driver'),
}

function detailOf({ event, speedKmh }: FenceOccurrence, trigger: FenceTrigger): FenceFinding['detail'] {
  const held = 'since' in event ? event.time - event.since : 0
  switch (trigger.kind) {
    case 'entry':
    case 'exit':
      return null
    case 'dwell':
      return { minutes: Math.round(held / minuteMs) }
    case 'speeding':
      return {
        limitKmh: trigger.limitKmh,
        speedKmh: Math.round(speedKmh),
        limitOf: 'fence',
        seconds: Math.round(held / secondMs),
      }
    case 'wrong_direction':
      return { seconds: Math.round(held / secondMs) }
    case 'off_route':
      return { metres: trigger.metres, seconds: Math.round(held / secondMs) }
    case 'missed_checkpoint':
      return { checkpoint: event.type === 'missed_checkpoint' ? event.checkpoint + 1 : 0 }
  }
}

/** Only a critical event of a fence alarms its vehicle: fences are crossed all day, and nobody has to act. */
export function findingOf(occurrence: FenceOccurrence, trigger: FenceTrigger): FenceFinding {
  const { companyId, fleetId, vehicleId, fenceId, fenceName, shapeVersion, event } = occurrence
  const { latitude, longitude } = event.place
  const { speedKmh, heading } = occurrence
  return {
    id: uuid(),
    companyId,
    fleetId,
    vehicleId,
    ...classes[trigger.kind],
    severity: trigger.severity,
    source: 'system',
    isAlarm: trigger.severity === 'critical',
    ruleId: trigger.id,
    title: fenceName,
    fence: { id: fenceId, shapeVersion },
    at: new Date(event.time),
    place: { latitude, longitude, lastKnownAt: null, speedKmh, heading },
    isLate: false,
    detail: detailOf(occurrence, trigger),
  }
}
