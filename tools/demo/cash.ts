import { hourMs } from '@rumbo/contract/time-units'
import {
  findCloseout,
  insertCloseout,
  insertCorrection,
} from '@rumbo/server/payments/payments.cash.repository'
import { insertEntry } from '@rumbo/server/payments/payments.repository'
import type { Transaction } from '@rumbo/server/platform/database/transaction'

interface Driver {
  id: string
  name: string
  fleetId: string
}

/** What each driver handed over yesterday: amounts in pesos, counted, and what the supervisor noted. */
const days = [
  { amounts: [120, 95, 180, 240, 85], counted: 720, note: null },
  { amounts: [150, 210, 130], counted: 470, note: 'Dio cambio de más en un viaje' },
  { amounts: [90, 175, 60, 145], counted: 480, note: 'Un cliente dejó propina' },
] as const

/** Cash close-outs of yesterday evening, and cash of this morning that drivers still hold. */
export async function fillCash(tx: Transaction, companyId: string): Promise<void> {
  const drivers = await tx.sql<Driver>(
    `select distinct on (c.id) c.id, c.first_name || ' ' || c.last_name as name, k.fleet_id as "fleetId"
     from vehicles.contacts k join directory.contacts c on c.id = k.contact_id
     where k.company_id = $1 and k.role = 'primary_driver' order by c.id limit 3`,
    [companyId],
  )
  const clients = await tx.sql<{ id: string; name: string }>(
    `select id, first_name || ' ' || last_name as name from directory.contacts
     where company_id = $1 and role = 'client' order by id limit 12`,
    [companyId],
  )
  for (const [index, driver] of drivers.entries()) {
    const day = days[index]
    if (!day) continue
    const receive = (pesos: number, hoursAgo: number, at: number) => {
      const contact = clients[(index * 5 + at) % clients.length]
      if (!contact) throw new Error('The demo has no clients')
      return insertEntry(tx, {
        companyId,
        fleetId: driver.fleetId,
        kind: 'payment',
        service: null,
        contact,
        method: 'cash',
        amountMinor: pesos * 100,
        currency: 'MXN',
        driver,
        receivedAt: new Date(tx.now.getTime() - hoursAgo * hourMs),
        note: null,
        voids: null,
      })
    }
    const entryIds: string[] = []
    for (const [at, pesos] of day.amounts.entries()) entryIds.push(await receive(pesos, 22 - at, at))
    const { id } = await insertCloseout(tx, {
      companyId,
      fleetId: driver.fleetId,
      driver,
      entryIds,
      firstAt: new Date(tx.now.getTime() - 22 * hourMs),
      lastAt: new Date(tx.now.getTime() - (23 - day.amounts.length) * hourMs),
      expectedMinor: day.amounts.reduce((sum: number, pesos) => sum + pesos * 100, 0),
      countedMinor: day.counted * 100,
      currency: 'MXN',
      note: day.note,
      closedBy: 'Teresa Aguirre',
    })
    const closeout = await findCloseout(tx, id)
    if (index === 1 && closeout)
      await insertCorrection(tx, closeout, { amountMinor: 2000, reason: 'Entregó lo que faltaba' })
    await receive(110 + 35 * index, 2, 7)
  }
}
