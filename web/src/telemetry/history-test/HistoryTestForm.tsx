import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import type { FenceScope } from '@rumbo/contract/geofences.contract'
import { historyTestLimits } from '@rumbo/contract/telemetry.history-test'
import { dayMs } from '@rumbo/contract/time-units'
import { type ReactNode, useState } from 'react'
import { useWorkspace } from '../../app/client-context.tsx'
import { useLiveVehicles } from '../../live/use-live.ts'
import { DateTimeField } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ScopeField } from '../../vehicles/choose/ScopeField.tsx'
import { isEnded } from '../../work/use-work.ts'
import { WorkProgress } from '../../work/WorkProgress.tsx'
import type { HistoryTest } from './use-history-test.ts'

const usualDays = 7

/** Whose history is tested, and of when; times in ISO 8601, the end exclusive. */
export interface AskedHistory {
  fleetId: string
  vehicleIds: string[]
  from: string
  to: string
}

interface HistoryTestFormProps<Result> {
  fleetId: string
  /** What is tested concerns these vehicles. */
  scope: FenceScope
  /** What a test does. */
  text: string
  test: HistoryTest<Result>
  isStarting: boolean
  onStart: (asked: AskedHistory) => void
  onClose: () => void
  children: (result: Result) => ReactNode
}

/** A test on history in a dialog: vehicles and period, then its progress, then its result. */
export function HistoryTestForm<Result>(props: HistoryTestFormProps<Result>) {
  const { fleetId, text, test, isStarting, onStart, onClose, children } = props
  const { t } = useText()
  const { company } = useWorkspace()
  const vehicles = useLiveVehicles(fleetId)
  const [scope, setScope] = useState<FenceScope>(props.scope)
  const [openedAt] = useState(() => Date.now())
  const [from, setFrom] = useState<string | null>(new Date(openedAt - usualDays * dayMs).toISOString())
  const [to, setTo] = useState<string | null>(new Date(openedAt).toISOString())
  const vehicleIds = scope.kind === 'fleet' ? vehicles.map(({ id }) => id) : scope.vehicleIds
  const lengthMs = from && to ? Date.parse(to) - Date.parse(from) : null
  const periodError =
    lengthMs === null
      ? undefined
      : lengthMs <= 0
        ? t('history.test.order')
        : lengthMs > historyTestLimits.days * dayMs
          ? t('history.test.tooLong', { count: historyTestLimits.days })
          : undefined
  const scopeError =
    vehicleIds.length > historyTestLimits.vehicles
      ? t('history.test.tooMany', { count: historyTestLimits.vehicles })
      : undefined
  const canStart = from && to && !periodError && !scopeError && vehicleIds.length > 0
  const { watched, result, error } = test
  const isOver = error !== null || result !== null || isEnded(watched?.work)

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
            <Box sx={{ typography: 'body2' }}>{text}</Box>
            <ScopeField
              fleetId={fleetId}
              label={t('history.test.vehicles')}
              value={scope}
              error={scopeError}
              onChange={setScope}
            />
            <Box sx={{ display: 'grid', gap: '12px', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
              <DateTimeField
                label={t('history.test.from')}
                value={from}
                timeZone={company?.timeZone}
                onChange={setFrom}
              />
              <DateTimeField
                label={t('history.test.to')}
                value={to}
                timeZone={company?.timeZone}
                error={periodError}
                onChange={setTo}
              />
            </Box>
          </>
        )}
        {watched && result === null && (
          <WorkProgress
            work={watched.work}
            isUnread={watched.isUnread}
            words={(done, total) => t('history.test.progress', { done, total })}
          />
        )}
        {result !== null && children(result)}
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
            loading={isStarting}
            onClick={() => {
              if (from && to) onStart({ fleetId, vehicleIds, from, to })
            }}
          >
            {t('history.test.start')}
          </Button>
        ) : (
          isOver && (
            <Button variant="outlined" onClick={test.reset}>
              {t('history.test.again')}
            </Button>
          )
        )}
      </DialogActions>
    </>
  )
}
