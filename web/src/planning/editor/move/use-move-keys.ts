import { useEffect, useRef } from 'react'
import { isTyping } from '../../../app/palette/shortcuts.ts'
import { useThemeSettings } from '../../../ui/theme/theme-settings.tsx'
import { usePlanEditor } from '../plan-editor.ts'
import { focusLater, visitFinder } from './focus-later.ts'
import type { MoveTarget, Moving } from './move.ts'

/** While orders are moved by keys: arrows to another gap or vehicle, `v` or Enter puts them there, Escape cancels. */
export function useMoveKeys(moving: Moving): void {
  const editor = usePlanEditor()
  const { singleKeys } = useThemeSettings().settings
  const latest = useRef(editor)
  useEffect(() => {
    latest.current = editor
  })
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const move = moving.move()
      if (move === null || move.by !== 'keys' || event.ctrlKey || event.metaKey || event.altKey) return
      const { activeElement } = document
      if (isWriting(activeElement) || (!singleKeys && isSingle(event.key))) return
      const act = actionOf(event.key, {
        target: move.target,
        isDown: activeElement?.closest('[data-plan-route][data-plan-down]') != null,
      })
      if (act === null) return
      event.preventDefault()
      event.stopPropagation()
      act()
    }
    const actionOf = (
      key: string,
      { target, isDown }: { target: MoveTarget | null; isDown: boolean },
    ): (() => void) | null => {
      const [back, on, before, after] = isDown
        ? ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
        : ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
      switch (key) {
        case 'Escape':
          return () => moving.cancel()
        case 'v':
        case 'Enter':
          return () => {
            const [serviceId] = moving.move()?.serviceIds ?? []
            const { activeElement } = document
            const stopId = serviceId && latest.current.stopsToCome.get(serviceId)?.[0]
            if (!moving.drop() || !serviceId || !stopId) return
            if (target?.kind === 'gap') focusLater(visitFinder(stopId, activeElement))
            else focusLater(() => orderInPool(serviceId))
          }
        case 'Delete':
        case 'Backspace':
          return () => moving.aim({ kind: 'pool' })
        case back:
          return () => toGap(target, -1)
        case on:
          return () => toGap(target, 1)
        case before:
        case ',':
          return () => toVehicle(target, -1)
        case after:
        case '.':
          return () => toVehicle(target, 1)
        default:
          return null
      }
    }
    const toGap = (target: MoveTarget | null, step: number) => {
      if (target?.kind !== 'gap') return toVehicle(target, 0)
      const last = latest.current.timed.get(target.vehicleId)?.visits.length ?? 0
      const index = Math.max(0, Math.min(last, target.index + step))
      moving.aim({ ...target, index })
    }
    const toVehicle = (target: MoveTarget | null, step: number) => {
      const { vehicles } = latest.current.problem
      const at = target?.kind === 'gap' ? vehicles.findIndex(({ id }) => id === target.vehicleId) : 0
      const next = vehicles[Math.max(0, Math.min(vehicles.length - 1, at + step))]
      if (next) moving.aimBest(next.id)
    }
    document.addEventListener('keydown', handle, true)
    return () => document.removeEventListener('keydown', handle, true)
  }, [moving, singleKeys])
}

/** Keys that the profile can switch off; arrows, Enter and Escape work in any case. */
const isSingle = (key: string): boolean => ['v', ',', '.', 'Delete', 'Backspace'].includes(key)

const orderInPool = (serviceId: string) =>
  document.querySelector<HTMLElement>(`[data-plan-pool] [data-service="${CSS.escape(serviceId)}"]`)

/** Whether the focused element needs the keys of the plan itself; a checkbox or a radio button does not. */
export const isWriting = (element: Element | null): boolean =>
  isTyping(element?.matches('input[type=checkbox], input[type=radio]') ? element.parentElement : element)
