import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { type VehicleStatus, vehicleTypes } from '@rumbo/contract/vehicles.contract'
import type { useListAddress } from '../../app/navigation/list-address.ts'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import { VehicleMark } from '../../ui/VehicleMark.tsx'
import { soonDays } from '../due.rules.ts'
import { displayOrder } from '../vehicle-list.rules.ts'

interface FleetToolbarProps {
  list: Pick<ReturnType<typeof useListAddress>, 'typed' | 'type' | 'change'>
  filters: {
    statuses: readonly VehicleStatus[]
    type: (typeof vehicleTypes)[number] | ''
    isExpiring: boolean
  }
  isRunning: boolean
  onRunning: (isRunning: boolean) => void
}

/** Filters of the fleet's list, and the auto-refresh switch. */
export function FleetToolbar({ list, filters, isRunning, onRunning }: FleetToolbarProps) {
  const { t } = useText()
  const { statuses, type, isExpiring } = filters
  const { change } = list
  return (
    <ListToolbar
      typed={list.typed}
      onType={list.type}
      set={[statuses.length > 0, type !== '', isExpiring]}
      searchLabel={t('vehicles.list.searchHere')}
    >
      <Box sx={{ width: 180 }}>
        <ChoiceField
          size="small"
          label={t('vehicles.field.type')}
          value={type === '' ? 'all' : type}
          choices={[
            { value: 'all' as const, label: t('vehicles.list.allTypes') },
            ...vehicleTypes.map((value) => ({ value, label: t(`vehicles.type.${value}`) })),
          ]}
          onChange={(value) => change({ type: value === 'all' ? undefined : value, page: undefined })}
        />
      </Box>
      <FilterChips
        label={t('vehicleForm.list.papers')}
        chips={[{ value: 'expires', label: t('vehicleForm.list.expiring') }]}
        selected={isExpiring ? ['expires'] : []}
        onChange={(next) => change({ expires: next.length > 0 ? soonDays : undefined, page: undefined })}
      />
      <FormControlLabel
        control={<Switch checked={isRunning} onChange={(_, isOn) => onRunning(isOn)} />}
        label={t('vehicles.list.autoRefresh')}
        sx={{ ml: { sm: 'auto' }, mr: 0 }}
      />
      <Box sx={{ flexBasis: '100%' }}>
        <FilterChips
          label={t('map.filter.statuses')}
          chips={displayOrder.map((status) => ({
            value: status,
            label: t(`vehicles.status.${status}`),
            icon: <VehicleMark status={status} size={18} />,
          }))}
          selected={statuses}
          onChange={(next) => change({ status: next, page: undefined })}
          clearLabel={t('services.filter.clear')}
        />
      </Box>
    </ListToolbar>
  )
}
