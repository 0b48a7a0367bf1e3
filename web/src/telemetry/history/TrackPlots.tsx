import { type Ref, useCallback, useImperativeHandle, useRef } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { decimate } from './decimate.rules.ts'
import { PlotKey } from './PlotKey.tsx'
import type { PlotHandle, PlotSeries, PlotView } from './plot-options.ts'
import { TimePlot } from './TimePlot.tsx'
import type { TimeView } from './time-view.rules.ts'
import type { Track } from './track.rules.ts'
import { usePlotSeries } from './use-plot-series.ts'

export interface TrackPlotsHandle {
  /**
   * Draws the cursor of both plots at a moment, with the values there; null takes both away.
   * @param idleMs where the cursor stands without a moment, while the values are those of `atMs`. Default: nowhere
   */
  point: (ms: number | null, idleMs?: number | null) => void
}

interface TrackPlotsProps {
  track: Track
  view: TimeView
  timeZone: string
  /** Accessible name of a plot; `what` is what it draws. */
  summary: (what: string) => string
  limitKmh: number | null
  heights: { speed: number; levels: number }
  /** Moment of the values shown while nothing is hovered; null for none. */
  atMs: number | null
  /** The span covers several days. */
  hasDate?: boolean
  /** The pointer is over a moment (epoch milliseconds); null when it has left. */
  onHover: (ms: number | null) => void
  onChoose?: (ms: number) => void
  onZoom: (span: TimeView | null) => void
  ref?: Ref<TrackPlotsHandle>
}

const useRead = (track: Track, series: readonly PlotSeries[]) =>
  useCallback(
    (view: PlotView) =>
      decimate(
        track,
        series.map(({ column }) => column),
        view,
      ),
    [track, series],
  )

/** Speed with ignition, and fuel, battery and signal, one above the other, with the values of a moment below. */
export function TrackPlots(props: TrackPlotsProps) {
  const { track, view, timeZone, summary, limitKmh, heights, onHover, onChoose, onZoom, ref } = props
  const { t } = useText()
  const speedPlot = useRef<PlotHandle>(null)
  const levelPlot = useRef<PlotHandle>(null)
  const key = useRef<PlotHandle>(null)
  useImperativeHandle(
    ref,
    () => ({
      point: (ms, restMs = null) => {
        for (const plot of [speedPlot, levelPlot]) plot.current?.point(ms ?? restMs)
        key.current?.point(ms)
      },
    }),
    [],
  )
  const { speed, levels } = usePlotSeries()
  const readSpeed = useRead(track, speed)
  const readLevels = useRead(track, levels)
  const plot = { ...view, timeZone, onHover, onChoose, onZoom }
  return (
    <>
      <TimePlot
        ref={speedPlot}
        {...plot}
        label={summary(t('history.plot.speed'))}
        read={readSpeed}
        series={speed}
        height={heights.speed}
        topAtLeast={60}
        limit={limitKmh}
        hasTimeAxis={false}
      />
      <TimePlot
        ref={levelPlot}
        {...plot}
        label={summary(t('history.plot.levels'))}
        read={readLevels}
        series={levels}
        height={heights.levels}
        topAtLeast={100}
      />
      <PlotKey
        ref={key}
        series={[...speed, ...levels]}
        track={track}
        timeZone={timeZone}
        atMs={props.atMs}
        hasDate={props.hasDate}
      />
    </>
  )
}
