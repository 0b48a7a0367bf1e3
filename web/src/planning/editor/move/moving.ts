import type { PlanRoute } from '@rumbo/contract/planning.contract'
import type { Language } from '@rumbo/i18n/language'
import { type MovePreview, previewMove } from '@rumbo/optimizer'
import { servicesOf } from '@rumbo/planning/content'
import type { WordText } from '../../../ui/i18n.tsx'
import { withoutServices } from '../content-changes.rules.ts'
import { judgeViolations } from '../judgement.rules.ts'
import type { PlanEditor } from '../plan-editor.ts'
import { routeOrderOf, withOrders } from '../route-orders.ts'
import { underWayOn } from '../under-way.rules.ts'
import { moreKilometres, moreMinutes, type usePlanWords } from '../use-plan-words.ts'
import { type Judgement, type Move, type MoveStart, type MoveTarget, type Moving, placeText } from './move.ts'
import { createPlaceSearch, type PlaceSearch, whenIdle } from './place-search.ts'

export interface MoveContext {
  editor: PlanEditor
  words: ReturnType<typeof usePlanWords>
  t: WordText
  language: Language
  /** Shows why something was refused. */
  warn: (message: string) => void
}

interface Begun {
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

/** So many of the nearest vehicles are looked at before the first aim; the others while the browser is idle. */
const firstVehicles = 8
/** Milliseconds of looking at vehicles at a time, once the first aim is shown. */
const searchMs = 8

const keyOf = (target: MoveTarget) =>
  target.kind === 'pool' ? 'pool' : `${target.vehicleId} ${target.index}`

/** The one move of a page. `context` gives the plan at present. */
export function createMoving(context: () => MoveContext): Moving {
  let move: Move | null = null
  let begun: Begun | null = null
  /** What is judged ahead, of what may be picked up next. */
  let prepared: Begun | null = null
  let endPreparing = () => {}
  let said = ''
  /** Ends the search that goes on after the first aim: it would aim elsewhere than somebody did since. */
  let stopSearch = () => {}
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const set = (next: Move | null, words?: string) => {
    stopSearch()
    move = next
    if (next === null) begun = null
    if (words !== undefined) said = words
    notify()
  }

  /** Why services may not leave their place, or their vehicle for this one, in words; null where they may. */
  function lockedBy(serviceIds: readonly string[], target?: MoveTarget): string | null {
    const { editor, words, t } = context()
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
  function wantedOf({ serviceIds, stopId = null }: Pick<MoveStart, 'serviceIds' | 'stopId'>) {
    const { stopsToCome } = context().editor
    const movable = serviceIds.filter((serviceId) => stopsToCome.has(serviceId))
    return { serviceIds: movable, stopId: movable.length === 1 ? stopId : null }
  }
  type Wanted = ReturnType<typeof wantedOf>

  function startOf({ serviceIds, stopId }: Wanted): Begun {
    const { editor, words } = context()
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
      ...{ serviceIds, stopId, problem, stopsToCome, content, timed, words, preview },
      ...{ judged: new Map(), held: new Map(), saved: preview.removals() },
    }
  }

  /** Whether what was judged ahead is of these services, and of the plan as it is now. */
  function isStill(ahead: Begun, { serviceIds, stopId }: Wanted): boolean {
    const { editor, words } = context()
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

  function prepare(start: Pick<MoveStart, 'serviceIds' | 'stopId'>): void {
    endPreparing()
    const wanted = wantedOf(start)
    endPreparing = whenIdle(() => {
      if (move !== null || !context().editor.mayEdit || wanted.serviceIds.length === 0) return
      if (lockedBy(wanted.serviceIds) !== null || (prepared !== null && isStill(prepared, wanted))) return
      const ahead = startOf(wanted)
      prepared = ahead
      const search = placeSearch(ahead, ahead.preview.nearest())
      endPreparing = searchWhenIdle(search, () => move === null && isStill(ahead, wanted))
    })
  }

  function begin({ by, ...start }: MoveStart): boolean {
    const { editor, words, t } = context()
    const refuse = (message: string) => {
      set(null)
      context().warn(message)
      return false
    }
    if (!editor.mayEdit) return refuse(editor.lockedReason ?? '')
    const wanted = wantedOf(start)
    const { serviceIds: movable } = wanted
    if (movable.length === 0) return refuse(t('planEditor.move.over'))
    const locked = lockedBy(movable)
    if (locked !== null) return refuse(locked)
    endPreparing()
    begun = prepared !== null && isStill(prepared, wanted) ? prepared : startOf(wanted)
    prepared = null
    const words_ =
      movable.length === 1
        ? t('planEditor.move.begun', { service: words.names.service(movable[0] as string) })
        : t('planEditor.move.begunMany', { count: movable.length })
    set({ serviceIds: movable, by, target: null, judgement: null, pointer: null }, words_)
    return true
  }

  function judge(of: Begun, target: MoveTarget): Judgement {
    const { preview, judged, saved, held: heldAt } = of
    const known = judged.get(keyOf(target))
    if (known) return known
    const { editor, words, t } = context()
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
      held = lockedBy(of.serviceIds, target)
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

  /**
   * Ends a move whose places mean others by now: stops of the plan or of what is moved were made, cancelled or added since it
   * began, or the vehicle that is aimed at cannot be planned any more.
   */
  function cancelOutdated(): boolean {
    if (move === null || begun === null) return false
    const { editor, t, words } = context()
    const before = begun.stopsToCome
    const { target, serviceIds } = move
    const isOther = [...servicesOf(editor.content), ...serviceIds].some(
      (serviceId) => before.get(serviceId)?.join() !== editor.stopsToCome.get(serviceId)?.join(),
    )
    const vehicleId = target?.kind === 'gap' ? target.vehicleId : null
    const isGone = vehicleId !== null && !editor.problem.vehicles.some(({ id }) => id === vehicleId)
    if (!isOther && !isGone) return false
    set(null, t('planEditor.move.cancelled'))
    context().warn(isOther ? t('planEditor.move.outdated') : words.unfit(vehicleId as string))
    return true
  }

  function wordTarget(target: MoveTarget, judgement: Judgement): string {
    const { t, language, words } = context()
    const where = placeText(t, words.names, target)
    if (judgement.refusal !== null) return `${where}: ${judgement.refusal}`
    const change = `${moreMinutes(language, judgement.seconds)}, ${moreKilometres(language, judgement.metres)}`
    return [`${where}: ${change}`, ...judgement.violations].join('. ')
  }

  function aim(target: MoveTarget | null, pointer: Move['pointer'] = null) {
    if (move === null || begun === null) return
    const isSameTarget = target !== null && move.target !== null && keyOf(target) === keyOf(move.target)
    const judgement = target && judge(begun, target)
    const words = target && judgement && !isSameTarget ? wordTarget(target, judgement) : undefined
    set({ ...move, target, judgement, pointer }, words)
  }

  const placeSearch = (of: Begun, vehicleIds: readonly string[]) =>
    createPlaceSearch(vehicleIds, {
      judge: (target) => judge(of, target),
      visitsOf: (vehicleId) => context().editor.timed.get(vehicleId)?.visits.length ?? 0,
    })

  function aimBest(vehicleId: string) {
    if (begun === null) return
    const search = placeSearch(begun, [vehicleId])
    search.next()
    const best = search.best()
    if (best !== null) aim(best)
  }

  /** Looks at all vehicles that are left while the browser is idle. @returns ends that */
  function searchWhenIdle(search: PlaceSearch, isWanted: () => boolean, done = () => {}): () => void {
    let stop = () => {}
    const goOn = () => {
      const pauseAt = performance.now() + searchMs
      while (isWanted() && search.next())
        if (performance.now() >= pauseAt) {
          stop = whenIdle(goOn)
          return
        }
      done()
    }
    stop = whenIdle(goOn)
    return () => stop()
  }

  function aimFirst() {
    if (begun === null) return
    const search = placeSearch(begun, begun.preview.nearest())
    for (let looked = 0; looked < firstVehicles && search.next(); looked++);
    const first = search.best()
    if (first === null) return
    aim(first)
    stopSearch = searchWhenIdle(
      search,
      () => true,
      () => {
        const best = search.best()
        if (best !== null && best !== first) aim(best)
      },
    )
  }

  function drop(): boolean {
    const { editor, words, t } = context()
    if (move === null || begun === null) return false
    const { target, judgement, serviceIds } = move
    const { preview, problem, stopsToCome } = begun
    if (cancelOutdated()) return false
    if (!editor.mayEdit) {
      set(null, t('planEditor.move.cancelled'))
      context().warn(editor.lockedReason ?? '')
      return false
    }
    if (target === null || judgement === null || judgement.refusal !== null) {
      set(null, t('planEditor.move.cancelled'))
      if (judgement?.refusal) context().warn(judgement.refusal)
      return false
    }
    const after = preview.drop(target.kind === 'gap' ? target : undefined)
    const kept = new Set(after.map(({ vehicleId }) => vehicleId))
    const emptied = problem.vehicles
      .filter(({ id }) => !kept.has(id))
      .map(({ id }) => ({ vehicleId: id, visits: [] }))
    // The preview knows neither routes that are not timed nor stops that are made: what leaves those is taken out here.
    const timed = new Set(problem.vehicles.map(({ id }) => id))
    const moved = new Set(serviceIds)
    const isLeft = ({ vehicleId }: PlanRoute) =>
      !timed.has(vehicleId) || (target.kind === 'gap' && vehicleId !== target.vehicleId)
    const what =
      serviceIds.length === 1
        ? t('planEditor.label.move', { service: words.names.service(serviceIds[0] as string) })
        : t('planEditor.label.moveMany', { count: serviceIds.length })
    set(null, `${what}. ${wordTarget(target, judgement)}`)
    editor.apply((content) => {
      const rest = withoutServices(content, moved, isLeft)
      return withOrders(rest, [...after, ...emptied], stopsToCome)
    }, what)
    return true
  }

  return {
    move: () => move,
    said: () => said,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    prepare,
    begin,
    aim,
    aimBest,
    aimFirst,
    drop,
    follow: () => void cancelOutdated(),
    cancel: () => {
      endPreparing()
      if (move !== null) set(null, context().t('planEditor.move.cancelled'))
    },
  }
}
