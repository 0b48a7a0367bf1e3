import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useMoving } from '../editor/move/move.ts'
import type { RouteView } from '../route-view.rules.ts'
import { type Scale, xOf } from './timeline.rules.ts'

interface Rows {
  planned: readonly RouteView[]
  scale: Scale
  rowPixels: number
  /** Pixels that the axis and the heads of rows cover. */
  axisPixels: number
  headPixels: number
}

/** The gap that is aimed at by keys, as vehicle and index in one word; null otherwise: a pointer is where it aims. */
function useAimedGap(): string | null {
  const { subscribe, move } = useMoving()
  return useSyncExternalStore(subscribe, () => {
    const present = move()
    return present?.by === 'keys' && present.target?.kind === 'gap'
      ? `${present.target.vehicleId} ${present.target.index}`
      : null
  })
}

/** Scrolls a timeline to the row that is selected, wherever that was done, and to the gap that is aimed at by keys. */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  { planned, scale, rowPixels, axisPixels, headPixels }: Rows,
  vehicleId: string | null,
): void {
  const aimed = useAimedGap()
  const showRow = (wanted: string | null): RouteView | null => {
    const box = scroller.current
    const at = planned.findIndex((view) => view.vehicleId === wanted)
    if (box === null || at < 0) return null
    const top = at * rowPixels
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + rowPixels + axisPixels > box.scrollTop + box.clientHeight)
      box.scrollTop = top + rowPixels + axisPixels - box.clientHeight
    return planned[at] ?? null
  }
  const showSelected = useEffectEvent(() => void showRow(vehicleId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each vehicle and each change of the rows
  useEffect(() => showSelected(), [vehicleId, planned])

  const showGap = useEffectEvent(() => {
    if (aimed === null) return
    const [target = '', index] = aimed.split(' ')
    const view = showRow(target)
    const box = scroller.current
    const ahead = view?.visits.filter((visit) => visit.ahead !== null && visit.times !== null) ?? []
    const near = ahead.find((visit) => visit.ahead === Number(index)) ?? ahead.at(-1)
    if (box === null || !near?.times) return
    const x = xOf(scale, near.times.begins)
    const room = box.clientWidth - headPixels
    // Some of what is around it as well.
    if (x - edgePixels < box.scrollLeft) box.scrollLeft = Math.max(0, x - edgePixels)
    else if (x + edgePixels > box.scrollLeft + room) box.scrollLeft = x + edgePixels - room
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each gap
  useEffect(() => showGap(), [aimed])
}

const edgePixels = 60
