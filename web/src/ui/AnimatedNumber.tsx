import useMediaQuery from '@mui/material/useMediaQuery'
import { formatNumber } from '@rumbo/i18n/formats'
import { useEffect, useState } from 'react'
import { useText } from './i18n.tsx'

interface AnimatedNumberProps {
  value: number
  /** Maximum number of decimals. Default: 0. */
  digits?: number
  /** Milliseconds. Default: 1000. */
  durationMs?: number
}

const easeOut = (share: number): number => 1 - (1 - share) ** 3

/**
 * Counts up to its value once, when it first appears; later values show at once. No animation with reduced motion.
 */
export function AnimatedNumber({ value, digits = 0, durationMs = 1000 }: AnimatedNumberProps) {
  const { language } = useText()
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true })
  const [share, setShare] = useState(isStill ? 1 : 0)

  useEffect(() => {
    if (isStill) {
      setShare(1)
      return
    }
    let frame = 0
    let started: number | undefined
    const step = (time: number) => {
      started ??= time
      const done = Math.min((time - started) / durationMs, 1)
      setShare(easeOut(done))
      if (done < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [isStill, durationMs])

  return <span>{formatNumber(language, share === 1 ? value : value * share, digits)}</span>
}
