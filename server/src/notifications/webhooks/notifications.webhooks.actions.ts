import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import {
  type changeWebhook,
  type createWebhook,
  type listWebhooks,
  type rotateWebhookSecret,
  type Webhook,
  webhooksPerCompany,
} from '@rumbo/contract/notifications.webhooks.contract'
import { hourMs } from '@rumbo/contract/time-units'
import { v7 as uuid } from 'uuid'
import { findCompany } from '../../organisation/index.ts'
import { type Actor, requireCan, roleOf } from '../../platform/access/access.ts'
import { differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import type { Seal } from '../../platform/seal.ts'
import {
  areFleetsOf,
  countWebhooks,
  findWebhook,
  findWebhooks,
  inForce,
  isNameTaken,
  removeWebhook,
  saveWebhook,
  type WebhookRow,
  webhookOf,
} from './notifications.webhooks.repository.ts'
import { newSecret } from './notifications.webhooks.secrets.ts'

/** Besides the newest one. */
const formerSecrets = 4

/** A page of the webhooks of companies that the caller manages; under the system role. */
export async function listWebhooksOf(
  tx: Transaction,
  actor: Actor,
  { companyId }: ParsedOf<typeof listWebhooks>['query'],
): Promise<OutputOf<typeof listWebhooks>> {
  const isSuper = roleOf(actor) === 'rumbo_all'
  const managed = actor.companies.manage.filter((id) => companyId === undefined || id === companyId)
  const companies = isSuper ? (companyId === undefined ? null : [companyId]) : managed
  return { items: (await findWebhooks(tx, companies)).map((row) => webhookOf(row, tx.now)) }
}

/** A webhook of a company that the caller manages. @throws Problem `not_found` for any other */
export async function requireWebhook(
  tx: Transaction,
  actor: Actor,
  id: string,
  options?: { isLocked?: boolean },
): Promise<WebhookRow> {
  const row = await findWebhook(tx, id, options)
  const isManaged = roleOf(actor) === 'rumbo_all' || actor.companies.manage.includes(row?.companyId ?? '')
  if (!row || !isManaged) throw problem('not_found')
  requireCan(actor, 'webhooks.edit', { companyId: row.companyId })
  return row
}

/** Publishes and audits a change of a webhook, never its secrets. */
function publish(tx: Transaction, action: string, row: WebhookRow, before?: WebhookRow): Webhook {
  const { id, companyId, name } = row
  tx.stale({ domain: 'webhooks', id, companyId })
  const audited = ({ fleetIds, url, isActive, name: called }: WebhookRow) => ({
    name: called,
    url,
    fleets: fleetIds.length,
    isActive,
  })
  tx.audit({
    action,
    entity: 'webhook',
    entityId: id,
    entityName: name,
    companyId,
    changes: before && differences(audited(before), audited(row)),
  })
  return webhookOf(row, tx.now)
}

/** @throws Problem `fleet_denied`, `name_taken` */
async function requireFree(tx: Transaction, row: WebhookRow): Promise<void> {
  if (!(await areFleetsOf(tx, row.companyId, row.fleetIds))) throw problem('fleet_denied')
  if (await isNameTaken(tx, row)) throw problem('name_taken')
}

/** @throws Problem `company_denied`, `forbidden`, `fleet_denied`, `name_taken`, `webhook_limit` */
export async function createWebhookOf(
  tx: Transaction,
  actor: Actor,
  seal: Seal,
  body: ParsedOf<typeof createWebhook>['body'],
): Promise<OutputOf<typeof createWebhook>> {
  requireCan(actor, 'webhooks.edit', { companyId: body.companyId })
  if (!(await findCompany(tx, body.companyId))) throw problem('company_denied')
  const { secret, stored } = newSecret(seal, tx.now)
  const row: WebhookRow = {
    id: uuid(),
    ...body,
    isActive: true,
    disabledReason: null,
    failingSince: null,
    secrets: [stored],
    version: 1,
    updatedByName: null,
    updatedAt: tx.now,
  }
  if ((await countWebhooks(tx, body.companyId)) >= webhooksPerCompany) throw problem('webhook_limit')
  await requireFree(tx, row)
  await saveWebhook(tx, row)
  return { ...publish(tx, 'webhook.created', row), secret }
}

/** @throws Problem `not_found`, `stale_version`, `fleet_denied`, `name_taken` */
export async function changeWebhookOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...body }: ParsedOf<typeof changeWebhook>['body'],
): Promise<Webhook> {
  const before = await requireWebhook(tx, actor, id, { isLocked: true })
  if (before.version !== version)
    throw problem('stale_version', {
      current: webhookOf(before, tx.now),
      changedBy: before.updatedByName,
      changedAt: before.updatedAt,
    })
  const isChanged = before.isActive !== body.isActive || before.url !== body.url
  const row: WebhookRow = {
    ...before,
    ...body,
    disabledReason: body.isActive ? null : (before.disabledReason ?? 'person'),
    // Switched on again, it has another five days.
    failingSince: isChanged ? null : before.failingSince,
    version: version + 1,
  }
  await requireFree(tx, row)
  await saveWebhook(tx, row)
  return publish(tx, 'webhook.changed', row, before)
}

/** @throws Problem `not_found` */
export async function deleteWebhookOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const row = await requireWebhook(tx, actor, id, { isLocked: true })
  await removeWebhook(tx, id)
  publish(tx, 'webhook.deleted', row)
  return { done: true }
}

/** A new secret; the former ones end when the overlap is over. @throws Problem `not_found` */
export async function rotateSecretOf(
  tx: Transaction,
  actor: Actor,
  options: { seal: Seal; id: string } & ParsedOf<typeof rotateWebhookSecret>['body'],
): Promise<OutputOf<typeof rotateWebhookSecret>> {
  const { seal, id, overlapHours } = options
  const before = await requireWebhook(tx, actor, id, { isLocked: true })
  const overlapEnds = tx.now.getTime() + overlapHours * hourMs
  const former = inForce(before.secrets, tx.now).map((secret) => ({
    ...secret,
    endsAt: new Date(
      Math.min(overlapEnds, secret.endsAt === null ? overlapEnds : Date.parse(secret.endsAt)),
    ).toISOString(),
  }))
  const { secret, stored } = newSecret(seal, tx.now)
  const secrets = [...inForce(former, tx.now).slice(-formerSecrets), stored]
  const row = { ...before, secrets, version: before.version + 1 }
  await saveWebhook(tx, row)
  return { ...publish(tx, 'webhook.secret_changed', row), secret }
}
