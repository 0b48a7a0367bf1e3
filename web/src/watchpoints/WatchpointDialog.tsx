import TextField from '@mui/material/TextField'
import {
  createWatchpoint,
  renameWatchpoint,
  type Watchpoint,
  watchpointNameLength,
} from '@rumbo/contract/watchpoints.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

type Place = Pick<Watchpoint, 'fleetId' | 'latitude' | 'longitude'>

interface WatchpointDialogProps {
  /** The point to rename, or the place to save. */
  of: Watchpoint | Place
  /** Proposed name of a new point. */
  name: string
  onSaved: (watchpoint: Watchpoint) => void
  onClose: () => void
}

/** Saves a place under a name, or renames a saved one. Mount it to open it. */
export function WatchpointDialog({ of, name: offered, onSaved, onClose }: WatchpointDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const known = 'id' in of ? of : null
  const [name, setName] = useState(offered.slice(0, watchpointNameLength))
  const [wasSent, setSent] = useState(false)
  const [version, setVersion] = useState(known?.version ?? 0)
  const create = useChange(createWatchpoint)
  const rename = useChange(renameWatchpoint)
  const isBusy = create.isPending || rename.isPending
  const failure = create.error ?? rename.error
  const isTaken = failure instanceof ProblemError && failure.code === 'name_taken'
  const isMissing = wasSent && name.trim() === ''
  const wrong = isMissing
    ? t('fields.required')
    : isTaken
      ? message(failure, t('radar.saved.error.save'))
      : undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (isBusy || name.trim() === '') return
    try {
      const { fleetId, latitude, longitude } = of
      const saved = known
        ? await rename.mutateAsync({ params: { id: known.id }, body: { name: name.trim(), version } })
        : await create.mutateAsync({ body: { fleetId, latitude, longitude, name: name.trim() } })
      toasts.show({
        type: 'success',
        message: t(known ? 'radar.saved.renamed' : 'radar.saved.added', { name: saved.name }),
      })
      onSaved(saved)
      onClose()
    } catch (error) {
      // The form shows the conflict; saving again overwrites the other person's change.
      const current = error instanceof ProblemError ? error.problem?.current : undefined
      if (current !== undefined) setVersion((current as Watchpoint).version)
    }
  }
  return (
    <FormDialog
      title={known ? t('radar.saved.rename', { name: known.name }) : t('radar.saved.add')}
      submitLabel={t('ui.save')}
      isBusy={isBusy}
      error={failure && !isTaken ? message(failure, t('radar.saved.error.save')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label={t('radar.saved.name')}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          create.reset()
          rename.reset()
        }}
        // Cleared on submit only: an error must not disappear while the user corrects it.
        onFocus={(event) => wasSent || event.target.select()}
        required
        autoFocus
        autoComplete="off"
        error={wrong !== undefined}
        helperText={wrong ?? t('radar.saved.shared')}
        slotProps={{ htmlInput: { maxLength: watchpointNameLength } }}
      />
    </FormDialog>
  )
}
