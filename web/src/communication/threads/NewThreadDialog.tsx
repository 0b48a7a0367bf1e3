import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import {
  listCommunicationPeople,
  openDirectThread,
  openThread,
  type ThreadDetails,
} from '@rumbo/contract/communication.contract'
import { type Contact, listContacts } from '@rumbo/contract/directory.contract'
import { listServices } from '@rumbo/contract/services.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useErrorMessage, useSession, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { contactName } from '../../directory/contact-draft.rules.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'

const newKinds = ['driver', 'contact', 'service', 'group', 'direct'] as const
type NewKind = (typeof newKinds)[number]
interface Option {
  id: string
  label: string
}
interface NewThreadDialogProps {
  companyId: string
  fleetId: string
  onOpened: (thread: ThreadDetails) => void
  onClose: () => void
}

const drivers = ['primary_driver', 'backup_driver'] as const
const ofContact = (contact: Contact): Option => ({ id: contact.id, label: contactName(contact) })

/** With whom a conversation can begin, by what is typed. */
export function useThreadOptions(
  kind: NewKind,
  { companyId, fleetId }: { companyId: string; fleetId: string },
  typed: string,
) {
  const { user } = useSession()
  const search = useDelayed(typed.trim(), 250)
  const keep = { placeholderData: keepPreviousData }
  const role = kind === 'driver' ? [...drivers] : undefined
  const contacts = useEndpoint(
    listContacts,
    { query: { companyId, role, search, size: 20, sort: 'firstName' } },
    { ...keep, enabled: kind !== 'service' && kind !== 'direct' },
  )
  const services = useEndpoint(
    listServices,
    { query: { fleetId, search, size: 20, sort: 'createdAt', order: 'desc' } },
    { ...keep, enabled: kind === 'service' },
  )
  const people = useEndpoint(
    listCommunicationPeople,
    { query: { fleetId, search } },
    { ...keep, enabled: kind === 'direct' },
  )
  if (kind === 'service')
    return {
      answer: services,
      options: (services.data?.items ?? []).map(({ id, serviceNumber, customerName }) => ({
        id,
        label: `${serviceNumber} · ${customerName}`,
      })),
    }
  if (kind === 'direct')
    return {
      answer: people,
      options: (people.data?.items ?? [])
        .filter(({ id }) => id !== user?.id)
        .map(({ id, name }) => ({ id, label: name })),
    }
  return { answer: contacts, options: (contacts.data?.items ?? []).map(ofContact) }
}

/** Opens the conversation with a driver, contact or colleague or about a service, or starts a group. */
export function NewThreadDialog({ companyId, fleetId: given, onOpened, onClose }: NewThreadDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const { fleets } = useWorkspace()
  const [fleetId, setFleetId] = useState(given)
  const [kind, setKind] = useState<NewKind>('driver')
  const [title, setTitle] = useState('')
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const [typed, setTyped] = useState('')
  const [wasSent, setSent] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { answer, options } = useThreadOptions(kind, { companyId, fleetId }, typed)
  const handlers = {
    onSuccess: (thread: ThreadDetails) => onOpened(thread),
    onError: (error: Error) => setFailure(message(error, t('communication.error.open'))),
  }
  const shared = useChange(openThread, handlers)
  const direct = useChange(openDirectThread, handlers)
  const isMany = kind === 'group' || kind === 'direct'
  const hasTitle = kind === 'group' || (kind === 'direct' && chosen.length > 1)
  const isBusy = shared.isPending || direct.isPending
  const missing = wasSent && chosen.length === 0 ? t('fields.required') : undefined
  const missingTitle = wasSent && kind === 'group' && title.trim() === '' ? t('fields.required') : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    setFailure(null)
    const [first] = chosen
    if (isBusy || first === undefined || (kind === 'group' && title.trim() === '')) return
    const ids = chosen.map(({ id }) => id)
    const named = title.trim()
    if (kind === 'direct')
      direct.mutate({
        body: { companyId, userIds: ids, title: hasTitle && named !== '' ? named : undefined },
      })
    else if (kind === 'group') shared.mutate({ body: { kind, fleetId, title: named, partyIds: ids } })
    else if (kind === 'driver') shared.mutate({ body: { kind, fleetId, driverId: first.id } })
    else if (kind === 'contact') shared.mutate({ body: { kind, fleetId, contactId: first.id } })
    else shared.mutate({ body: { kind, fleetId, serviceId: first.id } })
  }
  return (
    <FormDialog
      title={t('communication.new.title')}
      submitLabel={t('communication.new.open')}
      isBusy={isBusy}
      isChanged={chosen.length > 0 || title !== '' || typed !== '' || kind !== 'driver'}
      error={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceField
        label={t('communication.new.with')}
        value={kind}
        choices={newKinds.map((value) => ({ value, label: t(`communication.new.kind.${value}`) }))}
        onChange={(next) => {
          setKind(next)
          setChosen([])
          setTyped('')
        }}
      />
      {fleets.length > 1 && kind !== 'direct' && (
        <ChoiceField
          label={t('communication.fleet')}
          value={fleetId}
          choices={fleets.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => {
            setFleetId(next)
            setChosen([])
          }}
        />
      )}
      <Autocomplete<Option, boolean>
        // Another kind has another kind of value.
        key={kind}
        multiple={isMany}
        options={options}
        value={isMany ? [...chosen] : (chosen[0] ?? null)}
        loading={answer.isFetching}
        filterOptions={(all) => all}
        getOptionLabel={({ label }) => label}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        onInputChange={(_, words, reason) => reason === 'input' && setTyped(words)}
        onChange={(_, value) => {
          setTyped('')
          setChosen(Array.isArray(value) ? value : value === null ? [] : [value as Option])
        }}
        noOptionsText={
          answer.isError
            ? message(answer.error, t('communication.error.people'))
            : t('communication.noPeople')
        }
        loadingText={t('ui.loading')}
        openText={t(`communication.new.kind.${kind}`)}
        closeText={t('ui.close')}
        clearText={t('ui.clear')}
        renderInput={(input) => (
          <TextField
            {...input}
            required
            label={t(`communication.new.kind.${kind}`)}
            error={missing !== undefined}
            helperText={missing ?? (kind === 'direct' ? t('communication.new.directHint') : undefined)}
          />
        )}
      />
      {hasTitle && (
        <TextField
          label={t('communication.new.name')}
          value={title}
          required={kind === 'group'}
          error={missingTitle !== undefined}
          helperText={missingTitle}
          onChange={(event) => setTitle(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
      )}
    </FormDialog>
  )
}
