import TextField from '@mui/material/TextField'
import { saveServiceTemplate } from '@rumbo/contract/services.templates.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { newUuid } from '../../app/data/http.ts'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useCaller } from '../callers/use-caller.ts'
import { sameName, type TemplateDraft } from './template.rules.ts'

interface SaveTemplateDialogProps {
  contactId: string
  customerName: string
  template: TemplateDraft
  onClose: () => void
}

/** Names a template of a customer; one with the same name is replaced. Mount it to open it. */
export function SaveTemplateDialog({ contactId, customerName, template, onClose }: SaveTemplateDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [name, setName] = useState(template.name)
  const [newId] = useState(() => template.id ?? newUuid())
  const [wasSent, setSent] = useState(false)
  const caller = useCaller(contactId)
  const save = useChange(saveServiceTemplate)
  const isMissing = wasSent && name.trim() === ''
  // A template that is renamed must not replace another one.
  const replaced = template.id === null ? sameName(caller?.templates ?? [], { id: newId, name }) : undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (name.trim() === '' || save.isPending) return
    const { id: _, ...content } = template
    try {
      const saved = await save.mutateAsync({
        params: { id: contactId, templateId: replaced?.id ?? newId },
        body: { ...content, name: name.trim() },
      })
      toasts.show({ type: 'success', message: t('templates.saved', { name: saved.name }) })
      onClose()
    } catch {
      // The form shows the failure.
    }
  }
  return (
    <FormDialog
      title={t(template.id === null ? 'templates.save' : 'templates.rename')}
      submitLabel={t(replaced ? 'templates.replace' : 'ui.save')}
      isBusy={save.isPending}
      error={save.error ? message(save.error, t('templates.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label={t('templates.name')}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          save.reset()
        }}
        required
        error={isMissing}
        helperText={
          isMissing
            ? t('fields.required')
            : t(replaced ? 'templates.replaces' : 'templates.hint', { customer: customerName })
        }
        slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
