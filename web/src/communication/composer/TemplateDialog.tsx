import TextField from '@mui/material/TextField'
import {
  changeMessageTemplate,
  createMessageTemplate,
  type MessageTemplate,
  messageVariables,
} from '@rumbo/contract/communication.templates.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

interface TemplateDialogProps {
  companyId: string
  /** Proposed for both languages of a new one. */
  text?: string
  /** The one to be changed; absent for a new one. */
  template?: MessageTemplate
  onClose: () => void
}

/** A new template of messages, or a changed one, in both languages. */
export function TemplateDialog({ companyId, text = '', template, onClose }: TemplateDialogProps) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const toasts = useToasts()
  const [name, setName] = useState(template?.name ?? '')
  const [es, setEs] = useState(template?.texts.es ?? text)
  const [en, setEn] = useState(template?.texts.en ?? text)
  const [wasSent, setSent] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const outcome = {
    onSuccess: () => {
      toasts.show({ type: 'success', message: t('communication.template.saved') })
      onClose()
    },
    onError: (error: Error) => setFailure(message(error, t('communication.error.templateSave'))),
  }
  const create = useChange(createMessageTemplate, outcome)
  const change = useChange(changeMessageTemplate, outcome)
  const isBusy = create.isPending || change.isPending
  const missing = (value: string) => (wasSent && value.trim() === '' ? t('fields.required') : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    setFailure(null)
    if (isBusy || [name, es, en].some((value) => value.trim() === '')) return
    const body = { name: name.trim(), texts: { es: es.trim(), en: en.trim() } }
    if (template === undefined) create.mutate({ body: { companyId, ...body } })
    else change.mutate({ params: { id: template.id }, body: { ...body, version: template.version } })
  }
  const variables = Object.entries(messageVariables).map(([english, spanish]) => {
    const variable = language === 'es' ? spanish : english
    return `{${variable}}`
  })
  return (
    <FormDialog
      title={t(template ? 'communication.template.editTitle' : 'communication.template.new')}
      submitLabel={t('ui.save')}
      maxWidth="sm"
      isBusy={isBusy}
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
