import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  notificationKinds,
  notificationPriorities,
  notificationTypes,
} from '@rumbo/contract/notifications.contract'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { FilterChips } from '../ui/table/FilterChips.tsx'
import {
  type NotificationFilter,
  type notificationFilterNames,
  readStates,
} from './notification-filter.rules.ts'

export type NotificationFilterChange = Partial<
  Record<(typeof notificationFilterNames)[number], string | string[] | undefined>
>
interface NotificationFiltersProps {
  filter: NotificationFilter
  onChange: (some: NotificationFilterChange) => void
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined
}
const all = 'all'

/** The filters of the list of notifications, beside its search. */
export function NotificationFilters({ filter, onChange, onClear }: NotificationFiltersProps) {
  const { t } = useText()
  return (
    <>
      <Box sx={{ width: { xs: '100%', sm: 200 }, '& .MuiTextField-root': { width: '100%' } }}>
        <ChoiceField
          size="small"
          label={t('notifications.field.kind')}
          value={filter.kind ?? all}
          choices={[
            { value: all, label: t('notifications.filter.all') },
            ...notificationKinds.map((value) => ({ value, label: t(`notifications.kind.${value}`) })),
          ]}
          onChange={(value) => onChange({ kind: value === all ? undefined : value })}
        />
      </Box>
      <FilterChips
        label={t('notifications.field.state')}
        chips={readStates.map((value) => ({ value, label: t(`notifications.${value}`) }))}
        selected={filter.state ? [filter.state] : []}
        onChange={(chosen) => onChange({ state: chosen.find((value) => value !== filter.state) })}
      />
      <FilterChips
        label={t('notifications.field.priority')}
        chips={notificationPriorities.map((value) => ({
          value,
          label: t(`notifications.priority.${value}`),
        }))}
        selected={filter.priority}
        onChange={(priority) => onChange({ priority })}
      />
      <FilterChips
        label={t('notifications.field.type')}
        chips={notificationTypes.map((value) => ({ value, label: t(`notifications.type.${value}`) }))}
        selected={filter.type}
        onChange={(type) => onChange({ type })}
      />
      {onClear && (
        <Button size="small" onClick={onClear}>
          {t('services.filter.clear')}
        </Button>
      )}
    </>
  )
}
