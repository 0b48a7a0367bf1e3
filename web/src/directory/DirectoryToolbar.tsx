import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type DirectoryRole, directoryRoles, directoryStatuses } from '@rumbo/contract/directory.contract'
import type { useListAddress } from '../app/navigation/list-address.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { FilterChips } from '../ui/table/FilterChips.tsx'
import { ListToolbar } from '../ui/table/ListToolbar.tsx'

export const directoryViews = ['all', 'system-users'] as const
export type DirectoryView = (typeof directoryViews)[number]

interface DirectoryToolbarProps {
  list: Pick<ReturnType<typeof useListAddress>, 'typed' | 'type' | 'change'>
  role: DirectoryRole | null
  statuses: readonly (typeof directoryStatuses)[number][]
  isVerifiedOnly: boolean
  view: DirectoryView
}

/** Search, filters and view of the directory, kept in the address. */
export function DirectoryToolbar({ list, role, statuses, isVerifiedOnly, view }: DirectoryToolbarProps) {
  const { t } = useText()
  const { change } = list
  return (
    <ListToolbar
      typed={list.typed}
      onType={list.type}
      set={[role !== null, statuses.length > 0, isVerifiedOnly]}
      searchLabel={t('directory.list.search')}
    >
      <Box sx={{ width: 210 }}>
        <ChoiceField
          size="small"
          label={t('directory.field.role')}
          value={role ?? 'all'}
          choices={[
            { value: 'all' as const, label: t('directory.list.allRoles') },
            ...directoryRoles.map((value) => ({ value, label: t(`directory.role.${value}`) })),
          ]}
          onChange={(value) => change({ role: value === 'all' ? undefined : value, page: undefined })}
        />
      </Box>
      <FormControlLabel
        control={
          <Switch
            checked={isVerifiedOnly}
            onChange={(_, isOn) => change({ verified: isOn ? 'true' : undefined, page: undefined })}
          />
        }
        label={t('directory.list.verifiedOnly')}
        sx={{ ml: 0, mr: 0 }}
      />
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('directory.view.label')}
        value={view}
        onChange={(_, next: DirectoryView | null) =>
          next && change({ view: next === 'all' ? undefined : next, page: undefined }, { push: true })
        }
        sx={{ ml: { md: 'auto' } }}
      >
        <ToggleButton value="all">{t('directory.view.all')}</ToggleButton>
        <ToggleButton value="system-users">{t('directory.view.systemUsers')}</ToggleButton>
      </ToggleButtonGroup>
      <Box sx={{ flexBasis: '100%' }}>
        <FilterChips
          label={t('directory.filter.status')}
          chips={directoryStatuses.map((value) => ({ value, label: t(`directory.status.${value}`) }))}
          selected={statuses}
          onChange={(next) => change({ status: next, page: undefined })}
          clearLabel={t('directory.filter.clear')}
        />
      </Box>
    </ListToolbar>
  )
}
