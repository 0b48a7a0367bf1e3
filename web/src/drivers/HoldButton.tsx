import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { token } from '../ui/theme/tokens.ts'

const holdMs = 2_000

/** A button that acts only after it was held for two seconds, by touch, mouse, Enter or space. */
export function HoldButton({
  children,
  holding,
  onHeld,
  icon,
}: {
  children: ReactNode
  /** The label while it is held. */
  holding: string
  onHeld: () => void
  icon?: ReactNode
}) {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const release = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  const press = () => {
    if (timer.current !== undefined) return
    setHeld(true)
    timer.current = setTimeout(() => {
      release()
      navigator.vibrate?.(200)
      onHeld()
    }, holdMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Button
      variant="outlined"
      fullWidth
      startIcon={icon}
      onPointerDown={(event) => {
        // Cards that appear above must not end the hold by moving the button away.
        event.currentTarget.setPointerCapture?.(event.pointerId)
        press()
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault()
          press()
        }
      }}
      onKeyUp={release}
      onBlur={release}
      sx={{
        minHeight: 56,
        touchAction: 'none',
        userSelect: 'none',
        color: token('critical'),
        borderColor: token('critical'),
        position: 'relative',
        overflow: 'hidden',
        '&::after': {
          content: '""',
          position: 'absolute',
          inset: 0,
          backgroundColor: token('critical'),
          opacity: 0.24,
          transformOrigin: 'left',
          transform: isHeld ? 'scaleX(1)' : 'scaleX(0)',
          transition: isHeld ? `transform ${holdMs}ms linear` : 'none',
        },
      }}
    >
      {isHeld ? holding : children}
    </Button>
  )
}
