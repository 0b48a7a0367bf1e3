import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { Level } from '@rumbo/contract/access'
import { listUsers, type User } from '@rumbo/contract/identity.users.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { useDelayed } from '../ui/hooks/use-delayed.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

/** The fields of the chosen user that a form keeps. */
export type PickedUser = Pick<User, 'id' | 'displayName'> & { username?: string }

interface UserPickerProps {
  label: string
  companyId: string
  value: PickedUser | null
  /** The levels offered. Default: all. */
  levels?: readonly Level[]
  /** Ids of users that are not offered. */
  without?: readonly string[]
  /** Why a user is listed but cannot be chosen; null if the user can be chosen. */
  obstacleOf?: (user: User) => string | null
  isRequired?: boolean
  error?: string
  hint?: string
  onChoose: (user: PickedUser | null) => void
}

/** Searches users of the company while typing. */
export function UserPicker({
  label,
  companyId,
  value,
  levels,
  without = [],
  obstacleOf = () => null,
  isRequired = false,
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
    { query: { companyId, search, size: 20, level: levels && [...levels] } },
    { placeholderData: keepPreviousData },
  )
  const found = new Map((users.data?.items ?? []).map((user) => [user.id, user]))
  const options: PickedUser[] = [...found.values()].filter(({ id }) => !without.includes(id))
  const obstacle = ({ id }: PickedUser) => {
    const user = found.get(id)
    return user ? obstacleOf(user) : null
  }
  const details = ({ id, username }: PickedUser) => {
    const level = found.get(id)?.level
    return [username, level && t(`identity.level.${level}`), obstacle({ id, displayName: '' })]
  }
  return (
    <Autocomplete
      options={options}
      value={value}
      loading={users.isFetching}
      filterOptions={(all) => all}
      getOptionLabel={({ displayName }) => displayName}
      getOptionKey={({ id }) => id}
      getOptionDisabled={(user) => obstacle(user) !== null}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      onChange={(_, user) => onChoose(user)}
      noOptionsText={users.isError ? message(users.error, t('users.error.load')) : t('users.picker.none')}
      loadingText={t('ui.loading')}
      openText={t('users.picker.open')}
      closeText={t('ui.close')}
      clearText={t('ui.clear')}
      renderOption={({ key, ...option }, user) => (
        <Box component="li" key={key} {...option}>
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ fontWeight: 520 }}>{user.displayName}</Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {details(user).filter(Boolean).join(' · ')}
            </Box>
          </Box>
        </Box>
      )}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          required={isRequired}
          error={error !== undefined}
          helperText={error ?? hint}
          placeholder={t('users.picker.search')}
        />
      )}
    />
  )
}
