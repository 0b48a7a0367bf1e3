import Box from '@mui/material/Box'
import { endServiceSeries, type ServiceSeries } from '@rumbo/contract/services.series.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { nowMs } from '../../ui/clock.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { dayAt } from '../../ui/fields/calendar-day.ts'
import { DateField } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

interface EndSeriesDialogProps {
  series: ServiceSeries
  timeZone: string
  onClose: () => void
}

/** Asks from which day on a series has no services. Mount it to open it. */
export function EndSeriesDialog({ series, timeZone, onClose }: EndSeriesDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const end = useChange(endServiceSeries)
  const today = dayAt(nowMs(), timeZone)
  const [from, setFrom] = useState<string | null>(today)
  const [wasSent, setSent] = useState(false)
  const wrong = from === null ? t('fields.required') : from < today ? t('series.end.past') : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (from === null || wrong !== undefined || end.isPending) return
    try {
      const { removed, kept } = await end.mutateAsync({
        params: { id: series.id },
        body: { from, version: series.version },
      })
      toasts.show({ type: 'success', message: t('series.done.ended', { removed, kept }) })
      onClose()
    } catch {
      // The form shows the failure.
    }
  }
  return (
    <FormDialog
      title={t('series.end.title')}
      submitLabel={t('series.action.end')}
      isBusy={end.isPending}
      isChanged={from !== today}
      error={end.error ? message(end.error, t('series.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Box>{t('series.end.text')}</Box>
      <DateField
        label={t('series.end.from')}
        value={from}
        min={today}
        isRequired
        error={wasSent ? wrong : undefined}
        onChange={setFrom}
      />
    </FormDialog>
  )
}
