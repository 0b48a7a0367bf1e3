import { type ServiceView, type ViewScreen, viewsPerPerson } from '@rumbo/contract/services.views.contract'
import { findCompany } from '../../organisation/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import {
  findViews,
  lockViews,
  type NewView,
  removeView,
  type ViewOwner,
  writeView,
} from './services.views.repository.ts'

/** @throws Problem `company_denied` */
async function ownerOf(tx: Transaction, { userId }: Actor, companyId: string): Promise<ViewOwner> {
  if (!(await findCompany(tx, companyId))) throw problem('company_denied')
  return { userId, companyId }
}

export async function listViewsOf(tx: Transaction, actor: Actor, companyId: string, screen: ViewScreen) {
  return { items: await findViews(tx, await ownerOf(tx, actor, companyId), screen) }
}

/** The last writer wins: nobody else changes one's views. @throws Problem `company_denied`, `name_taken`, `service_views_full` */
export async function saveViewOf(
  tx: Transaction,
  actor: Actor,
  companyId: string,
  view: NewView,
): Promise<ServiceView> {
  const owner = await ownerOf(tx, actor, companyId)
  await lockViews(tx, owner)
  const views = await findViews(tx, owner)
  if (views.length >= viewsPerPerson && views.every(({ id }) => id !== view.id))
    throw problem('service_views_full')
  await writeView(tx, owner, view)
  return { ...view, updatedAt: tx.now.toISOString() }
}

export async function deleteViewOf(
  tx: Transaction,
  actor: Actor,
  companyId: string,
  id: string,
): Promise<{ done: true }> {
  await removeView(tx, await ownerOf(tx, actor, companyId), id)
  return { done: true }
}
