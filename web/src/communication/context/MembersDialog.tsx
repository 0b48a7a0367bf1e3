import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { changeMembers, partyLimit, type ThreadDetails } from '@rumbo/contract/communication.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useThreadOptions } from '../threads/NewThreadDialog.tsx'

interface MembersDialogProps {
  thread: ThreadDetails
  onClose: () => void
}

/** Who is in a group or private conversation: people are added and removed together. */
export function MembersDialog({ thread, onClose }: MembersDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const { fleet, fleets } = useWorkspace()
  const [before] = useState(() => thread.parties.map(({ id, name }) => ({ id, label: name })))
  const [chosen, setChosen] = useState(before)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const fleetId = thread.fleetId ?? fleet?.id ?? fleets[0]?.id ?? ''
  const kind = thread.kind === 'direct' ? 'direct' : 'group'
  const { answer, options } = useThreadOptions(kind, { companyId: thread.companyId, fleetId }, typed)
  const without = (all: typeof before, others: typeof before) =>
    all.map(({ id }) => id).filter((id) => others.every((other) => other.id !== id))
  const body = { addIds: without(chosen, before), removeIds: without(before, chosen) }
  const isChanged = body.addIds.length + body.removeIds.length > 0
  const change = useChange(changeMembers, {
    evicts: ['communication'],
    onSuccess: onClose,
    onError: (error) => setFailure(message(error, t('communication.error.change'))),
  })
  const missing = chosen.length === 0 ? t('fields.required') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setFailure(null)
    if (!isChanged) return onClose()
    if (missing === undefined && !change.isPending) change.mutate({ params: { id: thread.id }, body })
  }
  return (
    <FormDialog
      title={t('messaging.membersTitle', { name: thread.title })}
      submitLabel={t('messaging.saveMembers')}
      isBusy={change.isPending}
      isChanged={isChanged || typed !== ''}
      error={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Autocomplete
        multiple
        options={options}
        value={chosen}
        loading={answer.isFetching}
        filterOptions={(all) => all}
        getOptionDisabled={() => chosen.length >= partyLimit}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        onInputChange={(_, words, reason) => reason === 'input' && setTyped(words)}
        onChange={(_, people) => {
          setTyped('')
          setChosen(people)
        }}
        noOptionsText={
          answer.isError
            ? message(answer.error, t('communication.error.people'))
            : t('communication.noPeople')
        }
        loadingText={t('ui.loading')}
        openText={t('messaging.members')}
        closeText={t('ui.close')}
        clearText={t('ui.clear')}
        renderInput={(input) => (
          <TextField
            {...input}
            label={t('messaging.members')}
            error={missing !== undefined}
            helperText={missing ?? t('messaging.membersHint')}
          />
        )}
      />
    </FormDialog>
  )
}
