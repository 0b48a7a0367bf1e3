import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import Box from '@mui/material/Box'
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
import { type Bar, barsOf, shortageOf } from './outlook.rules.ts'

/** Minimum interval between two reads of the forecast, in milliseconds: vehicles and services change all the time. */
const paceMs = 15_000
const barPixels = 56
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
      <Box sx={{ typography: 'subtitle2', fontVariantNumeric: 'tabular-nums', mt: '4px' }}>
        {quarter.services} {/* Stacked, because eight columns have no space for three digits side by side. */}
        <Box component="span" sx={{ display: { xs: 'block', sm: 'inline' }, color: token('textSoft') }}>
          / {quarter.units}
        </Box>
      </Box>
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>{time}</Box>
      {missing > 0 && (
        <Box sx={{ typography: 'body2', fontWeight: 700, color: token('critical'), lineHeight: 1.2 }}>
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

  const { quarters, overdue } = answer.data
  const times = quarters.map(({ at }) => formatDate(language, at, { show: 'time', timeZone }))
  const short = quarters.flatMap((quarter, at) => {
    const count = shortageOf(quarter)
    return count > 0 ? [t('panel.outlook.shortAt', { time: times[at] ?? '', count })] : []
  })
  const words =
    short.length > 0
      ? t('panel.outlook.short', { quarters: short.join(', ') })
      : t(quarters.some(({ services }) => services > 0) ? 'panel.outlook.enough' : 'panel.outlook.none')
  const bars = barsOf(quarters)
  return (
    <Card title={title}>
      {answer.isError && failure}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '4px 16px',
          mb: '14px',
          typography: 'body2',
          color: token('textSoft'),
        }}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: '6px',
            color: short.length > 0 ? token('critical') : undefined,
            fontWeight: short.length > 0 ? 700 : undefined,
          }}
        >
          {short.length > 0 && <ErrorOutlineRounded sx={{ fontSize: 18 }} />}
          {words}
        </Box>
        {overdue > 0 && <Box>{t('panel.outlook.overdue', { count: overdue })}</Box>}
        <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 14px', ml: { md: 'auto' } }}>
          <Swatch label={t('panel.outlook.services')} look={{ backgroundColor: token('primary') }} />
          <Swatch label={t('panel.outlook.units')} look={{ border: `1px solid ${token('textFaint')}` }} />
          {short.length > 0 && <Swatch label={t('panel.outlook.shortage')} look={{ background: hatch }} />}
        </Box>
      </Box>
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          gridTemplateColumns: `repeat(${quarters.length}, minmax(0, 1fr))`,
          gap: { xs: '4px', sm: '12px' },
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
