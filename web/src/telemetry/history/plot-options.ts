import type { Ref } from 'react'
import uPlot from 'uplot'
import { type TokenName, tokens } from '../../ui/theme/tokens.ts'
import type { PlotColumns } from './decimate.rules.ts'
import { lonePoints } from './lone-points.rules.ts'
import type { Track } from './track.rules.ts'

/** Margins of every plot and time line, so that equal moments are aligned. */
export const plotGutterPixels = { left: 40, right: 20 }

/** A line of a plot. */
export interface PlotLine {
  label: string
  tone: TokenName
  /** Shown after the values; empty for a switch. */
  unit?: string
  dash?: number[]
  /** Drawn as an on/off band at the bottom of the plot instead of a line. */
  isSwitch?: boolean
}

/** A line that draws a column of a track. */
export interface PlotSeries extends PlotLine {
  column: Exclude<keyof Track, 'time'>
}

export interface PlotHandle {
  /** Draws the cursor at a moment (epoch milliseconds); null removes it. */
  point: (ms: number | null) => void
}

export interface PlotView {
  /** Epoch milliseconds. */
  fromMs: number
  toMs: number
  pixels: number
}

export interface TimePlotProps {
  /** Accessible name: what is drawn, and that a table has the same values. */
  label: string
  /** The columns of the lines within a view, about one value per pixel; a new function draws again. */
  read: (view: PlotView) => PlotColumns
  series: readonly PlotLine[]
  /** Two lines (indexes of `series`) between which the plot is filled. */
  band?: { upper: number; lower: number; tint: TokenName }
  fromMs: number
  toMs: number
  timeZone: string
  height: number
  /** Minimum upper end of a scale that begins at 0; null: the scale fits the values. */
  topAtLeast: number | null
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

export type LatestProps = TimePlotProps & { isPointing: boolean }

/** Wider than `plotGutterPixels`: the values of a fitted scale may have many digits. */
const fittedGutterPixels = 60

/** Pixels at the left of a plot, for the values of its scale. */
export const gutterOf = (topAtLeast: number | null): number =>
  topAtLeast === null ? fittedGutterPixels : plotGutterPixels.left

const fitted: uPlot.Range.Function = (_, least, most) => {
  if (least === null || most === null) return [0, 1]
  if (least < most) return uPlot.rangeNum(least, most, 0.1, true)
  const margin = Math.max(1, Math.abs(least) / 10)
  return [least - margin, most + margin]
}

/** Points where a line would not be seen; they are drawn although points are hidden. */
const lonePointsOf: uPlot.Series.Points.Filter = (plot, at) => {
  const seconds = plot.data[0]
  const values = plot.data[at] ?? []
  return lonePoints(
    values,
    (index) => ({
      x: plot.valToPos(seconds[index] ?? Number.NaN, 'x'),
      y: plot.valToPos(values[index] ?? Number.NaN, 'y'),
    }),
    plot.over.clientWidth,
  )
}

interface PlotLook {
  width: number
  isDark: boolean
  /** Words of a moment on the time axis, and of a value beside the other one. */
  momentText: (ms: number) => string
  valueText: (value: number) => string
}

/** The options of uPlot; `latest` holds the current props, which change without a new plot. */
export function plotOptions(
  latest: { current: LatestProps },
  { width, isDark, momentText, valueText }: PlotLook,
): uPlot.Options {
  const { series, band, height, topAtLeast, limit, hasTimeAxis = true } = latest.current
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
      y: {
        range:
          topAtLeast === null
            ? fitted
            : (_, __, most) => [0, Math.max(topAtLeast, Math.ceil((most ?? 0) / 10) * 10)],
      },
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
          points: {
            show: false,
            filter: isSwitch ? undefined : lonePointsOf,
            size: 6,
            width: 0,
            fill: colour[tone],
          },
          paths: isSwitch ? uPlot.paths.stepped?.({ align: 1 }) : undefined,
        }),
      ),
    ],
    bands: band && [{ series: [band.upper + 1, band.lower + 1], fill: colour[band.tint] }],
    axes: [
      {
        show: hasTimeAxis,
        stroke: colour.textSoft,
        font,
        grid,
        ticks: { show: false },
        size: 26,
        space: 64,
        values: (_, splits) => splits.map((second) => momentText(second * 1000)),
      },
      {
        stroke: colour.textSoft,
        font,
        grid,
        ticks: { show: false },
        size: gutterOf(topAtLeast),
        space: 28,
        values: (_, splits) => splits.map(valueText),
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
