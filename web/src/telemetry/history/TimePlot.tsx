import Box from '@mui/material/Box'
import { hourMs } from '@rumbo/contract/time-units'
import { formatDate } from '@rumbo/i18n/formats'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useText } from '../../ui/i18n.tsx'
import { useThemeSettings } from '../../ui/theme/theme-settings.tsx'
import { type TokenName, token, tokens } from '../../ui/theme/tokens.ts'
import { decimate } from './decimate.rules.ts'
import type { Track } from './track.rules.ts'

/** Margins of every plot and time line, so that equal moments are aligned. */
export const plotGutterPixels = { left: 40, right: 20 }

export interface PlotSeries {
  label: string
  column: Exclude<keyof Track, 'time'>
  tone: TokenName
  /** Shown after the values; empty for a switch. */
  unit?: string
  dash?: number[]
  /** Drawn as an on/off band at the bottom of the plot instead of a line. */
  isSwitch?: boolean
}

export interface PlotHandle {
  /** Draws the cursor at a moment (epoch milliseconds); null removes it. */
  point: (ms: number | null) => void
}

interface TimePlotProps {
  /** Accessible name: what is drawn, and that a table has the same values. */
  label: string
  track: Track
  series: readonly PlotSeries[]
  fromMs: number
  toMs: number
  timeZone: string
  height: number
  /** Minimum upper end of the scale. */
  topAtLeast: number
  /** A dashed horizontal line, such as a speed limit. */
  limit?: number | null
  hasTimeAxis?: boolean
  /** The pointer is over a moment (epoch milliseconds); null when it has left. */
  onHover?: (ms: number | null) => void
  onChoose?: (ms: number) => void
  /** A span was selected with the pointer; null after a double click: everything. */
  onZoom?: (span: { fromMs: number; toMs: number } | null) => void
  ref?: Ref<PlotHandle>
}

const minZoomMs = 30_000

type Latest = TimePlotProps & { isPointing: boolean }

function optionsOf(
  latest: { current: Latest },
  width: number,
  text: (ms: number) => string,
  isDark: boolean,
) {
  const { series, height, topAtLeast, limit, hasTimeAxis = true } = latest.current
  const colour = tokens[isDark ? 'dark' : 'light']
  const font = '11px Inter, sans-serif'
  const grid = { stroke: colour.line, width: 1 }
  const spanOf = () => latest.current.toMs - latest.current.fromMs
  const options: uPlot.Options = {
    width,
    height,
    ms: 1e-3,
    // Otherwise hours and midnights would be in the browser's time zone.
    tzDate: (second) => uPlot.tzDate(new Date(second * 1000), latest.current.timeZone),
    padding: [6, plotGutterPixels.right, hasTimeAxis ? 0 : 4, 0],
    legend: { show: false },
    scales: {
      x: { time: true, range: () => [latest.current.fromMs / 1000, latest.current.toMs / 1000] },
      y: { range: (_, __, most) => [0, Math.max(topAtLeast, Math.ceil((most ?? 0) / 10) * 10)] },
      on: { range: () => [0, 14] },
    },
    series: [
      {},
      ...series.map(
        ({ label, tone, dash, isSwitch }): uPlot.Series => ({
          label,
          scale: isSwitch ? 'on' : 'y',
          stroke: colour[tone],
          width: isSwitch ? 0 : 1.5,
          dash,
          fill: isSwitch ? colour[tone] : undefined,
          points: { show: false },
          paths: isSwitch ? uPlot.paths.stepped?.({ align: 1 }) : undefined,
        }),
      ),
    ],
    axes: [
      {
        show: hasTimeAxis,
        stroke: colour.textSoft,
        font,
        grid,
        ticks: { show: false },
        size: 26,
        space: 64,
        values: (_, splits) => splits.map((second) => text(second * 1000)),
      },
      {
        stroke: colour.textSoft,
        font,
        grid,
        ticks: { show: false },
        size: plotGutterPixels.left,
        space: 28,
        values: (_, splits) => splits.map(String),
      },
    ],
    cursor: {
      y: false,
      points: { show: true, size: 7 },
      drag: { x: true, y: false, setScale: false },
      bind: {
        dblclick: () => () => {
          latest.current.onZoom?.(null)
          return null
        },
      },
    },
    hooks: {
      draw: [
        (plot) => {
          if (limit === null || limit === undefined) return
          const y = plot.valToPos(limit, 'y', true)
          const { left, width: across } = plot.bbox
          plot.ctx.save()
          plot.ctx.strokeStyle = colour.critical
          plot.ctx.setLineDash([6, 5])
          plot.ctx.beginPath()
          plot.ctx.moveTo(left, y)
          plot.ctx.lineTo(left + across, y)
          plot.ctx.stroke()
          plot.ctx.restore()
        },
      ],
      setCursor: [
        (plot) => {
          if (!latest.current.isPointing) return
          const { left } = plot.cursor
          const isOver = left !== undefined && left !== null && left >= 0
          latest.current.onHover?.(isOver ? plot.posToVal(left, 'x') * 1000 : null)
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width: across } = plot.select
          if (across < 4) return
          const fromMs = plot.posToVal(left, 'x') * 1000
          const toMs = plot.posToVal(left + across, 'x') * 1000
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          if (toMs - fromMs >= Math.min(minZoomMs, spanOf() / 4)) latest.current.onZoom?.({ fromMs, toMs })
        },
      ],
    },
  }
  return options
}

function placeCursor(plot: uPlot, ms: number | null, { fromMs, toMs }: TimePlotProps): void {
  const isInView = ms !== null && ms >= fromMs && ms <= toMs
  plot.setCursor(isInView ? { left: plot.valToPos(ms / 1000, 'x'), top: 0 } : { left: -10, top: -10 })
}

/** Values over time; values closer than a pixel are drawn as their minimum and maximum. */
export function TimePlot(props: TimePlotProps) {
  const { label, track, series, fromMs, toMs, timeZone, height, limit, ref } = props
  const { language } = useText()
  const { scheme } = useThemeSettings()
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const isPointing = useRef(false)
  const pointedMs = useRef<number | null>(null)
  const latest = useRef<Latest>({ ...props, isPointing: false })
  useLayoutEffect(() => {
    latest.current = { ...props, isPointing: isPointing.current }
  })
  const [width, setWidth] = useState(0)
  const lengthMs = toMs - fromMs
  const marks = lengthMs > 36 * hourMs ? 'dates' : lengthMs < 900_000 ? 'seconds' : 'minutes'
  const seriesKey = series.map(({ column, label: name }) => `${column}${name}`).join()

  useImperativeHandle(
    ref,
    () => ({
      point: (ms) => {
        pointedMs.current = ms
        if (plot.current !== null && !isPointing.current) placeCursor(plot.current, ms, latest.current)
      },
    }),
    [],
  )

  useEffect(() => {
    const frame = box.current
    if (frame === null) return
    const measure = () => setWidth(Math.floor(frame.clientWidth))
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(frame)
    return () => watch.disconnect()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: series and limit are compared by content
  useEffect(() => {
    if (box.current === null || width === 0) return
    const text = (ms: number) => {
      if (marks === 'seconds')
        return formatDate(language, ms, { show: 'dateTimeSeconds', timeZone }).slice(-8)
      const clock = formatDate(language, ms, { show: 'time', timeZone })
      return marks === 'dates'
        ? `${formatDate(language, ms, { show: 'date', timeZone }).slice(0, 5)} ${clock}`
        : clock
    }
    const made = new uPlot(
      optionsOf(latest, width, text, scheme === 'dark'),
      [[], ...series.map(() => [])],
      box.current,
    )
    const enter = () => {
      isPointing.current = true
      latest.current.isPointing = true
    }
    const leave = () => {
      latest.current.onHover?.(null)
      isPointing.current = false
      latest.current.isPointing = false
    }
    const choose = (event: MouseEvent) => {
      const { left } = made.over.getBoundingClientRect()
      latest.current.onChoose?.(made.posToVal(event.clientX - left, 'x') * 1000)
    }
    made.over.addEventListener('mouseenter', enter)
    made.over.addEventListener('mouseleave', leave)
    made.over.addEventListener('click', choose)
    plot.current = made
    return () => {
      made.destroy()
      plot.current = null
    }
  }, [width, height, scheme, language, timeZone, marks, seriesKey, limit])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new plot has no data yet
  useEffect(() => {
    const names = series.map(({ column }) => column)
    const { seconds, values } = decimate(track, names, { fromMs, toMs, pixels: Math.max(200, width) })
    const drawn = plot.current
    drawn?.setData([seconds, ...values])
    // uPlot applies the new span in the next microtask; only then does the cursor move.
    queueMicrotask(() => {
      if (drawn !== null && drawn === plot.current && !isPointing.current)
        placeCursor(drawn, pointedMs.current, latest.current)
    })
  }, [track, fromMs, toMs, seriesKey, width, height, scheme, language, timeZone, marks, limit])

  return (
    <Box sx={{ position: 'relative' }}>
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          left: plotGutterPixels.left + 6,
          top: 2,
          zIndex: 1,
          typography: 'caption',
          color: token('textSoft'),
          pointerEvents: 'none',
        }}
      >
        {series.find((one) => one.unit !== undefined)?.unit}
      </Box>
      <Box
        ref={box}
        role="img"
        aria-label={label}
        sx={{ width: '100%', minHeight: height, '& .u-over': { cursor: 'crosshair' } }}
      />
    </Box>
  )
}
