import { translate } from '@rumbo/i18n'
import type { Transaction } from '../../platform/database/transaction.ts'
import { postMail } from '../../platform/deliveries/post.ts'
import { findSuperAdmins, findUser } from '../identity.repository.ts'
import { displayNameOf } from '../identity.rules.ts'

/** Mails every super admin that an account waits for activation; does nothing if it is no longer pending. */
export async function mailRegistration(tx: Transaction, userId: string): Promise<void> {
  const user = await findUser(tx, userId)
  if (user?.status !== 'pending') return
  for (const adminId of await findSuperAdmins(tx)) {
    const admin = await findUser(tx, adminId)
    if (admin?.status !== 'active') continue
    await postMail(tx, {
      recipient: admin.email,
      language: admin.language,
      subject: translate(admin.language, 'mails.registeredSubject'),
      body: translate(admin.language, 'mails.registeredBody', {
        name: displayNameOf(admin),
        person: displayNameOf(user),
        email: user.email,
      }),
    })
  }
}
