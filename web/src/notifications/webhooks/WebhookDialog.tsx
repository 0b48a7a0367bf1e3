import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormLabel from '@mui/material/FormLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import {
  changeWebhook,
  createWebhook,
  type Webhook,
  webhookUrlLength,
} from '@rumbo/contract/notifications.webhooks.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'

interface WebhookDialogProps {
  /** Null: a new one. */
  webhook: Webhook | null
  companyId: string
  /** With the secret of a new one. */
  onSaved: (webhook: Webhook, secret: string | null) => void
  onClose: () => void
}

/** Creates or changes a webhook. Mount it to open it. */
export function WebhookDialog({ webhook, companyId, onSaved, onClose }: WebhookDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const { fleets } = useWorkspace()
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? 'https://')
  const [fleetIds, setFleetIds] = useState<readonly string[]>(webhook?.fleetIds ?? [])
  const [isActive, setActive] = useState(webhook?.isActive ?? true)
  const [version, setVersion] = useState(webhook?.version ?? 0)
  const [wasSent, setSent] = useState(false)
  const create = useChange(createWebhook)
  const save = useChange(changeWebhook)
  const isBusy = create.isPending || save.isPending
  const failure = create.error ?? save.error
  const isNameMissing = name.trim() === ''
  const isUrlWrong = !/^https?:\/\/[^/]/.test(url.trim()) || !URL.canParse(url.trim())

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (isBusy || isNameMissing || isUrlWrong) return
    const fields = { name: name.trim(), url: url.trim(), fleetIds: [...fleetIds] }
    try {
      if (webhook) {
        const body = { ...fields, isActive, version }
        onSaved(await save.mutateAsync({ params: { id: webhook.id }, body }), null)
      } else {
        const { secret, ...made } = await create.mutateAsync({ body: { companyId, ...fields } })
        onSaved(made, secret)
      }
    } catch (error) {
      // The form shows the conflict; saving again overwrites the other person's change.
      const current = error instanceof ProblemError ? error.problem?.current : undefined
      if (current !== undefined) setVersion((current as Webhook).version)
    }
  }
  const toggle = (id: string) =>
    setFleetIds(fleetIds.includes(id) ? fleetIds.filter((other) => other !== id) : [...fleetIds, id])
  return (
    <FormDialog
      title={webhook ? t('webhooks.edit', { name: webhook.name }) : t('webhooks.new')}
      submitLabel={t('ui.save')}
      isBusy={isBusy}
      error={failure ? message(failure, t('webhooks.error.save')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      maxWidth="sm"
    >
      <TextField
        label={t('webhooks.field.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        required
        autoFocus
        autoComplete="off"
        error={wasSent && isNameMissing}
        helperText={wasSent && isNameMissing ? t('fields.required') : undefined}
        slotProps={{ htmlInput: { maxLength: 80 } }}
      />
      <TextField
        label={t('webhooks.field.url')}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        type="url"
        required
        autoComplete="off"
        error={wasSent && isUrlWrong}
        helperText={wasSent && isUrlWrong ? t('webhooks.field.urlWrong') : t('webhooks.field.urlHint')}
        slotProps={{ htmlInput: { maxLength: webhookUrlLength } }}
      />
      {fleets.length > 1 && (
        <FormGroup role="group" aria-label={t('webhooks.field.fleets')}>
          <FormLabel component="span">{t('webhooks.field.fleetsHint')}</FormLabel>
          {fleets.map((fleet) => (
            <FormControlLabel
              key={fleet.id}
              label={fleet.name}
              control={<Checkbox checked={fleetIds.includes(fleet.id)} onChange={() => toggle(fleet.id)} />}
            />
          ))}
        </FormGroup>
      )}
      {webhook && (
        <FormControlLabel
          label={t('webhooks.field.switchedOn')}
          control={<Switch checked={isActive} onChange={(_, checked) => setActive(checked)} />}
        />
      )}
    </FormDialog>
  )
}
