import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { readContact } from '@rumbo/contract/directory.contract'
import { type EventKind, eventKinds } from '@rumbo/contract/events.contract'
import { listFences, readFence } from '@rumbo/contract/geofences.contract'
import { readUser } from '@rumbo/contract/identity.users.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useEndpoint } from '../../app/data/use-data.ts'
import { ContactPicker } from '../../directory/ContactPicker.tsx'
import { contactName } from '../../directory/contact-draft.rules.ts'
import { UserPicker } from '../../identity/UserPicker.tsx'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { useVehicleOf, VehiclePicker } from '../../vehicles/choose/VehiclePicker.tsx'
import { ChosenIds } from './ChosenIds.tsx'

interface PickerProps {
  companyId: string
  ids: readonly string[]
  onChange: (ids: string[]) => void
}
const added = (ids: readonly string[], one: { id: string } | null): string[] =>
  one === null || ids.includes(one.id) ? [...ids] : [...ids, one.id]

/** What is being read, or may not be read, is shown as such. */
const useName = (name: string | undefined, isError: boolean) => {
  const { t } = useText()
  return name ?? (isError ? t('notificationRules.pick.unknown') : '…')
}

function UserName({ id }: { id: string }) {
  const { data, isError } = useEndpoint(readUser, { params: { id } })
  return useName(data?.displayName, isError)
}

/** Users of the company that a rule reaches by name. */
export function UsersField({ companyId, ids, onChange }: PickerProps) {
  const { t } = useText()
  const label = t('notificationRules.pick.users')
  return (
    <ChosenIds label={label} ids={ids} nameOf={(id) => <UserName id={id} />} onChange={onChange}>
      <UserPicker
        // Empties the field after each choice.
        key={ids.length}
        label={label}
        companyId={companyId}
        value={null}
        without={ids}
        hint={t('notificationRules.pick.usersHint')}
        onChoose={(user) => onChange(added(ids, user))}
      />
    </ChosenIds>
  )
}

function ContactName({ id }: { id: string }) {
  const { data, isError } = useEndpoint(readContact, { params: { id } })
  return useName(data && contactName(data), isError)
}

/** Contacts of the directory that a rule reaches by mail or SMS. */
export function ContactsField({ companyId, ids, onChange }: PickerProps) {
  const { t } = useText()
  const label = t('notificationRules.pick.contacts')
  return (
    <ChosenIds label={label} ids={ids} nameOf={(id) => <ContactName id={id} />} onChange={onChange}>
      <ContactPicker
        key={ids.length}
        label={label}
        companyId={companyId}
        contactId={null}
        mayCreate={false}
        isOptional
        onChoose={(contact) => onChange(added(ids, contact))}
      />
    </ChosenIds>
  )
}

function VehicleName({ id }: { id: string }) {
  const vehicle = useVehicleOf(id)
  return useName(vehicle ? `${vehicle.vehicleNumber} · ${vehicle.plateNumber}` : undefined, false)
}

/** Vehicles whose events a rule is about. */
export function RuleVehiclesField({ companyId, ids, onChange }: PickerProps) {
  const { t } = useText()
  const label = t('notificationRules.pick.vehicles')
  return (
    <ChosenIds label={label} ids={ids} nameOf={(id) => <VehicleName id={id} />} onChange={onChange}>
      <VehiclePicker
        key={ids.length}
        isOptional
        label={label}
        companyId={companyId}
        value={null}
        error={undefined}
        placeholder={t('notificationRules.pick.all')}
        openText={t('history.pick.open')}
        noneText={t('history.pick.none')}
        onChange={(vehicle) => onChange(added(ids, vehicle))}
      />
    </ChosenIds>
  )
}

function FenceName({ id }: { id: string }) {
  const { data, isError } = useEndpoint(readFence, { params: { id } })
  return useName(data?.name, isError)
}

/** Geofences whose events a rule is about. */
export function FencesField({ companyId, ids, onChange }: PickerProps) {
  const { t } = useText()
  const label = t('notificationRules.pick.fences')
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed, 250)
  const fences = useEndpoint(
    listFences,
    { query: { search, size: 20 } },
    { placeholderData: keepPreviousData },
  )
  const items = fences.data?.items ?? []
  return (
    <ChosenIds label={label} ids={ids} nameOf={(id) => <FenceName id={id} />} onChange={onChange}>
      <Autocomplete
        value={null}
        inputValue={typed}
        options={items.filter((one) => one.companyId === companyId && !ids.includes(one.id))}
        filterOptions={(all) => all}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
        onChange={(_, chosen) => onChange(added(ids, chosen))}
        loading={fences.isFetching}
        loadingText={t('ui.loading')}
        noOptionsText={t('notificationRules.pick.noFences')}
        openText={t('notificationRules.pick.openFences')}
        closeText={t('ui.close')}
        clearText={t('ui.clear')}
        renderInput={(input) => (
          <TextField {...input} label={label} placeholder={t('notificationRules.pick.all')} />
        )}
      />
    </ChosenIds>
  )
}

interface KindsFieldProps {
  kinds: readonly EventKind[]
  onChange: (kinds: EventKind[]) => void
}

/** What devices and the product call the events a rule is about. */
export function KindsField({ kinds, onChange }: KindsFieldProps) {
  const { t } = useText()
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      options={eventKinds}
      value={[...kinds]}
      getOptionLabel={(kind) => t(`events.kind.${kind}`)}
      onChange={(_, chosen) => onChange(chosen)}
      noOptionsText={t('notificationRules.pick.noKinds')}
      openText={t('notificationRules.pick.openKinds')}
      closeText={t('ui.close')}
      clearText={t('ui.clear')}
      renderInput={(input) => (
        <TextField
          {...input}
          label={t('notificationRules.pick.kinds')}
          placeholder={kinds.length === 0 ? t('notificationRules.pick.all') : undefined}
        />
      )}
    />
  )
}
