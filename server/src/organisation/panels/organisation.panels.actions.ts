import { type Panel, panelSections } from '@rumbo/contract/organisation.panels.contract'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { findCompany } from '../organisation.repository.ts'
import { findPanel, savePanel } from './organisation.panels.repository.ts'

/** Keeps the names of existing sections, in the given order. */
const known = (names: readonly string[] = []) =>
  names.flatMap((name) => panelSections.find((section) => section === name) ?? [])

/** The caller's arrangement of a company's panel. @throws Problem `company_denied` */
export async function readPanelOf(tx: Transaction, { userId }: Actor, companyId: string): Promise<Panel> {
  if (!(await findCompany(tx, companyId))) throw problem('company_denied')
  const saved = await findPanel(tx, userId, companyId)
  return { order: known(saved?.order), hidden: known(saved?.hidden) }
}

/** Replaces the caller's arrangement; the last writer wins. @throws Problem `company_denied` */
export async function arrangePanelOf(
  tx: Transaction,
  actor: Actor,
  companyId: string,
  panel: Panel,
): Promise<Panel> {
  if (!(await findCompany(tx, companyId))) throw problem('company_denied')
  await savePanel(tx, actor.userId, companyId, panel)
  return readPanelOf(tx, actor, companyId)
}
