import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { type Event, type EventAction, eventBulkLimit, handleEvents } from '@rumbo/contract/events.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { eventTitle } from '../telemetry/EventList.tsx'
import { BulkResult } from '../ui/dialogs/BulkResult.tsx'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'

type Outcome = OutputOf<typeof handleEvents>['items'][number]

interface HandleEventsDialogProps {
  events: readonly Event[]
  action: EventAction
  /** After the server answered for these events, whether it did the action or refused it. */
  onAnswered?: (ids: readonly string[]) => void
  onClose: () => void
}

/** Acknowledges, resolves or dismisses the selected events, by as many as one call accepts, and shows each outcome. */
export function HandleEventsDialog({ events, action, onAnswered, onClose }: HandleEventsDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null)
  /** As they were when the dialog opened: the selection changes with the answers. */
  const [asked] = useState(events)
  const { mutateAsync } = useChange(handleEvents, { evicts: ['vehicles'] })
  const nameOf = (event: Event) => `${eventTitle(t, event)} · ${event.vehicleNumber}`

  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const ids = asked.map(({ id }) => id)
    const found: Outcome[] = []
    try {
      for (let from = 0; from < ids.length; from += eventBulkLimit) {
        const part = ids.slice(from, from + eventBulkLimit)
        const { items } = await mutateAsync({ body: { ids: part, action, note: note.trim() || null } })
        found.push(...items)
      }
    } catch (error) {
      setFailure(message(error, t(`events.error.${action}`)))
    }
    setBusy(false)
    if (found.length === 0) return
    setOutcomes(found)
    onAnswered?.(found.map(({ id }) => id))
  }
  const wordsOf = ({ problem, event }: Outcome): string => {
    if (problem === null) return event ? t(`events.status.${event.status}`) : t('events.bulk.handled')
    const handled = event?.dismissed ?? event?.resolved ?? event?.acknowledged
    if (problem === 'event_wrong_state' && event && handled?.by)
      return t('events.bulk.before', { status: t(`events.status.${event.status}`), by: handled.by })
    // A feature missing for company or fleet is, for one event among others, a missing right.
    if (problem === 'feature_off' || problem === 'feature_locked') return t('problems.forbidden')
    return t(`problems.${problem}`)
  }

  if (outcomes !== null) {
    const byId = new Map(asked.map((event) => [event.id, event]))
    const left = asked.length - outcomes.length
    return (
      <BulkResult
        title={t('events.bulk.result')}
        summary={t(`events.bulk.done.${action}`, {
          done: outcomes.filter(({ problem }) => problem === null).length,
          total: asked.length,
        })}
        failure={failure === null ? undefined : `${t('events.bulk.left', { count: left })} ${failure}`}
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
      title={t(`events.bulk.${action}`, { count: asked.length })}
      submitLabel={t(`events.action.${action}`)}
      isBusy={isBusy}
      error={failure}
      onSubmit={(submitted) => void submit(submitted)}
      onClose={onClose}
    >
      <Box component="ul" sx={{ m: 0, pl: '20px', maxHeight: 220, overflow: 'auto' }}>
        {asked.map((event) => (
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
