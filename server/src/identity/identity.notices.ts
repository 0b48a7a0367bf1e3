import { translate } from '@rumbo/i18n'
import type { Transaction } from '../platform/database/transaction.ts'
import { postMail } from '../platform/deliveries/post.ts'
import { displayNameOf } from './identity.rules.ts'

const texts = {
  passwordChanged: ['mails.passwordChangedSubject', 'mails.passwordChangedBody'],
  passwordSet: ['mails.passwordSetSubject', 'mails.passwordSetBody'],
  twoFactorOn: ['mails.twoFactorOnSubject', 'mails.twoFactorOnBody'],
  twoFactorOff: ['mails.twoFactorOffSubject', 'mails.twoFactorOffBody'],
  twoFactorReset: ['mails.twoFactorResetSubject', 'mails.twoFactorResetBody'],
} as const

/** Security notices: changes that an intruder could have made, so the account's owner is notified. */
export type Notice = keyof typeof texts

/** Mails a security notice in the user's language. */
export async function mailNotice(
  tx: Transaction,
  user: {
    email: string
    language: 'es' | 'en'
    username: string
    first_name: string
    last_name: string
    display_name: string | null
  },
  notice: Notice,
): Promise<void> {
  const [subject, body] = texts[notice]
  await postMail(tx, {
    kind: 'security',
    recipient: user.email,
    language: user.language,
    subject: translate(user.language, subject),
    body: translate(user.language, body, { name: displayNameOf(user), username: user.username }),
  })
}
