import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useLiveVehicles } from '../../live/use-live.ts'
import { useText } from '../../ui/i18n.tsx'

interface VehiclesFieldProps {
  fleetId: string
  label: string
  /** Ids; vehicles that left the fleet are shown as such. */
  value: readonly string[]
  error: string | undefined
  onChange: (vehicleIds: string[]) => void
}

interface Choice {
  id: string
  label: string
}
/** Longer lists are not browsed: further vehicles are found by typing. */
const filterOptions = createFilterOptions<Choice>({ limit: 60 })

/** Chooses some vehicles of a fleet. */
export function VehiclesField({ fleetId, label, value, error, onChange }: VehiclesFieldProps) {
  const { t } = useText()
  const choices = useLiveVehicles(fleetId).map(({ id, vehicleNumber, plateNumber }) => ({
    id,
    label: `${vehicleNumber} · ${plateNumber}`,
  }))
  const known = new Map(choices.map((choice) => [choice.id, choice]))
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      limitTags={8}
      options={choices}
      filterOptions={filterOptions}
      filterSelectedOptions
      value={value.map((id) => known.get(id) ?? { id, label: t('vehicles.scope.gone') })}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      getOptionKey={({ id }) => id}
      onChange={(_, chosen) => onChange(chosen.map(({ id }) => id))}
      noOptionsText={t('history.pick.none')}
      openText={t('history.pick.open')}
      closeText={t('ui.close')}
      clearText={t('ui.clear')}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          error={error !== undefined}
          helperText={error ?? t('vehicles.scope.hint')}
        />
      )}
    />
  )
}
