import Box from '@mui/material/Box'
import { listAdministrators } from '@rumbo/contract/organisation.contract'
import { MailLink, PhoneLink } from '../../ui/ContactLinks.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useSession, useWorkspace } from '../client-context.tsx'
import { useEndpoint } from '../data/use-data.ts'

/** Names shown; more would hide what the page says. */
const shownAtMost = 3

/** Whom to ask for what the reader may not do: the administrators of the active company, else the company itself. */
export function WhomToAsk() {
  const { t } = useText()
  const { user } = useSession()
  const { company } = useWorkspace()
  const answer = useEndpoint(
    listAdministrators,
    { params: { id: company?.id ?? '' } },
    { enabled: company !== null },
  )
  if (company === null || (answer.data === undefined && !answer.isError)) return null
  const { name, email, phone } = company
  const people = (answer.data?.items ?? []).filter(({ id }) => id !== user?.id).slice(0, shownAtMost)
  if (people.length > 0)
    return (
      <Box sx={{ mt: '6px' }}>
        {t('shell.ask.administrators', { company: name })}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {people.map((person) => (
            <li key={person.id}>
              {person.displayName} · <MailLink email={person.email} of={person.displayName} />
            </li>
          ))}
        </Box>
      </Box>
    )
  if (email === null && phone === null) return null
  return (
    <Box sx={{ mt: '6px' }}>
      {t('shell.ask.company', { company: name })}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '2px 14px' }}>
        {email !== null && <MailLink email={email} of={name} />}
        {phone !== null && <PhoneLink phone={phone} of={name} />}
      </Box>
    </Box>
  )
}
