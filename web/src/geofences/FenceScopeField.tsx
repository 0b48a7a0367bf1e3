import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { FenceScope } from '@rumbo/contract/geofences.contract'
import { useState } from 'react'
import { useLiveVehicles } from '../live/use-live.ts'
import { useText } from '../ui/i18n.tsx'

interface FenceScopeFieldProps {
  fleetId: string
  value: FenceScope
  error: string | undefined
  onChange: (scope: FenceScope) => void
}

interface Choice {
  id: string
  label: string
}
/** Longer lists are not browsed: further vehicles are found by typing. */
const filterOptions = createFilterOptions<Choice>({ limit: 60 })

/** Which vehicles a fence concerns: all of its fleet, or chosen ones. */
export function FenceScopeField({ fleetId, value, error, onChange }: FenceScopeFieldProps) {
  const { t } = useText()
  const vehicles = useLiveVehicles(fleetId)
  /** Comes back when the user goes to the fleet and returns. */
  const [ids, setIds] = useState<string[]>(value.kind === 'vehicles' ? value.vehicleIds : [])
  const choices = vehicles.map(({ id, vehicleNumber, plateNumber }) => ({
    id,
    label: `${vehicleNumber} · ${plateNumber}`,
  }))
  const known = new Map(choices.map((choice) => [choice.id, choice]))
  const choose = (vehicleIds: string[]) => {
    setIds(vehicleIds)
    onChange({ kind: 'vehicles', vehicleIds })
  }
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={value.kind}
        aria-label={t('geofences.field.scope')}
        onChange={(_, kind: FenceScope['kind'] | null) => {
          if (kind === 'fleet') onChange({ kind })
          if (kind === 'vehicles') choose(ids)
        }}
      >
        <ToggleButton value="fleet">{t('geofences.scope.fleet')}</ToggleButton>
        <ToggleButton value="vehicles">{t('geofences.scope.vehicles')}</ToggleButton>
      </ToggleButtonGroup>
      {value.kind === 'vehicles' && (
        <Autocomplete
          multiple
          disableCloseOnSelect
          limitTags={8}
          options={choices}
          filterOptions={filterOptions}
          filterSelectedOptions
          value={value.vehicleIds.map((id) => known.get(id) ?? { id, label: t('geofences.scope.unknown') })}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          getOptionKey={({ id }) => id}
          onChange={(_, chosen) => choose(chosen.map(({ id }) => id))}
          noOptionsText={t('history.pick.none')}
          openText={t('history.pick.open')}
          closeText={t('ui.close')}
          clearText={t('ui.clear')}
          renderInput={(input) => (
            <TextField
              {...input}
              label={t('geofences.scope.choose')}
              error={error !== undefined}
              helperText={error ?? t('geofences.scope.hint')}
            />
          )}
        />
      )}
    </>
  )
}
