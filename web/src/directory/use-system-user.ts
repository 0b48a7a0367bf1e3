import { type Contact, createSystemUser } from '@rumbo/contract/directory.contract'
import { linkContact } from '@rumbo/contract/identity.users.links.contract'
import { useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { contactName } from './contact-draft.rules.ts'
import {
  type SystemUserDraft,
  type SystemUserErrors,
  systemUserBodyOf,
  systemUserRefusal,
} from './system-user-draft.rules.ts'

export interface AccessRefusal {
  message: string
  errors: SystemUserErrors
}

/** Creates or links the user of a draft and shows a toast. @returns why it was refused, or null */
export function useSystemUser(): (contact: Contact, draft: SystemUserDraft) => Promise<AccessRefusal | null> {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const create = useChange(createSystemUser, { evicts: ['users'] })
  const link = useChange(linkContact, { evicts: ['directory'] })
  return async (contact, draft) => {
    const name = contactName(contact)
    try {
      if (draft.mode === 'create') {
        const made = await create.mutateAsync({ params: { id: contact.id }, body: systemUserBodyOf(draft) })
        const user = made.user?.username ?? draft.username
        toasts.show({ type: 'success', message: t('directory.done.userCreated', { name, user }) })
      } else if (draft.mode === 'link' && draft.userId !== null) {
        const linked = await link.mutateAsync({
          params: { id: draft.userId },
          body: { contactId: contact.id },
        })
        toasts.show({ type: 'success', message: t('directory.done.linked', { name, user: linked.username }) })
      }
      return null
    } catch (error) {
      const fallback = t(draft.mode === 'create' ? 'directory.error.createUser' : 'directory.error.link')
      const code = error instanceof ProblemError ? (error.code ?? null) : null
      return { message: message(error, fallback), errors: systemUserRefusal(code) }
    }
  }
}
