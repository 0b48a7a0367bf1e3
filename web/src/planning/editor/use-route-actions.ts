import type { PlanContent, PlanLock } from '@rumbo/contract/planning.contract'
import {
  mergeRoutes,
  optimizeOrder,
  type RouteOrder,
  reverseRoute,
  splitRoute,
  type TimedRoute,
  timeRoute,
} from '@rumbo/optimizer'
import { instantOf } from '@rumbo/planning/problem'
import { useEffect, useMemo, useRef } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { lockOf, nextLock, routeOf, withLocks, withoutServices, withRoute } from './content-changes.rules.ts'
import { refusalOf } from './judgement.rules.ts'
import { type Moving, useMoving } from './move/move.ts'
import { usePlanEditor } from './plan-editor.ts'
import { routeOrderOf, stopIdOf, withOrders } from './route-orders.ts'
import { clearedRoute, partsOf } from './under-way.rules.ts'
import { moreKilometres, moreMinutes, usePlanWords } from './use-plan-words.ts'

/** Changes that are tried for a better order: fewer for a long route, so that it takes a fifth of a second at most. */
const triesFor = (visits: number) => Math.max(100, Math.min(2_000, Math.round(40_000 / Math.max(1, visits))))

/** What can be done with a route, or with stops of it; each can be undone. The functions stay the same. */
export function useRouteActions() {
  const { t, language } = useText()
  const editor = usePlanEditor()
  const words = usePlanWords()
  const moving = useMoving()
  const toasts = useToasts()
  const latest = useRef({ t, language, editor, words, toasts })
  useEffect(() => {
    latest.current = { t, language, editor, words, toasts }
  })
  return useMemo(() => actionsOf(() => latest.current, moving), [moving])
}

interface Present {
  t: ReturnType<typeof useText>['t']
  language: ReturnType<typeof useText>['language']
  editor: ReturnType<typeof usePlanEditor>
  words: ReturnType<typeof usePlanWords>
  toasts: ReturnType<typeof useToasts>
}

function actionsOf(present: () => Present, moving: Moving) {
  const number = (vehicleId: string) => present().words.names.vehicle(vehicleId)

  /** The order of a route with what is locked in it: nothing before the last stop whose place is locked changes. */
  function orderOf(vehicleId: string): RouteOrder {
    const { editor } = present()
    const route = routeOf(editor.content, vehicleId)
    const order = routeOrderOf(route, editor)
    const lockedStops = new Set(
      route.visits.filter(({ lock }) => lock === 'order').map(({ stopId }) => stopId),
    )
    const frozen =
      order.visits.findLastIndex((visit) => lockedStops.has(stopIdOf(visit, editor.stopsToCome))) + 1
    return frozen > 0 ? { ...order, frozen } : order
  }

  function mayChange(...vehicleIds: string[]): boolean {
    const { editor, t, toasts } = present()
    if (!editor.mayEdit) {
      toasts.show({ type: 'warning', message: editor.lockedReason ?? '' })
      return false
    }
    const locked = vehicleIds.find((vehicleId) => routeOf(editor.content, vehicleId).isLocked)
    if (locked === undefined) return true
    toasts.show({ type: 'warning', message: t('planEditor.move.locked', { vehicle: number(locked) }) })
    return false
  }

  /** Whether none of these stops is held on its vehicle; says which one is. */
  function mayLeave({ vehicleId, visits }: RouteOrder): boolean {
    const { editor, t, words, toasts } = present()
    const leaving = new Set(visits.map(({ requestId }) => requestId ?? null))
    const held = routeOf(editor.content, vehicleId).visits.find(
      ({ serviceId, lock }) => serviceId !== null && lock !== null && leaving.has(serviceId),
    )
    if (!held) return true
    const service = words.names.service(held.serviceId as string)
    toasts.show({
      type: 'warning',
      message: t('planEditor.move.held', { service, vehicle: number(vehicleId) }),
    })
    return false
  }

  /** Applies a change of routes, unless it breaks what a move may not break either. @returns whether it did */
  function applyChange(change: (content: PlanContent) => PlanContent, label: string): boolean {
    const { editor, words, toasts } = present()
    const refusal = refusalOf(change(editor.content), editor, words)
    if (refusal === null) editor.apply(change, label)
    else toasts.show({ type: 'warning', message: refusal })
    return refusal === null
  }

  const applyOrders = (orders: readonly RouteOrder[], label: string): boolean =>
    applyChange((content) => withOrders(content, orders, present().editor.stopsToCome), label)

  /** Says which orders stay where they are. */
  function sayStaying(vehicleId: string, serviceIds: readonly string[], type?: 'warning') {
    const { t, words, toasts } = present()
    const [serviceId] = serviceIds
    if (serviceId === undefined) return
    const vehicle = number(vehicleId)
    const message =
      serviceIds.length === 1
        ? t('planEditor.move.stays', { service: words.names.service(serviceId), vehicle })
        : t('planEditor.move.staysMany', { count: serviceIds.length, vehicle })
    toasts.show({ type, message })
  }

  const partsFor = (order: RouteOrder) => partsOf(order, present().editor.workspace)

  /** Applies an order of one route and says what it changes. */
  function reorder(before: RouteOrder, after: RouteOrder, label: string) {
    const { editor, language, toasts } = present()
    const [was, is] = [before, after].map((order) => timeRoute(editor.problem, order)) as [
      TimedRoute,
      TimedRoute,
    ]
    if (!applyOrders([after], label)) return
    const seconds = is.ends - is.starts - (was.ends - was.starts)
    toasts.show({
      message: label,
      detail: `${moreMinutes(language, seconds)} · ${moreKilometres(language, is.metres - was.metres)}`,
    })
  }

  /** Moves without the pointer: announces where, and drops there. */
  function move(serviceIds: readonly string[], aim: () => void, stopId?: string | null): boolean {
    if (!moving.begin({ serviceIds, stopId, by: 'keys' })) return false
    aim()
    return moving.drop()
  }

  return {
    /** One place earlier (-1) or later (1). */
    shift(vehicleId: string, index: number, step: 1 | -1): boolean {
      const { editor } = present()
      const visit = editor.timed.get(vehicleId)?.visits[index]
      if (!visit?.requestId) return false
      const to = step < 0 ? index - 1 : index + 2
      const last = editor.timed.get(vehicleId)?.visits.length ?? 0
      if (to < 0 || to > last) return false
      return move(
        [visit.requestId],
        () => moving.aim({ kind: 'gap', vehicleId, index: to }),
        stopIdOf(visit, editor.stopsToCome),
      )
    },
    /** To the best place on a vehicle. */
    toVehicle: (vehicleId: string, serviceIds: readonly string[]): boolean =>
      move(serviceIds, () => moving.aimBest(vehicleId)),
    /** To the best place on the vehicle before (-1) or after (1) this one. */
    toNeighbour(vehicleId: string, serviceIds: readonly string[], step: 1 | -1): boolean {
      const { editor } = present()
      const at = editor.problem.vehicles.findIndex(({ id }) => id === vehicleId)
      const next = editor.problem.vehicles[at + step]
      return next !== undefined && move(serviceIds, () => moving.aimBest(next.id))
    },
    unplan: (serviceIds: readonly string[]): boolean => move(serviceIds, () => moving.aim({ kind: 'pool' })),
    /** @param lock absent: the next one */
    lockServices(serviceIds: readonly string[], lock?: PlanLock | null) {
      if (!mayChange()) return
      const { editor, t, toasts } = present()
      const ids = new Set(serviceIds)
      const next = lock === undefined ? nextLock(lockOf(editor.content, ids)) : lock
      const message = t(`planEditor.lock.${next ?? 'none'}`)
      editor.apply((content) => withLocks(content, ids, next), message)
      toasts.show({ id: 'plan-lock', message })
    },
    lockRoute(vehicleId: string, isLocked: boolean) {
      const { editor, t } = present()
      if (!editor.mayEdit) return
      const label = t(isLocked ? 'planEditor.label.lockRoute' : 'planEditor.label.unlockRoute', {
        vehicle: number(vehicleId),
      })
      editor.apply((content) => withRoute(content, vehicleId, (route) => ({ ...route, isLocked })), label)
    },
    optimize(vehicleId: string) {
      if (!mayChange(vehicleId)) return
      const { editor, t, toasts } = present()
      const before = orderOf(vehicleId)
      const { objective } = editor.settings
      const after = optimizeOrder(editor.problem, before, {
        objective,
        iterations: triesFor(before.visits.length),
      })
      if (JSON.stringify(after.visits) === JSON.stringify(before.visits))
        toasts.show({ message: t('planEditor.alreadyBest', { vehicle: number(vehicleId) }) })
      else reorder(before, after, t('planEditor.label.optimize', { vehicle: number(vehicleId) }))
    },
    reverse(vehicleId: string) {
      if (!mayChange(vehicleId)) return
      const before = orderOf(vehicleId)
      const label = present().t('planEditor.label.reverse', { vehicle: number(vehicleId) })
      reorder(before, reverseRoute(before), label)
    },
    /** Both vehicles take over the route of the other, with its departure; what is under way stays where it is. */
    swap(vehicleId: string, otherId: string) {
      if (!mayChange(vehicleId, otherId)) return
      const [own, theirs] = [partsFor(orderOf(vehicleId)), partsFor(orderOf(otherId))]
      const isNothing = own.goes.length === 0 && theirs.goes.length === 0
      if (isNothing) {
        sayStaying(vehicleId, own.stayingIds, 'warning')
        sayStaying(otherId, theirs.stayingIds, 'warning')
        return
      }
      if (!mayLeave({ vehicleId, visits: own.goes })) return
      if (!mayLeave({ vehicleId: otherId, visits: theirs.goes })) return
      const { editor, t } = present()
      const orders = [
        { vehicleId, visits: [...own.stays, ...theirs.goes] },
        { vehicleId: otherId, visits: [...theirs.stays, ...own.goes] },
      ]
      const startOf = (id: string) => routeOf(editor.content, id).startsAt
      const starts: Record<string, string | null> = {
        [vehicleId]: startOf(own.stayingIds.length > 0 ? vehicleId : otherId),
        [otherId]: startOf(theirs.stayingIds.length > 0 ? otherId : vehicleId),
      }
      const isDone = applyChange(
        (content): PlanContent => ({
          routes: withOrders(content, orders, editor.stopsToCome).routes.map((route) =>
            route.vehicleId in starts ? { ...route, startsAt: starts[route.vehicleId] ?? null } : route,
          ),
        }),
        t('planEditor.label.swap', { vehicle: number(vehicleId), other: number(otherId) }),
      )
      if (!isDone) return
      sayStaying(vehicleId, own.stayingIds)
      sayStaying(otherId, theirs.stayingIds)
    },
    /** What comes at `index` and later goes to another vehicle, which has no route, except what is under way. */
    split(vehicleId: string, index: number, otherId: string) {
      if (!mayChange(vehicleId, otherId)) return
      const { frozen = 0, ...order } = orderOf(vehicleId)
      if (index < frozen) {
        const { t, toasts } = present()
        toasts.show({ type: 'warning', message: t('planEditor.splitLocked') })
        return
      }
      const visitsOn = (id: string) =>
        splitRoute(order, index, otherId).find((part) => part.vehicleId === id)?.visits ?? []
      const { stays, goes, stayingIds } = partsFor({ vehicleId, visits: visitsOn(otherId) })
      if (goes.length === 0) return sayStaying(vehicleId, stayingIds, 'warning')
      if (!mayLeave({ vehicleId, visits: goes })) return
      const isDone = applyOrders(
        [
          { vehicleId, visits: [...visitsOn(vehicleId), ...stays] },
          { vehicleId: otherId, visits: goes },
        ],
        present().t('planEditor.label.split', { vehicle: number(vehicleId), other: number(otherId) }),
      )
      if (isDone) sayStaying(vehicleId, stayingIds)
    },
    /** All of a route goes behind the route of another vehicle, except what is under way. */
    merge(vehicleId: string, intoId: string) {
      if (!mayChange(vehicleId, intoId)) return
      const { stays, goes, stayingIds } = partsFor(orderOf(vehicleId))
      if (goes.length === 0) return sayStaying(vehicleId, stayingIds, 'warning')
      if (!mayLeave({ vehicleId, visits: goes })) return
      const isDone = applyOrders(
        [mergeRoutes(orderOf(intoId), { vehicleId, visits: goes }), { vehicleId, visits: stays }],
        present().t('planEditor.label.merge', { vehicle: number(vehicleId), other: number(intoId) }),
      )
      if (isDone) sayStaying(vehicleId, stayingIds)
    },
    /** @param startsAt null: it leaves as late as its stops allow */
    fixStart(vehicleId: string, startsAt: string | null) {
      if (!mayChange(vehicleId)) return
      const { editor, t } = present()
      editor.apply(
        (content) => withRoute(content, vehicleId, (route) => ({ ...route, startsAt })),
        t('planEditor.label.start', { vehicle: number(vehicleId) }),
      )
    },
    /** When it leaves as planned now. */
    startOf(vehicleId: string): string | null {
      const { editor } = present()
      const timed = editor.timed.get(vehicleId)
      return timed ? instantOf(editor.workspace, timed.starts) : null
    },
    /** Takes services out of the plan that are cancelled, or on another vehicle by now: no lock holds those. */
    takeOut(serviceIds: readonly string[]) {
      if (!mayChange()) return
      const { editor, t, toasts } = present()
      const message = t('planEditor.label.takeOut', { count: serviceIds.length })
      editor.apply((content) => withoutServices(content, new Set(serviceIds), () => true), message)
      toasts.show({ message })
    },
    /** Everything becomes unplanned that is neither locked nor under way. */
    clear(vehicleId: string) {
      if (!mayChange(vehicleId)) return
      const { editor, t, toasts } = present()
      const vehicle = number(vehicleId)
      const order = orderOf(vehicleId)
      const { stays, underWayIds, lockedIds } = clearedRoute(
        order,
        routeOf(editor.content, vehicleId),
        editor.workspace,
      )
      const count = underWayIds.length + lockedIds.length
      const reasons = [
        ...(underWayIds.length > 0 ? [t('planEditor.clear.underWay', { count: underWayIds.length })] : []),
        ...(lockedIds.length > 0 ? [t('planEditor.clear.locked', { count: lockedIds.length })] : []),
      ]
      const detail = reasons.join(' · ')
      if (stays.length === order.visits.length) {
        toasts.show({ type: 'warning', message: t('planEditor.clear.allStays', { vehicle }), detail })
        return
      }
      const label =
        count === 0
          ? t('planEditor.label.clear', { vehicle })
          : t('planEditor.label.clearExcept', { vehicle, count })
      if (applyOrders([{ vehicleId, visits: stays }], label) && count > 0)
        toasts.show({ message: label, detail })
    },
  }
}
