import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { DriverCard, ignoreUnknownCard, UnknownCard } from '@rumbo/contract/shifts.cards.contract'
import { normalCard } from '@rumbo/contract/shifts.cards.rules'
import { findCompany } from '../organisation/index.ts'
import type { Actor } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import {
  deleteCard,
  findCardById,
  findCards,
  findUnknown,
  forgetUnknown,
  insertCard,
  writeIgnored,
} from './shifts.cards.repository.ts'
import { contactOf, recordChange, requireEdit } from './shifts.contacts.actions.ts'

/** @throws Problem `contact_not_found` */
export async function listCardsOf(tx: Transaction, driverId: string) {
  await contactOf(tx, driverId)
  return { items: await findCards(tx, driverId) }
}

const publish = (tx: Transaction, action: string, { id, ...card }: DriverCard): Promise<void> =>
  recordChange(tx, card, {
    action,
    entity: 'driver_card',
    entityId: id,
    changes: { card: action === 'driver_card.added' ? [null, card.card] : [card.card, null] },
  })

/** The card as it is stored. @throws Problem `validation_failed` for what is no card */
function cardIn(text: string): string {
  const card = normalCard(text)
  if (card === null) throw fieldProblem({ path: 'body.card', code: 'wrong_format' })
  return card
}

/** @throws Problem `contact_not_found`, `forbidden`, `validation_failed`, `card_taken` */
export async function addCardOf(
  tx: Transaction,
  actor: Actor,
  driverId: string,
  text: string,
): Promise<DriverCard> {
  const { companyId } = await contactOf(tx, driverId)
  requireEdit(actor, companyId)
  const card = cardIn(text)
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

/** @throws Problem `company_denied`, `forbidden`, `validation_failed`, `not_found` */
export async function ignoreUnknownOf(
  tx: Transaction,
  actor: Actor,
  { companyId, card, isIgnored }: ParsedOf<typeof ignoreUnknownCard>['body'],
): Promise<UnknownCard> {
  requireEdit(actor, companyId)
  const known = await writeIgnored(tx, { companyId, card: cardIn(card), isIgnored })
  if (!known) throw problem('not_found')
  tx.stale({ domain: 'shifts', companyId })
  return known
}
