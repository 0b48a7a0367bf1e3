import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type VehicleStatus, vehicleTypes } from '@rumbo/contract/vehicles.contract'
import type { AddressState } from '../../addresses.ts'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { InlineSelect } from '../../ui/InlineSelect.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/tokens.ts'
import { VehicleMark } from '../../ui/VehicleMark.tsx'
import { displayOrder } from '../../vehicles/vehicle-list.rules.ts'
import { type Reach, reaches, reachNames } from './radar.rules.ts'

const seatChoices = ['0', '4', '7', '12', '20'] as const

interface ReachBarProps {
  isByRoad: boolean
  hasRoads: boolean
  reach: Reach
  onRings: (rings: 'time' | 'distance') => void
  onReach: (reach: Reach) => void
}

/** Floats over the map: rings by road time or by distance, and how far they go. */
export function ReachBar({ isByRoad, hasRoads, reach, onRings, onReach }: ReachBarProps) {
  const { t } = useText()
  return (
    <Box
      sx={{
        position: 'absolute',
        left: 12,
        top: 12,
        zIndex: 2,
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: '10px',
        p: '6px 12px',
        borderRadius: '10px',
        border: `1px solid ${token('line')}`,
        backgroundColor: token('raised'),
        typography: 'body2',
      }}
    >
      <InlineSelect
        label={t('radar.rings.label')}
        value={isByRoad ? 'time' : 'distance'}
        options={[
          ...(hasRoads ? [{ value: 'time' as const, label: t('radar.rings.time') }] : []),
          { value: 'distance' as const, label: t('radar.rings.distance') },
        ]}
        onChange={onRings}
      />
      <InlineSelect
        label={t('radar.reach.label')}
        value={reach}
        options={reachNames.map((value) => ({
          value,
          label: isByRoad
            ? t('radar.ring.minutes', { minutes: reaches[value].minutes.at(-1) ?? 0 })
            : t('radar.ring.kilometres', { kilometres: reaches[value].kilometres.at(-1) ?? 0 }),
        }))}
        onChange={onReach}
      />
    </Box>
  )
}

interface RadarFiltersProps {
  /** Vehicles within reach. */
  count: number
  /** Vehicles of the fleet by status. */
  counts: Readonly<Record<VehicleStatus, number>>
  statuses: readonly VehicleStatus[]
  type: (typeof vehicleTypes)[number] | ''
  seats: number
  isTable: boolean
  /** One line of statuses that is pushed aside, instead of several. */
  onTable: () => void
  onChange: (change: AddressState) => void
}

/** Which vehicles count, and whether they stand in a list or a table. */
export function RadarFilters(props: RadarFiltersProps) {
  const { count, counts, statuses, type, seats, isTable, onTable, onChange } = props
  const { t } = useText()
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: '4px 10px',
        p: '0 14px 8px',
      }}
    >
      <Box component="span" role="status" sx={{ typography: 'h3' }}>
        {t('radar.count', { count })}
      </Box>
      <Button
        size="small"
        aria-pressed={isTable}
        aria-keyshortcuts="Alt+T"
        onClick={onTable}
        sx={{ ml: 'auto' }}
      >
        {t(isTable ? 'radar.table.hide' : 'radar.table.show')}
      </Button>
      <Box sx={{ flexBasis: '100%', display: 'flex', gap: '10px', flexWrap: 'wrap' }}>
        <InlineSelect
          label={t('vehicles.field.type')}
          value={type === '' ? 'all' : type}
          options={[
            { value: 'all' as const, label: t('vehicles.list.allTypes') },
            ...vehicleTypes.map((value) => ({ value, label: t(`vehicles.type.${value}`) })),
          ]}
          onChange={(next) => onChange({ type: next === 'all' ? undefined : next })}
        />
        <InlineSelect
          label={t('radar.seats.label')}
          value={seatChoices.find((value) => value === String(seats)) ?? '0'}
          options={seatChoices.map((value) => ({
            value,
            label: value === '0' ? t('radar.seats.any') : t('radar.seats.least', { count: Number(value) }),
          }))}
          onChange={(next) => onChange({ seats: next === '0' ? undefined : next })}
        />
      </Box>
      <Box sx={{ flexBasis: '100%', minWidth: 0 }}>
        <FilterChips
          label={t('map.filter.statuses')}
          chips={displayOrder
            .filter((status) => counts[status] > 0 || statuses.includes(status))
            .map((status) => ({
              value: status,
              label: t(`vehicles.status.${status}`),
              count: counts[status],
              icon: <VehicleMark status={status} size={18} />,
            }))}
          selected={statuses}
          onChange={(next) => onChange({ status: next })}
          clearLabel={t('map.filter.clearAll')}
        />
      </Box>
    </Box>
  )
}
