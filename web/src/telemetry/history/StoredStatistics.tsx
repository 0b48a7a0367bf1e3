import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { historyStatistics } from '@rumbo/contract/telemetry.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { dateText } from './legs.rules.ts'

function Stored({ title, vehicleId }: { title: string; vehicleId?: string }) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const read = useEndpoint(historyStatistics, { query: { vehicleId } })
  const found = read.data
  if (found === undefined)
    return read.isError ? (
      <ErrorState
        title={t('history.error.statistics')}
        text={message(read.error, t('ui.error.text'))}
        onRetry={() => void read.refetch()}
      />
    ) : (
      <ListSkeleton rows={3} />
    )
  const { firstDate, lastDate, records, historyBytes, databaseBytes, retentionDays } = found
  const megabytes = (bytes: number) => `${formatNumber(language, bytes / 1_048_576, 1)} MB`
  const rows = [
    [
      t('history.stats.range'),
      firstDate && lastDate
        ? t('history.stats.rangeValue', { first: dateText(firstDate), last: dateText(lastDate) })
        : '—',
    ],
    [t('history.stats.records'), formatNumber(language, records)],
    [
      t('history.stats.database'),
      databaseBytes === null ? `≈ ${megabytes(historyBytes)}` : megabytes(databaseBytes),
    ],
    [
      t('history.stats.retention'),
      retentionDays === null ? t('history.stats.forever') : t('history.stats.days', { count: retentionDays }),
    ],
  ]
  return (
    <Box component="section" aria-label={title} sx={{ p: '12px 14px' }}>
      <Typography variant="h3">{title}</Typography>
      <Box component="dl" sx={{ m: 0 }}>
        {rows.map(([label, value]) => (
          <Box
            key={label}
            sx={{ display: 'flex', gap: '12px', py: '6px', borderBottom: `1px solid ${token('line')}` }}
          >
            <Box component="dt" sx={{ color: token('textSoft'), typography: 'body2' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, ml: 'auto', typography: 'subtitle2' }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/** Statistics of the stored positions of a vehicle, and of all vehicles in the user's scope. */
export function StoredStatistics({ vehicleId, isAlone }: { vehicleId: string; isAlone: boolean }) {
  const { t } = useText()
  return (
    <>
      <Stored title={t('history.stats.vehicle')} vehicleId={vehicleId} />
      {!isAlone && <Stored title={t('history.stats.reach')} />}
    </>
  )
}
