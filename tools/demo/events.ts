import type { Event, EventKind, EventStatus } from '@rumbo/contract/events.contract'
import { hourMs } from '@rumbo/contract/time-units'
import { buildEvent } from '@rumbo/server/events/events.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import type { StoredPositions } from '@rumbo/server/telemetry/history/telemetry.history.factory'
import { coldChain } from './custom-rules.ts'
import { findPositionNear, type Motion, type PastPosition } from './past-positions.ts'

export interface PastEvent {
  hours: number
  /** Index of the vehicle in the order of the demo's fleets. */
  vehicle: number
  /** Null for those that their type words. */
  kind: EventKind | null
  given?: Partial<Pick<Event, 'type' | 'category' | 'severity' | 'detail'>>
  /** Name of the custom rule that raised it. */
  rule?: string
  status: EventStatus
  occurrences?: number
  /** How the vehicle moved at the time. Default: moving. */
  motion?: Motion
  /** Minutes until somebody handled it, by whom, and their note. */
  after?: number
  by?: 'despacho' | 'gerente'
  note?: string
}

const past: readonly PastEvent[] = [
  {
    hours: 163,
    vehicle: 4,
    kind: 'harsh_braking',
    status: 'resolved',
    after: 40,
    by: 'despacho',
  },
  {
    hours: 142,
    vehicle: 11,
    kind: 'sos',
    status: 'resolved',
    occurrences: 3,
    after: 2,
    by: 'despacho',
    note: 'Pasajero indispuesto; llegó la ambulancia.',
    motion: 'standing',
  },
  {
    hours: 120,
    vehicle: 22,
    kind: 'power_cut',
    status: 'dismissed',
    after: 15,
    by: 'gerente',
    motion: 'standing',
    note: 'Cambio de batería en el taller.',
  },
  {
    hours: 119.5,
    vehicle: 22,
    kind: 'power_restored',
    status: 'resolved',
    after: 5,
    by: 'gerente',
    motion: 'standing',
  },
  {
    hours: 97,
    vehicle: 3,
    kind: 'tow',
    status: 'resolved',
    after: 1,
    by: 'gerente',
    note: 'Robo confirmado, folio 4471. Unidad recuperada.',
  },
  {
    hours: 76,
    vehicle: 30,
    kind: 'overspeed',
    status: 'resolved',
    occurrences: 2,
    after: 55,
    by: 'despacho',
    motion: 'fast',
  },
  {
    hours: 51,
    vehicle: 17,
    kind: 'harsh_acceleration',
    status: 'dismissed',
    after: 120,
    by: 'despacho',
  },
  {
    hours: 45,
    vehicle: 14,
    kind: 'device_claimed',
    status: 'resolved',
    after: 35,
    by: 'gerente',
    note: 'El taller dejó encendido un equipo de repuesto con el mismo IMEI. Ya se retiró.',
  },
  {
    hours: 60,
    vehicle: 20,
    kind: 'crash',
    status: 'resolved',
    after: 3,
    by: 'despacho',
    motion: 'standing',
    note: 'Alcance sin lesionados; la aseguradora tomó el caso.',
  },
  {
    hours: 38,
    vehicle: 12,
    kind: 'out_of_hours',
    status: 'resolved',
    after: 18,
    by: 'gerente',
    note: 'El conductor llevó la unidad al taller sin avisar.',
  },
  {
    hours: 70,
    vehicle: 6,
    kind: 'staff_emergency',
    status: 'resolved',
    after: 9,
    by: 'gerente',
    motion: 'standing',
    note: 'El conductor dejó de contestar; estaba sin señal.',
  },
  {
    hours: 58,
    vehicle: 16,
    kind: null,
    given: {
      ...{ type: 'driver_shift_timeout', category: 'driver', severity: 'warning' },
      detail: { driverName: 'Jorge Medina', reason: 'past_end', minutes: 16 },
    },
    status: 'resolved',
    after: 41,
    by: 'despacho',
  },
  {
    hours: 30,
    vehicle: 26,
    kind: null,
    given: {
      ...{ type: 'custom', category: 'vehicle', severity: 'warning' },
      detail: { temperature1: 5.2 },
    },
    rule: coldChain,
    status: 'resolved',
    occurrences: 2,
    after: 12,
    by: 'despacho',
    note: 'Descarga larga; ya cerraron la cajuela.',
  },
  {
    hours: 22,
    vehicle: 9,
    kind: null,
    given: {
      ...{ type: 'service_delay', category: 'vehicle', severity: 'warning' },
      detail: { minutes: 9, cause: 'distance' },
    },
    status: 'resolved',
    after: 14,
    by: 'despacho',
  },
  { hours: 33, vehicle: 8, kind: 'low_fuel', status: 'resolved', after: 70, by: 'despacho' },
  {
    hours: 26,
    vehicle: 40,
    kind: 'vibration',
    status: 'dismissed',
    occurrences: 5,
    after: 8,
    by: 'gerente',
    motion: 'standing',
  },
  {
    hours: 12,
    vehicle: 27,
    kind: 'overspeed',
    status: 'acknowledged',
    after: 6,
    by: 'despacho',
    motion: 'fast',
    note: 'Avisé al conductor.',
  },
  {
    hours: 4,
    vehicle: 35,
    kind: 'low_battery',
    status: 'acknowledged',
    after: 25,
    by: 'despacho',
  },
]

/** Collects the positions of the driven week that the past events refer to. */
export function createEventPositions(now: Date) {
  const found = new Map<PastEvent, PastPosition>()
  return {
    found,
    add(index: number, positions: StoredPositions) {
      for (const event of past.filter(({ vehicle }) => vehicle === index)) {
        const wantedMs = now.getTime() - event.hours * hourMs
        const position = findPositionNear(positions, wantedMs, event.motion ?? 'moving')
        if (position) found.set(event, position)
      }
    },
  }
}

/**
 * Writes handled alarms of the past days at times and places of the driven week. Open alarms come from the simulated
 * fleet.
 */
export async function fillEvents(
  tx: Transaction,
  companyId: string,
  vehicles: readonly { vehicleId: string; fleetId: string }[],
  users: ReadonlyMap<string, string>,
  found: ReadonlyMap<PastEvent, PastPosition>,
  /** Ids of the custom rules by name. */
  rules: ReadonlyMap<string, string>,
): Promise<void> {
  const names = { despacho: 'Ana Guerrero', gerente: 'Tomás Aguilar' } as const
  for (const event of past) {
    const { vehicle, kind, given, rule, status, after = 0, by = 'despacho', note, occurrences = 1 } = event
    const place = vehicles[vehicle]
    const position = found.get(event)
    if (!place || !position) continue
    const { timeMs, latitude, longitude, speedKmh, heading } = position
    const then = { ...tx, now: new Date(timeMs) }
    const { id } = await buildEvent(then, {
      companyId,
      vehicleId: place.vehicleId,
      fleetId: place.fleetId,
      kind,
      ...given,
      ...(kind === null && { isAlarm: false, source: 'system' as const }),
      ...(rule !== undefined && { title: rule, ruleId: rules.get(rule) ?? null }),
      status,
      occurrences,
      latitude,
      longitude,
      speedKmh,
      heading,
      lastOccurredAt: new Date(timeMs + (occurrences - 1) * 90_000),
    })
    if (status === 'active') continue
    await tx.sql(
      `update events.events set ${status}_at = created_at + make_interval(mins => $2), ${status}_by = $3,
         ${status}_by_id = $4, note = $5, updated_at = created_at + make_interval(mins => $2) where id = $1`,
      [id, after, names[by], users.get(by) ?? null, note ?? null],
    )
  }
}
