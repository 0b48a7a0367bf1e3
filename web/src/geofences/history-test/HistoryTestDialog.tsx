import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type Geofence, readFence } from '@rumbo/contract/geofences.contract'
import { type FenceTestResult, testFence } from '@rumbo/contract/geofences.history-test.contract'
import { useId } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { HistoryTestForm } from '../../telemetry/history-test/HistoryTestForm.tsx'
import { useHistoryTest } from '../../telemetry/history-test/use-history-test.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TestResult } from './TestResult.tsx'

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
          <DialogTitle id={titleId}>{t('history.test.title', { name: fence.data?.name ?? '' })}</DialogTitle>
          {fence.data ? (
            <FenceTest fence={fence.data} onClose={leave} />
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

function FenceTest({ fence, onClose }: { fence: Geofence; onClose: () => void }) {
  const { t } = useText()
  const starting = useChange(testFence)
  const test = useHistoryTest<FenceTestResult>(t('geofences.test.failed'))
  const { fleetId, scope, shape, triggers, sensitivity } = fence
  return (
    <HistoryTestForm
      fleetId={fleetId}
      scope={scope}
      text={t('geofences.test.text')}
      test={test}
      isStarting={starting.isPending}
      onStart={(asked) =>
        void test.start(() => starting.mutateAsync({ body: { ...asked, shape, triggers, sensitivity } }))
      }
      onClose={onClose}
    >
      {(result) => <TestResult fence={fence} result={result} />}
    </HistoryTestForm>
  )
}
