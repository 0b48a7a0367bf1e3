import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FenceScope, type Geofence, readFence } from '@rumbo/contract/geofences.contract'
import { historyTestLimits } from '@rumbo/contract/telemetry.history-test'
import { dayMs } from '@rumbo/contract/time-units'
import { useId, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useLiveVehicles } from '../../live/use-live.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { DateTimeField } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { isEnded } from '../../work/use-work.ts'
import { WorkProgress } from '../../work/WorkProgress.tsx'
import { FenceScopeField } from '../FenceScopeField.tsx'
import { TestResult } from './TestResult.tsx'
import { useFenceTest } from './use-fence-test.ts'

const usualDays = 7

/** Runs a stored geofence over recorded positions: what it would have raised. */
export function HistoryTestDialog({ fenceId, onClose }: { fenceId: string; onClose: () => void }) {
  const { t } = useText()
  const titleId = useId()
  const message = useErrorMessage()
  const fence = useEndpoint(readFence, { params: { id: fenceId } })
  return (
    <GuardedDialog onClose={onClose} isChanged={false} maxWidth="md" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>
            {t('geofences.test.title', { name: fence.data?.name ?? '' })}
          </DialogTitle>
          {fence.data ? (
            <TestForm fence={fence.data} onClose={leave} />
          ) : (
            <DialogContent>
              {fence.isError ? (
                <ErrorState
                  title={message(fence.error, t('geofences.error.load'))}
                  onRetry={() => void fence.refetch()}
                />
              ) : (
                <FormSkeleton fields={3} />
              )}
            </DialogContent>
          )}
        </>
      )}
    </GuardedDialog>
  )
}

function TestForm({ fence, onClose }: { fence: Geofence; onClose: () => void }) {
  const { t } = useText()
  const { company } = useWorkspace()
  const test = useFenceTest()
  const vehicles = useLiveVehicles(fence.fleetId)
  const [scope, setScope] = useState<FenceScope>(fence.scope)
  const [openedAt] = useState(() => Date.now())
  const [from, setFrom] = useState<string | null>(new Date(openedAt - usualDays * dayMs).toISOString())
  const [to, setTo] = useState<string | null>(new Date(openedAt).toISOString())
  const vehicleIds = scope.kind === 'fleet' ? vehicles.map(({ id }) => id) : scope.vehicleIds
  const lengthMs = from && to ? Date.parse(to) - Date.parse(from) : null
  const periodError =
    lengthMs === null
      ? undefined
      : lengthMs <= 0
        ? t('geofences.test.order')
        : lengthMs > historyTestLimits.days * dayMs
          ? t('geofences.test.tooLong', { count: historyTestLimits.days })
          : undefined
  const scopeError =
    vehicleIds.length > historyTestLimits.vehicles
      ? t('geofences.test.tooMany', { count: historyTestLimits.vehicles })
      : undefined
  const canStart = from && to && !periodError && !scopeError && vehicleIds.length > 0
  const { watched, result, error } = test
  const isOver = error !== null || result !== null || isEnded(watched?.work)
  const { fleetId, shape, triggers, sensitivity } = fence

  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: '16px', alignContent: 'start' }}>
        <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
          {error && (
            <Alert severity="error" role="presentation">
              {error}
            </Alert>
          )}
        </Box>
        {watched === null && (
          <>
            <Box sx={{ typography: 'body2' }}>{t('geofences.test.text')}</Box>
            <FenceScopeField fleetId={fleetId} value={scope} error={scopeError} onChange={setScope} />
            <Box sx={{ display: 'grid', gap: '12px', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
              <DateTimeField
                label={t('geofences.test.from')}
                value={from}
                timeZone={company?.timeZone}
                onChange={setFrom}
              />
              <DateTimeField
                label={t('geofences.test.to')}
                value={to}
                timeZone={company?.timeZone}
                error={periodError}
                onChange={setTo}
              />
            </Box>
          </>
        )}
        {watched && !result && <WorkProgress work={watched.work} isUnread={watched.isUnread} />}
        {result && <TestResult fence={fence} result={result} />}
      </DialogContent>
      <DialogActions>
        {watched && !isOver && (
          <Button onClick={watched.cancel} loading={watched.isCancelling}>
            {t('work.cancel.button')}
          </Button>
        )}
        <Button onClick={onClose}>{t('ui.close')}</Button>
        {watched === null ? (
          <Button
            variant="contained"
            disabled={!canStart}
            loading={test.isStarting}
            onClick={() => {
              if (from && to) void test.start({ fleetId, shape, triggers, sensitivity, vehicleIds, from, to })
            }}
          >
            {t('geofences.test.start')}
          </Button>
        ) : (
          isOver && (
            <Button variant="outlined" onClick={test.reset}>
              {t('geofences.test.again')}
            </Button>
          )
        )}
      </DialogActions>
    </>
  )
}
