import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { assignThread, listCommunicationPeople, type Thread } from '@rumbo/contract/communication.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useErrorMessage, useSession } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { useThreadTitle } from './use-thread-title.ts'

interface Person {
  id: string
  name: string
}
interface AssignDialogProps {
  thread: Thread & { fleetId: string }
  onClose: () => void
}

/** Says who answers a conversation. If a colleague took it meanwhile, says so and asks again. */
export function AssignDialog({ thread, onClose }: AssignDialogProps) {
  const { t } = useText()
  const titleOf = useThreadTitle()
  const message = useErrorMessage()
  const { user } = useSession()
  // As it was when the dialog opened: a change by somebody else is not overwritten unseen.
  const [formerId, setFormerId] = useState(thread.assigneeId)
  const [chosen, setChosen] = useState<Person | null>(
    thread.assigneeId === null ? null : { id: thread.assigneeId, name: thread.assignee ?? '' },
  )
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed, 250)
  const [failure, setFailure] = useState<string | null>(null)
  const people = useEndpoint(
    listCommunicationPeople,
    { query: { fleetId: thread.fleetId, search } },
    { placeholderData: keepPreviousData },
  )
  const options = (people.data?.items ?? []).filter(({ mayWrite }) => mayWrite)
  const me = options.find(({ id }) => id === user?.id)
  const assign = useChange(assignThread, {
    onSuccess: onClose,
    onError: (error) => {
      setFailure(message(error, t('communication.error.change')))
      const current = error instanceof ProblemError ? (error.problem?.current as Thread | null) : null
      if (current) setFormerId(current.assigneeId)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (assign.isPending) return
    setFailure(null)
    assign.mutate({ params: { id: thread.id }, body: { assigneeId: chosen?.id ?? null, formerId } })
  }
  return (
    <FormDialog
      title={t('communication.assignTitle', { name: titleOf(thread) })}
      submitLabel={t('ui.save')}
      isBusy={assign.isPending}
      isChanged={(chosen?.id ?? null) !== thread.assigneeId || typed !== ''}
      error={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Autocomplete<Person>
        options={options}
        value={chosen}
        loading={people.isFetching}
        filterOptions={(all) => all}
        getOptionLabel={({ id, name }) => (id === me?.id ? t('communication.me', { name }) : name)}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        onInputChange={(_, words, reason) => reason === 'input' && setTyped(words)}
        onChange={(_, person) => {
          setTyped('')
          setChosen(person)
        }}
        noOptionsText={
          people.isError
            ? message(people.error, t('communication.error.people'))
            : t('communication.noPeople')
        }
        loadingText={t('ui.loading')}
        openText={t('communication.assignee')}
        closeText={t('ui.close')}
        clearText={t('ui.clear')}
        renderInput={(input) => (
          <TextField
            {...input}
            label={t('communication.assignee')}
            helperText={t('communication.assigneeHint')}
          />
        )}
      />
    </FormDialog>
  )
}
