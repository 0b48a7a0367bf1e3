import CancelOutlined from '@mui/icons-material/CancelOutlined'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import StopRounded from '@mui/icons-material/StopRounded'
import Button from '@mui/material/Button'
import { endShift, readShift, type Shift, startShift } from '@rumbo/contract/shifts.contract'
import { mayStart, standingOf } from '@rumbo/contract/shifts.rules'
import { minuteMs } from '@rumbo/contract/time-units'
import { useState } from 'react'
import { useCan, useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { useNow } from '../ui/clock.ts'
import { RecordCard } from '../ui/dialogs/RecordCard.tsx'
import { FactList } from '../ui/FactList.tsx'
import { useText } from '../ui/i18n.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { CancelShiftDialog } from './CancelShiftDialog.tsx'
import { ShiftDialog } from './ShiftDialog.tsx'
import { StandingChip } from './standing-look.tsx'

/** One shift to read: planned and actual times, and what may be done with it now. */
export function ShiftCard({ shiftId, onClose }: { shiftId: string; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const can = useCan()
  const nowMs = useNow(15)
  const [asked, setAsked] = useState<'edit' | 'cancel' | null>(null)
  const answer = useEndpoint(readShift, { params: { id: shiftId } })
  const shift = answer.data
  const start = useChange(startShift, { evicts: ['services', 'vehicles'] })
  const end = useChange(endShift, { evicts: ['services', 'vehicles'] })
  const mayEdit = shift !== undefined && can('shifts.edit', shift)
  const press = async ({ id, version }: Shift, change: typeof start | typeof end) => {
    try {
      await change.mutateAsync({ params: { id }, body: { version } })
    } catch (error) {
      toasts.show({ type: 'error', message: message(error, t('shifts.failed')) })
    }
  }
  const isOpen = shift?.status === 'planned' || shift?.status === 'running'
  return (
    <RecordCard
      title={shift?.driverName ?? t('shifts.one')}
      status={shift && <StandingChip standing={standingOf(shift, nowMs)} />}
      detail={shift && t('shifts.ofVehicle', { number: shift.vehicleNumber })}
      edit={mayEdit && isOpen ? { label: t('shifts.edit'), run: () => setAsked('edit') } : undefined}
      actions={
        mayEdit && (
          <>
            {mayStart(shift, nowMs) && (
              <Button
                variant="outlined"
                startIcon={<PlayArrowRounded />}
                loading={start.isPending}
                onClick={() => void press(shift, start)}
              >
                {t('shifts.start')}
              </Button>
            )}
            {shift.status === 'running' && (
              <Button
                variant="outlined"
                startIcon={<StopRounded />}
                loading={end.isPending}
                onClick={() => void press(shift, end)}
              >
                {t('shifts.end')}
              </Button>
            )}
            {shift.status === 'planned' && (
              <Button
                variant="outlined"
                color="error"
                startIcon={<CancelOutlined />}
                onClick={() => setAsked('cancel')}
              >
                {t('shifts.cancel')}
              </Button>
            )}
          </>
        )
      }
      onClose={onClose}
    >
      {shift ? (
        <Facts shift={shift} />
      ) : answer.isError ? (
        <ErrorState
          text={message(answer.error, t('shifts.loadFailed'))}
          onRetry={() => void answer.refetch()}
        />
      ) : (
        <FormSkeleton fields={5} />
      )}
      {asked === 'edit' && shift && <ShiftDialog of={shift} onClose={() => setAsked(null)} />}
      {asked === 'cancel' && shift && <CancelShiftDialog shift={shift} onClose={() => setAsked(null)} />}
    </RecordCard>
  )
}

function Facts({ shift }: { shift: Shift }) {
  const { t } = useText()
  const moment = useMoment()
  const { startsAt, endsAt, startedAt, endedAt, breaks, note, seriesId } = shift
  const breakAt = (afterMinutes: number) =>
    moment(new Date(Date.parse(startsAt) + afterMinutes * minuteMs).toISOString(), 'time')
  return (
    <FactList
      facts={[
        { name: t('shifts.fact.plannedStart'), value: moment(startsAt) },
        { name: t('shifts.fact.plannedEnd'), value: moment(endsAt) },
        { name: t('shifts.fact.start'), value: startedAt && moment(startedAt) },
        { name: t('shifts.fact.end'), value: endedAt && moment(endedAt) },
        {
          name: t('shifts.field.breaks'),
          value:
            breaks.length === 0
              ? null
              : breaks
                  .map(({ afterMinutes, minutes }) =>
                    t('shifts.break.one', { time: breakAt(afterMinutes), minutes }),
                  )
                  .join(', '),
        },
        { name: t('shifts.fact.series'), value: t(seriesId ? 'shifts.fact.isSeries' : 'shifts.fact.single') },
        { name: t('shifts.field.note'), value: note },
      ]}
    />
  )
}
