import Box from '@mui/material/Box'
import { type StatusToken, type SurfaceToken, token } from './theme/tokens.ts'

interface SparklineProps {
  /** Evenly spaced, oldest first; null is a gap. */
  values: readonly (number | null)[]
  /** Description with minimum, maximum and current value. Without it the line is decorative. */
  label?: string
  colour?: StatusToken | SurfaceToken
  /** Minimum upper end of the scale; larger values extend it. */
  top?: number
  /** Colour of the area below the line. */
  fill?: string
}

const across = 120
const high = 28

type Point = readonly [x: number, y: number]

/** The line in segments, broken at gaps, with the height of each point; empty if no value is known. */
function piecesOf(values: readonly (number | null)[], top: number): Point[][] {
  const max = Math.max(top, ...values.map((value) => value ?? 0))
  const step = values.length > 1 ? across / (values.length - 1) : across
  const pieces: Point[][] = []
  values.forEach((value, at) => {
    if (value === null) return
    const y = max === 0 ? high - 1 : high - 1 - (value / max) * (high - 2)
    if (at === 0 || values[at - 1] === null) pieces.push([])
    pieces.at(-1)?.push([at * step, y])
  })
  return pieces
}

const lineOf = (points: readonly Point[]) =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/** The SVG path of the line. A single point has zero length and is drawn by the round line caps. */
export const sparkPath = (values: readonly (number | null)[], top = 0): string =>
  piecesOf(values, top)
    .map((points) => lineOf(points) + (points.length === 1 ? 'h0' : ''))
    .join('')

/** The SVG path of the area below the line. */
const sparkArea = (values: readonly (number | null)[], top = 0): string =>
  piecesOf(values, top)
    .filter((points) => points.length > 1)
    .map((points) => {
      const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]
      return `${lineOf(points)}L${last.toFixed(1)} ${high}L${first.toFixed(1)} ${high}Z`
    })
    .join('')

/** A small line chart of a figure's history; `label` describes it in words. */
export function Sparkline({ values, label, colour = 'textSoft', top, fill }: SparklineProps) {
  return (
    <Box
      component="svg"
      aria-hidden={label === undefined ? true : undefined}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      viewBox={`0 0 ${across} ${high}`}
      preserveAspectRatio="none"
      sx={{ display: 'block', width: '100%', height: high, overflow: 'visible' }}
    >
      {fill !== undefined && <path d={sparkArea(values, top)} fill={fill} />}
      <path
        d={sparkPath(values, top)}
        fill="none"
        stroke={token(colour)}
        strokeWidth={1.6}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </Box>
  )
}
