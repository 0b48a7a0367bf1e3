import Box from '@mui/material/Box'
import { useRef } from 'react'
import { token } from './theme/tokens.ts'

const keyStep = 20

/** The edge of a pane: drag it, move it by arrow keys, or double-click it for the usual size. */
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
  /** Least and most width of the pane in pixels; of a pane below, its height. */
  bounds: { least: number; most: number }
  /** Which side of the edge the pane is on. */
  side: 'left' | 'right' | 'below'
  onResize: (width: number) => void
  onReset: () => void
}) {
  const from = useRef<{ at: number; width: number } | null>(null)
  const sign = side === 'left' ? 1 : -1
  const isLevel = side === 'below'
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
    isLevel ? clientY : clientX
  return (
    <Box sx={{ position: 'relative', backgroundColor: token('line'), zIndex: 2 }}>
      <Box
        role="separator"
        aria-orientation={isLevel ? 'horizontal' : 'vertical'}
        aria-label={label}
        aria-valuenow={width}
        aria-valuemin={bounds.least}
        aria-valuemax={bounds.most}
        tabIndex={0}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { at: placeOf(event), width }
        }}
        onPointerMove={(event) => {
          if (from.current) onResize(from.current.width + sign * (placeOf(event) - from.current.at))
        }}
        onPointerUp={() => {
          from.current = null
        }}
        onDoubleClick={onReset}
        onKeyDown={(event) => {
          const [less, more] = isLevel ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
          const step = event.key === less ? -keyStep : event.key === more ? keyStep : undefined
          if (step === undefined) return
          event.preventDefault()
          event.stopPropagation()
          onResize(width + sign * step)
        }}
        sx={{
          position: 'absolute',
          top: isLevel ? '-12px' : 'calc(50% - 32px)',
          left: isLevel ? 'calc(50% - 32px)' : '-12px',
          width: isLevel ? 64 : 24,
          height: isLevel ? 24 : 64,
          cursor: isLevel ? 'row-resize' : 'col-resize',
          touchAction: 'none',
          display: 'grid',
          placeItems: 'center',
          '&::after': {
            content: '""',
            width: isLevel ? 40 : 6,
            height: isLevel ? 6 : 40,
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
