import type { PlanContent, PlanRoute, PlanVisit } from '@rumbo/contract/planning.contract'

type Visits = readonly PlanVisit[]
const noVisits: Visits = []

const visitsByVehicle = ({ routes }: PlanContent) =>
  new Map(routes.map((route) => [route.vehicleId, route.visits as Visits]))
const keysOf = (visits: Visits) => visits.map(({ stopId }) => stopId).join()

/** Positions of a longest increasing subsequence. */
function ascending(values: readonly number[]): Set<number> {
  const length = values.map(() => 1)
  const before = values.map(() => -1)
  let last = -1
  for (let at = 0; at < values.length; at++) {
    for (let other = 0; other < at; other++)
      if (values[other]! < values[at]! && length[other]! + 1 > length[at]!) {
        length[at] = length[other]! + 1
        before[at] = other
      }
    if (last < 0 || length[at]! > length[last]!) last = at
  }
  const found = new Set<number>()
  for (let at = last; at >= 0; at = before[at]!) found.add(at)
  return found
}

/** Services whose vehicle, or place among the others of their route, differs. */
export function changedServices(before: PlanContent, after: PlanContent): Set<string> {
  const changed = new Set<string>()
  const vehicleOf = new Map<string, string>()
  for (const { vehicleId, visits } of before.routes)
    for (const { serviceId } of visits) if (serviceId !== null) vehicleOf.set(serviceId, vehicleId)
  const stays = new Set<string>()
  for (const { vehicleId, visits } of after.routes)
    for (const { serviceId } of visits) {
      if (serviceId === null) continue
      if (vehicleOf.get(serviceId) === vehicleId) stays.add(serviceId)
      else changed.add(serviceId)
    }
  for (const serviceId of vehicleOf.keys()) if (!stays.has(serviceId)) changed.add(serviceId)
  const was = visitsByVehicle(before)
  for (const { vehicleId, visits } of after.routes) {
    const old = was.get(vehicleId) ?? noVisits
    if (keysOf(old) === keysOf(visits)) continue
    const place = new Map(old.map(({ stopId }, at) => [stopId, at]))
    const common = visits.filter(
      ({ serviceId, stopId }) => serviceId !== null && !changed.has(serviceId) && place.has(stopId),
    )
    const kept = ascending(common.map(({ stopId }) => place.get(stopId)!))
    common.forEach(({ serviceId }, at) => {
      if (!kept.has(at)) changed.add(serviceId as string)
    })
  }
  return changed
}

/** Whether a change of a service is taken over; its vehicle is null where it is unplanned. */
type IsApplied = (serviceId: string, vehicleId: string | null) => boolean

/**
 * What changed from `base` to `mine`, done to `theirs`: services that were moved go to the same vehicle, behind the same
 * stop; everything else stays as it is there. Locks and departures that were changed are changed there as well.
 * @param isApplied of a service that was moved; others keep the place they have in `theirs`. Default: all are
 */
export function mergeContent(
  base: PlanContent,
  mine: PlanContent,
  theirs: PlanContent,
  isApplied?: IsApplied,
): PlanContent {
  if (theirs === base && isApplied === undefined) return mine
  const target = new Map<string, string>()
  for (const { vehicleId, visits } of mine.routes)
    for (const { serviceId } of visits) if (serviceId !== null) target.set(serviceId, vehicleId)
  const moved = new Set(
    [...changedServices(base, mine)].filter(
      (serviceId) => isApplied?.(serviceId, target.get(serviceId) ?? null) ?? true,
    ),
  )
  const routes = new Map(theirs.routes.map((route) => [route.vehicleId, route]))
  for (const { vehicleId } of mine.routes)
    if (!routes.has(vehicleId))
      routes.set(vehicleId, { vehicleId, visits: [], startsAt: null, isLocked: false })
  const [was, is] = [visitsByVehicle(base), visitsByVehicle(mine)]
  const [optionsBefore, optionsNow] = [optionsOf(base), optionsOf(mine)]
  const locks = { before: locksOf(base), now: locksOf(mine) }
  const merged = [...routes.values()].map((route): PlanRoute => {
    const { vehicleId } = route
    const visits = mergeVisits(moved, {
      old: was.get(vehicleId) ?? noVisits,
      own: is.get(vehicleId) ?? noVisits,
      present: route.visits,
    })
    const [before, now] = [optionsBefore.get(vehicleId) ?? usual, optionsNow.get(vehicleId) ?? usual]
    return {
      ...route,
      visits: visits.map((visit) => withLock(visit, locks)),
      startsAt: before.startsAt === now.startsAt ? route.startsAt : now.startsAt,
      isLocked: before.isLocked === now.isLocked ? route.isLocked : now.isLocked,
    }
  })
  return { routes: merged.filter(({ visits, isLocked }) => visits.length > 0 || isLocked) }
}

const usual = { startsAt: null, isLocked: false }
const optionsOf = ({ routes }: PlanContent) =>
  new Map(routes.map(({ vehicleId, startsAt, isLocked }) => [vehicleId, { startsAt, isLocked }]))
const locksOf = ({ routes }: PlanContent) =>
  new Map(routes.flatMap(({ visits }) => visits.map(({ stopId, lock }) => [stopId, lock])))

function mergeVisits(
  moved: ReadonlySet<string>,
  { old, own, present }: { old: Visits; own: Visits; present: Visits },
): Visits {
  const isMoved = ({ serviceId }: PlanVisit) => serviceId !== null && moved.has(serviceId)
  const left = present.filter((visit) => !isMoved(visit))
  const stays = new Set(left.map(({ stopId }) => stopId))
  // A reload has no name: it is taken over where nobody else changed the route.
  if (keysOf(old) === keysOf(present) && left.every(({ stopId }) => own.some((one) => one.stopId === stopId)))
    return own.filter((visit) => visit.stopId === null || isMoved(visit) || stays.has(visit.stopId))
  let visits: Visits = left
  for (const visit of own) if (isMoved(visit)) visits = insertBehind(visits, visit, own)
  return visits
}

function insertBehind(visits: Visits, visit: PlanVisit, own: Visits): Visits {
  for (let before = own.indexOf(visit) - 1; before >= 0; before--) {
    const { stopId } = own[before]!
    const found = stopId === null ? -1 : visits.findIndex((one) => one.stopId === stopId)
    if (found >= 0) return visits.toSpliced(found + 1, 0, visit)
  }
  return [visit, ...visits]
}

type Locks = ReadonlyMap<string | null, PlanVisit['lock']>
function withLock(visit: PlanVisit, { before, now }: { before: Locks; now: Locks }): PlanVisit {
  const { stopId } = visit
  if (stopId === null || !now.has(stopId) || before.get(stopId) === now.get(stopId)) return visit
  const lock = now.get(stopId) ?? null
  return lock === visit.lock ? visit : { ...visit, lock }
}
