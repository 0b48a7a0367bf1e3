import ErrorRounded from '@mui/icons-material/ErrorRounded'
import Box from '@mui/material/Box'
import Popper from '@mui/material/Popper'
import { useSyncExternalStore } from 'react'
import { token } from '../../ui/theme/tokens.ts'
import { Accepted } from '../Accepted.tsx'
import { useMoving } from '../editor/move/move.ts'
import { useHovered } from '../hover.tsx'
import type { VisitView } from '../route-view.rules.ts'
import type { PlanTexts } from '../use-plan-texts.ts'
import type { PlanTimes } from '../use-plan-times.ts'
import { useStopText } from '../use-stop-text.ts'

interface StopTipProps {
  visitOf: (stopId: string) => VisitView | undefined
  times: PlanTimes
  words: PlanTexts
}

/** Explains the stop under the pointer or with the focus. One for all stops, since each of a thousand would be too many. */
export function StopTip({ visitOf, times, words }: StopTipProps) {
  const hovered = useHovered()
  const { subscribe, move } = useMoving()
  const isMoving = useSyncExternalStore(subscribe, () => move() !== null)
  const textOf = useStopText({ times, words })
  const view = hovered?.element && hovered.stopId ? visitOf(hovered.stopId) : undefined
  // A stop that is moved by touch stays the one under the pointer, and would cover what is said of the move.
  if (isMoving || !hovered?.element?.isConnected || view === undefined) return null
  const { title, facts, wrongs, exceptions, warnings } = textOf(view)
  return (
    <Popper
      open
      anchorEl={hovered.element}
      placement="top"
      // The button already has these words.
      aria-hidden
      modifiers={[{ name: 'offset', options: { offset: [0, 8] } }]}
      sx={{ zIndex: 'tooltip', pointerEvents: 'none' }}
    >
      <Box
        sx={{
          maxWidth: 340,
          p: '8px 12px',
          borderRadius: '10px',
          border: `1px solid ${token('line')}`,
          backgroundColor: token('raised'),
          boxShadow: `0 6px 20px ${token('shadow')}`,
          typography: 'body2',
        }}
      >
        <Box sx={{ typography: 'subtitle2' }}>{title}</Box>
        {facts.map((fact) => (
          <Box key={fact} sx={{ color: token('textSoft') }}>
            {fact}
          </Box>
        ))}
        {warnings.map((warning) => (
          <Box key={warning} sx={{ color: token('alarmed') }}>
            {warning}
          </Box>
        ))}
        {exceptions.map((exception) => (
          <Accepted key={exception}>{exception}</Accepted>
        ))}
        {wrongs.map((wrong) => (
          <Box
            key={wrong}
            sx={{ display: 'flex', alignItems: 'center', gap: '5px', color: token('critical') }}
          >
            <ErrorRounded sx={{ fontSize: 15 }} />
            {wrong}
          </Box>
        ))}
      </Box>
    </Popper>
  )
}
