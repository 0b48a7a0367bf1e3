import TextField from '@mui/material/TextField'
import { createMessageTemplate, messageVariables } from '@rumbo/contract/communication.templates.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

interface TemplateDialogProps {
  companyId: string
  /** Proposed for both languages. */
  text: string
  onClose: () => void
}

/** A new template of messages, in both languages. */
export function TemplateDialog({ companyId, text, onClose }: TemplateDialogProps) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const toasts = useToasts()
  const [name, setName] = useState('')
  const [es, setEs] = useState(text)
  const [en, setEn] = useState(text)
  const [wasSent, setSent] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const create = useChange(createMessageTemplate, {
    onSuccess: () => {
      toasts.show({ type: 'success', message: t('communication.template.saved') })
      onClose()
    },
    onError: (error) => setFailure(message(error, t('communication.error.template'))),
  })
  const missing = (value: string) => (wasSent && value.trim() === '' ? t('fields.required') : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    setFailure(null)
    if (create.isPending || [name, es, en].some((value) => value.trim() === '')) return
    create.mutate({ body: { companyId, name: name.trim(), texts: { es: es.trim(), en: en.trim() } } })
  }
  const variables = Object.entries(messageVariables).map(([english, spanish]) => {
    const variable = language === 'es' ? spanish : english
    return `{${variable}}`
  })
  return (
    <FormDialog
      title={t('communication.template.new')}
      submitLabel={t('ui.save')}
      maxWidth="sm"
      isBusy={create.isPending}
      error={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('communication.template.name')}
        value={name}
        required
        error={missing(name) !== undefined}
        helperText={missing(name)}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 80 } }}
      />
      <TextField
        label={t('communication.template.es')}
        value={es}
        required
        multiline
        minRows={2}
        error={missing(es) !== undefined}
        helperText={missing(es)}
        onChange={(event) => setEs(event.target.value)}
      />
      <TextField
        label={t('communication.template.en')}
        value={en}
        required
        multiline
        minRows={2}
        error={missing(en) !== undefined}
        helperText={missing(en) ?? t('communication.template.variables', { names: variables.join(' ') })}
        onChange={(event) => setEn(event.target.value)}
      />
    </FormDialog>
  )
}
