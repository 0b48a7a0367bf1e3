import Box from '@mui/material/Box'
import { useEffect, useLayoutEffect, useState } from 'react'
import { token } from '../../../ui/theme/tokens.ts'
import { visitsIn } from './gap-at.ts'
import { type Move, useMove } from './move.ts'

interface Mark {
  left: number
  top: number
  width: number
  height: number
}

const thickness = 3

/** Where the gap that is aimed at lies on screen, in each drawing of its route. */
function marksOf({ target }: Move): Mark[] {
  if (target?.kind !== 'gap') return []
  const routes = document.querySelectorAll<HTMLElement>(`[data-plan-route="${CSS.escape(target.vehicleId)}"]`)
  return [...routes].flatMap((route): Mark[] => {
    const isDown = route.dataset.planDown !== undefined
    const whole = route.getBoundingClientRect()
    const visits = visitsIn(route)
    const after = visits.find((visit) => Number(visit.dataset.planIndex) >= target.index)
    const before = visits.findLast((visit) => Number(visit.dataset.planIndex) < target.index)
    const [from, until] = [before?.getBoundingClientRect(), after?.getBoundingClientRect()]
    const edge = (end: number | undefined, start: number | undefined, whenEmpty: number) =>
      end !== undefined && start !== undefined ? (end + start) / 2 : (end ?? start ?? whenEmpty)
    return isDown
      ? [
          {
            left: whole.left,
            top: edge(from?.bottom, until?.top, whole.top) - 1,
            width: whole.width,
            height: thickness,
          },
        ]
      : [
          {
            left: edge(from?.right, until?.left, whole.left + 12) - 1,
            top: whole.top,
            width: thickness,
            height: whole.height,
          },
        ]
  })
}

/** A line at the gap that is aimed at: red where it is refused or breaks something. */
export function GapMark() {
  const move = useMove()
  const [marks, setMarks] = useState<Mark[]>([])
  useLayoutEffect(() => setMarks(move ? marksOf(move) : []), [move])
  // What is scrolled, to follow the move or by hand, takes the mark along.
  useEffect(() => {
    if (move === null) return
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setMarks(marksOf(move)))
    }
    window.addEventListener('scroll', look, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', look, { capture: true })
    }
  }, [move])
  if (move === null) return null
  const { refusal, violations = [] } = move.judgement ?? { refusal: null }
  const isWrong = refusal !== null || violations.length > 0
  return marks.map((mark) => (
    <Box
      key={`${mark.left} ${mark.top}`}
      aria-hidden
      style={mark}
      sx={{
        position: 'fixed',
        zIndex: 'tooltip',
        pointerEvents: 'none',
        borderRadius: '2px',
        backgroundColor: token(isWrong ? 'critical' : 'primary'),
        opacity: refusal === null ? 1 : 0.5,
      }}
    />
  ))
}
