import Box from '@mui/material/Box'
import { useRef } from 'react'
import { token } from './theme/tokens.ts'

const keyStep = 20

/** The edge of a pane: drag it, move it by arrow keys, or double-click it for the usual width. */
export function PaneSeparator({
  label,
  width,
  bounds,
  side,
  onResize,
  onReset,
}: {
  label: string
  width: number
  /** Least and most width of the pane in pixels. */
  bounds: { least: number; most: number }
  /** Which side of the edge the pane is on. */
  side: 'left' | 'right'
  onResize: (width: number) => void
  onReset: () => void
}) {
  const from = useRef<{ x: number; width: number } | null>(null)
  const sign = side === 'left' ? 1 : -1
  return (
    <Box sx={{ position: 'relative', backgroundColor: token('line'), zIndex: 2 }}>
      <Box
        role="separator"
        aria-orientation="vertical"
        aria-label={label}
        aria-valuenow={width}
        aria-valuemin={bounds.least}
        aria-valuemax={bounds.most}
        tabIndex={0}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, width }
        }}
        onPointerMove={(event) => {
          if (from.current) onResize(from.current.width + sign * (event.clientX - from.current.x))
        }}
        onPointerUp={() => {
          from.current = null
        }}
        onDoubleClick={onReset}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key]
          if (step === undefined) return
          event.preventDefault()
          event.stopPropagation()
          onResize(width + sign * step)
        }}
        sx={{
          position: 'absolute',
          top: 'calc(50% - 32px)',
          left: '-12px',
          width: 24,
          height: 64,
          cursor: 'col-resize',
          touchAction: 'none',
          display: 'grid',
          placeItems: 'center',
          '&::after': {
            content: '""',
            width: 6,
            height: 40,
            borderRadius: '3px',
            border: `1px solid ${token('lineStrong')}`,
            backgroundColor: token('surface'),
          },
          '&:hover::after, &:focus-visible::after': { backgroundColor: token('primary') },
          '&:focus-visible': { outline: 'none' },
        }}
      />
    </Box>
  )
}
