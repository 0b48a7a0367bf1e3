import { type ServiceTemplate, templatesPerContact } from '@rumbo/contract/services.templates.contract'
import { findContact, mayEditDirectory } from '../../directory/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import {
  findTemplates,
  lockTemplates,
  type NewTemplate,
  removeTemplate,
  type TemplateOwner,
  writeTemplate,
} from './services.templates.repository.ts'

/** @throws Problem `contact_not_found`, `forbidden` for a person without any fleet of the company to manage */
async function ownerOf(tx: Transaction, actor: Actor, contactId: string): Promise<TemplateOwner> {
  const contact = await findContact(tx, contactId)
  if (!contact) throw problem('contact_not_found')
  if (!mayEditDirectory(actor, contact.companyId)) throw problem('forbidden')
  return { contactId, companyId: contact.companyId }
}

function record(
  tx: Transaction,
  { companyId }: TemplateOwner,
  { id, name }: Pick<ServiceTemplate, 'id' | 'name'>,
  action: string,
): void {
  tx.audit({ action, entity: 'service_template', entityId: id, entityName: name, companyId })
  tx.stale({ domain: 'services', companyId })
}

/** The last writer wins. @throws Problem `contact_not_found`, `name_taken`, `service_templates_full` */
export async function saveTemplateOf(
  tx: Transaction,
  actor: Actor,
  contactId: string,
  template: NewTemplate,
): Promise<ServiceTemplate> {
  const owner = await ownerOf(tx, actor, contactId)
  await lockTemplates(tx, owner)
  const before = await findTemplates(tx, contactId)
  const isNew = before.every(({ id }) => id !== template.id)
  if (isNew && before.length >= templatesPerContact) throw problem('service_templates_full')
  await writeTemplate(tx, owner, template)
  record(tx, owner, template, isNew ? 'service.template_created' : 'service.template_changed')
  const saved = (await findTemplates(tx, contactId)).find(({ id }) => id === template.id)
  if (!saved) throw problem('contact_not_found')
  return saved
}

/** @throws Problem `contact_not_found` */
export async function deleteTemplateOf(
  tx: Transaction,
  actor: Actor,
  contactId: string,
  id: string,
): Promise<{ companyId: string; done: true }> {
  const owner = await ownerOf(tx, actor, contactId)
  const name = await removeTemplate(tx, owner, id)
  if (name !== null) record(tx, owner, { id, name }, 'service.template_deleted')
  return { companyId: owner.companyId, done: true }
}
