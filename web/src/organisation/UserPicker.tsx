import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { listUsers } from '@rumbo/contract/users.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/tokens.ts'
import { useDelayed } from '../ui/use-delayed.ts'

export interface PickedUser {
  id: string
  displayName: string
  username?: string
}

interface UserPickerProps {
  label: string
  companyId: string
  value: PickedUser | null
  /** Users not to offer. */
  without?: readonly string[]
  error?: string
  hint?: string
  onChoose: (user: PickedUser | null) => void
}

/** Finds a user of the company as one types. Guests are not offered: they have no fleet. */
export function UserPicker({
  label,
  companyId,
  value,
  without = [],
  error,
  hint,
  onChoose,
}: UserPickerProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed.trim(), 250)
  const users = useEndpoint(
    listUsers,
    { query: { companyId, search, size: 20, level: ['user', 'manager', 'admin'] } },
    { placeholderData: keepPreviousData },
  )
  const options: PickedUser[] = (users.data?.items ?? []).filter(({ id }) => !without.includes(id))
  return (
    <Autocomplete
      options={options}
      value={value}
      loading={users.isFetching}
      filterOptions={(all) => all}
      getOptionLabel={({ displayName }) => displayName}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      onChange={(_, user) => onChoose(user)}
      noOptionsText={users.isError ? message(users.error) : t('companies.people.none')}
      loadingText={t('ui.loading')}
      openText={t('companies.people.open')}
      closeText={t('ui.close')}
      clearText={t('ui.clear')}
      renderOption={({ key, ...option }, user) => (
        <Box component="li" key={key} {...option}>
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ fontWeight: 520 }}>{user.displayName}</Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>{user.username}</Box>
          </Box>
        </Box>
      )}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          error={error !== undefined}
          helperText={error ?? hint}
          placeholder={t('companies.people.search')}
        />
      )}
    />
  )
}
