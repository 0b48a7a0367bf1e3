import { useEffect, useState } from 'react'
import { useFullscreen } from '../ui/hooks/use-fullscreen.ts'

/** Offsets in pixels applied over time against burn-in. */
const shiftMs = 60_000
const shifts = [
  [0, 0],
  [3, 1],
  [1, 3],
  [-2, 2],
  [-3, -1],
  [2, -3],
] as const

/** The grid on a wall screen: full screen, kept awake, shifted slightly each minute against burn-in. Escape ends it. */
export function useWall() {
  const [isWall, setWall] = useState(false)
  const [turn, setTurn] = useState(0)
  const { enter, leave: leaveFull } = useFullscreen()

  useEffect(() => {
    const follow = () => {
      if (document.fullscreenElement === null) setWall(false)
    }
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])

  useEffect(() => {
    if (!isWall) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const wake = async () => {
      try {
        lock = (await navigator.wakeLock?.request('screen')) ?? null
        if (isOver) void lock?.release()
      } catch {
        // If the browser refuses (low battery), the screen may sleep; the grid still works.
      }
    }
    const again = () => {
      if (document.visibilityState === 'visible') void wake()
    }
    void wake()
    document.addEventListener('visibilitychange', again)
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') setWall(false)
    }
    document.addEventListener('keydown', leave)
    const shifting = setInterval(() => setTurn((before) => before + 1), shiftMs)
    return () => {
      isOver = true
      void lock?.release()
      clearInterval(shifting)
      document.removeEventListener('visibilitychange', again)
      document.removeEventListener('keydown', leave)
    }
  }, [isWall])

  const begin = () => {
    setWall(true)
    // Without full screen the wall fills the window.
    enter()
  }
  const end = () => {
    setWall(false)
    leaveFull()
  }
  const [x, y] = shifts[turn % shifts.length] ?? [0, 0]
  return { isWall, begin, end, shift: isWall ? `translate(${x}px, ${y}px)` : undefined }
}
