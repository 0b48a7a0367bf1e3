import type { InputOf } from '@rumbo/contract/endpoint'
import { type Account, readAccount, updateAccount } from '@rumbo/contract/identity.account.contract'
import { useClient, useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange, useData, useEndpoint } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

/** The user's own account, read again when it changed elsewhere. */
export const useAccount = () => useEndpoint(readAccount, {})

type Fields = InputOf<typeof updateAccount>['body']

/** Saves some fields of the user's own account, keeps the others, and updates the shell. */
export function useSaveAccount(account: Account) {
  const { t } = useText()
  const { session } = useClient()
  const { evict } = useData()
  const toasts = useToasts()
  const message = useErrorMessage()
  const change = useChange(updateAccount, {
    onSuccess: () => {
      toasts.show({ type: 'success', message: t('account.personal.saved') })
      // Name, avatar and language of the session are renewed with the token.
      void session.renew()
    },
    onError: (error) => {
      toasts.show({ type: 'error', message: message(error, t('account.error.save')) })
      if (error instanceof ProblemError && error.code === 'stale_version') void evict(['account'])
    },
  })
  const { firstName, lastName, phone, language, avatar, notificationEmail, notificationPhone, version } =
    account
  const kept: Fields = {
    firstName,
    lastName,
    phone,
    language,
    avatar,
    notificationEmail,
    notificationPhone,
    version,
  }
  return {
    isBusy: change.isPending,
    save: (some: Partial<Fields>) => change.mutateAsync({ body: { ...kept, ...some } }),
  }
}
