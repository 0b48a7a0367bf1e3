import type { ParsedOf } from '@rumbo/contract/endpoint'
import { moneyOf, minorOf as toMinor } from '@rumbo/contract/money'
import type { Requirements, Service, updateService } from '@rumbo/contract/services.contract'
import { priorities } from '@rumbo/contract/services.contract'
import type { Schema } from '@rumbo/database'
import type { Selectable } from 'kysely'

/** The way by road through the planned stops. */
export interface RoutePlan {
  distanceMetres: number
  durationSeconds: number
  /** Guessed from the straight line. */
  isEstimate: boolean
}
/** The fields to write, with a known currency. */
export type ServiceBody = Omit<
  ParsedOf<typeof updateService>['body'],
  'extras' | 'version' | 'areStopsConfirmed' | keyof Requirements
> &
  Partial<Requirements> & {
    currency: string
    /** Default: none. */
    extras?: Service['extras']
    /** Null where no road connects the stops. Default: unknown. */
    plan?: RoutePlan | null
    /** Whether a tariff made the estimated cost. Default: a person typed it. */
    isEstimateComputed?: boolean
  }
type ServiceRow = Selectable<Schema['services.services']>
/** A row as PostgreSQL writes it as JSON. */
type JsonRow<Row> = {
  [Column in keyof Row]: Row[Column] extends Date | null ? string | Extract<Row[Column], null> : Row[Column]
}
type StopRow = JsonRow<Selectable<Schema['services.planned_stops']>>
type ExecutedRow = JsonRow<Selectable<Schema['services.executed_stops']>>
type HistoryRow = JsonRow<Selectable<Schema['services.status_history']>>
/** What belongs to a service, in its order. */
export interface ServiceParts {
  planned: readonly StopRow[]
  executed: readonly ExecutedRow[]
  history: readonly HistoryRow[]
}

/** The amount in the minor units of its currency, as stored. */
export const minorOf = (money: string | null, currency: string): number | null =>
  money === null ? null : toMinor(money, currency)

const moneyIn = (currency: string) => (minor: number | null) =>
  minor === null ? null : moneyOf(minor, currency)

const text = (time: Date | string | null) => (time === null ? null : new Date(time).toISOString())

const plannedOf = (row: StopRow, currency: string) => ({
  id: row.id,
  sequence: row.sequence,
  stopType: row.stop_type as Service['plannedStops'][number]['stopType'],
  address: row.address,
  latitude: row.latitude,
  longitude: row.longitude,
  timeWindowStart: text(row.time_window_start),
  timeWindowEnd: text(row.time_window_end),
  reference: row.reference,
  contactName: row.contact_name,
  contactPhone: row.contact_phone,
  extraCost: moneyIn(currency)(row.extra_cost_minor),
  serviceMinutes: row.service_minutes,
})

/** Converts rows to a service of the contract. */
export function serviceOf(row: ServiceRow, { planned, executed, history }: ServiceParts): Service {
  const { currency } = row
  const money = moneyIn(currency)
  return {
    id: row.id,
    companyId: row.company_id,
    fleetId: row.fleet_id,
    serviceNumber: row.service_number,
    serviceType: row.service_type as Service['serviceType'],
    priorityLevel: priorities[row.priority_level] ?? 'medium',
    customerName: row.customer_name,
    customerPhone: row.customer_phone,
    customerEmail: row.customer_email,
    requesterContactId: row.requester_contact_id,
    dispatchTime: row.dispatch_time.toISOString(),
    status: row.status as Service['status'],
    statusSince: row.status_since.toISOString(),
    waitingSince: new Date(
      Math.max((row.waiting_since ?? row.status_since).getTime(), row.dispatch_time.getTime()),
    ).toISOString(),
    createdAt: row.created_at.toISOString(),
    startedAt: text(row.started_at),
    endedAt: text(row.ended_at),
    duration:
      row.started_at && row.ended_at ? (row.ended_at.getTime() - row.started_at.getTime()) / 1000 : null,
    notes: row.notes,
    estimatedCost: money(row.estimated_cost_minor),
    isPriceAgreed: row.estimated_cost_minor !== null && !row.is_estimate_computed,
    currentCost: money(row.current_cost_minor),
    finalCost: money(row.final_cost_minor),
    currency,
    paymentMethod: row.payment_method as Service['paymentMethod'],
    paymentStatus: row.payment_status as Service['paymentStatus'],
    paidAmount: moneyOf(Number(row.paid_minor), currency),
    assignedVehicleId: row.assigned_vehicle_id,
    assignedVehicleNumber: row.assigned_vehicle_number,
    assignedDriverId: row.assigned_driver_id,
    driverName: row.driver_name,
    driverPhone: row.driver_phone,
    extras: row.extras as Service['extras'],
    requiredVehicleType: row.required_vehicle_type as Service['requiredVehicleType'],
    requiredSeats: row.required_seats,
    requiredLoadKg: row.required_load_kg,
    requiredLoadM3: row.required_load_m3,
    requiredSkills: row.required_skills,
    requiredProofs: row.required_proofs as Service['requiredProofs'],
    plannedDistance: row.planned_distance_metres,
    plannedDuration: row.planned_duration_seconds,
    isRouteEstimated: row.is_route_estimated,
    plannedStops: planned.map((stop) => plannedOf(stop, currency)),
    executedStops: planned.flatMap((stop) => {
      const done = executed.find((candidate) => candidate.planned_stop_id === stop.id)
      if (!done) return []
      return [
        {
          ...plannedOf(stop, currency),
          arrived: text(done.arrived),
          departed: text(done.departed),
          costAtStop: money(done.cost_at_stop_minor),
          distanceAtStop: done.distance_at_stop_metres,
          notes: done.notes,
          status: done.status as Service['executedStops'][number]['status'],
          operator: done.operator as Service['executedStops'][number]['operator'],
          correctedBy: done.corrected_by_name,
          correctionReason: done.correction_reason,
        },
      ]
    }),
    statusHistory: history.map((entry) => ({
      status: entry.status as Service['status'],
      at: new Date(entry.at).toISOString(),
      by: entry.actor_name,
      note: entry.note,
    })),
    seriesId: row.series_id,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}
