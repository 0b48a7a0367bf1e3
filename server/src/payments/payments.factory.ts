import { buildContact } from '../directory/directory.factory.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findCloseout, insertCloseout, insertCorrection } from './payments.cash.repository.ts'
import { insertEntry, type NewEntry } from './payments.repository.ts'

type Given = Partial<NewEntry> & Pick<NewEntry, 'companyId' | 'fleetId' | 'contact'>

/** Adds 50 pesos in cash on a customer's account, for tests and the demo. @returns its id */
const buildEntry = (tx: Transaction, given: Given): Promise<string> =>
  insertEntry(tx, {
    kind: 'payment',
    service: null,
    method: 'cash',
    amountMinor: 5000,
    currency: 'MXN',
    driver: null,
    receivedAt: tx.now,
    note: null,
    voids: null,
    ...given,
  })

/** A payment of 50 pesos that a driver holds, and a close-out of an earlier one. */
export async function buildCash(tx: Transaction, here: { companyId: string; fleetId: string }) {
  const person = async (lastName: string) => {
    const contact = await buildContact(tx, { companyId: here.companyId, lastName })
    return { id: contact.id, name: `${contact.firstName} ${lastName}` }
  }
  const [contact, driver] = [await person('Clienta'), await person('Conductora')]
  const closed = await buildEntry(tx, { ...here, contact, driver })
  const { id: closeoutId } = await insertCloseout(tx, {
    ...here,
    driver,
    entryIds: [closed],
    firstAt: tx.now,
    lastAt: tx.now,
    expectedMinor: 5000,
    countedMinor: 5000,
    currency: 'MXN',
    note: null,
  })
  const closeout = await findCloseout(tx, closeoutId)
  if (closeout) await insertCorrection(tx, closeout, { amountMinor: -500, reason: 'Billete falso' })
  return {
    paymentId: await buildEntry(tx, { ...here, contact, driver }),
    cashDriverId: driver.id,
    cashClientId: contact.id,
    closeoutId,
  }
}
