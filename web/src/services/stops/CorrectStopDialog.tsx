import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import type { FieldCode } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { correctStop } from '@rumbo/contract/services.stops.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { DateTimeField } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { kilometresOf, metresOf, type StopPair } from './stops.rules.ts'

const kilometres = 'km'

function refusalOf(error: Error | null, field: string): FieldCode | undefined {
  const errors = error instanceof ProblemError ? error.problem?.errors : undefined
  return errors?.find(({ path }) => path === `body.${field}`)?.code as FieldCode | undefined
}

interface CorrectStopDialogProps {
  service: Service
  pair: StopPair
  onClose: () => void
}

/** Records or corrects by hand when a stop was executed. Mount it to open it. */
export function CorrectStopDialog({ service, pair, onClose }: CorrectStopDialogProps) {
  const { planned, executed } = pair
  const { t } = useText()
  const { company } = useWorkspace()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [arrived, setArrived] = useState(executed?.arrived ?? null)
  const [departed, setDeparted] = useState(executed?.departed ?? null)
  const [distance, setDistance] = useState(kilometresOf(executed?.distanceAtStop ?? null))
  const [notes, setNotes] = useState(executed?.notes ?? '')
  const [reason, setReason] = useState('')
  const [wasSent, setSent] = useState(false)
  const change = useChange(correctStop, { evicts: ['services', 'dispatch'] })
  const metres = metresOf(distance)
  const isReasonMissing = reason.trim() === ''
  const wordsOf = (field: 'arrived' | 'departed') => {
    const code = refusalOf(change.error, field)
    return code ? t(`fields.${code}`) : undefined
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (arrived === null || metres === undefined || isReasonMissing || change.isPending) return
    try {
      await change.mutateAsync({
        params: { id: service.id, stopId: planned.id },
        body: {
          version: service.version,
          arrived,
          departed,
          distance: metres,
          notes: notes.trim() || null,
          reason: reason.trim(),
        },
      })
      toasts.show({ type: 'success', message: t('services.stops.corrected', { address: planned.address }) })
      onClose()
    } catch {
      // The form shows the failure.
    }
  }
  return (
    <FormDialog
      title={t(
        executed?.status === 'executed' ? 'services.stops.correctTitle' : 'services.stops.recordTitle',
      )}
      submitLabel={t('services.stops.save')}
      isBusy={change.isPending}
      error={change.error ? message(change.error, t('services.stops.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Box sx={{ typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}>
        {planned.address}
      </Box>
      <DateTimeField
        label={t('services.field.arrived')}
        value={arrived}
        onChange={setArrived}
        timeZone={company?.timeZone}
        error={wordsOf('arrived') ?? (wasSent && arrived === null ? t('fields.required') : undefined)}
      />
      <DateTimeField
        label={t('services.field.departed')}
        value={departed}
        onChange={setDeparted}
        timeZone={company?.timeZone}
        isClearable
        error={wordsOf('departed')}
        hint={t('ui.optional')}
      />
      <TextField
        label={t('services.field.distanceAtStop')}
        value={distance}
        onChange={(event) => setDistance(event.target.value)}
        error={metres === undefined}
        helperText={metres === undefined ? t('services.valid.amount') : t('services.stops.distanceHint')}
        slotProps={{
          htmlInput: { inputMode: 'decimal' },
          input: { endAdornment: <InputAdornment position="end">{kilometres}</InputAdornment> },
        }}
      />
      <TextField
        label={t('services.field.notes')}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <TextField
        label={t('services.stops.reason')}
        value={reason}
        required
        onChange={(event) => setReason(event.target.value)}
        error={wasSent && isReasonMissing}
        helperText={wasSent && isReasonMissing ? t('fields.required') : undefined}
        slotProps={{ htmlInput: { maxLength: 300 } }}
      />
    </FormDialog>
  )
}
