import TuneRounded from '@mui/icons-material/TuneRounded'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { fenceKinds } from '@rumbo/contract/geofences.shapes.contract'
import { useState } from 'react'
import { useWorkspace } from '../../app/client-context.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { useVehicleOf, VehiclePicker } from '../../vehicles/choose/VehiclePicker.tsx'
import { type FenceFilter, type FenceFilterName, setFilters } from './fence-filter.rules.ts'

export type FenceFilterChange = Partial<Record<FenceFilterName, string | string[] | undefined>>
interface FenceFiltersProps {
  filter: FenceFilter
  /** Tags of the fences in the list, to choose from. */
  tags: readonly string[]
  onChange: (some: FenceFilterChange) => void
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined
}
const all = 'all'

/** The filters of the list of geofences: the kind at once, the others behind a button. */
export function FenceFilters({ filter, tags, onChange, onClear }: FenceFiltersProps) {
  const { t } = useText()
  const { company } = useWorkspace()
  const vehicle = useVehicleOf(filter.vehicle)
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const count = setFilters({ ...filter, kind: [] }).filter(Boolean).length
  const [isOpen, setOpen] = useState(count > 0)
  const choice = (
    name: 'scope' | 'active',
    label: string,
    choices: readonly { value: string; label: string }[],
  ) => (
    <ChoiceField
      size="small"
      label={label}
      value={filter[name] ?? all}
      choices={[{ value: all, label: t('geofences.filter.all') }, ...choices]}
      onChange={(value) => onChange({ [name]: value === all ? undefined : value })}
    />
  )
  return (
    <>
      {!isPhone && (
        <Button
          size="small"
          variant="outlined"
          startIcon={<TuneRounded />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? t('ui.filters.label') : t('ui.filters.set', { count })}
        </Button>
      )}
      <FilterChips
        isDense
        label={t('geofences.filter.kind')}
        chips={fenceKinds.map((value) => ({ value, label: t(`geofences.kind.${value}`) }))}
        selected={filter.kind}
        onChange={(kind) => onChange({ kind })}
      />
      {(isPhone || isOpen) && (
        <Box
          sx={{
            flex: '1 1 100%',
            display: 'grid',
            gap: '10px',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 180px), 1fr))',
          }}
        >
          {choice('active', t('geofences.filter.active'), [
            { value: 'true', label: t('geofences.state.active') },
            { value: 'false', label: t('geofences.state.off') },
          ])}
          {choice('scope', t('geofences.field.scope'), [
            { value: 'fleet', label: t('vehicles.scope.fleet') },
            { value: 'vehicles', label: t('vehicles.scope.vehicles') },
          ])}
          <VehiclePicker
            value={vehicle}
            onChange={(chosen) => onChange({ vehicle: chosen?.id })}
            label={t('vehicles.one')}
            placeholder={t('history.pick.placeholder')}
            openText={t('history.pick.open')}
            noneText={t('history.pick.none')}
            error={undefined}
            companyId={company?.id}
            isOptional
            size="small"
          />
          <Autocomplete
            freeSolo
            size="small"
            options={[...tags]}
            value={filter.tag ?? null}
            onChange={(_, tag) => onChange({ tag: tag ?? undefined })}
            clearText={t('ui.clear')}
            renderInput={(input) => <TextField {...input} label={t('geofences.filter.tag')} />}
          />
        </Box>
      )}
      {onClear && (
        <Button size="small" onClick={onClear}>
          {t('services.filter.clear')}
        </Button>
      )}
    </>
  )
}
