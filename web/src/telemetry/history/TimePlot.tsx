import Box from '@mui/material/Box'
import { hourMs } from '@rumbo/contract/time-units'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useText } from '../../ui/i18n.tsx'
import { useThemeSettings } from '../../ui/theme/theme-settings.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { gutterOf, type LatestProps, plotOptions, type TimePlotProps } from './plot-options.ts'

function placeCursor(plot: uPlot, ms: number | null, { fromMs, toMs }: TimePlotProps): void {
  const isInView = ms !== null && ms >= fromMs && ms <= toMs
  plot.setCursor(isInView ? { left: plot.valToPos(ms / 1000, 'x'), top: 0 } : { left: -10, top: -10 })
}

/** Values over time; values closer than a pixel are drawn as their minimum and maximum. */
export function TimePlot(props: TimePlotProps) {
  const { label, read, series, fromMs, toMs, timeZone, height, topAtLeast, limit, ref } = props
  const { language } = useText()
  const { scheme } = useThemeSettings()
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const isPointing = useRef(false)
  const pointedMs = useRef<number | null>(null)
  const latest = useRef<LatestProps>({ ...props, isPointing: false })
  useLayoutEffect(() => {
    latest.current = { ...props, isPointing: isPointing.current }
  })
  const [width, setWidth] = useState(0)
  const lengthMs = toMs - fromMs
  const marks = lengthMs > 36 * hourMs ? 'dates' : lengthMs < 900_000 ? 'seconds' : 'minutes'
  const seriesKey = series.map((one) => one.label).join()

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
    const momentText = (ms: number) => {
      if (marks === 'seconds')
        return formatDate(language, ms, { show: 'dateTimeSeconds', timeZone }).slice(-8)
      const clock = formatDate(language, ms, { show: 'time', timeZone })
      return marks === 'dates'
        ? `${formatDate(language, ms, { show: 'date', timeZone }).slice(0, 5)} ${clock}`
        : clock
    }
    const made = new uPlot(
      plotOptions(latest, {
        width,
        isDark: scheme === 'dark',
        momentText,
        valueText: (value) => (topAtLeast === null ? formatNumber(language, value, 6) : String(value)),
      }),
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
    const { seconds, values } = read({ fromMs, toMs, pixels: Math.max(200, width) })
    const drawn = plot.current
    drawn?.setData([seconds, ...values])
    // uPlot applies the new span in the next microtask; only then does the cursor move.
    queueMicrotask(() => {
      if (drawn !== null && drawn === plot.current && !isPointing.current)
        placeCursor(drawn, pointedMs.current, latest.current)
    })
  }, [read, fromMs, toMs, seriesKey, width, height, scheme, language, timeZone, marks, limit])

  return (
    <Box sx={{ position: 'relative' }}>
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          left: gutterOf(topAtLeast) + 6,
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
