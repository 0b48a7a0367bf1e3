import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { listVehicles, readVehicle, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

/** The vehicle of a filter; null until it is read, and for none. */
export function useVehicleOf(id: string | undefined): Vehicle | null {
  const { data } = useEndpoint(readVehicle, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  return id === undefined ? null : (data ?? null)
}

interface VehiclePickerProps {
  value: Vehicle | null
  onChange: (vehicle: Vehicle | null) => void
  label: string
  placeholder: string
  openText: string
  noneText: string
  error: string | undefined
  /** Limits the search to one company. Default: all vehicles in the user's scope. */
  companyId?: string
  /** Choosing none is allowed. */
  isOptional?: boolean
  size?: 'small' | 'medium'
  /** A further line below each vehicle. */
  remark?: (vehicle: Vehicle) => ReactNode
}

/** Searches one vehicle by number, plate, make or model. */
export function VehiclePicker(props: VehiclePickerProps) {
  const {
    value,
    onChange,
    label,
    placeholder,
    openText,
    noneText,
    error,
    companyId,
    remark,
    isOptional = false,
    size,
  } = props
  const { t } = useText()
  const message = useErrorMessage()
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed, 250)
  const vehicles = useEndpoint(
    listVehicles,
    { query: { companyId, search, size: 20, sort: 'vehicleNumber' } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Autocomplete
      size={size}
      options={vehicles.data?.items ?? []}
      value={value}
      loading={vehicles.isFetching}
      filterOptions={(all) => all}
      getOptionLabel={({ vehicleNumber, plateNumber }) => `${vehicleNumber} · ${plateNumber}`}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
      onChange={(_, chosen) => onChange(chosen)}
      noOptionsText={vehicles.isError ? message(vehicles.error, t('vehicles.error.load')) : noneText}
      loadingText={t('ui.loading')}
      openText={openText}
      closeText={t('ui.close')}
      clearText={t('ui.clear')}
      renderOption={({ key, ...option }, one) => (
        <Box component="li" key={key} {...option}>
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ fontWeight: 620 }}>{one.vehicleNumber}</Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {one.plateNumber} · {one.make} {one.model}
            </Box>
            {remark?.(one)}
          </Box>
        </Box>
      )}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          required={!isOptional}
          error={error !== undefined}
          helperText={error}
          placeholder={placeholder}
        />
      )}
    />
  )
}
