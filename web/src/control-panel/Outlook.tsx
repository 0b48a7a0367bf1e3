import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type OutlookQuarter, readOutlook } from '@rumbo/contract/dispatch.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useErrorMessage, useWorkspace } from '../app/client-context.tsx'
import { usePacedEndpoint } from '../app/data/use-data.ts'
import type { FleetSelection } from '../app/session/workspace.ts'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { CardsSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import { type Bar, barsOf, shortageOf, verdictOf } from './outlook.rules.ts'

/** Minimum interval between two reads of the forecast, in milliseconds: vehicles and services change all the time. */
const paceMs = 15_000
const barPixels = 26
const hatch = `repeating-linear-gradient(135deg, ${token('critical')} 0 3px, ${token('criticalTint')} 3px 6px)`

function Swatch({ label, look }: { label: string; look: object }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: '6px' }}>
      <Box component="span" sx={{ width: 12, height: 12, borderRadius: '3px', ...look }} />
      {label}
    </Box>
  )
}

interface ColumnProps {
  quarter: OutlookQuarter
  bar: Bar
  time: string
}

function Column({ quarter, bar, time }: ColumnProps) {
  const { t } = useText()
  const missing = shortageOf(quarter)
  const height = (part: number) => `${Math.max(part > 0 ? 3 : 0, part * barPixels)}px`
  return (
    <Box sx={{ minWidth: 0, textAlign: 'center' }}>
      <Box
        sx={{
          position: 'relative',
          height: barPixels + 2,
          mx: 'auto',
          width: '100%',
          maxWidth: 64,
          borderBottom: `1px solid ${token('line')}`,
        }}
      >
        <Box
          sx={{
            position: 'absolute',
            inset: 'auto 0 0',
            height: height(bar.units),
            borderRadius: '4px 4px 0 0',
            border: bar.units > 0 ? `1px solid ${token('textFaint')}` : 'none',
            borderBottom: 'none',
          }}
        />
        <Box sx={{ position: 'absolute', inset: 'auto 20% 0' }}>
          <Box sx={{ height: height(bar.short), background: hatch, borderRadius: '3px 3px 0 0' }} />
          <Box
            sx={{
              height: height(bar.served),
              backgroundColor: token('primary'),
              borderRadius: bar.short > 0 ? 0 : '3px 3px 0 0',
            }}
          />
        </Box>
      </Box>
      <Box sx={{ typography: 'subtitle2', fontVariantNumeric: 'tabular-nums', lineHeight: 1.3, mt: '2px' }}>
        {quarter.services} {/* Stacked, because eight columns have no space for three digits side by side. */}
        <Box component="span" sx={{ display: { xs: 'block', sm: 'inline' }, color: token('textSoft') }}>
          / {quarter.units}
        </Box>
      </Box>
      <Box sx={{ typography: 'caption', color: token('textSoft') }}>{time}</Box>
      {missing > 0 && (
        <Box sx={{ typography: 'caption', fontWeight: 700, color: token('critical'), lineHeight: 1.2 }}>
          {t('panel.outlook.missing', { count: missing })}
        </Box>
      )}
    </Box>
  )
}

/** Bookings of the next two hours by quarters of an hour, compared with the vehicles available then. */
export function Outlook({ fleets }: { fleets: FleetSelection }) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const timeZone = useWorkspace().company?.timeZone
  const answer = usePacedEndpoint(readOutlook, { query: fleets.query }, { paceMs })
  const title = t('panel.outlook.title')
  const failure = (
    <ErrorState
      title={message(answer.error, t('panel.outlook.failed'))}
      onRetry={() => void answer.refetch()}
    />
  )
  if (answer.data === undefined)
    return answer.isError ? <Card title={title}>{failure}</Card> : <CardsSkeleton cards={1} />

  const { quarters, waiting } = answer.data
  const times = quarters.map(({ at }) => formatDate(language, at, { show: 'time', timeZone }))
  const short = quarters.flatMap((quarter, at) => {
    const count = shortageOf(quarter)
    return count > 0 ? [t('panel.outlook.shortAt', { time: times[at] ?? '', count })] : []
  })
  const verdict = verdictOf(quarters, waiting)
  const isBad = verdict === 'short' || verdict === 'waiting'
  const bars = barsOf(quarters)
  return (
    <Card label={title}>
      {answer.isError && failure}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 11fr)' },
          alignItems: 'center',
          gap: '8px 24px',
          my: '-6px',
        }}
      >
        <Box sx={{ minWidth: 0, typography: 'body2', color: token('textSoft') }}>
          <Typography variant="h2" sx={{ color: token('text') }}>
            {title}
          </Typography>
          {isBad && (
            <Box sx={{ display: 'flex', gap: '6px', color: token('critical'), fontWeight: 700, mt: '2px' }}>
              <ErrorOutlineRounded sx={{ fontSize: 18 }} />
              <Box sx={{ minWidth: 0 }}>
                {verdict === 'short' && <div>{t('panel.outlook.short', { quarters: short.join(', ') })}</div>}
                {waiting > 0 && <div>{t('panel.outlook.waiting', { count: waiting })}</div>}
              </Box>
            </Box>
          )}
          {(verdict === 'enough' || verdict === 'none') && <Box>{t(`panel.outlook.${verdict}`)}</Box>}
          <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', gap: '2px 14px', mt: '2px' }}>
            <Swatch label={t('panel.outlook.services')} look={{ backgroundColor: token('primary') }} />
            <Swatch label={t('panel.outlook.units')} look={{ border: `1px solid ${token('textFaint')}` }} />
            {verdict === 'short' && (
              <Swatch label={t('panel.outlook.shortage')} look={{ background: hatch }} />
            )}
          </Box>
        </Box>
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            gridTemplateColumns: `repeat(${quarters.length}, minmax(0, 1fr))`,
            gap: { xs: '4px', sm: '10px' },
            // Shows the age of the figures after a failed read.
            opacity: answer.isError ? 0.6 : 1,
          }}
        >
          {quarters.map((quarter, at) => (
            <Column
              key={quarter.at}
              quarter={quarter}
              bar={bars[at] ?? { served: 0, short: 0, units: 0 }}
              time={times[at] ?? ''}
            />
          ))}
        </Box>
      </Box>
      <div style={visuallyHidden}>
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('panel.outlook.quarter')}</th>
              <th scope="col">{t('panel.outlook.services')}</th>
              <th scope="col">{t('panel.outlook.units')}</th>
              <th scope="col">{t('panel.outlook.shortage')}</th>
            </tr>
          </thead>
          <tbody>
            {quarters.map((quarter, at) => (
              <tr key={quarter.at}>
                <th scope="row">{times[at]}</th>
                <td>{quarter.services}</td>
                <td>{quarter.units}</td>
                <td>{shortageOf(quarter)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
