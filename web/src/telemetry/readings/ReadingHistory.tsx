import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useText } from '../../ui/i18n.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ImplausibleList } from './ImplausibleList.tsx'
import { NumberHistory } from './NumberHistory.tsx'
import { ReadingChanges } from './ReadingChanges.tsx'
import { type ReadingRange, useReadingHistory } from './use-readings.ts'

interface ReadingHistoryProps {
  vehicleId: string
  /** Of the reading: `temperature1`. */
  name: string
  range: ReadingRange
  /** The range is not over: it is read again while it is on screen. */
  isRunning: boolean
  timeZone: string
  /** A moment was chosen in the plot or the list, epoch milliseconds. */
  onMoment?: (ms: number) => void
}

/** One reading within a range: numbers as a plot, yes or no and texts as a list of changes. */
export function ReadingHistory({
  vehicleId,
  name,
  range,
  isRunning,
  timeZone,
  onMoment,
}: ReadingHistoryProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [zoom, setZoom] = useState<{ from: string; to: string } | null>(null)
  const read = useReadingHistory(vehicleId, name, zoom ?? range, { isRunning: isRunning && zoom === null })
  const [series] = read.data?.series ?? []
  if (series === undefined || read.data === undefined)
    return read.isError ? (
      <ErrorState
        title={t('readings.error.history')}
        text={message(read.error, t('ui.error.text'))}
        onRetry={() => void read.refetch()}
      />
    ) : (
      <CardsSkeleton />
    )
  const bounds = { fromMs: Date.parse(read.data.from), toMs: Date.parse(read.data.to) }
  const isEmpty = (series.points ?? series.changes)?.time.length === 0
  return (
    <Box aria-busy={read.isPlaceholderData} sx={{ opacity: read.isPlaceholderData ? 0.6 : 1 }}>
      {zoom !== null && (
        <Button size="small" variant="outlined" onClick={() => setZoom(null)}>
          {t('vehicleDetails.plots.whole')}
        </Button>
      )}
      {isEmpty ? (
        <EmptyState title={t('readings.history.none')} />
      ) : series.changes === null ? (
        <NumberHistory
          series={series}
          bounds={bounds}
          timeZone={timeZone}
          onMoment={onMoment}
          onZoom={(span) =>
            setZoom(
              span && { from: new Date(span.fromMs).toISOString(), to: new Date(span.toMs).toISOString() },
            )
          }
        />
      ) : (
        <ReadingChanges series={series} changes={series.changes} timeZone={timeZone} onMoment={onMoment} />
      )}
      <ImplausibleList series={series} timeZone={timeZone} />
    </Box>
  )
}
