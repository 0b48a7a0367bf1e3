import Box from '@mui/material/Box'
import type { FocusEvent, MouseEvent } from 'react'
import { token } from '../../ui/theme/tokens.ts'
import { useHover } from '../hover.tsx'
import type { VisitView } from '../route-view.rules.ts'
import type { PlanTexts } from '../use-plan-texts.ts'
import type { PlanTimes } from '../use-plan-times.ts'
import { useStopText } from '../use-stop-text.ts'
import type { OverPlace } from './timeline.rules.ts'

const sizePixels = 14

interface OverStopProps {
  visit: VisitView
  /** Pixels from the left. */
  left: number
  nth: OverPlace['nth']
  isSelected: boolean
  times: PlanTimes
  words: PlanTexts
  onSelect: (serviceId: string, isAdding: boolean) => void
}

/** A stop that will not be made any more: a cross at the lower edge of the row, where the plan has it. */
export function OverStop({ visit: view, left, nth, isSelected, times, words, onSelect }: OverStopProps) {
  const hover = useHover()
  const text = useStopText({ times, words })(view)
  const { serviceId, stopId } = view.visit
  if (serviceId === null) return null
  const show = (element: HTMLElement) => hover.set({ serviceId, stopId, element })
  return (
    <Box
      component="button"
      type="button"
      data-stop={stopId}
      tabIndex={-1}
      aria-pressed={isSelected}
      aria-label={text.all}
      onClick={(event: MouseEvent) => onSelect(serviceId, event.ctrlKey || event.metaKey || event.shiftKey)}
      onPointerEnter={(event: { currentTarget: HTMLElement }) => show(event.currentTarget)}
      onPointerLeave={() => hover.set(null)}
      onFocus={(event: FocusEvent<HTMLElement>) => show(event.currentTarget)}
      onBlur={() => hover.set(null)}
      sx={{
        position: 'absolute',
        left: left + nth * (sizePixels + 1),
        bottom: 1,
        width: sizePixels,
        height: sizePixels,
        p: 0,
        border: `1px dashed ${token('alarmed')}`,
        borderRadius: '4px',
        font: 'inherit',
        fontSize: '0.6875rem',
        fontWeight: 700,
        lineHeight: 1,
        color: token('alarmed'),
        backgroundColor: token('surface'),
        cursor: 'pointer',
        touchAction: 'manipulation',
        zIndex: 3,
        boxShadow: isSelected ? `0 0 0 2px ${token('text')}` : undefined,
        '&:focus-visible': { outline: `2px solid ${token('primaryText')}` },
      }}
    >
      ×
    </Box>
  )
}
