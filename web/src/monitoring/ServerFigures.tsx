import Box from '@mui/material/Box'
import { levelOfMeasure, type ServerLevel } from '@rumbo/contract/monitoring.status-levels'
import { formatNumber } from '@rumbo/i18n/formats'
import type { ReactNode } from 'react'
import { FigureWithUnit } from '../ui/FigureWithUnit.tsx'
import { useText } from '../ui/i18n.tsx'
import { Sparkline } from '../ui/Sparkline.tsx'
import { token } from '../ui/theme/tokens.ts'
import { LevelMark } from './LevelMark.tsx'
import {
  levelOf,
  overTheHour,
  rangeOf,
  type ServerStatus,
  type ShownFigure,
  shownFigures,
  shownValue,
  timeParts,
} from './server-status.rules.ts'

const grid = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(4, minmax(0, 1fr))',
    lg: 'repeat(7, minmax(0, 1fr))',
  },
  borderTop: `1px solid ${token('line')}`,
} as const
const cell = {
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  p: '10px 14px',
  boxShadow: `1px 0 0 ${token('line')}, 0 1px 0 ${token('line')}`,
} as const

function Figure({
  label,
  level,
  children,
}: {
  label: string
  level: ServerLevel | null
  children: ReactNode
}) {
  return (
    <Box sx={cell}>
      <Box
        component="dt"
        sx={{ display: 'flex', gap: '5px', typography: 'caption', color: token('textSoft') }}
      >
        <LevelMark level={level} />
        <span>{label}</span>
      </Box>
      <Box component="dd" sx={{ m: 0, flex: 1, display: 'flex', flexDirection: 'column' }}>
        {children}
      </Box>
    </Box>
  )
}

function MeasuredFigure({
  status,
  figure,
  unit,
  digits,
}: {
  status: ServerStatus
  figure: ShownFigure
  unit: string
  digits: number
}) {
  const { t, language } = useText()
  const label = t(`monitoring.figure.${figure}`)
  const level = levelOf(status, figure)
  const value = shownValue(figure, status.current[figure])
  const values = status.history[figure].map((one) => shownValue(figure, one))
  const range = rangeOf(values)
  const line = overTheHour(status, values)
  const write = (one: number) => `${formatNumber(language, one, digits)} ${unit}`.trim()
  const { maxConnections } = status.database
  return (
    <Figure label={label} level={level}>
      <FigureWithUnit
        size="title"
        value={value === null ? '—' : formatNumber(language, value, digits)}
        unit={
          figure === 'connections' && maxConnections !== null
            ? `/ ${formatNumber(language, maxConnections)}`
            : unit
        }
      />
      <Box sx={{ mt: 'auto', pt: '4px' }}>
        <Sparkline
          values={line}
          top={unit === '%' && figure !== 'errorPercent' ? 100 : undefined}
          colour={level === 'red' ? 'critical' : level === 'amber' ? 'alarmed' : 'occupied'}
          label={
            range === null
              ? t('panel.server.noHistory', { figure: label })
              : t('panel.server.range', { figure: label, least: write(range.min), most: write(range.max) })
          }
        />
      </Box>
    </Figure>
  )
}

/** Every figure with its level and its last hour. */
export function ServerFigures({ status }: { status: ServerStatus }) {
  const { t, language } = useText()
  const { days, hours, minutes } = timeParts(status.uptimeSeconds)
  const { certificateState, certificateDays } = status
  return (
    <Box component="dl" sx={{ m: 0, ...grid }}>
      <Figure label={t('monitoring.figure.uptime')} level={null}>
        <Box component="span" sx={{ typography: 'h2' }}>
          {days > 0
            ? t('panel.server.daysHours', { days: formatNumber(language, days), hours })
            : t('panel.server.hoursMinutes', { hours, minutes })}
        </Box>
      </Figure>
      {shownFigures.map((shown) => (
        <MeasuredFigure key={shown.figure} status={status} {...shown} />
      ))}
      <Figure
        label={t('monitoring.figure.certificateDays')}
        level={certificateState === 'unreadable' ? 'red' : levelOfMeasure('certificateDays', certificateDays)}
      >
        <Box component="span" sx={{ typography: certificateState === 'unreadable' ? 'body2' : 'h2' }}>
          {certificateDays !== null
            ? formatNumber(language, certificateDays)
            : certificateState === 'none'
              ? t('panel.server.noCertificate')
              : t('monitoring.server.certificate.unreadable')}
        </Box>
      </Figure>
    </Box>
  )
}
