import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from 'react'
import { createEdgeScroll } from './edge-scroll.ts'
import { targetAt } from './gap-at.ts'
import { type MoveStart, useMoving } from './move.ts'

/** The pointer moves so many pixels before a press becomes a drag. */
const slackPixels = 5
/** A touch becomes a drag after so many milliseconds within so many pixels, since no touch is quite still. */
const restMs = 300
const restPixels = 10

/**
 * Begins drags: `onPointerDown` of what can be dragged, with what it stands for. A touch has to rest first, since otherwise
 * it scrolls. Escape cancels.
 */
export function useDrag(): (event: ReactPointerEvent, start: () => Omit<MoveStart, 'by'>) => void {
  const moving = useMoving()
  const stop = useRef<() => void>(() => {})
  useEffect(() => () => stop.current(), [])
  useEffect(() => {
    // Safari lets a listener keep it from scrolling only if there was one before the touch.
    document.addEventListener('touchmove', nothing, { passive: false })
    return () => document.removeEventListener('touchmove', nothing)
  }, [])
  return useCallback(
    (pressed, start) => {
      if (pressed.button !== 0 || !pressed.isPrimary) return
      stop.current()
      const { pointerId, clientX, clientY, pointerType, target } = pressed
      const isTouch = pointerType === 'touch'
      let isDragging = false
      let timer: ReturnType<typeof setTimeout> | undefined
      const { ownerDocument: page } = pressed.currentTarget
      let at = { x: clientX, y: clientY }
      const underPointer = () => page.elementFromPoint?.(at.x, at.y) ?? null
      const aim = (under: Element | null) => moving.aim(targetAt(under, at.x, at.y), { ...at, isTouch })
      const edges = createEdgeScroll(() => aim(underPointer()))
      const end = () => {
        clearTimeout(timer)
        edges.stop()
        page.removeEventListener('pointermove', onMove)
        page.removeEventListener('pointerup', onUp)
        page.removeEventListener('pointercancel', onCancel)
        page.removeEventListener('keydown', onKey, true)
        page.removeEventListener('contextmenu', onMenu, true)
        target.removeEventListener('touchmove', onTouch)
        stop.current = () => {}
      }
      const begin = () => {
        isDragging = moving.begin({ ...start(), by: 'pointer' })
        if (!isDragging) end()
      }
      const onMove = (event: PointerEvent) => {
        if (event.pointerId !== pointerId) return
        const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY)
        const isFar = distance > (isTouch ? restPixels : slackPixels)
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
        page.addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => page.removeEventListener('click', swallow, true))
        moving.drop()
      }
      const onCancel = () => {
        end()
        target.removeEventListener('touchend', onLift)
        moving.cancel()
      }
      const onKey = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isDragging) return
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }
      const onTouch = (event: Event) => {
        if (isDragging) event.preventDefault()
      }
      // No click follows a drag: it would select or open what was dragged.
      const onLift = (event: Event) => {
        if (isDragging) event.preventDefault()
        target.removeEventListener('touchend', onLift)
      }
      // A long touch asks for the menu as well.
      const onMenu = (event: Event) => {
        if (isTouch) swallow(event)
      }
      page.addEventListener('pointermove', onMove)
      page.addEventListener('pointerup', onUp)
      page.addEventListener('pointercancel', onCancel)
      page.addEventListener('keydown', onKey, true)
      page.addEventListener('contextmenu', onMenu, true)
      // What was touched gets its touches also once it is out of sight and no longer part of the page.
      if (isTouch) {
        target.addEventListener('touchmove', onTouch, { passive: false })
        target.addEventListener('touchend', onLift, { passive: false })
      }
      if (isTouch) timer = setTimeout(begin, restMs)
      stop.current = () => {
        end()
        if (isDragging) moving.cancel()
      }
    },
    [moving],
  )
}

const nothing = () => {}
const swallow = (event: Event) => {
  event.preventDefault()
  event.stopPropagation()
}
