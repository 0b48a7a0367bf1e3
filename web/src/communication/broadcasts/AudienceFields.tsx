import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { listContacts } from '@rumbo/contract/directory.contract'
import { serviceTypes } from '@rumbo/contract/services.contract'
import { vehicleStatuses, vehicleTypes } from '@rumbo/contract/vehicles.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { contactName } from '../../directory/contact-draft.rules.ts'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { type AudienceDraft, audiences } from './broadcast-draft.rules.ts'

const AreaField = lazy(() => import('./AreaField.tsx').then((file) => ({ default: file.AreaField })))

interface AudienceFieldsProps {
  fleetId: string
  draft: AudienceDraft
  onChange: (draft: AudienceDraft) => void
}

/** Who gets a broadcast. */
export function AudienceFields({ fleetId, draft, onChange }: AudienceFieldsProps) {
  const { t } = useText()
  const set = (some: Partial<AudienceDraft>) => onChange({ ...draft, ...some })
  return (
    <>
      <ChoiceField
        label={t('communication.broadcast.to')}
        value={draft.kind}
        choices={audiences.map((value) => ({ value, label: t(`communication.broadcast.audience.${value}`) }))}
        onChange={(kind) => set({ kind })}
      />
      {draft.kind === 'drivers' && (
        <DriversField chosen={draft.drivers} onChange={(drivers) => set({ drivers })} />
      )}
      {draft.kind === 'status' && (
        <FilterChips
          label={t('communication.broadcast.audience.status')}
          chips={vehicleStatuses.map((value) => ({ value, label: t(`vehicles.status.${value}`) }))}
          selected={draft.statuses}
          onChange={(statuses) => set({ statuses })}
        />
      )}
      {draft.kind === 'vehicleType' && (
        <FilterChips
          label={t('communication.broadcast.audience.vehicleType')}
          chips={vehicleTypes.map((value) => ({ value, label: t(`vehicles.type.${value}`) }))}
          selected={draft.types}
          onChange={(types) => set({ types })}
        />
      )}
      {draft.kind === 'serviceType' && (
        <FilterChips
          label={t('communication.broadcast.audience.serviceType')}
          chips={serviceTypes.map((value) => ({ value, label: t(`services.type.${value}`) }))}
          selected={draft.serviceTypes}
          onChange={(chosen) => set({ serviceTypes: chosen })}
        />
      )}
      {draft.kind === 'polygon' && (
        <Suspense>
          <AreaField fleetId={fleetId} corners={draft.corners} onChange={(corners) => set({ corners })} />
        </Suspense>
      )}
    </>
  )
}

interface DriversFieldProps {
  chosen: AudienceDraft['drivers']
  onChange: (drivers: AudienceDraft['drivers']) => void
}

function DriversField({ chosen, onChange }: DriversFieldProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const { company } = useWorkspace()
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed.trim(), 250)
  const answer = useEndpoint(
    listContacts,
    {
      query: {
        companyId: company?.id,
        role: ['primary_driver', 'backup_driver'],
        search,
        size: 20,
        sort: 'firstName',
      },
    },
    { placeholderData: keepPreviousData },
  )
  return (
    <Autocomplete
      multiple
      options={(answer.data?.items ?? []).map((contact) => ({ id: contact.id, label: contactName(contact) }))}
      value={[...chosen]}
      loading={answer.isFetching}
      filterOptions={(all) => all}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onInputChange={(_, words, reason) => reason === 'input' && setTyped(words)}
      onChange={(_, drivers) => {
        setTyped('')
        onChange(drivers)
      }}
      noOptionsText={
        answer.isError ? message(answer.error, t('communication.error.people')) : t('communication.noPeople')
      }
      loadingText={t('ui.loading')}
      openText={t('communication.broadcast.audience.drivers')}
      closeText={t('ui.close')}
      clearText={t('ui.clear')}
      renderInput={(input) => <TextField {...input} label={t('communication.broadcast.audience.drivers')} />}
    />
  )
}
