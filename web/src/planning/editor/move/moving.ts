import type { PlanRoute } from '@rumbo/contract/planning.contract'
import { servicesOf } from '@rumbo/planning/content'
import { withoutServices } from '../content-changes.rules.ts'
import { withOrders } from '../route-orders.ts'
import { moreKilometres, moreMinutes } from '../use-plan-words.ts'
import {
  type Begun,
  isStill,
  judge,
  keyOf,
  lockedBy,
  type MoveContext,
  startOf,
  wantedOf,
} from './judging.ts'
import { type Judgement, type Move, type MoveStart, type MoveTarget, type Moving, placeText } from './move.ts'
import { createPlaceSearch, type PlaceSearch, whenIdle } from './place-search.ts'

/** So many of the nearest vehicles are looked at before the first aim; the others while the browser is idle. */
const firstVehicles = 8
/** Milliseconds of looking at vehicles at a time, once the first aim is shown. */
const searchMs = 8

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

  function prepare(start: Pick<MoveStart, 'serviceIds' | 'stopId'>): void {
    endPreparing()
    const wanted = wantedOf(context(), start)
    endPreparing = whenIdle(() => {
      if (move !== null || !context().editor.mayEdit || wanted.serviceIds.length === 0) return
      if (
        lockedBy(context(), wanted.serviceIds) !== null ||
        (prepared !== null && isStill(context(), prepared, wanted))
      )
        return
      const ahead = startOf(context(), wanted)
      prepared = ahead
      const search = placeSearch(ahead, ahead.preview.nearest())
      endPreparing = searchWhenIdle(search, () => move === null && isStill(context(), ahead, wanted))
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
    const wanted = wantedOf(context(), start)
    const { serviceIds: movable } = wanted
    if (movable.length === 0) return refuse(t('planEditor.move.over'))
    const locked = lockedBy(context(), movable)
    if (locked !== null) return refuse(locked)
    endPreparing()
    begun = prepared !== null && isStill(context(), prepared, wanted) ? prepared : startOf(context(), wanted)
    prepared = null
    const words_ =
      movable.length === 1
        ? t('planEditor.move.begun', { service: words.names.service(movable[0] as string) })
        : t('planEditor.move.begunMany', { count: movable.length })
    set({ serviceIds: movable, by, target: null, judgement: null, pointer: null }, words_)
    return true
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
    const judgement = target && judge(context(), begun, target)
    const words = target && judgement && !isSameTarget ? wordTarget(target, judgement) : undefined
    set({ ...move, target, judgement, pointer }, words)
  }

  const placeSearch = (of: Begun, vehicleIds: readonly string[]) =>
    createPlaceSearch(vehicleIds, {
      judge: (target) => judge(context(), of, target),
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
