import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from 'react'
import { createEdgeScroll } from './edge-scroll.ts'
import { targetAt } from './gap-at.ts'
import { type MoveStart, useMoving } from './move.ts'

/** The pointer moves so many pixels before a press becomes a drag; a touch rests so many milliseconds. */
const slackPixels = 5
const restMs = 300

/**
 * Begins drags: `onPointerDown` of what can be dragged, with what it stands for. A touch has to rest first, since otherwise
 * it scrolls. Escape cancels.
 */
export function useDrag(): (event: ReactPointerEvent, start: () => Omit<MoveStart, 'by'>) => void {
  const moving = useMoving()
  const stop = useRef<() => void>(() => {})
  useEffect(() => () => stop.current(), [])
  return useCallback(
    (pressed, start) => {
      if (pressed.button !== 0 || !pressed.isPrimary) return
      stop.current()
      const { pointerId, clientX, clientY, pointerType } = pressed
      const isTouch = pointerType === 'touch'
      let isDragging = false
      let timer: ReturnType<typeof setTimeout> | undefined
      const { ownerDocument: page } = pressed.currentTarget
      let at = { x: clientX, y: clientY }
      const underPointer = () => page.elementFromPoint?.(at.x, at.y) ?? null
      const aim = (under: Element | null) => moving.aim(targetAt(under, at.x, at.y), at)
      const edges = createEdgeScroll(() => aim(underPointer()))
      const end = () => {
        clearTimeout(timer)
        edges.stop()
        page.removeEventListener('pointermove', onMove)
        page.removeEventListener('pointerup', onUp)
        page.removeEventListener('pointercancel', onCancel)
        page.removeEventListener('keydown', onKey, true)
        page.removeEventListener('touchmove', onTouch)
        stop.current = () => {}
      }
      const begin = () => {
        isDragging = moving.begin({ ...start(), by: 'pointer' })
        if (!isDragging) end()
      }
      const onMove = (event: PointerEvent) => {
        if (event.pointerId !== pointerId) return
        const isFar = Math.hypot(event.clientX - clientX, event.clientY - clientY) > slackPixels
        if (!isDragging && isFar && isTouch) end()
        else if (!isDragging && isFar) begin()
        if (!isDragging) return
        event.preventDefault()
        at = { x: event.clientX, y: event.clientY }
        const under = underPointer() ?? (event.target as Element | null)
        aim(under)
        edges.follow(under, at)
      }
      const onUp = (event: PointerEvent) => {
        if (event.pointerId !== pointerId) return
        end()
        if (!isDragging) return
        // The click that follows would select or open what was dragged.
        page.addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => page.removeEventListener('click', swallow, true))
        moving.drop()
      }
      const onCancel = () => {
        end()
        moving.cancel()
      }
      const onKey = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isDragging) return
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }
      const onTouch = (event: TouchEvent) => {
        if (isDragging) event.preventDefault()
      }
      page.addEventListener('pointermove', onMove)
      page.addEventListener('pointerup', onUp)
      page.addEventListener('pointercancel', onCancel)
      page.addEventListener('keydown', onKey, true)
      page.addEventListener('touchmove', onTouch, { passive: false })
      if (isTouch) timer = setTimeout(begin, restMs)
      stop.current = () => {
        end()
        if (isDragging) moving.cancel()
      }
    },
    [moving],
  )
}

const swallow = (event: Event) => {
  event.preventDefault()
  event.stopPropagation()
}
