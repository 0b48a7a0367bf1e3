import Box from '@mui/material/Box'
import type { Contact } from '@rumbo/contract/directory.contract'
import { PersonAvatar } from '../identity/PersonAvatar.tsx'
import { MailLink, PhoneLink } from '../ui/ContactLinks.tsx'
import { useText } from '../ui/i18n.tsx'
import type { TableColumn } from '../ui/table/table-model.ts'
import { token } from '../ui/theme/tokens.ts'
import { ContactStatusChip, contactAvatar, RoleChip, VerifiedMark } from './contact-chips.tsx'
import { contactName } from './contact-draft.rules.ts'

const soft = { typography: 'body2', color: token('textSoft') } as const

function Name({ contact }: { contact: Contact }) {
  const { id, companyName, jobTitle } = contact
  const name = contactName(contact)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0, py: '3px' }}>
      <PersonAvatar name={name} lastName={contact.lastName} avatar={contactAvatar(id)} size={30} />
      <Box sx={{ minWidth: 0 }}>
        <Box>{name}</Box>
        {(companyName || jobTitle) && (
          <Box sx={{ ...soft, fontWeight: 400 }}>{[jobTitle, companyName].filter(Boolean).join(' · ')}</Box>
        )}
      </Box>
    </Box>
  )
}

function Phones({ contact }: { contact: Contact }) {
  return (
    <Box>
      <Box sx={{ whiteSpace: 'nowrap' }}>
        <PhoneLink phone={contact.primaryPhone} isQuiet />
        {contact.phoneVerified && <VerifiedMark what="phone" />}
      </Box>
      {contact.secondaryPhone && (
        <Box sx={soft}>
          <PhoneLink phone={contact.secondaryPhone} isQuiet />
        </Box>
      )}
    </Box>
  )
}

function Email({ contact }: { contact: Contact }) {
  if (contact.email === null) return <Box sx={soft}>—</Box>
  return (
    <Box>
      <MailLink email={contact.email} isQuiet />
      {contact.emailVerified && <VerifiedMark what="email" />}
    </Box>
  )
}

/** The columns of the directory; in System Users the user follows the name. */
export function useContactColumns(isUsersView: boolean): TableColumn<Contact>[] {
  const { t } = useText()
  const user: TableColumn<Contact> = {
    key: 'user',
    rank: 4,
    header: t('directory.field.user'),
    render: (contact) =>
      contact.user === null ? (
        <Box sx={soft}>—</Box>
      ) : (
        <Box>
          <Box sx={{ fontWeight: 520 }}>{contact.user.username}</Box>
          <Box sx={soft}>
            {t(`identity.level.${contact.user.level}`)} · {t(`identity.status.${contact.user.status}`)}
          </Box>
        </Box>
      ),
  }
  const name: TableColumn<Contact> = {
    // Sorted by what the row starts with.
    key: 'firstName',
    header: t('directory.one'),
    isSortable: true,
    canWrap: true,
    minWidth: 190,
    render: (contact) => <Name contact={contact} />,
  }
  const others: TableColumn<Contact>[] = [
    {
      key: 'role',
      rank: 1,
      header: t('directory.field.role'),
      isSortable: true,
      render: ({ role }) => <RoleChip role={role} />,
    },
    {
      key: 'phones',
      rank: 2,
      header: t('directory.field.phones'),
      render: (contact) => <Phones contact={contact} />,
    },
    {
      key: 'email',
      rank: 5,
      header: t('directory.field.email'),
      canWrap: true,
      minWidth: 230,
      render: (contact) => <Email contact={contact} />,
    },
    {
      key: 'status',
      rank: 3,
      header: t('directory.field.status'),
      isSortable: true,
      render: ({ status }) => <ContactStatusChip status={status} />,
    },
  ]
  return isUsersView ? [name, user, ...others] : [name, ...others, user]
}
