import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { secretPrefix } from '../../platform/deliveries/webhook.ts'
import { createSeal, type Seal } from '../../platform/seal.ts'
import { findWebhooks, type StoredSecret, saveWebhook } from './notifications.webhooks.repository.ts'

export const webhookSeal = (secret: string): Seal => createSeal(secret, 'secrets of webhooks')

/** A new secret, as shown and as stored. */
export function newSecret(seal: Pick<Seal, 'seal'>, now: Date): { secret: string; stored: StoredSecret } {
  const secret = `${secretPrefix}${randomBytes(32).toString('base64')}`
  const stored = { id: uuid(), sealed: seal.seal(secret), createdAt: now.toISOString(), endsAt: null }
  return { secret, stored }
}

/** Its value; null if it was encrypted with another secret of the installation. */
export function openedSecret(seal: Pick<Seal, 'unseal'>, { sealed }: StoredSecret): string | null {
  try {
    return seal.unseal(sealed)
  } catch {
    return null
  }
}

/** What webhooks encrypt with the installation's secret, for the change of that secret. */
export const sealedWebhookSecrets = {
  async reseal(tx: Transaction, { from, to }: { from: string; to: string }): Promise<number> {
    const [former, present] = [webhookSeal(from), webhookSeal(to)]
    let unreadable = 0
    for (const row of await findWebhooks(tx, null)) {
      const secrets = row.secrets.map((stored) => {
        const secret = openedSecret(former, stored)
        if (secret === null) unreadable += 1
        return secret === null ? stored : { ...stored, sealed: present.seal(secret) }
      })
      await saveWebhook(tx, { ...row, secrets })
    }
    return unreadable
  },
  /** Without a secret nothing is sent, until an administrator makes a new one. */
  async remove(tx: Transaction): Promise<number> {
    const rows = await findWebhooks(tx, null)
    for (const row of rows) await saveWebhook(tx, { ...row, secrets: [] })
    return rows.reduce((sum, { secrets }) => sum + secrets.length, 0)
  },
}
