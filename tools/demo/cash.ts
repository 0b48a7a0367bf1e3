import type { Service } from '@rumbo/contract/services.contract'
import { dayMs, hourMs, minuteMs } from '@rumbo/contract/time-units'
import { createPricing, type Pricing } from '@rumbo/server/billing/billing.charges.actions'
import {
  findCloseout,
  insertCloseout,
  insertCorrection,
} from '@rumbo/server/payments/payments.cash.repository'
import { insertEntry } from '@rumbo/server/payments/payments.repository'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildService } from '@rumbo/server/services/services.factory'
import { chargePast } from './past-charges.ts'

interface Driver {
  id: string
  name: string
  fleetId: string
  vehicleId: string
  vehicleNumber: string
  serviceType: Service['serviceType']
}
interface Client {
  id: string
  name: string
  phone: string
}

/** What each driver handed over yesterday: amounts in pesos, counted, and what the supervisor noted. */
const days = [
  { amounts: [120, 95, 180, 240, 85], counted: 720, note: null },
  { amounts: [150, 210, 130], counted: 470, note: 'Dio cambio de más en un viaje' },
  { amounts: [90, 175, 60, 145], counted: 480, note: 'Un cliente dejó propina' },
] as const
/** Services on account of the last weeks: days ago and pesos. */
const onAccount = [
  [26, 310],
  [19, 280],
  [12, 465],
  [5, 190],
  [2, 340],
] as const
/** A dearer ride took longer. */
const minutesOf = (pesos: number) => Math.min(40, Math.max(6, Math.round(pesos / 10)))

/** A completed service of the past. */
async function pastService(
  tx: Transaction,
  of: {
    companyId: string
    driver: Driver
    client: Client
    pesos: number
    endedAt: Date
    method: 'cash' | 'account'
    pricing: Pricing
  },
) {
  const { companyId, driver, client, pesos, endedAt, method, pricing } = of
  const tripMinutes = minutesOf(pesos)
  const service = await buildService(tx, {
    companyId,
    fleetId: driver.fleetId,
    serviceType: driver.serviceType,
    requesterContactId: client.id,
    customerName: client.name,
    customerPhone: client.phone,
    dispatchTime: new Date(endedAt.getTime() - (tripMinutes + 20) * minuteMs).toISOString(),
    estimatedCost: pesos.toFixed(2),
    paymentMethod: method,
  })
  await tx.sql(
    `update services.services set status = 'completed', status_since = $2, ended_at = $2, started_at = $3,
       created_at = $4, updated_at = $2, assigned_vehicle_id = $5,
       assigned_vehicle_number = $6, assigned_driver_id = $7, driver_name = $8
     where id = $1`,
    [
      service.id,
      endedAt,
      new Date(endedAt.getTime() - tripMinutes * minuteMs),
      new Date(endedAt.getTime() - (tripMinutes + 30) * minuteMs),
      driver.vehicleId,
      driver.vehicleNumber,
      driver.id,
      driver.name,
    ],
  )
  await chargePast(tx, pricing, service, { pesos, seconds: (tripMinutes * minuteMs) / 1000 })
  return service
}

/** Receives the cost of a past service in cash. @returns the id of the entry */
async function receive(
  tx: Transaction,
  of: { companyId: string; driver: Driver; client: Client; pesos: number; at: Date; pricing: Pricing },
): Promise<string> {
  const { companyId, driver, client, pesos, at } = of
  const service = await pastService(tx, { ...of, endedAt: at, method: 'cash' })
  const id = await insertEntry(tx, {
    companyId,
    fleetId: driver.fleetId,
    kind: 'payment',
    service: { id: service.id, serviceNumber: service.serviceNumber },
    contact: client,
    method: 'cash',
    amountMinor: pesos * 100,
    currency: 'MXN',
    driver,
    receivedAt: at,
    note: null,
    voids: null,
  })
  await tx.sql(
    `update services.services set paid_minor = $2, payment_entries = 1, payment_status = 'paid' where id = $1`,
    [service.id, pesos * 100],
  )
  return id
}

/**
 * Yesterday's paid services with the cash close-outs of three drivers, the cash of this morning they still hold, and
 * services on account of two customers, one of whom has paid a part.
 */
export async function fillCash(tx: Transaction, companyId: string): Promise<void> {
  const drivers = await tx.sql<Driver>(
    `select distinct on (c.id) c.id, c.first_name || ' ' || c.last_name as name, k.fleet_id as "fleetId",
       v.id as "vehicleId", v.vehicle_number as "vehicleNumber", f.service_types[1] as "serviceType"
     from vehicles.contacts k
     join directory.contacts c on c.id = k.contact_id join vehicles.vehicles v on v.id = k.vehicle_id
     join organisation.fleets f on f.id = k.fleet_id
     where k.company_id = $1 and k.role = 'primary_driver' order by c.id, v.vehicle_no limit 3`,
    [companyId],
  )
  const clients = await tx.sql<Client>(
    `select id, first_name || ' ' || last_name as name, primary_phone as phone from directory.contacts
     where company_id = $1 and role = 'client' order by id limit 12`,
    [companyId],
  )
  const clientOf = (at: number) => {
    const client = clients[at % clients.length]
    if (!client) throw new Error('The demo has no clients')
    return client
  }
  const pricing = createPricing(tx)
  const ago = (ms: number) => new Date(tx.now.getTime() - ms)
  for (const [index, driver] of drivers.entries()) {
    const day = days[index]
    if (!day) continue
    const take = (pesos: number, hoursAgo: number, at: number) =>
      receive(tx, {
        companyId,
        pricing,
        driver,
        client: clientOf(index * 5 + at),
        pesos,
        at: ago(hoursAgo * hourMs),
      })
    const entryIds: string[] = []
    for (const [at, pesos] of day.amounts.entries()) entryIds.push(await take(pesos, 22 - at, at))
    const { id, closeoutNumber } = await insertCloseout(tx, {
      companyId,
      fleetId: driver.fleetId,
      driver,
      entryIds,
      firstAt: ago(22 * hourMs),
      lastAt: ago((23 - day.amounts.length) * hourMs),
      expectedMinor: day.amounts.reduce((sum: number, pesos) => sum + pesos * 100, 0),
      countedMinor: day.counted * 100,
      currency: 'MXN',
      note: day.note,
      closedBy: 'Teresa Aguirre',
    })
    await tx.sql(
      `update services.services set last_closeout_number = $2
       where id in (select service_id from payments.entries where id = any($1::uuid[]))`,
      [entryIds, closeoutNumber],
    )
    const closeout = await findCloseout(tx, id)
    if (index === 1 && closeout)
      await insertCorrection(tx, closeout, { amountMinor: 2000, reason: 'Entregó lo que faltaba' })
    await take(110 + 35 * index, 2, 7)
  }
  const [driver] = drivers
  if (!driver) return
  for (const [index, client] of [clientOf(2), clientOf(6)].entries()) {
    for (const [daysAgo, pesos] of onAccount.slice(index * 2))
      await pastService(tx, {
        companyId,
        pricing,
        driver,
        client,
        pesos: pesos + index * 45,
        endedAt: ago(daysAgo * dayMs),
        method: 'account',
      })
    if (index === 0)
      await insertEntry(tx, {
        companyId,
        fleetId: driver.fleetId,
        kind: 'payment',
        service: null,
        contact: client,
        method: 'transfer',
        amountMinor: 59_000,
        currency: 'MXN',
        driver: null,
        receivedAt: ago(10 * dayMs),
        note: 'SPEI 4471902',
        voids: null,
      })
  }
}
