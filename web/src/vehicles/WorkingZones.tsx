import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { workingZoneLimit } from '@rumbo/contract/vehicles.contract'
import { useZones } from '../places/use-zones.ts'
import { useText } from '../ui/i18n.tsx'

/** The names of these zones of a fleet; those the user may not read are left out. */
export function useZoneNames(fleetId: string): (zoneIds: readonly string[]) => string {
  const { zones } = useZones(fleetId)
  return (zoneIds) =>
    zones
      .filter(({ id }) => zoneIds.includes(id))
      .map(({ name }) => name)
      .join(', ')
}

interface WorkingZonesFieldProps {
  fleetId: string
  label: string
  value: readonly string[]
  error: string | undefined
  onChange: (zoneIds: readonly string[]) => void
}

/** The zones of its fleet that a vehicle works in; nothing where the fleet has none. */
export function WorkingZonesField({ fleetId, label, value, error, onChange }: WorkingZonesFieldProps) {
  const { t } = useText()
  const { zones } = useZones(fleetId)
  if (zones.length === 0) return null
  return (
    <Autocomplete
      multiple
      options={[...zones]}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      getOptionDisabled={() => value.length >= workingZoneLimit}
      filterSelectedOptions
      value={zones.filter(({ id }) => value.includes(id))}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onChange={(_, chosen) => onChange(chosen.map(({ id }) => id))}
      clearText={t('ui.clear')}
      noOptionsText={t('vehicleForm.zones.none')}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          error={error !== undefined}
          helperText={error ?? t('vehicleForm.zones.hint')}
        />
      )}
      sx={{ gridColumn: { sm: 'span 3' } }}
    />
  )
}
