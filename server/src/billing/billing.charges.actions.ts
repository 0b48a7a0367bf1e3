import type { Charge, ChargeUsage, Rates } from '@rumbo/contract/billing.contract'
import { chargeLines } from '@rumbo/contract/billing.rules'
import { dayOf } from '@rumbo/contract/holidays'
import { moneyOf } from '@rumbo/contract/money'
import { polygonContains } from '@rumbo/geo/geometry/polygon'
import { findCompany } from '../organisation/index.ts'
import { findZonesOfFleet } from '../places/index.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findTariffOn } from './billing.repository.ts'

export interface ToCharge {
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
export async function chargeOf(
  tx: Transaction,
  service: ToCharge,
): Promise<{ charge: Charge; rates: Rates } | null> {
  const timeZone = (await findCompany(tx, service.companyId))?.timeZone ?? 'UTC'
  const row = await findTariffOn(tx, { ...service, day: dayOf(service.startsAt, timeZone) })
  if (row === null) return null
  const rates = row.rates as Rates
  const zones = rates.zoneFares.length === 0 ? [] : await findZonesOfFleet(tx, service.fleetId)
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
