import { hourMs } from '@rumbo/contract/time-units'
import { buildContact } from '../directory/directory.factory.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { insertCard, noteUnknown } from './shifts.cards.repository.ts'
import { insertDocument } from './shifts.documents.repository.ts'
import { insertShifts, type ShiftValues, writeShiftStatus } from './shifts.repository.ts'

interface NewShift extends Partial<Pick<ShiftValues, 'breaks' | 'note'>> {
  companyId: string
  fleetId: string
  driver: ShiftValues['driver']
  vehicle: ShiftValues['vehicle']
  /** Hours from now. Default: from now on, for eight hours. */
  fromHours?: number
  hours?: number
  isRunning?: boolean
}

/** Creates a shift of eight hours, for tests and the demo. @returns its id */
export async function buildShift(tx: Transaction, given: NewShift): Promise<string> {
  const { companyId, fleetId, driver, vehicle, breaks = [], note = null, fromHours = 0, hours = 8 } = given
  const startsAt = new Date(tx.now.getTime() + fromHours * hourMs)
  const [id = ''] = await insertShifts(
    tx,
    { companyId, fleetId, seriesId: null },
    { driver, vehicle, breaks, note },
    [{ startsAt, endsAt: new Date(startsAt.getTime() + hours * hourMs) }],
  )
  if (given.isRunning) {
    await writeShiftStatus(tx, [id], 'running')
    await tx.sql('update shifts.shifts set version = 1 where id = $1', [id])
  }
  return id
}

/** Creates a driver with a licence, for tests and the demo. */
export async function buildDriver(
  tx: Transaction,
  given: Parameters<typeof buildContact>[1] & { expiresOn?: string | null },
) {
  const { expiresOn = '2030-01-31', ...contact } = given
  const { id, companyId, firstName, lastName } = await buildContact(tx, {
    role: 'primary_driver',
    firstName: 'Iván',
    lastName: 'Mora',
    ...contact,
  })
  const documentId = await insertDocument(tx, {
    companyId,
    driverId: id,
    kind: 'driving_licence',
    title: null,
    number: 'A-4471',
    class: 'B',
    expiresOn,
    note: null,
  })
  return { id, name: `${firstName} ${lastName}`, documentId }
}

/** Gives a driver the card 1A2B, and lets the vehicle state AB12, which is nobody's. @returns the id of the first */
export async function buildCards(
  tx: Transaction,
  { companyId, driverId, vehicleId }: { companyId: string; driverId: string; vehicleId: string },
): Promise<string> {
  await noteUnknown(tx, { companyId, vehicleId, card: 'AB12', at: tx.now })
  const known = await tx.sql<{ id: string }>(
    "select id from shifts.cards where company_id = $1 and card = '1A2B'",
    [companyId],
  )
  return known[0]?.id ?? (await insertCard(tx, { companyId, driverId, card: '1A2B' })).id
}
