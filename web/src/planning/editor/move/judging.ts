import type { Language } from '@rumbo/i18n/language'
import { type MovePreview, previewMove } from '@rumbo/optimizer'
import type { WordText } from '../../../ui/i18n.tsx'
import { judgeViolations } from '../judgement.rules.ts'
import type { PlanEditor } from '../plan-editor.ts'
import { routeOrderOf } from '../route-orders.ts'
import { underWayOn } from '../under-way.rules.ts'
import type { usePlanWords } from '../use-plan-words.ts'
import type { Judgement, MoveStart, MoveTarget } from './move.ts'

export interface MoveContext {
  editor: PlanEditor
  words: ReturnType<typeof usePlanWords>
  t: WordText
  language: Language
  /** Shows why something was refused. */
  warn: (message: string) => void
}

export interface Begun {
  serviceIds: readonly string[]
  /** The stop that was taken hold of, of a single service. */
  stopId: string | null
  /** As the preview knows them. Its numbers mean nothing to others. */
  problem: PlanEditor['problem']
  stopsToCome: PlanEditor['stopsToCome']
  content: PlanEditor['content']
  timed: PlanEditor['timed']
  words: MoveContext['words']
  preview: MovePreview
  /** The judgement of each target so far. */
  judged: Map<string, Judgement>
  /** Why it may not go to a vehicle, or null; by vehicle. */
  held: Map<string, string | null>
  /** What the other routes save, by vehicle. */
  saved: ReturnType<MovePreview['removals']>
}

/** The same for the same place. */
export const keyOf = (target: MoveTarget) =>
  target.kind === 'pool' ? 'pool' : `${target.vehicleId} ${target.index}`

/** Why services may not leave their place, or their vehicle for this one, in words; null where they may. */
export function lockedBy(
  { editor, words, t }: MoveContext,
  serviceIds: readonly string[],
  target?: MoveTarget,
): string | null {
  const wanted = new Set(serviceIds)
  for (const { vehicleId, isLocked, visits } of editor.content.routes) {
    const own = visits.filter(({ serviceId }) => serviceId !== null && wanted.has(serviceId))
    const vehicle = words.names.vehicle(vehicleId)
    if (own.length > 0 && isLocked) return t('planEditor.move.locked', { vehicle })
    const isElsewhere = target && !(target.kind === 'gap' && target.vehicleId === vehicleId)
    const held = own.find(({ lock }) => lock === 'order' || (lock === 'vehicle' && isElsewhere))
    if (held)
      return t('planEditor.move.held', { service: words.names.service(held.serviceId as string), vehicle })
    if (target?.kind !== 'pool' || own.length === 0) continue
    const underWay = underWayOn(vehicleId, editor.workspace)
    const going = own.find(({ serviceId }) => underWay.has(serviceId as string))
    if (going)
      return t('planEditor.move.stays', {
        service: words.names.service(going.serviceId as string),
        vehicle,
      })
  }
  return null
}

/** Those of services that can be moved, and the stop that is taken hold of. */
export function wantedOf(
  { editor: { stopsToCome } }: MoveContext,
  { serviceIds, stopId = null }: Pick<MoveStart, 'serviceIds' | 'stopId'>,
) {
  const movable = serviceIds.filter((serviceId) => stopsToCome.has(serviceId))
  return { serviceIds: movable, stopId: movable.length === 1 ? stopId : null }
}
export type Wanted = ReturnType<typeof wantedOf>

/** What can be judged of a move of these services, in the plan as it is now. */
export function startOf({ editor, words }: MoveContext, { serviceIds, stopId }: Wanted): Begun {
  const { stopsToCome, problem, content, timed } = editor
  const vehicles = new Set(problem.vehicles.map(({ id }) => id))
  const group = serviceIds.map((requestId) => {
    const stop = stopId ? stopsToCome.get(requestId)?.indexOf(stopId) : -1
    return stop === undefined || stop < 0 ? { requestId } : { requestId, stops: [stop] }
  })
  const orders = content.routes
    .filter(({ vehicleId }) => vehicles.has(vehicleId))
    .map((route) => routeOrderOf(route, editor))
  const preview = previewMove(problem, orders, group)
  return {
    serviceIds,
    stopId,
    problem,
    stopsToCome,
    content,
    timed,
    words,
    preview,
    judged: new Map(),
    held: new Map(),
    saved: preview.removals(),
  }
}

/** Whether what was judged ahead is of these services, and of the plan as it is now. */
export function isStill(
  { editor, words }: MoveContext,
  ahead: Begun,
  { serviceIds, stopId }: Wanted,
): boolean {
  return (
    ahead.problem === editor.problem &&
    ahead.stopsToCome === editor.stopsToCome &&
    ahead.content === editor.content &&
    ahead.timed === editor.timed &&
    ahead.words === words &&
    ahead.stopId === stopId &&
    ahead.serviceIds.join() === serviceIds.join()
  )
}

/** What a move to a place costs and breaks, or why it is refused; computed once. */
export function judge(context: MoveContext, of: Begun, target: MoveTarget): Judgement {
  const { preview, judged, saved, held: heldAt } = of
  const known = judged.get(keyOf(target))
  if (known) return known
  const { editor, words, t } = context
  const refused = (refusal: string): Judgement => ({
    cost: null,
    seconds: 0,
    metres: 0,
    refusal,
    violations: [],
  })
  const sum = (key: 'seconds' | 'metres', except?: string) =>
    saved.reduce((total, one) => (one.vehicleId === except ? total : total + one[key]), 0)
  const heldKey = target.kind === 'pool' ? 'pool' : target.vehicleId
  let held = heldAt.get(heldKey)
  if (held === undefined) {
    held = lockedBy(context, of.serviceIds, target)
    heldAt.set(heldKey, held)
  }
  const judgeGap = (vehicleId: string, index: number): Judgement => {
    const number = words.names.vehicle(vehicleId)
    if (editor.content.routes.some((route) => route.vehicleId === vehicleId && route.isLocked))
      return refused(t('planEditor.move.locked', { vehicle: number }))
    if (!editor.problem.vehicles.some(({ id }) => id === vehicleId)) return refused(words.unfit(vehicleId))
    const cost = preview.gap(vehicleId, index)
    if (!cost) return refused(t('planEditor.move.notHere'))
    return {
      cost,
      seconds: cost.seconds + sum('seconds', vehicleId),
      metres: cost.metres + sum('metres', vehicleId),
      ...judgeViolations(cost.violations, vehicleId, words),
    }
  }
  const found =
    held !== null
      ? refused(held)
      : target.kind === 'pool'
        ? { cost: null, seconds: sum('seconds'), metres: sum('metres'), refusal: null, violations: [] }
        : judgeGap(target.vehicleId, target.index)
  judged.set(keyOf(target), found)
  return found
}
