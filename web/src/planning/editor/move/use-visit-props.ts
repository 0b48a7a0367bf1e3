import { type FocusEvent, type KeyboardEvent, type PointerEvent, useCallback } from 'react'
import { isTyping } from '../../../app/palette/shortcuts.ts'
import { useLatest } from '../../../ui/hooks/use-latest.ts'
import { useThemeSettings } from '../../../ui/theme/theme-settings.tsx'
import { usePlanEditor } from '../plan-editor.ts'
import { stopIdOf } from '../route-orders.ts'
import { useRouteActions } from '../use-route-actions.ts'
import { focusLater, routeHeadFinder, visitFinder } from './focus-later.ts'
import { visitsIn } from './gap-at.ts'
import { useMoving } from './move.ts'
import { useDrag } from './use-drag.ts'
import { isWriting } from './use-move-keys.ts'

/** Attributes and handlers of one visit on screen. */
export interface VisitProps {
  'data-plan-index': number
  'data-plan-stop': string
  tabIndex: 0 | -1
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onFocus: (event: FocusEvent<HTMLElement>) => void
}

/**
 * Makes visits that can be dragged, focused and moved by keys, wherever they are drawn; see `gap-at.ts` for what their route
 * has to say. One visit of each route is in the order of Tab, the arrows go on from there.
 * @returns the properties of a visit, by vehicle and index among the stops to come
 */
export function useVisitProps(): (vehicleId: string, index: number) => VisitProps {
  const editor = usePlanEditor()
  const { timed, stopsToCome, selection, select } = editor
  // A row may have been drawn before the selection changed last.
  const latest = useLatest(selection)
  const moving = useMoving()
  const drag = useDrag()
  const actions = useRouteActions()
  const { singleKeys } = useThemeSettings().settings
  return useCallback(
    (vehicleId, index) => {
      const visits = timed.get(vehicleId)?.visits ?? []
      const visit = visits[index]
      const serviceId = visit?.requestId ?? null
      const stopId = visit ? stopIdOf(visit, stopsToCome) : null
      /** With the others that are selected, where this one is among them. */
      const whole = () => {
        const { serviceIds } = latest.current
        return serviceId !== null && serviceIds.has(serviceId) && serviceIds.size > 1
          ? { serviceIds: [...serviceIds] }
          : { serviceIds: serviceId === null ? [] : [serviceId], stopId }
      }
      const isFirstSelected =
        visits.findIndex(
          ({ requestId }) => requestId !== undefined && selection.serviceIds.has(requestId),
        ) === index
      const hasSelected = visits.some(
        ({ requestId }) => requestId !== undefined && selection.serviceIds.has(requestId),
      )
      return {
        'data-plan-index': index,
        'data-plan-stop': stopId ?? '',
        tabIndex: (hasSelected ? isFirstSelected : index === 0) ? 0 : -1,
        onPointerDown: (event) => {
          if (serviceId !== null) drag(event, whole)
        },
        onFocus: ({ currentTarget }) => {
          // A pointer selects by its click; a selection of many stays while the focus passes.
          if (serviceId === null || !currentTarget.matches(':focus-visible')) return
          const { serviceIds } = latest.current
          if (serviceIds.size <= 1 && !serviceIds.has(serviceId))
            select({ serviceIds: [serviceId], vehicleId })
        },
        onKeyDown: (event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
          if (isTyping(event.currentTarget)) return
          const isMoving = moving.move() !== null
          const done = (): boolean => {
            const route = event.currentTarget.closest<HTMLElement>('[data-plan-route]')
            const isDown = route?.dataset.planDown !== undefined
            const back = isDown ? 'ArrowUp' : 'ArrowLeft'
            const on = isDown ? 'ArrowDown' : 'ArrowRight'
            const { key } = event
            if (isMoving) return false
            if (key === back || key === on) {
              const shown = route ? visitsIn(route) : []
              const at = shown.indexOf(event.currentTarget)
              shown[at + (key === on ? 1 : -1)]?.focus()
              return true
            }
            if (serviceId === null || !singleKeys) return false
            const { currentTarget } = event
            const focusAgain = () => stopId !== null && focusLater(visitFinder(stopId, currentTarget))
            switch (key) {
              case 'x':
                if (moving.begin({ ...whole(), by: 'keys' })) moving.aim({ kind: 'gap', vehicleId, index })
                return true
              case '[':
              case ']':
                if (actions.shift(vehicleId, index, key === ']' ? 1 : -1)) focusAgain()
                return true
              case ',':
              case '.':
                if (actions.toNeighbour(vehicleId, whole().serviceIds, key === '.' ? 1 : -1)) focusAgain()
                return true
              case 'Delete':
              case 'Backspace': {
                const { serviceIds } = whole()
                const next = visits
                  .slice(index + 1)
                  .find(({ requestId }) => requestId !== undefined && !serviceIds.includes(requestId))
                const nextId = next ? stopIdOf(next, stopsToCome) : null
                if (actions.unplan(serviceIds))
                  focusLater(
                    nextId === null
                      ? routeHeadFinder(vehicleId, currentTarget)
                      : visitFinder(nextId, currentTarget),
                  )
                return true
              }
              case 'l':
                actions.lockServices(whole().serviceIds)
                return true
              default:
                return false
            }
          }
          if (!done()) return
          event.preventDefault()
          event.stopPropagation()
        },
      }
    },
    [timed, stopsToCome, selection, select, latest, moving, drag, actions, singleKeys],
  )
}

/**
 * Makes orders of the pool that can be dragged, and picked up by `x`: with the others that are selected, where they are among
 * them.
 */
export function usePoolProps(): (
  serviceId: string,
) => Pick<VisitProps, 'onPointerDown' | 'onKeyDown' | 'onFocus'> {
  const { selection } = usePlanEditor()
  // A row may have been drawn before the selection changed last.
  const latest = useLatest(selection)
  const moving = useMoving()
  const drag = useDrag()
  const { singleKeys } = useThemeSettings().settings
  return useCallback(
    (serviceId) => {
      const start = () => {
        const { serviceIds } = latest.current
        return { serviceIds: serviceIds.has(serviceId) ? [...serviceIds] : [serviceId] }
      }
      return {
        onPointerDown: (event) => drag(event, start),
        onFocus: () => moving.prepare(start()),
        onKeyDown: (event) => {
          if (!singleKeys || event.key !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return
          if (event.target instanceof Element && isWriting(event.target)) return
          if (!moving.begin({ ...start(), by: 'keys' })) return
          event.preventDefault()
          event.stopPropagation()
          moving.aimFirst()
        },
      }
    },
    [latest, moving, drag, singleKeys],
  )
}
