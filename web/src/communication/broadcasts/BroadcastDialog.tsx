import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import {
  type BroadcastFilter,
  createBroadcast,
  previewBroadcast,
} from '@rumbo/contract/communication.broadcasts.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { newUuid } from '../../app/data/http.ts'
import { knownCode } from '../../app/data/problems.ts'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { DateTimeField } from '../../ui/fields/date-fields.tsx'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import { BroadcastText } from './BroadcastText.tsx'
import { emptyAudience, filterOf } from './broadcast-draft.rules.ts'

interface BroadcastDialogProps {
  fleetId: string
  onClose: () => void
}

const namesShown = 12

/** A message to many drivers: whom it would reach is shown before it is sent. */
export function BroadcastDialog({ fleetId: given, onClose }: BroadcastDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const toasts = useToasts()
  const { fleets, company } = useWorkspace()
  /** Sent again after a lost answer, it is there once. */
  const [id, setId] = useState(newUuid)
  const [fleetId, setFleetId] = useState(given)
  const [audience, setAudience] = useState(emptyAudience)
  const [text, setText] = useState('')
  const [templateId, setTemplateId] = useState<string | null>(null)
  const [isUrgent, setUrgent] = useState(false)
  const [scheduledAt, setScheduledAt] = useState<string | null>(null)
  const [wasSent, setSent] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const filter = filterOf(audience)
  const delayed = useDelayed(JSON.stringify({ fleetId, filter }), 300)
  const asked = JSON.parse(delayed) as { fleetId: string; filter: BroadcastFilter | null }
  const preview = useEndpoint(
    previewBroadcast,
    { body: { fleetId: asked.fleetId, filter: asked.filter ?? { kind: 'onDuty' } } },
    { enabled: asked.filter !== null, placeholderData: keepPreviousData },
  )
  const isBehind = preview.isPlaceholderData || delayed !== JSON.stringify({ fleetId, filter })
  const reached = filter === null ? undefined : preview.data
  const create = useChange(createBroadcast, {
    evicts: ['communication'],
    onSuccess: (sent) => {
      toasts.show({
        type: 'success',
        message:
          sent.status === 'scheduled'
            ? t('communication.broadcast.scheduled')
            : t('communication.broadcast.sent', { count: sent.recipients }),
      })
      onClose()
    },
    onError: (error) => {
      // The former one went out though its answer was lost; what is sent from here is another, knowingly.
      if (knownCode(error) === 'message_changed') setId(newUuid())
      setFailure(message(error, t('communication.error.broadcast')))
    },
  })
  const isMissing = templateId === null && text.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    setFailure(filter === null ? t('communication.broadcast.chooseWhom') : null)
    // What is sent to is what was shown.
    if (filter === null || isMissing || create.isPending || isBehind) return
    if (reached?.maySend === false) return
    create.mutate({
      body: {
        id,
        fleetId,
        filter,
        text: templateId === null ? text.trim() : undefined,
        templateId: templateId ?? undefined,
        priority: isUrgent ? 'urgent' : 'normal',
        scheduledAt,
      },
    })
  }
  return (
    <FormDialog
      title={t('communication.broadcast.title')}
      submitLabel={
        reached && !isBehind
          ? t('communication.broadcast.sendTo', { count: reached.recipients })
          : t('communication.send')
      }
      maxWidth="sm"
      isBusy={create.isPending}
      isChanged={
        text !== '' || templateId !== null || isUrgent || scheduledAt !== null || audience !== emptyAudience
      }
      error={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {fleets.length > 1 && (
        <ChoiceField
          label={t('communication.fleet')}
          value={fleetId}
          choices={fleets.map(({ id: value, name }) => ({ value, label: name }))}
          onChange={(next) => {
            setFleetId(next)
            setAudience(emptyAudience)
          }}
        />
      )}
      <AudienceFields fleetId={fleetId} draft={audience} onChange={setAudience} />
      <Box
        role="status"
        sx={{
          p: '10px 12px',
          borderRadius: '8px',
          border: `1px solid ${token('line')}`,
          backgroundColor: token('sunken'),
        }}
      >
        {filter === null ? (
          t('communication.broadcast.chooseWhom')
        ) : preview.isError ? (
          message(preview.error, t('communication.error.preview'))
        ) : reached === undefined ? (
          t('ui.loading')
        ) : (
          <>
            <Box sx={{ fontWeight: 620 }}>
              {t('communication.broadcast.reaches', { count: reached.recipients })}
            </Box>
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>
              {reached.names
                .slice(0, namesShown)
                .map(({ name, vehicleNumber }) =>
                  vehicleNumber === null ? name : `${name} (${vehicleNumber})`,
                )
                .join(', ')}
              {reached.recipients > namesShown &&
                ` ${t('communication.broadcast.others', { count: reached.recipients - namesShown })}`}
            </Box>
          </>
        )}
      </Box>
      {reached?.maySend === false && <Alert severity="warning">{t('problems.broadcast_too_large')}</Alert>}
      <BroadcastText
        companyId={company?.id}
        text={text}
        templateId={templateId}
        isMissing={wasSent && isMissing}
        onText={setText}
        onTemplate={setTemplateId}
      />
      <FormControlLabel
        control={
          <Switch color="error" checked={isUrgent} onChange={(event) => setUrgent(event.target.checked)} />
        }
        label={t('communication.broadcast.urgent')}
      />
      <DateTimeField
        label={t('communication.broadcast.when')}
        value={scheduledAt}
        onChange={setScheduledAt}
        isClearable
        timeZone={company?.timeZone}
      />
    </FormDialog>
  )
}
