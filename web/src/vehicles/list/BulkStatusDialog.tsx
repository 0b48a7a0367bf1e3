import TextField from '@mui/material/TextField'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { bulkStatusLimit, changeVehicleStatuses } from '@rumbo/contract/vehicles.changes.contract'
import { manualStatuses, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { BulkResult } from '../../ui/dialogs/BulkResult.tsx'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { VehicleStatusChip } from '../../ui/StatusChip.tsx'

type Result = OutputOf<typeof changeVehicleStatuses>['items'][number]
const isWell = ({ result }: Result) => result === 'changed' || result === 'unchanged'

interface BulkStatusDialogProps {
  vehicles: readonly Vehicle[]
  /** Called with the ids of the vehicles whose change was refused or could not be sent. */
  onDone: (unchangedIds: readonly string[]) => void
  onClose: () => void
}

/** Sets the status of the selected vehicles, then shows the outcome for each. */
export function BulkStatusDialog({ vehicles, onDone, onClose }: BulkStatusDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [status, setStatus] = useState<(typeof manualStatuses)[number]>('maintenance')
  const [note, setNote] = useState('')
  const [results, setResults] = useState<readonly Result[] | null>(null)
  /** Number of vehicles that could not be sent. */
  const [left, setLeft] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const change = useChange(changeVehicleStatuses)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError(null)
    const ids = vehicles.map(({ id }) => id)
    const found: Result[] = []
    try {
      for (let from = 0; from < ids.length; from += bulkStatusLimit) {
        const part = ids.slice(from, from + bulkStatusLimit)
        const { items } = await change.mutateAsync({ body: { ids: part, status, note: note.trim() || null } })
        found.push(...items)
      }
    } catch (failure) {
      setError(message(failure, t('vehicleForm.bulk.failed')))
    } finally {
      setBusy(false)
    }
    // Vehicles changed before a later part failed are reported too.
    if (found.length === 0) return
    const notAsked = ids.slice(found.length)
    onDone([...found.filter((one) => !isWell(one)).map(({ id }) => id), ...notAsked])
    setLeft(notAsked.length)
    setResults(found)
  }

  if (results !== null) {
    const nameOf = new Map(vehicles.map(({ id, vehicleNumber }) => [id, vehicleNumber]))
    const counts = {
      changed: results.filter(({ result }) => result === 'changed').length,
      total: results.length + left,
    }
    const done = t('vehicleForm.bulk.done', counts)
    return (
      <BulkResult
        title={t('vehicleForm.bulk.result')}
        summary={results.every(isWell) ? done : `${done} ${t('vehicleForm.bulk.partly')}`}
        failure={left > 0 ? `${t('vehicleForm.bulk.stopped', { count: left })} ${error}` : undefined}
        outcomes={results.map((one) => ({
          id: one.id,
          name: one.vehicleNumber ?? nameOf.get(one.id) ?? '—',
          words:
            one.result === 'changed' || one.result === 'unchanged'
              ? t(`vehicleRecord.bulk.${one.result}`)
              : t(`problems.${one.result}`),
          isWell: isWell(one),
          state: one.status && (
            <VehicleStatusChip status={one.status} label={t(`vehicles.status.${one.status}`)} />
          ),
        }))}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={t('vehicleForm.bulk.title', { count: vehicles.length })}
      submitLabel={t('vehicleForm.bulk.submit')}
      isBusy={isBusy}
      error={error}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <ChoiceField
        label={t('vehicleForm.bulk.status')}
        value={status}
        choices={manualStatuses.map((value) => ({ value, label: t(`vehicles.status.${value}`) }))}
        onChange={setStatus}
      />
      <TextField
        label={t('vehicleForm.bulk.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        autoComplete="off"
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </FormDialog>
  )
}
