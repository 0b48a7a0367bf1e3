import { pushSubscriptionsOfSecret, sealedWebhookSecrets } from '../notifications/index.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { sealedInstallationKeys } from '../platform/deliveries/keys.ts'
import { sealedDevicePasswords } from '../vehicles/index.ts'

const all = [sealedDevicePasswords, sealedWebhookSecrets, sealedInstallationKeys, pushSubscriptionsOfSecret]

/** Everything beside second factors that is encrypted with the installation's secret, for the change of the secret. */
export const sealedElsewhere = {
  async reseal(tx: Transaction, change: { from: string; to: string }): Promise<number> {
    let unreadable = 0
    for (const sealed of all) unreadable += await sealed.reseal(tx, change)
    return unreadable
  },
  async remove(tx: Transaction): Promise<number> {
    let removed = 0
    for (const sealed of all) removed += await sealed.remove(tx)
    return removed
  },
}
