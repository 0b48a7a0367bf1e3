import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import DialogContentText from '@mui/material/DialogContentText'
import TextField from '@mui/material/TextField'
import { assignVehicleToGuest, type User } from '@rumbo/contract/users.contract'
import { listVehicles, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/use-data.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { token } from '../ui/tokens.ts'
import { useDelayed } from '../ui/use-delayed.ts'

/** Gives a guest the one vehicle to watch. Mount it to open it. */
export function GuestVehicleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [vehicle, setVehicle] = useState<Vehicle | null>(null)
  const [typed, setTyped] = useState('')
  const [wasSent, setSent] = useState(false)
  const search = useDelayed(typed, 250)
  const vehicles = useEndpoint(
    listVehicles,
    { query: { companyId: user.companyId ?? undefined, search, size: 20, sort: 'vehicleNumber' } },
    { placeholderData: keepPreviousData },
  )
  const assign = useChange(assignVehicleToGuest, {
    evicts: ['organisation', 'tree'],
    onSuccess: ({ displayName, vehicle: given }) => {
      toasts.show({
        type: 'success',
        message: t('users.done.vehicleAssigned', {
          name: displayName,
          number: given?.vehicleNumber ?? vehicle?.vehicleNumber ?? '',
        }),
      })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (vehicle === null || assign.isPending) return
    assign.mutate({ params: { id: user.id }, body: { vehicleId: vehicle.id } })
  }
  const isMissing = wasSent && vehicle === null
  return (
    <FormDialog
      title={t('users.vehicle.title', { name: user.displayName })}
      submitLabel={t('users.vehicle.submit')}
      isBusy={assign.isPending}
      error={assign.isError ? message(assign.error, t('users.error.assignVehicle')) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText sx={{ color: token('textSoft') }}>{t('users.vehicle.text')}</DialogContentText>
      <Autocomplete
        options={vehicles.data?.items ?? []}
        value={vehicle}
        loading={vehicles.isFetching}
        filterOptions={(all) => all}
        getOptionLabel={({ vehicleNumber, plateNumber }) => `${vehicleNumber} · ${plateNumber}`}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
        onChange={(_, chosen) => setVehicle(chosen)}
        noOptionsText={vehicles.isError ? message(vehicles.error) : t('users.vehicle.none')}
        loadingText={t('ui.loading')}
        openText={t('users.vehicle.open')}
        closeText={t('ui.close')}
        clearText={t('ui.clear')}
        renderOption={({ key, ...option }, one) => (
          <Box component="li" key={key} {...option}>
            <Box sx={{ minWidth: 0 }}>
              <Box sx={{ fontWeight: 620 }}>{one.vehicleNumber}</Box>
              <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                {one.plateNumber} · {one.make} {one.model}
              </Box>
            </Box>
          </Box>
        )}
        renderInput={(input) => (
          <TextField
            {...input}
            label={t('users.vehicle.field')}
            required
            error={isMissing}
            helperText={isMissing ? t('users.valid.vehicle') : undefined}
            placeholder={t('users.vehicle.search')}
          />
        )}
      />
    </FormDialog>
  )
}
