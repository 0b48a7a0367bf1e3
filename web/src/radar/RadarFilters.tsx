import TuneRounded from '@mui/icons-material/TuneRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type VehicleStatus, vehicleTypes } from '@rumbo/contract/vehicles.contract'
import { useId, useState } from 'react'
import { InlineSelect } from '../ui/fields/InlineSelect.tsx'
import { useText } from '../ui/i18n.tsx'
import { FilterChips } from '../ui/table/FilterChips.tsx'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { displayOrder } from '../vehicles/vehicle-list.rules.ts'
import { MinutesSlider } from './MinutesSlider.tsx'
import { furthestMinutes } from './radar.rules.ts'
import type { RadarFilters as Filters } from './use-radar-filters.ts'

const seatChoices = ['0', '4', '7', '12', '20'] as const
const percentChoices = ['0', '10', '25', '50', '75'] as const
/** A value in the address that is not among the choices is added to them. */
const choicesWith = (choices: readonly string[], value: number): string[] =>
  choices.includes(String(value))
    ? [...choices]
    : [...choices, String(value)].sort((a, b) => Number(a) - Number(b))

interface RadarFiltersProps {
  /** Number of vehicles within reach. */
  count: number
  /** Vehicles of the fleet by status. */
  counts: Readonly<Record<VehicleStatus, number>>
  /** Skills of the fleet's vehicles. */
  skills: readonly string[]
  filters: Filters
  /** Without arrivals there is no filter by minutes. */
  hasTimes: boolean
  isTable: boolean
  onTable: () => void
}

/** Filters of the vehicles, and the switch between list and table. */
export function RadarFilters(props: RadarFiltersProps) {
  const { count, counts, skills, filters, hasTimes, isTable, onTable } = props
  const { statuses, moreCount, reach, maxMinutes, change } = filters
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const moreId = useId()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '4px 6px', p: '0 14px 8px' }}>
      <Box component="span" role="status" sx={{ typography: 'h3', mr: 'auto' }}>
        {t('radar.count', { count })}
      </Box>
      <Button size="small" aria-pressed={isTable} aria-keyshortcuts="Alt+T" onClick={onTable}>
        {t(isTable ? 'radar.table.hide' : 'radar.table.show')}
      </Button>
      <Box sx={{ flexBasis: '100%', minWidth: 0, display: 'flex', alignItems: 'center', gap: '16px' }}>
        <MinutesSlider
          max={furthestMinutes(reach)}
          value={maxMinutes}
          isDisabled={!hasTimes}
          onChange={filters.setMaxMinutes}
        />
        <Button
          size="small"
          startIcon={<TuneRounded />}
          sx={{ flex: 'none' }}
          aria-expanded={isOpen}
          aria-controls={moreId}
          onClick={() => setOpen(!isOpen)}
        >
          {moreCount === 0 ? t('radar.filters.more') : t('radar.filters.moreCount', { count: moreCount })}
        </Button>
      </Box>
      <Box id={moreId} hidden={!isOpen} sx={{ flexBasis: '100%' }}>
        {isOpen && <MoreFilters skills={skills} filters={filters} />}
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
          onChange={(next) => change({ status: next })}
          clearLabel={t('map.filter.clearAll')}
        />
      </Box>
    </Box>
  )
}

/** Type, seats, skills, fuel and battery. */
function MoreFilters({ skills, filters }: Pick<RadarFiltersProps, 'skills' | 'filters'>) {
  const { t } = useText()
  const { type, seats, skill, fuel, battery, change } = filters
  const percent = (name: 'fuel' | 'battery', value: number) => (
    <InlineSelect
      label={t(`radar.${name}.label`)}
      value={String(value)}
      options={choicesWith(percentChoices, value).map((each) => ({
        value: each,
        label: each === '0' ? t(`radar.${name}.any`) : t(`radar.${name}.least`, { percent: Number(each) }),
      }))}
      onChange={(next) => change({ [name]: next === '0' ? undefined : next })}
    />
  )
  return (
    <Box
      role="group"
      aria-label={t('radar.filters.more')}
      sx={{ display: 'flex', gap: '2px 6px', flexWrap: 'wrap' }}
    >
      <InlineSelect
        label={t('vehicles.field.type')}
        value={type === '' ? 'all' : type}
        options={[
          { value: 'all' as const, label: t('vehicles.list.allTypes') },
          ...vehicleTypes.map((value) => ({ value, label: t(`vehicles.type.${value}`) })),
        ]}
        onChange={(next) => change({ type: next === 'all' ? undefined : next })}
      />
      <InlineSelect
        label={t('radar.seats.label')}
        value={String(seats)}
        options={choicesWith(seatChoices, seats).map((value) => ({
          value,
          label: value === '0' ? t('radar.seats.any') : t('radar.seats.least', { count: Number(value) }),
        }))}
        onChange={(next) => change({ seats: next === '0' ? undefined : next })}
      />
      {(skills.length > 0 || skill !== '') && (
        <InlineSelect
          label={t('radar.skill.label')}
          value={skill}
          options={[
            { value: '', label: t('radar.skill.any') },
            ...[...new Set([...skills, ...(skill === '' ? [] : [skill])])].map((value) => ({
              value,
              label: value,
            })),
          ]}
          onChange={(next) => change({ skill: next || undefined })}
        />
      )}
      {percent('fuel', fuel)}
      {percent('battery', battery)}
    </Box>
  )
}
