import Box from '@mui/material/Box'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { type Ref, useImperativeHandle, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { PlotHandle, PlotSeries } from './plot-options.ts'
import { type Track, valueAt } from './track.rules.ts'

interface PlotKeyProps {
  series: readonly PlotSeries[]
  track: Track
  timeZone: string
  /** Moment of the values shown while nothing is hovered; null for none. */
  atMs: number | null
  /** The span covers several days. */
  hasDate?: boolean
  /** Receives the hovered moment outside React, like the plots beside it. */
  ref?: Ref<PlotHandle>
}

/** Legend of the lines with their values at the hovered moment. */
export function PlotKey({ series, track, timeZone, atMs, hasDate = false, ref }: PlotKeyProps) {
  const { t, language } = useText()
  const [pointedMs, setPointedMs] = useState<number | null>(null)
  useImperativeHandle(ref, () => ({ point: setPointedMs }), [])
  const ms = pointedMs ?? atMs
  const said = ({ column, unit, isSwitch }: PlotSeries) => {
    const value = ms === null ? null : valueAt(track, column, ms)
    if (value === null) return '—'
    if (isSwitch) return t(value === 1 ? 'history.ignition.on' : 'history.ignition.off')
    return `${formatNumber(language, value)} ${unit ?? ''}`
  }
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: '2px 14px',
        px: '14px',
        pb: '4px',
        typography: 'caption',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {ms !== null && (
        <Box component="time" dateTime={new Date(ms).toISOString()} sx={{ fontWeight: 600 }}>
          {formatDate(language, ms, { show: 'dateTimeSeconds', timeZone }).slice(hasDate ? 0 : -8)}
        </Box>
      )}
      {series.map((one) => (
        <Box
          key={one.label}
          sx={{ display: 'flex', alignItems: 'center', gap: '6px', color: token('textSoft') }}
        >
          <Box aria-hidden sx={{ width: 18, height: one.isSwitch ? 6 : 0, borderTop: borderOf(one) }} />
          {one.label}
          {ms !== null && (
            // Fixed width: an extra line would move the map above at every report.
            <Box component="span" sx={{ color: token('text'), width: '5em', whiteSpace: 'nowrap' }}>
              {said(one)}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}

function borderOf({ tone, dash, isSwitch }: PlotSeries): string {
  const style = dash === undefined ? 'solid' : (dash[0] ?? 0) > 4 ? 'dashed' : 'dotted'
  return `${isSwitch ? 6 : 2}px ${style} ${token(tone)}`
}
