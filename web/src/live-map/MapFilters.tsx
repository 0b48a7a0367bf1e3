import Box from '@mui/material/Box'
import { vehicleTypes } from '@rumbo/contract/vehicles.contract'
import { InlineSelect } from '../ui/fields/InlineSelect.tsx'
import { useText } from '../ui/i18n.tsx'
import { FilterChips } from '../ui/table/FilterChips.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { displayOrder } from '../vehicles/vehicle-list.rules.ts'
import type { MapAddress } from './use-map-address.ts'
import type { MapVehicles } from './use-map-vehicles.ts'

interface MapFiltersProps {
  fleet: MapVehicles
  at: MapAddress
  isNarrow: boolean
}

/** Statuses as chips and the type, above the map; on a phone a single row that scrolls. */
export function MapFilters({ fleet, at, isNarrow }: MapFiltersProps) {
  const { type, change } = at
  const { t } = useText()
  return (
    <Box
      sx={{
        minWidth: 0,
        alignSelf: 'flex-start',
        overflowX: 'auto',
        scrollbarWidth: 'none',
        pointerEvents: 'auto',
        p: '2px',
        m: '-2px',
        display: 'flex',
        flexWrap: isNarrow ? 'nowrap' : 'wrap',
        gap: '6px',
        // The chips wrap together with the type.
        '& fieldset': { display: 'contents' },
        '& fieldset > *': { flex: 'none' },
      }}
    >
      <FilterChips
        label={t('map.filter.statuses')}
        chips={displayOrder.map((status) => ({
          value: status,
          label: t(`vehicles.status.${status}`),
          count: fleet.counts[status],
          icon: <VehicleMark status={status} size={18} />,
        }))}
        selected={fleet.statuses}
        onChange={(next) => change({ status: next })}
        selectAllLabel={t('map.filter.selectAll')}
        clearLabel={t('map.filter.clearAll')}
      />
      <Box
        sx={{
          flex: 'none',
          display: 'inline-flex',
          alignItems: 'center',
          height: 32,
          px: '6px',
          borderRadius: '16px',
          border: `1px solid ${token(type === '' ? 'line' : 'primaryText')}`,
          backgroundColor: token(type === '' ? 'surface' : 'primarySoft'),
        }}
      >
        <InlineSelect
          label={t('liveMap.filter.type')}
          value={type}
          options={[
            { value: '', label: t('liveMap.filter.allTypes') },
            ...vehicleTypes.map((value) => ({ value: value as string, label: t(`vehicles.type.${value}`) })),
          ]}
          onChange={(next) => change({ type: next === '' ? undefined : next })}
        />
      </Box>
    </Box>
  )
}
