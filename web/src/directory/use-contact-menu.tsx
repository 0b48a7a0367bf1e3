import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import LinkOffRounded from '@mui/icons-material/LinkOffRounded'
import LinkRounded from '@mui/icons-material/LinkRounded'
import PersonAddAlt1Outlined from '@mui/icons-material/PersonAddAlt1Outlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import type { Contact } from '@rumbo/contract/directory.contract'
import { useCan } from '../app/client-context.tsx'
import { useMessageItems } from '../messaging/use-message-items.tsx'
import { useText } from '../ui/i18n.tsx'
import type { RowMenuItem } from '../ui/table/table-parts.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

export type ContactCommand = 'view' | 'edit' | 'delete' | 'createUser' | 'linkUser' | 'unlinkUser'

/** Actions on a contact; unavailable ones are listed with their reason. */
export function useContactMenu(
  onCommand: (what: ContactCommand, contact: Contact) => void,
): (contact: Contact) => RowMenuItem[] {
  const { t } = useText()
  const can = useCan()
  const toasts = useToasts()
  const messages = useMessageItems()
  const [mayEdit, mayUsers] = [can('directory.edit'), can('users.edit')]
  const forbidden = t('problems.forbidden')

  const copy = async (phone: string) => {
    try {
      await navigator.clipboard.writeText(phone)
      toasts.show({ type: 'success', message: t('directory.done.copied'), detail: phone })
    } catch {
      toasts.show({ type: 'error', message: t('directory.error.copy'), detail: phone, timeout: 0 })
    }
  }

  return (contact) => {
    const item = (what: ContactCommand, icon: RowMenuItem['icon'], lockedReason?: string): RowMenuItem => ({
      label: t(`directory.action.${what}`),
      icon,
      onChoose: () => onCommand(what, contact),
      lockedReason,
    })
    const usersLock = mayUsers ? undefined : t('directory.user.forbidden')
    const emailLock = contact.email === null ? t('directory.user.emailMissing') : undefined
    return [
      item('view', <VisibilityOutlined fontSize="small" />),
      ...messages.ofContact(contact),
      item('edit', <EditOutlined fontSize="small" />, mayEdit ? undefined : forbidden),
      {
        label: t('directory.action.copyPhone'),
        icon: <ContentCopyOutlined fontSize="small" />,
        onChoose: () => void copy(contact.primaryPhone),
      },
      ...(contact.user === null
        ? [
            item('createUser', <PersonAddAlt1Outlined fontSize="small" />, usersLock ?? emailLock),
            item('linkUser', <LinkRounded fontSize="small" />, usersLock),
          ]
        : [item('unlinkUser', <LinkOffRounded fontSize="small" />, usersLock)]),
      {
        ...item('delete', <DeleteOutlineRounded fontSize="small" />, mayEdit ? undefined : forbidden),
        isDestructive: mayEdit,
      },
    ]
  }
}
