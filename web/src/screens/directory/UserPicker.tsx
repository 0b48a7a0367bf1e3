import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { listUsers, type User } from '@rumbo/contract/users.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/tokens.ts'
import { useDelayed } from '../../ui/use-delayed.ts'

interface UserPickerProps {
  companyId: string
  error?: string
  onChoose: (user: User | null) => void
}

/** Finds a user of the company as one types. Whoever is linked already, or may not be changed, is shown but locked. */
export function UserPicker({ companyId, error, onChoose }: UserPickerProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed.trim(), 250)
  const [chosen, setChosen] = useState<User | null>(null)
  const users = useEndpoint(
    listUsers,
    { query: { companyId, search, size: 20, sort: 'lastName' } },
    { placeholderData: keepPreviousData },
  )
  const reason = ({ contact, mayChange }: User): string | null => {
    if (contact !== null) return t('directory.user.linkedElsewhere', { name: contact.name })
    return mayChange ? null : t('problems.forbidden')
  }
  return (
    <Autocomplete
      options={users.data?.items ?? []}
      value={chosen}
      loading={users.isFetching}
      filterOptions={(all) => all}
      getOptionLabel={({ displayName, username }) => `${displayName} (${username})`}
      getOptionKey={({ id }) => id}
      getOptionDisabled={(user) => reason(user) !== null}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onInputChange={(_, text, why) => why === 'input' && setTyped(text)}
      onChange={(_, user) => {
        setChosen(user)
        onChoose(user)
      }}
      noOptionsText={users.isError ? message(users.error) : t('directory.user.noMatch')}
      loadingText={t('ui.loading')}
      openText={t('directory.user.open')}
      closeText={t('ui.close')}
      clearText={t('ui.clear')}
      renderOption={({ key, ...option }, user) => (
        <Box component="li" key={key} {...option}>
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ fontWeight: 520 }}>{user.displayName}</Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {[user.username, t(`identity.level.${user.level}`), reason(user)].filter(Boolean).join(' · ')}
            </Box>
          </Box>
        </Box>
      )}
      renderInput={(input) => (
        <TextField
          {...input}
          label={t('directory.user.which')}
          required
          error={error !== undefined}
          helperText={error}
          placeholder={t('directory.user.search')}
        />
      )}
    />
  )
}
