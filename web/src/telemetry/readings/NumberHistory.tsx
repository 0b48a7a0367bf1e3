import Box from '@mui/material/Box'
import type { ReadingSeries } from '@rumbo/contract/telemetry.readings.contract'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { nowMs } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { PlotHandle, PlotLine } from '../history/plot-options.ts'
import { TimePlot } from '../history/TimePlot.tsx'
import { extentOf, plotColumns, readingLabel, shownAs, stepAt, stepsOf } from './readings.rules.ts'
import { plotPoints } from './use-readings.ts'

const plotHeight = 220
/** Values that Page Up and Page Down pass over. */
const pageLength = 10

interface NumberHistoryProps {
  series: ReadingSeries
  /** Of what is shown, epoch milliseconds. */
  bounds: { fromMs: number; toMs: number }
  timeZone: string
  onMoment?: (ms: number) => void
  onZoom: (span: { fromMs: number; toMs: number } | null) => void
}

/** A number over time as a plot. The pointer or the arrow keys choose a value, which is shown below in words. */
export function NumberHistory({ series, bounds, timeZone, onMoment, onZoom }: NumberHistoryProps) {
  const { t, language } = useText()
  const plot = useRef<PlotHandle>(null)
  const [pointedMs, setPointedMs] = useState<number | null>(null)
  const { fromMs } = bounds
  const toMs = Math.max(fromMs + 1, Math.min(bounds.toMs, nowMs()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bounds belong to the series
  const steps = useMemo(() => stepsOf(series, bounds, plotPoints), [series])
  // The end of what is shown moves with each second; the line need not.
  const untilMs = Math.min(bounds.toMs, Math.ceil(toMs / 10_000) * 10_000)
  const columns = useMemo(() => plotColumns(steps, untilMs), [steps, untilMs])
  const read = useCallback(() => columns, [columns])
  const name = readingLabel(t, series)
  const { unit, digits } = shownAs(series)
  const lines = useMemo((): PlotLine[] => {
    const line = { tone: 'occupied', unit: unit ?? undefined } as const
    return [
      { label: `${name} ${t('readings.history.most')}`, ...line },
      { label: `${name} ${t('readings.history.least')}`, ...line },
    ]
  }, [name, unit, t])

  const withUnit = (value: number) =>
    `${formatNumber(language, value, digits)}${unit === null ? '' : ` ${unit}`}`
  const rangeText = (least: number, most: number) =>
    least === most
      ? withUnit(least)
      : t('readings.history.between', { least: withUnit(least), most: withUnit(most) })
  const momentText = (ms: number) => formatDate(language, ms, { show: 'dateTimeSeconds', timeZone })
  const atMs = pointedMs ?? steps.time.at(-1) ?? toMs
  const index = stepAt(steps, atMs)
  const valueText =
    index === null ? t('map.popup.noData') : rangeText(steps.min[index] ?? 0, steps.max[index] ?? 0)
  const extent = extentOf(steps)

  const point = (ms: number | null) => {
    setPointedMs(ms)
    plot.current?.point(ms)
  }
  const last = steps.time.length - 1
  const place = index ?? last
  const moves: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    PageDown: place - pageLength,
    PageUp: place + pageLength,
    Home: 0,
    End: last,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onMoment?.(atMs)
    const next = moves[event.key]
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    point(steps.time[Math.max(0, Math.min(last, next))] ?? null)
  }
  return (
    <>
      <Box
        role="slider"
        tabIndex={0}
        aria-label={t('readings.history.plot', { name })}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={place}
        aria-valuetext={`${momentText(atMs)}: ${valueText}`}
        onKeyDown={onKeyDown}
        onBlur={() => point(null)}
        sx={{
          mx: { xs: '-8px', sm: 0 },
          '&:focus-visible': { outline: `2px solid ${token('primaryText')}`, outlineOffset: 2 },
        }}
      >
        <TimePlot
          ref={plot}
          label={name}
          read={read}
          series={lines}
          band={{ upper: 0, lower: 1, tint: 'occupiedTint' }}
          fromMs={fromMs}
          toMs={toMs}
          timeZone={timeZone}
          height={plotHeight}
          topAtLeast={null}
          onHover={setPointedMs}
          onChoose={onMoment}
          onZoom={onZoom}
        />
      </Box>
      <Box
        component="dl"
        sx={{
          m: '4px 0 0',
          display: 'flex',
          flexWrap: 'wrap',
          gap: '4px 20px',
          typography: 'body2',
          fontVariantNumeric: 'tabular-nums',
          '& dt': { color: token('textSoft') },
          '& dd': { m: 0 },
          '& > div': { display: 'flex', gap: '6px', flexWrap: 'wrap' },
        }}
      >
        <div>
          <dt>{momentText(atMs)}</dt>
          <dd>{valueText}</dd>
        </div>
        {extent !== null && (
          <div>
            <dt>{t('readings.history.extent')}</dt>
            <dd>{rangeText(extent.least, extent.most)}</dd>
          </div>
        )}
      </Box>
      {series.isThinned && (
        <Box sx={{ typography: 'caption', color: token('textSoft') }}>{t('readings.history.thinned')}</Box>
      )}
    </>
  )
}
