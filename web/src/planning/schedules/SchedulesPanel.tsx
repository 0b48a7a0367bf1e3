import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { Plan } from '@rumbo/contract/planning.contract'
import {
  deletePlanSchedule,
  listPlanSchedules,
  type PlanSchedule,
} from '@rumbo/contract/planning.schedules.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { useSeriesWords } from '../../services/series/use-series-words.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { RecordCard } from '../../ui/dialogs/RecordCard.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useFailureReason } from './use-failure-reason.ts'

const ScheduleDialog = lazyDialog(() => import('./ScheduleDialog.tsx').then((file) => file.ScheduleDialog))

interface SchedulesPanelProps {
  fleetId: string
  /** The open plan, which a new one takes its settings and its routes from. */
  plan: Pick<Plan, 'id' | 'name' | 'date' | 'settings'>
  mayEdit: boolean
  onClose: () => void
}

/** The recurring plans of a fleet, in a drawer: when the next plan is made, and what failed. */
export function SchedulesPanel({ fleetId, plan, mayEdit, onClose }: SchedulesPanelProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const toasts = useToasts()
  const answer = useEndpoint(listPlanSchedules, { query: { fleetId } })
  const remove = useChange(deletePlanSchedule)
  const [edited, setEdited] = useState<PlanSchedule | 'new' | null>(null)
  const [removed, setRemoved] = useState<PlanSchedule | null>(null)
  const items = answer.data?.items
  const create = mayEdit && (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEdited('new')}>
      {t('planningLive.schedules.new')}
    </Button>
  )
  const removeNow = async ({ id, name }: PlanSchedule) => {
    try {
      await remove.mutateAsync({ params: { id } })
      toasts.show({ type: 'success', message: t('planningLive.schedules.deleted', { name }) })
    } catch (error) {
      toasts.show({ type: 'error', message: message(error, t('planningLive.schedules.deleteFailed')) })
    }
    setRemoved(null)
  }
  return (
    <>
      <RecordCard
        widthPixels={520}
        title={t('planningLive.schedules.title')}
        detail={t('planningLive.schedules.intro')}
        onClose={onClose}
      >
        {answer.isError ? (
          <ErrorState
            text={message(answer.error, t('planningLive.schedules.loadFailed'))}
            onRetry={() => void answer.refetch()}
          />
        ) : items === undefined ? (
          <ListSkeleton rows={3} />
        ) : items.length === 0 ? (
          <EmptyState
            title={t('planningLive.schedules.none')}
            text={t('planningLive.schedules.noneText')}
            action={create || undefined}
          />
        ) : (
          <>
            {create}
            <Box
              component="ul"
              aria-label={t('planningLive.schedules.list')}
              sx={{ listStyle: 'none', m: 0, mt: '12px', p: 0, display: 'grid', gap: '10px' }}
            >
              {items.map((schedule) => (
                <ScheduleCard
                  key={schedule.id}
                  schedule={schedule}
                  onEdit={mayEdit ? () => setEdited(schedule) : null}
                  onDelete={mayEdit ? () => setRemoved(schedule) : null}
                />
              ))}
            </Box>
          </>
        )}
      </RecordCard>
      {edited !== null && (
        <ScheduleDialog
          fleetId={fleetId}
          schedule={edited === 'new' ? null : edited}
          plan={plan}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        open={removed !== null}
        title={t('planningLive.schedules.deleteTitle', { name: removed?.name ?? '' })}
        text={t('planningLive.schedules.deleteText')}
        confirmLabel={t('planningLive.schedules.deleteButton')}
        isDestructive
        onConfirm={() => (removed ? removeNow(removed) : undefined)}
        onClose={() => setRemoved(null)}
      />
    </>
  )
}

interface ScheduleCardProps {
  schedule: PlanSchedule
  /** Null: it may not be changed. */
  onEdit: (() => void) | null
  onDelete: (() => void) | null
}

function ScheduleCard({ schedule, onEdit, onDelete }: ScheduleCardProps) {
  const { t } = useText()
  const words = useSeriesWords()
  const reasonOf = useFailureReason()
  const { name, weekdays, madeAt, daysAhead, nextDate, isActive, failedDate, failure, startTime, endTime } =
    schedule
  const ahead =
    daysAhead === 0
      ? t('planningLive.schedules.ahead.same')
      : t('planningLive.schedules.ahead', { count: daysAhead })
  return (
    <Box component="li" sx={{ border: `1px solid ${token('line')}`, borderRadius: '8px', p: '10px 12px' }}>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: '4px' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" component="h3">
            {name}
          </Typography>
          <Typography variant="body2">
            {t('planningLive.schedules.rule', { days: words.daysOf(weekdays), time: madeAt, ahead })}
            {startTime !== null && endTime !== null && ` · ${startTime}–${endTime}`}
          </Typography>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {!isActive
              ? t('planningLive.schedules.inactive')
              : nextDate === null
                ? t('planningLive.schedules.noNext')
                : t('planningLive.schedules.next', { day: words.dayOf(nextDate) })}
          </Typography>
        </Box>
        {onEdit && (
          <IconButton aria-label={t('planningLive.schedules.edit', { name })} onClick={onEdit}>
            <EditOutlined fontSize="small" />
          </IconButton>
        )}
        {onDelete && (
          <IconButton aria-label={t('planningLive.schedules.delete', { name })} onClick={onDelete}>
            <DeleteOutlineRounded fontSize="small" />
          </IconButton>
        )}
      </Box>
      {failedDate !== null && failure !== null && (
        <Alert severity="warning" sx={{ mt: '8px' }}>
          {t('planningLive.schedules.failedOn', { day: words.dayOf(failedDate), reason: reasonOf(failure) })}
        </Alert>
      )}
    </Box>
  )
}
