import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import {
  listServiceSeries,
  resumeServiceSeries,
  type ServiceSeries,
} from '@rumbo/contract/services.series.contract'
import { useState } from 'react'
import { useCan, useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { RecordCard } from '../../ui/dialogs/RecordCard.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { SeriesCard } from './SeriesCard.tsx'

const EndSeriesDialog = lazyDialog(() => import('./EndSeriesDialog.tsx').then((file) => file.EndSeriesDialog))
const PauseSeriesDialog = lazyDialog(() =>
  import('./PauseSeriesDialog.tsx').then((file) => file.PauseSeriesDialog),
)

interface SeriesPanelProps {
  place: { fleetId?: string; companyId?: string }
  /** The series to show first. */
  chosen: string | undefined
  onOpenService: (id: string) => void
  onClose: () => void
}

/** The recurring services of the fleets shown, in a drawer: how they stand, pause, resume and end. */
export function SeriesPanel({ place, chosen, onOpenService, onClose }: SeriesPanelProps) {
  const { t } = useText()
  const can = useCan()
  const { company } = useWorkspace()
  const message = useErrorMessage()
  const toasts = useToasts()
  const answer = useEndpoint(listServiceSeries, { query: place })
  const resume = useChange(resumeServiceSeries)
  const [asked, setAsked] = useState<{ what: 'pause' | 'end'; series: ServiceSeries } | null>(null)
  const close = () => setAsked(null)

  const resumeNow = async ({ id, version }: ServiceSeries) => {
    try {
      const { created } = await resume.mutateAsync({ params: { id }, body: { version } })
      toasts.show({ type: 'success', message: t('series.done.resumed', { count: created }) })
    } catch (error) {
      toasts.show({ type: 'error', message: message(error, t('series.failed')) })
    }
  }
  const items = answer.data?.items.toSorted(
    (a, b) =>
      Number(b.id === chosen) - Number(a.id === chosen) ||
      Number(a.state === 'ended') - Number(b.state === 'ended'),
  )
  return (
    <>
      <RecordCard widthPixels={520} title={t('series.title')} detail={t('series.intro')} onClose={onClose}>
        {answer.isError ? (
          <ErrorState
            text={message(answer.error, t('series.loadFailed'))}
            onRetry={() => void answer.refetch()}
          />
        ) : items === undefined ? (
          <ListSkeleton rows={4} />
        ) : items.length === 0 ? (
          <EmptyState title={t('series.none.title')} text={t('series.none.text')} />
        ) : (
          <>
            {answer.data?.isCut && <Alert severity="info">{t('series.cut')}</Alert>}
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '10px' }}>
              {items.map((series) => (
                <SeriesCard
                  key={series.id}
                  series={series}
                  isChosen={series.id === chosen}
                  mayChange={can('services.dispatch', series)}
                  isBusy={resume.isPending}
                  onOpenService={onOpenService}
                  onPause={() => setAsked({ what: 'pause', series })}
                  onResume={() => void resumeNow(series)}
                  onEnd={() => setAsked({ what: 'end', series })}
                />
              ))}
            </Box>
          </>
        )}
      </RecordCard>
      {asked?.what === 'pause' && <PauseSeriesDialog series={asked.series} onClose={close} />}
      {asked?.what === 'end' && (
        <EndSeriesDialog series={asked.series} timeZone={company?.timeZone ?? 'UTC'} onClose={close} />
      )}
    </>
  )
}
