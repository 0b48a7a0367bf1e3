import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { assignEvent, type EventPerson, listEventPeople } from '@rumbo/contract/events.comments.contract'
import type { Event } from '@rumbo/contract/events.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { eventTitle } from '../../telemetry/EventList.tsx'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

type Person = Pick<EventPerson, 'id' | 'displayName'>

interface AssignEventDialogProps {
  event: Event
  onClose: () => void
}

/** Chooses who is to handle an event, among those who may; empty for nobody. */
export function AssignEventDialog({ event, onClose }: AssignEventDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [former] = useState(event.assigneeId)
  const [chosen, setChosen] = useState<Person | null>(
    event.assigneeId === null ? null : { id: event.assigneeId, displayName: event.assignee ?? '' },
  )
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed.trim(), 250)
  const people = useEndpoint(
    listEventPeople,
    { params: { id: event.id }, query: { search, mayHandle: 'true' } },
    { placeholderData: keepPreviousData },
  )
  const assign = useChange(assignEvent)
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    if (assign.isPending) return
    try {
      const { assignee } = await assign.mutateAsync({
        params: { id: event.id },
        body: { assigneeId: chosen?.id ?? null, formerId: former },
      })
      const done =
        assignee === null ? t('events.assign.removed') : t('events.assign.done', { name: assignee })
      toasts.show({ type: 'success', message: done })
      onClose()
    } catch {
      // The form shows the failure.
    }
  }
  const options: Person[] = people.data?.items ?? []
  return (
    <FormDialog
      title={t('events.assign.title')}
      submitLabel={t('ui.save')}
      isBusy={assign.isPending}
      error={assign.error && message(assign.error, t('events.assign.failed'))}
      onSubmit={(submitted) => void submit(submitted)}
      onClose={onClose}
    >
      <div>
        {eventTitle(t, event)} · {event.vehicleNumber}
      </div>
      <Autocomplete
        options={options}
        value={chosen}
        loading={people.isFetching}
        filterOptions={(all) => all}
        getOptionLabel={({ displayName }) => displayName}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
        onChange={(_, person) => {
          assign.reset()
          setChosen(person)
        }}
        noOptionsText={
          people.isError ? message(people.error, t('events.assign.failed')) : t('events.assign.none')
        }
        loadingText={t('ui.loading')}
        openText={t('events.field.assignee')}
        closeText={t('ui.close')}
        clearText={t('ui.clear')}
        renderInput={(input) => (
          <TextField {...input} label={t('events.field.assignee')} helperText={t('events.assign.hint')} />
        )}
      />
    </FormDialog>
  )
}
