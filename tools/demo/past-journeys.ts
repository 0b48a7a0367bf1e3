import { readFileSync } from 'node:fs'
import type { Service } from '@rumbo/contract/services.contract'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'
import { createStreetLocator, distanceMetres, parseOsmXml } from '@rumbo/geo'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { finalCharge } from '@rumbo/server/services/charges/services.charges.actions'
import { writeCharge } from '@rumbo/server/services/charges/services.charges.repository'
import { readServiceOf } from '@rumbo/server/services/services.actions'
import { buildService } from '@rumbo/server/services/services.factory'
import { writeVisit } from '@rumbo/server/services/stops/services.stops.repository'
import { newWatch, type StopVisit, watchStops } from '@rumbo/server/services/stops/services.stops.rules'
import {
  type NewPosition,
  readUsablePositions,
} from '@rumbo/server/telemetry/history/telemetry.new-positions.repository'
import { v7 as uuid } from 'uuid'

/** Where a vehicle stood. */
interface Stand {
  fromMs: number
  toMs: number
  latitude: number
  longitude: number
}

type StreetLocator = ReturnType<typeof createStreetLocator>

/** Shorter stands are traffic, longer ones a pause or the night. */
const [leastStandMs, longestStandMs] = [minuteMs, 12 * minuteMs]
const longestLegMs = 40 * minuteMs
const apartMetres = 900
const journeyDays = [1, 2, 3, 4]
const stopTypes = ['pickup', 'checkpoint', 'drop'] as const

function standsOf(positions: readonly NewPosition[]): Stand[] {
  const stands: Stand[] = []
  let present: Stand | null = null
  for (const { at, latitude, longitude, speedKmh } of positions) {
    if (speedKmh > 2) present = null
    else if (present) present.toMs = at
    else {
      present = { fromMs: at, toMs: at, latitude, longitude }
      stands.push(present)
    }
  }
  return stands.filter(({ fromMs, toMs }) => toMs - fromMs >= leastStandMs && toMs - fromMs <= longestStandMs)
}

/** Three stands in a row that are apart from each other: a journey with a stop on the way; null without one. */
function journeyOf(stands: readonly Stand[]): Stand[] | null {
  let chosen: Stand[] = []
  for (const stand of stands) {
    if (stand.fromMs - (chosen.at(-1)?.toMs ?? stand.fromMs) > longestLegMs) chosen = []
    if (chosen.every((one) => distanceMetres(one, stand) > apartMetres)) chosen.push(stand)
    if (chosen.length === stopTypes.length) return chosen
  }
  return null
}

const addressOf = (locator: StreetLocator, { latitude, longitude }: Stand): string =>
  `${locator.locateStreet(latitude, longitude, 2_000)?.name ?? 'Centro'}, Ciudad de México`

interface Driver {
  id: string
  name: string
  fleetId: string
  vehicleId: string
  vehicleNumber: string
  vehicleNo: number
  serviceType: Service['serviceType']
}
interface Person {
  id: string | null
  name: string | null
  address: string | null
}
const system: Person = { id: null, name: null, address: null }

async function writeJourney(
  tx: Transaction,
  of: {
    companyId: string
    driver: Driver
    client: { id: string; name: string; phone: string }
    dispatcher: Person
    stands: readonly Stand[]
    positions: readonly NewPosition[]
    locator: StreetLocator
  },
): Promise<void> {
  const { companyId, driver, client, dispatcher, stands, positions, locator } = of
  const [first, last] = [stands[0] as Stand, stands.at(-1) as Stand]
  const assignedMs = first.fromMs - 12 * minuteMs
  const createdMs = assignedMs - 4 * minuteMs
  const watched = stands.map((stand, index) => ({
    ...stand,
    isPickup: index === 0,
    settledAt: null,
    isReached: false,
  }))
  const watch = newWatch()
  for (const position of positions)
    if (position.at >= assignedMs && position.at <= last.toMs) watchStops(watch, watched, position)
  if (watch.visits.size < stands.length) return
  const visits = stands.map((_, index) => watch.visits.get(index) as StopVisit)
  const time = (ms: number) => new Date(ms)
  const startedMs = (visits[0]?.arrivedAt ?? 0) + minuteMs
  const service = await buildService(tx, {
    companyId,
    fleetId: driver.fleetId,
    serviceType: driver.serviceType,
    requesterContactId: client.id,
    customerName: client.name,
    customerPhone: client.phone,
    dispatchTime: time(createdMs).toISOString(),
    estimatedCost: null,
    paymentMethod: 'app',
    plannedStops: stands.map((stand, index) => ({
      stopType: stopTypes[index] ?? 'checkpoint',
      address: addressOf(locator, stand),
      latitude: stand.latitude,
      longitude: stand.longitude,
      timeWindowStart: time(stand.fromMs - 8 * minuteMs).toISOString(),
      // The second stop was reached later than promised.
      timeWindowEnd: time(stand.fromMs + (index === 1 ? -3 : 6) * minuteMs).toISOString(),
      reference: null,
      contactName: null,
      contactPhone: null,
      extraCost: null,
      serviceMinutes: null,
    })),
  })
  await tx.sql(
    `update services.services set status = 'completed', status_since = $3, ended_at = $3, started_at = $2,
       created_at = $4, updated_at = $3, assigned_vehicle_id = $5, assigned_vehicle_number = $6,
       assigned_driver_id = $7, driver_name = $8, payment_status = 'paid' where id = $1`,
    [
      service.id,
      time(startedMs),
      time(last.toMs),
      time(createdMs),
      driver.vehicleId,
      driver.vehicleNumber,
      driver.id,
      driver.name,
    ],
  )
  for (const [index, visit] of visits.entries())
    await writeVisit(tx, service, service.plannedStops[index]?.id ?? '', {
      ...visit,
      departedAt: visit.departedAt ?? last.toMs,
    })
  const charge = await finalCharge(
    { ...tx, now: time(last.toMs) },
    await readServiceOf(tx, service.id),
    'MXN',
    {
      finalCost: null,
      reason: null,
    },
  )
  if (charge !== null) {
    await writeCharge(tx, service, 'final', charge)
    await tx.sql('update services.services set final_cost_minor = $2 where id = $1', [
      service.id,
      Math.round(Number(charge.total) * 100),
    ])
  }
  await tx.sql('update services.status_history set at = $2, actor_name = $3 where service_id = $1', [
    service.id,
    time(createdMs),
    dispatcher.name,
  ])
  const steps = [
    ['created', 'created', createdMs],
    ['on_dispatch', 'dispatched', createdMs + minuteMs],
    ['vehicle_assigned', 'assigned', assignedMs],
    ['in_progress', 'picked_up', startedMs],
    ['completed', 'completed', last.toMs],
  ] as const
  for (const [status, , ms] of steps.slice(1))
    await tx.sql(
      `insert into services.status_history (id, service_id, fleet_id, status, at, actor_name)
       values ($1, $2, $3, $4, $5, $6)`,
      [uuid(), service.id, service.fleetId, status, time(ms), dispatcher.name],
    )
  const changes = [
    ...steps.map(([status, action, ms], index) => ({
      at: ms,
      action: `service.${action}`,
      by: dispatcher,
      changes: index === 0 ? {} : { status: [steps[index - 1]?.[0], status] },
    })),
    ...visits.flatMap(({ arrivedAt, departedAt, distanceMetres: metres }, index) => {
      const stop = [null, `${index + 1}. ${service.plannedStops[index]?.address}`]
      const arrived = { stop, arrived: [null, time(arrivedAt)], distanceMetres: [null, Math.round(metres)] }
      const departed = { stop, departed: [null, time(departedAt ?? last.toMs)] }
      return [
        { at: arrivedAt + 20_000, action: 'service.stop_arrived', by: system, changes: arrived },
        {
          at: (departedAt ?? last.toMs) + 20_000,
          action: 'service.stop_departed',
          by: system,
          changes: departed,
        },
      ]
    }),
  ]
  for (const { at, action, by, changes: fields } of changes)
    await tx.sql(
      `insert into platform.audit_entries (id, at, actor_id, actor_name, address, company_id, fleet_id, action, entity,
         entity_id, entity_name, changes)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'service', $9, $10, $11::jsonb)`,
      [
        uuid(),
        time(at),
        by.id,
        by.name,
        by.address,
        companyId,
        service.fleetId,
        action,
        service.id,
        String(service.serviceNumber),
        JSON.stringify(fields),
      ],
    )
}

/** Services of the last days that follow journeys the vehicles really drove, with stops recorded from their positions. */
export async function fillJourneys(tx: Transaction, companyId: string, regionFile: string): Promise<void> {
  const drivers = await tx.sql<Driver>(
    `select distinct on (v.vehicle_no) c.id, c.first_name || ' ' || c.last_name as name, k.fleet_id as "fleetId",
       v.id as "vehicleId", v.vehicle_number as "vehicleNumber", v.vehicle_no as "vehicleNo",
       f.service_types[1] as "serviceType"
     from vehicles.contacts k
     join directory.contacts c on c.id = k.contact_id join vehicles.vehicles v on v.id = k.vehicle_id
     join organisation.fleets f on f.id = k.fleet_id
     where k.company_id = $1 and k.role = 'primary_driver' order by v.vehicle_no limit 6`,
    [companyId],
  )
  const clients = await tx.sql<{ id: string; name: string; phone: string }>(
    `select id, first_name || ' ' || last_name as name, primary_phone as phone from directory.contacts
     where company_id = $1 and role = 'client' order by id limit 12`,
    [companyId],
  )
  const [dispatcher = system] = await tx.sql<Person>(
    `select id, display_name as name, '10.20.0.14' as address from identity.people where username = 'despacho'`,
  )
  const locator = createStreetLocator(parseOsmXml(readFileSync(regionFile)))
  for (const [index, driver] of drivers.entries())
    for (const days of journeyDays) {
      const toMs = tx.now.getTime() - (days - 1) * dayMs - 2 * 60 * minuteMs
      const positions = await readUsablePositions(tx, driver.vehicleNo, { fromMs: toMs - dayMs, toMs })
      const stands = journeyOf(standsOf(positions))
      const client = clients[(index * journeyDays.length + days) % clients.length]
      if (stands && client)
        await writeJourney(tx, { companyId, driver, client, dispatcher, stands, positions, locator })
    }
}
