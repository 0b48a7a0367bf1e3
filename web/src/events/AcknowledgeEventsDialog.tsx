import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { type Event, handleEvents } from '@rumbo/contract/events.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { eventTitle } from '../telemetry/EventList.tsx'
import { BulkResult } from '../ui/dialogs/BulkResult.tsx'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'

type Outcome = OutputOf<typeof handleEvents>['items'][number]

interface AcknowledgeEventsDialogProps {
  /** At most as many as one call accepts. */
  events: readonly Event[]
  onClose: () => void
}

/** Acknowledges the selected events, then shows the outcome for each. */
export function AcknowledgeEventsDialog({ events, onClose }: AcknowledgeEventsDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [note, setNote] = useState('')
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null)
  const handle = useChange(handleEvents, {
    evicts: ['vehicles'],
    onSuccess: ({ items }) => setOutcomes(items),
  })
  const nameOf = (event: Event) => `${eventTitle(t, event)} · ${event.vehicleNumber}`

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (handle.isPending) return
    handle.mutate({
      body: { ids: events.map(({ id }) => id), action: 'acknowledge', note: note.trim() || null },
    })
  }
  const wordsOf = ({ problem, event }: Outcome): string => {
    if (problem === null) return t('events.status.acknowledged')
    const handled = event?.dismissed ?? event?.resolved ?? event?.acknowledged
    if (problem === 'event_wrong_state' && event && handled?.by)
      return t('panel.events.before', { status: t(`events.status.${event.status}`), by: handled.by })
    // A feature missing for company or fleet is, for one event among others, a missing right.
    if (problem === 'feature_off' || problem === 'feature_locked') return t('problems.forbidden')
    return t(`problems.${problem}`)
  }

  if (outcomes !== null) {
    const byId = new Map(events.map((event) => [event.id, event]))
    return (
      <BulkResult
        title={t('panel.events.result')}
        summary={t('panel.events.done', {
          done: outcomes.filter(({ problem }) => problem === null).length,
          total: outcomes.length,
        })}
        outcomes={outcomes.map((outcome) => {
          const event = outcome.event ?? byId.get(outcome.id)
          return {
            id: outcome.id,
            name: event ? nameOf(event) : '—',
            words: wordsOf(outcome),
            isWell: outcome.problem === null,
          }
        })}
        hasLongNames
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={t('panel.events.acknowledge', { count: events.length })}
      submitLabel={t('events.action.acknowledge')}
      isBusy={handle.isPending}
      error={handle.isError ? message(handle.error, t('events.error.acknowledge')) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box component="ul" sx={{ m: 0, pl: '20px', maxHeight: 220, overflow: 'auto' }}>
        {events.map((event) => (
          <li key={event.id}>{nameOf(event)}</li>
        ))}
      </Box>
      <TextField
        label={t('vehicleForm.events.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 1000 } }}
      />
    </FormDialog>
  )
}
