import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { manualStatuses, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { bulkStatusLimit, changeVehicleStatuses } from '@rumbo/contract/vehicles-changes.contract'
import { type FormEvent, useId, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/use-data.ts'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { VehicleStatusChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/tokens.ts'

type Result = OutputOf<typeof changeVehicleStatuses>['items'][number]
const isWell = ({ result }: Result) => result === 'changed' || result === 'unchanged'

interface BulkStatusDialogProps {
  vehicles: readonly Vehicle[]
  /** Hears, once it was asked for, which vehicles refused it or could not be asked. */
  onDone: (unchangedIds: readonly string[]) => void
  onClose: () => void
}

/** Sets the status of the chosen vehicles by hand, and then says of each what became of it. */
export function BulkStatusDialog({ vehicles, onDone, onClose }: BulkStatusDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [status, setStatus] = useState<(typeof manualStatuses)[number]>('maintenance')
  const [note, setNote] = useState('')
  const [results, setResults] = useState<readonly Result[] | null>(null)
  /** How many could not be asked. */
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
    // What was changed before a later part failed is told, too.
    if (found.length === 0) return
    const notAsked = ids.slice(found.length)
    onDone([...found.filter((one) => !isWell(one)).map(({ id }) => id), ...notAsked])
    setLeft(notAsked.length)
    setResults(found)
  }

  if (results !== null) return <BulkResult {...{ results, left, vehicles, onClose }} failure={error} />
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

interface BulkResultProps {
  results: readonly Result[]
  vehicles: readonly Vehicle[]
  /** How many could not be asked, and why. */
  left: number
  failure: string | null
  onClose: () => void
}

function BulkResult({ results, left, vehicles, failure, onClose }: BulkResultProps) {
  const { t } = useText()
  const titleId = useId()
  const nameOf = new Map(vehicles.map(({ id, vehicleNumber }) => [id, vehicleNumber]))
  const refused = results.filter((one) => !isWell(one))
  const changed = results.filter(({ result }) => result === 'changed').length
  const words = ({ result }: Result) =>
    result === 'changed' || result === 'unchanged'
      ? t(`vehicleRecord.bulk.${result}`)
      : t(`problems.${result}`)
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('vehicleForm.bulk.result')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: '12px', alignContent: 'start' }}>
        <Box role="status">
          {t('vehicleForm.bulk.done', { changed, total: results.length + left })}
          {refused.length > 0 && ` ${t('vehicleForm.bulk.partly')}`}
        </Box>
        {left > 0 && (
          <Alert severity="error">
            {t('vehicleForm.bulk.stopped', { count: left })} {failure}
          </Alert>
        )}
        <Box component="ul" aria-label={t('vehicleForm.bulk.result')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {[...refused, ...results.filter(isWell)].map((one) => (
            <Box
              component="li"
              key={one.id}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '90px minmax(0, 1fr) auto' },
                gap: '4px 12px',
                alignItems: 'center',
                py: '8px',
                borderTop: `1px solid ${token('line')}`,
              }}
            >
              <Box sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
                {one.vehicleNumber ?? nameOf.get(one.id) ?? '—'}
              </Box>
              <Box
                sx={{
                  gridColumn: { xs: '1 / -1', sm: 'auto' },
                  gridRow: { xs: 2, sm: 'auto' },
                  typography: 'body2',
                  color: isWell(one) ? token('textSoft') : token('critical'),
                }}
              >
                {words(one)}
              </Box>
              <Box sx={{ gridRow: { xs: 1, sm: 'auto' }, gridColumn: { xs: 2, sm: 'auto' } }}>
                {one.status && (
                  <VehicleStatusChip status={one.status} label={t(`vehicles.status.${one.status}`)} />
                )}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
