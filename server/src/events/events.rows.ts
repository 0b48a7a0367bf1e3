import type { Event } from '@rumbo/contract/events.contract'
import { severityOf } from './events.rules.ts'

/** Columns of `e` (events.events) and its vehicle `v`. */
export const eventColumns = `
  e.id, e.company_id, e.fleet_id, e.vehicle_id, v.vehicle_number, v.plate_number, e.title, e.type, e.category,
  e.severity, e.status, e.source, e.kind, e.is_alarm, e.occurred_at, e.last_occurred_at, e.occurrences, e.latitude,
  e.longitude, e.last_known_at, e.speed_kmh, e.heading, e.is_late, e.trouble_code, e.cleared_at,
  e.driver_action, e.service_number, e.rule_id, e.fence_id, e.fence_shape_version, e.detail, e.due_on, e.note, e.acknowledged_at, e.acknowledged_by,
  e.acknowledged_by_id, e.resolved_at, e.resolved_by, e.resolved_by_id, e.dismissed_at, e.dismissed_by,
  e.dismissed_by_id, e.assignee_id, e.assignee, e.version, e.created_at, e.updated_at`

export interface EventRow {
  id: string
  company_id: string
  fleet_id: string
  vehicle_id: string
  vehicle_number: string
  plate_number: string
  title: string | null
  type: string
  category: string
  severity: number
  status: string
  source: string
  kind: string | null
  is_alarm: boolean
  occurred_at: Date
  last_occurred_at: Date
  occurrences: number
  latitude: number | null
  longitude: number | null
  last_known_at: Date | null
  speed_kmh: number | null
  heading: number | null
  is_late: boolean
  trouble_code: string | null
  cleared_at: Date | null
  driver_action: string | null
  service_number: number | null
  rule_id: string | null
  fence_id: string | null
  fence_shape_version: number | null
  detail: Record<string, number | string> | null
  due_on: string | null
  note: string | null
  acknowledged_at: Date | null
  acknowledged_by: string | null
  acknowledged_by_id: string | null
  resolved_at: Date | null
  resolved_by: string | null
  resolved_by_id: string | null
  dismissed_at: Date | null
  dismissed_by: string | null
  dismissed_by_id: string | null
  assignee_id: string | null
  assignee: string | null
  version: number
  created_at: Date
  updated_at: Date
}

const handling = (at: Date | null, by: string | null, byId: string | null) =>
  at && { at: at.toISOString(), by, byId }

export const eventOf = (row: EventRow): Event => ({
  id: row.id,
  companyId: row.company_id,
  fleetId: row.fleet_id,
  vehicleId: row.vehicle_id,
  vehicleNumber: row.vehicle_number,
  plateNumber: row.plate_number,
  title: row.title,
  type: row.type as Event['type'],
  category: row.category as Event['category'],
  severity: severityOf(row.severity),
  status: row.status as Event['status'],
  source: row.source as Event['source'],
  kind: row.kind as Event['kind'],
  isAlarm: row.is_alarm,
  occurredAt: row.occurred_at.toISOString(),
  lastOccurredAt: row.last_occurred_at.toISOString(),
  occurrences: row.occurrences,
  latitude: row.latitude,
  longitude: row.longitude,
  lastKnownAt: row.last_known_at?.toISOString() ?? null,
  speedKmh: row.speed_kmh,
  heading: row.heading,
  isLate: row.is_late,
  troubleCode: row.trouble_code,
  clearedAt: row.cleared_at?.toISOString() ?? null,
  driverAction: row.driver_action as Event['driverAction'],
  serviceNumber: row.service_number,
  ruleId: row.rule_id,
  fenceId: row.fence_id,
  fenceShapeVersion: row.fence_shape_version,
  detail: row.detail,
  dueOn: row.due_on,
  note: row.note,
  acknowledged: handling(row.acknowledged_at, row.acknowledged_by, row.acknowledged_by_id),
  resolved: handling(row.resolved_at, row.resolved_by, row.resolved_by_id),
  dismissed: handling(row.dismissed_at, row.dismissed_by, row.dismissed_by_id),
  assigneeId: row.assignee_id,
  assignee: row.assignee,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})
