import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import type { MessageRef } from '@rumbo/contract/communication.messages.contract'
import { listFences } from '@rumbo/contract/geofences.contract'
import { listServices } from '@rumbo/contract/services.contract'
import { listVehicles } from '@rumbo/contract/vehicles.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useCan, useErrorMessage, useFleetSelection } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { AddressField, type Located } from '../../places/AddressField.tsx'
import { PickOnMap } from '../../places/PickOnMap.tsx'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'

const rights = {
  service: 'services.read',
  vehicle: 'vehicles.read',
  fence: 'geofences.read',
} as const
type Found = keyof typeof rights
const kinds = ['service', 'vehicle', 'fence', 'place'] as const
type Kind = (typeof kinds)[number]
const longest = 100

interface Option {
  id: string
  /** On the chip. */
  label: string
  words: string
}

/** Records of the fleets shown, by what is typed. */
function useFound(kind: Kind, typed: string) {
  const fleets = useFleetSelection()
  const search = useDelayed(typed.trim(), 250)
  const query = { ...(fleets?.query ?? {}), search, size: 20 }
  const keep = (of: Found) => ({
    placeholderData: keepPreviousData,
    enabled: fleets !== null && kind === of,
  })
  const services = useEndpoint(
    listServices,
    { query: { ...query, sort: 'createdAt', order: 'desc' } },
    keep('service'),
  )
  const vehicles = useEndpoint(listVehicles, { query: { ...query, sort: 'vehicleNumber' } }, keep('vehicle'))
  const fences = useEndpoint(listFences, { query: { ...query, sort: 'name' } }, keep('fence'))
  const options: Option[] =
    kind === 'service'
      ? (services.data?.items ?? []).map(({ id, serviceNumber, customerName }) => ({
          id,
          label: String(serviceNumber),
          words: `${serviceNumber} · ${customerName}`,
        }))
      : kind === 'vehicle'
        ? (vehicles.data?.items ?? []).map(({ id, vehicleNumber, plateNumber }) => ({
            id,
            label: vehicleNumber,
            words: `${vehicleNumber} · ${plateNumber}`,
          }))
        : (fences.data?.items ?? []).map(({ id, name }) => ({ id, label: name, words: name }))
  return { answer: kind === 'service' ? services : kind === 'vehicle' ? vehicles : fences, options }
}

interface ReferenceDialogProps {
  onChosen: (ref: MessageRef) => void
  onClose: () => void
}

/** Chooses a service, vehicle, geofence or place that a message points at. */
export function ReferenceDialog({ onChosen, onClose }: ReferenceDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const can = useCan()
  const allowed = kinds.filter((one) => one === 'place' || can(rights[one]))
  const [kind, setKind] = useState<Kind>(allowed[0] ?? 'place')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Option | null>(null)
  const [place, setPlace] = useState<Located | null>(null)
  const [isPicking, setPicking] = useState(false)
  const [wasSent, setSent] = useState(false)
  const { answer, options } = useFound(kind, typed)
  const ref: MessageRef | null =
    kind === 'place'
      ? place && {
          kind,
          latitude: place.latitude,
          longitude: place.longitude,
          label: place.address.slice(0, longest),
        }
      : chosen && { kind, id: chosen.id, label: chosen.label.slice(0, longest) }
  const missing = wasSent && ref === null ? t('fields.required') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (ref !== null) onChosen(ref)
  }
  return (
    <FormDialog
      title={t('messaging.ref.add')}
      submitLabel={t('messaging.ref.attach')}
      isBusy={false}
      isChanged={ref !== null || typed !== ''}
      error={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceField
        label={t('messaging.ref.what')}
        value={kind}
        choices={allowed.map((value) => ({ value, label: t(`messaging.ref.${value}`) }))}
        onChange={(next) => {
          setKind(next)
          setChosen(null)
          setTyped('')
        }}
      />
      {kind === 'place' ? (
        <AddressField
          label={t('messaging.ref.place')}
          value={place?.address ?? typed}
          onType={(words) => {
            setTyped(words)
            setPlace(null)
          }}
          onLocate={setPlace}
          onPickOnMap={() => setPicking(true)}
          error={missing}
          isRequired
        />
      ) : (
        <Autocomplete
          // Another kind has other records.
          key={kind}
          options={options}
          value={chosen}
          loading={answer.isFetching}
          filterOptions={(all) => all}
          getOptionLabel={({ words }) => words}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(a, b) => a.id === b.id}
          onInputChange={(_, words, reason) => reason === 'input' && setTyped(words)}
          onChange={(_, option) => setChosen(option)}
          noOptionsText={
            answer.isError ? message(answer.error, t('messaging.ref.error')) : t('messaging.ref.none')
          }
          loadingText={t('ui.loading')}
          openText={t(`messaging.ref.${kind}`)}
          closeText={t('ui.close')}
          clearText={t('ui.clear')}
          renderInput={(input) => (
            <TextField
              {...input}
              required
              label={t(`messaging.ref.${kind}`)}
              error={missing !== undefined}
              helperText={missing}
            />
          )}
        />
      )}
      {isPicking && (
        <PickOnMap
          title={t('messaging.ref.place')}
          start={place}
          onPick={(found) => {
            setPlace(found)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </FormDialog>
  )
}
