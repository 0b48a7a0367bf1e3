import type { Charge, ChargeUsage, Rates } from '@rumbo/contract/billing.contract'
import { chargeLines } from '@rumbo/contract/billing.rules'
import { dayOf } from '@rumbo/contract/holidays'
import { moneyOf } from '@rumbo/contract/money'
import { polygonContains } from '@rumbo/geo/geometry/polygon'
import { findCompany } from '../organisation/index.ts'
import { findZonesOfFleet } from '../places/index.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findTariffOn, type TariffRow } from './billing.repository.ts'

interface ToCharge {
  companyId: string
  fleetId: string
  serviceType: string
  /** When the ride begins: decides the tariff and its surcharges. */
  startsAt: Date
  /** Stops that were not cancelled, in order. */
  stops: readonly { latitude: number; longitude: number; label: string | null; extraCost: string | null }[]
  extras: readonly string[]
  usage: ChargeUsage
}

/** The price of a service by the tariff in force at its start; null where none applies. */
export type Pricing = (service: ToCharge) => Promise<{ charge: Charge; rates: Rates } | null>

/** Prices services; companies, tariffs and zones are read once for all of them. */
export function createPricing(tx: Transaction): Pricing {
  const zoneOf = reader((companyId: string) => findCompany(tx, companyId))
  const tariffOf = reader((key: string) => {
    const [fleetId = '', serviceType = '', day = ''] = key.split(' ')
    return findTariffOn(tx, { fleetId, serviceType, day })
  })
  const zonesOf = reader((fleetId: string) => findZonesOfFleet(tx, fleetId))
  return async (service) => {
    const timeZone = (await zoneOf(service.companyId))?.timeZone ?? 'UTC'
    const day = dayOf(service.startsAt, timeZone)
    const row = await tariffOf([service.fleetId, service.serviceType, day].join(' '))
    if (row === null) return null
    const { zoneFares } = row.rates as Rates
    return priced(service, row, timeZone, zoneFares.length === 0 ? [] : await zonesOf(service.fleetId))
  }
}

/** Reads each key once. */
function reader<Found>(read: (key: string) => Promise<Found>): (key: string) => Promise<Found> {
  const kept = new Map<string, Promise<Found>>()
  return (key) => {
    const found = kept.get(key) ?? read(key)
    kept.set(key, found)
    return found
  }
}

function priced(
  service: ToCharge,
  row: TariffRow,
  timeZone: string,
  zones: Awaited<ReturnType<typeof findZonesOfFleet>>,
): { charge: Charge; rates: Rates } {
  const rates = row.rates as Rates
  const zonesAt = (place: { latitude: number; longitude: number } | undefined) =>
    zones.flatMap(({ id, corners }) => (place && polygonContains(corners, place) ? id : []))
  const { lines, totalMinor } = chargeLines(
    rates,
    {
      ...service,
      timeZone,
      fromZones: zonesAt(service.stops[0]),
      toZones: zonesAt(service.stops.at(-1)),
      zoneNames: new Map(zones.map(({ id, name }) => [id, name])),
    },
    row.currency,
  )
  const charge: Charge = {
    tariffId: row.id,
    tariffName: row.name,
    currency: row.currency,
    total: moneyOf(Math.max(0, totalMinor), row.currency),
    lines,
    usage: service.usage,
  }
  return { charge, rates }
}
