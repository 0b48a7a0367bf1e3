import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { type ServiceView, saveServiceView } from '@rumbo/contract/services.views.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

interface SaveViewDialogProps {
  companyId: string
  /** The view to save; without a name it is new. */
  view: Omit<ServiceView, 'updatedAt'>
  onSaved: (view: ServiceView) => void
  onClose: () => void
}

/** Names a view of the list of services. Mount it to open it. */
export function SaveViewDialog({ companyId, view, onSaved, onClose }: SaveViewDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [name, setName] = useState(view.name)
  const [isDefault, setDefault] = useState(view.isDefault)
  const [wasSent, setSent] = useState(false)
  const save = useChange(saveServiceView)
  const isTaken = save.error instanceof ProblemError && save.error.code === 'name_taken'
  const wrong =
    wasSent && name.trim() === ''
      ? t('fields.required')
      : isTaken
        ? message(save.error, t('services.views.failed'))
        : undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (name.trim() === '' || save.isPending) return
    const { id, screen, address, columns } = view
    try {
      const saved = await save.mutateAsync({
        params: { id: companyId, viewId: id },
        body: { screen, name: name.trim(), address, columns, isDefault },
      })
      toasts.show({ type: 'success', message: t('services.views.saved', { name: saved.name }) })
      onSaved(saved)
      onClose()
    } catch {
      // The form shows the failure.
    }
  }
  return (
    <FormDialog
      title={t('services.views.save')}
      submitLabel={t('ui.save')}
      isBusy={save.isPending}
      error={save.error && !isTaken ? message(save.error, t('services.views.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label={t('services.views.name')}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          save.reset()
        }}
        required
        error={wrong !== undefined}
        helperText={wrong ?? t('services.views.hint')}
        slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off' } }}
      />
      <FormControlLabel
        control={<Checkbox checked={isDefault} onChange={(_, isOn) => setDefault(isOn)} />}
        label={t('services.views.default')}
      />
    </FormDialog>
  )
}
