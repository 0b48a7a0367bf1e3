import { dayMs } from '@rumbo/contract/time-units'
import { translate } from '@rumbo/i18n'
import { findAdministratorMails } from '../../organisation/index.ts'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { postMail } from '../../platform/deliveries/post.ts'
import type { WebhookTargets } from '../../platform/deliveries/webhook.ts'
import {
  findWebhook,
  inForce,
  noteFailure,
  noteGone,
  noteSuccess,
  type WebhookRow,
} from './notifications.webhooks.repository.ts'
import { openedSecret, webhookSeal } from './notifications.webhooks.secrets.ts'

/** A webhook whose every call failed for so long is switched off. */
const longestFailureMs = 5 * dayMs

/** The webhooks, for the sender of their calls. */
export function webhookTargets(database: Pick<Database, 'transaction'>, secret: string): WebhookTargets {
  const seal = webhookSeal(secret)
  const inTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    database.transaction(asSystem('call a webhook'), work)
  return {
    find: (id) =>
      inTransaction(async (tx) => {
        const row = await findWebhook(tx, id)
        if (!row?.isActive) return null
        const secrets = inForce(row.secrets, tx.now).flatMap((stored) => openedSecret(seal, stored) ?? [])
        return secrets.length === 0 ? null : { url: row.url, secrets }
      }),
    works: (id) =>
      inTransaction(async (tx) => {
        for (const { companyId } of await noteSuccess(tx, id)) tx.stale({ domain: 'webhooks', id, companyId })
      }),
    fails: (id) => inTransaction(async (tx) => switchedOff(tx, await noteFailure(tx, id, longestFailureMs))),
    gone: (id) => inTransaction(async (tx) => switchedOff(tx, await noteGone(tx, id))),
  }
}

/** Notifies the administrators of a webhook's company that it was switched off. */
async function switchedOff(tx: Transaction, row: WebhookRow | undefined): Promise<void> {
  if (!row) return
  const { id, companyId, name, url, disabledReason } = row
  tx.stale({ domain: 'webhooks', id, companyId })
  tx.audit({
    action: disabledReason === 'gone' ? 'webhook.gone' : 'webhook.failed',
    entity: 'webhook',
    entityId: id,
    entityName: name,
    companyId,
  })
  const reason = disabledReason === 'gone' ? 'mails.webhookGone' : 'mails.webhookFailing'
  for (const { email, language } of await findAdministratorMails(tx, companyId))
    await postMail(tx, {
      recipient: email,
      language,
      subject: translate(language, 'mails.webhookOffSubject', { name }),
      body: translate(language, reason, { name, url }),
    })
}
