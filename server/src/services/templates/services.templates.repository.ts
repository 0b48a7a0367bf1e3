import type { Requirements } from '@rumbo/contract/services.contract'
import type { ServiceTemplate } from '@rumbo/contract/services.templates.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { unlessNameTaken } from '../../platform/database/unless-name-taken.ts'

/** A customer, a contact of a company. */
export interface TemplateOwner {
  contactId: string
  companyId: string
}
export type NewTemplate = Pick<
  ServiceTemplate,
  'id' | 'name' | 'serviceType' | 'priorityLevel' | 'notes' | 'stops' | keyof Requirements
>
type Content = Omit<NewTemplate, 'id' | 'name'>

const noRequirements: Requirements = {
  requiredVehicleType: null,
  requiredSeats: null,
  requiredLoadKg: null,
  requiredLoadM3: null,
  requiredSkills: [],
  requiredProofs: [],
}

/** The templates of a contact within the caller's companies, by name. */
export async function findTemplates(tx: Transaction, contactId: string): Promise<ServiceTemplate[]> {
  const rows = await tx.sql<
    Pick<ServiceTemplate, 'id' | 'companyId' | 'contactId' | 'name' | 'updatedBy'> & {
      content: Content
      updatedAt: Date
    }
  >(
    `select id, company_id as "companyId", contact_id as "contactId", name, content, updated_at as "updatedAt",
       updated_by_name as "updatedBy"
     from services.templates where contact_id = $1 order by name collate "es-x-icu", id`,
    [contactId],
  )
  return rows.map(({ content, updatedAt, ...row }) => ({
    // Templates saved before services had requirements, and stops planned minutes, have none.
    ...noRequirements,
    ...row,
    ...content,
    stops: content.stops.map((stop) => ({ ...stop, serviceMinutes: stop.serviceMinutes ?? null })),
    updatedAt: updatedAt.toISOString(),
  }))
}

/** Makes the changes of one customer's templates wait for each other until the transaction ends. */
export async function lockTemplates(tx: Transaction, { contactId }: TemplateOwner): Promise<void> {
  await tx.sql(`select pg_advisory_xact_lock(hashtextextended('services.templates' || $1::text, 0))`, [
    contactId,
  ])
}

/** @throws Problem `name_taken` */
export async function writeTemplate(
  tx: Transaction,
  owner: TemplateOwner,
  { id, name, ...content }: NewTemplate,
): Promise<void> {
  await unlessNameTaken(
    'templates_name',
    tx.sql(
      `insert into services.templates (id, contact_id, company_id, name, content, updated_at, updated_by_name)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (contact_id, id) do update set name = excluded.name, content = excluded.content,
         updated_at = excluded.updated_at, updated_by_name = excluded.updated_by_name`,
      [
        id,
        owner.contactId,
        owner.companyId,
        name,
        JSON.stringify(content),
        tx.now,
        tx.actor?.displayName ?? null,
      ],
    ),
  )
}

/** @returns the name of the removed template; null where there was none */
export async function removeTemplate(tx: Transaction, { contactId }: TemplateOwner, id: string) {
  const [removed] = await tx.sql<{ name: string }>(
    'delete from services.templates where contact_id = $1 and id = $2 returning name',
    [contactId, id],
  )
  return removed?.name ?? null
}
