import { rates } from '@rumbo/contract/billing.contract'
import { insertTariff } from '@rumbo/server/billing/billing.repository'
import { insertZone } from '@rumbo/server/places/zones/places.zones.repository'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { v7 as uuid } from 'uuid'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const surcharges = [
  {
    name: 'Nocturna',
    kind: 'percent',
    percent: 20,
    when: 'hours',
    windows: [{ days: everyDay, from: '23:00', to: '06:00' }],
  },
  { name: 'Día festivo', kind: 'amount', amount: '15', when: 'holidays' },
] as const

const taxi = {
  base: '30',
  perKm: '9.50',
  perMinute: '2',
  waitingPerMinute: '3',
  freeWaitingMinutes: 5,
  perExtraStop: '10',
  minimum: '55',
  surcharges: [...surcharges],
  extras: [
    { key: 'equipaje', name: 'Equipaje', amount: '20' },
    { key: 'silla-de-bebe', name: 'Silla de bebé', amount: '35' },
  ],
}
const shuttle = { ...taxi, base: '60', perKm: '12', minimum: '120', roundTo: '5' }
const goods = {
  base: '45',
  includedMetres: 3_000,
  perKm: '7.50',
  perMinute: '0',
  waitingPerMinute: '1.50',
  freeWaitingMinutes: 10,
  perExtraStop: '18',
  extras: [{ key: 'ayudante', name: 'Ayudante de carga', amount: '90' }],
}
const ratesOf: Readonly<Record<string, object>> = { taxi, shuttle, delivery: goods, package: goods }
const names: Readonly<Record<string, string>> = {
  taxi: 'Taxi ciudad',
  shuttle: 'Traslados',
  delivery: 'Reparto a comercios',
  package: 'Paquetería urbana',
}

type Corner = [number, number]
const box = (west: number, south: number, east: number, north: number): Corner[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]
const zones = {
  Aeropuerto: box(-99.092, 19.421, -99.053, 19.452),
  'Centro Histórico': box(-99.152, 19.421, -99.124, 19.446),
}

/** Limits two vehicles of a fleet to a zone. */
const limitVehicles = (tx: Transaction, fleetId: string, zoneId: string) =>
  tx.sql(
    `update vehicles.vehicles set working_zone_ids = array[$2::uuid] where id in (
       select id from vehicles.vehicles where fleet_id = $1 order by number_key limit 2 offset 6)`,
    [fleetId, zoneId],
  )

/** Zones of every fleet, with two taxis that work in one only, and for each type but custom a tariff in force since the beginning of the year. */
export async function fillTariffs(tx: Transaction, companyId: string): Promise<void> {
  const fleets = await tx.sql<{ id: string; serviceType: string }>(
    `select id, service_types[1] as "serviceType" from organisation.fleets where company_id = $1 and is_active`,
    [companyId],
  )
  for (const { id: fleetId, serviceType } of fleets) {
    const given = ratesOf[serviceType]
    if (given === undefined) continue
    const ids: string[] = []
    for (const [name, corners] of Object.entries(zones)) {
      const zone = { id: uuid(), companyId, fleetId, name, corners, version: 1 }
      await insertZone(tx, zone)
      ids.push(zone.id)
    }
    const [fromZoneId, toZoneId] = ids
    if (serviceType === 'taxi' && toZoneId !== undefined) await limitVehicles(tx, fleetId, toZoneId)
    const hasFlatFare = serviceType === 'taxi' || serviceType === 'shuttle'
    await insertTariff(tx, {
      id: uuid(),
      companyId,
      fleetId,
      serviceType,
      name: names[serviceType] ?? serviceType,
      validFrom: `${tx.now.getUTCFullYear()}-01-01`,
      validUntil: null,
      currency: 'MXN',
      rates: rates.parse({
        ...given,
        zoneFares: hasFlatFare ? [{ fromZoneId, toZoneId, amount: '230' }] : [],
      }),
    })
  }
}
