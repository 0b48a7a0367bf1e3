import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { DriverCard, ignoreUnknownCard, UnknownCard } from '@rumbo/contract/shifts.cards.contract'
import { normalCard } from '@rumbo/contract/shifts.cards.rules'
import { findContact, mayEditDirectory } from '../directory/index.ts'
import { findCompany } from '../organisation/index.ts'
import type { Actor } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import {
  deleteCard,
  findCardById,
  findCards,
  findUnknown,
  forgetUnknown,
  insertCard,
  writeIgnored,
} from './shifts.cards.repository.ts'

async function contactOf(tx: Transaction, driverId: string) {
  const contact = await findContact(tx, driverId)
  if (!contact) throw problem('contact_not_found')
  return contact
}

/** Cards are part of the directory: those who may edit contacts of the company may edit them. */
function requireEdit(actor: Actor, companyId: string): void {
  if (mayEditDirectory(actor, companyId)) return
  throw problem(actor.companies.read.includes(companyId) ? 'forbidden' : 'company_denied')
}

/** @throws Problem `contact_not_found` */
export async function listCardsOf(tx: Transaction, driverId: string) {
  await contactOf(tx, driverId)
  return { items: await findCards(tx, driverId) }
}

async function publish(tx: Transaction, action: string, card: DriverCard): Promise<void> {
  const { companyId, driverId, id } = card
  const contact = await contactOf(tx, driverId)
  tx.stale({ domain: 'shifts', companyId })
  tx.audit({
    action,
    entity: 'driver_card',
    entityId: id,
    entityName: `${contact.firstName} ${contact.lastName}`,
    companyId,
    changes: action === 'driver_card.added' ? { card: [null, card.card] } : { card: [card.card, null] },
  })
}

/** @throws Problem `contact_not_found`, `forbidden`, `card_taken` */
export async function addCardOf(
  tx: Transaction,
  actor: Actor,
  driverId: string,
  text: string,
): Promise<DriverCard> {
  const { companyId } = await contactOf(tx, driverId)
  requireEdit(actor, companyId)
  const card = normalCard(text)
  if (card === null) throw problem('card_taken')
  const added = await insertCard(tx, { companyId, driverId, card })
  await forgetUnknown(tx, companyId, card)
  await publish(tx, 'driver_card.added', added)
  return added
}

/** @throws Problem `not_found`, `forbidden` */
export async function removeCardOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const card = await findCardById(tx, id)
  if (!card) throw problem('not_found')
  requireEdit(actor, card.companyId)
  if ((await deleteCard(tx, id)) === 0) throw problem('not_found')
  await publish(tx, 'driver_card.removed', card)
  return { done: true }
}

/** @throws Problem `company_denied`, `forbidden` */
export async function listUnknownOf(tx: Transaction, actor: Actor, companyId: string) {
  requireEdit(actor, companyId)
  if (!(await findCompany(tx, companyId))) throw problem('company_denied')
  return { items: await findUnknown(tx, companyId) }
}

/** @throws Problem `company_denied`, `forbidden`, `not_found` */
export async function ignoreUnknownOf(
  tx: Transaction,
  actor: Actor,
  { companyId, card, isIgnored }: ParsedOf<typeof ignoreUnknownCard>['body'],
): Promise<UnknownCard> {
  requireEdit(actor, companyId)
  const known = await writeIgnored(tx, { companyId, card: normalCard(card) ?? '', isIgnored })
  if (!known) throw problem('not_found')
  tx.stale({ domain: 'shifts', companyId })
  return known
}
