import type { PlanContent, PlanRoute, PlanVisit } from '@rumbo/contract/planning.contract'
import { planSettings } from '@rumbo/contract/planning.contract'
import type { Order, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { solve } from '@rumbo/optimizer'
import { describe, expect, it } from 'vitest'
import { somePickupAndDrop, somePlanVehicle, someWorkspace } from './planning.factory.ts'
import { secondOf } from './problem.ts'
import { proposalOf } from './proposal.ts'
import { type Search, type SearchInput, searchOf } from './search.ts'
import { travelOf } from './travel.ts'

const [one, two, three] = ['one', 'two', 'three'].map((vehicleId) => somePlanVehicle({ vehicleId }))
/** An order that vehicle one has picked up. */
function pickedUp(serviceId: string): Order {
  const order = somePickupAndDrop(serviceId, { state: 'under_way', assignedVehicleId: 'one' })
  const [pickup, drop] = order.stops
  const made = '2026-11-23T14:10:00.000Z'
  return { ...order, stops: [{ ...pickup!, arrived: made, departed: made }, drop!] }
}
const day = (change: Partial<PlanWorkspace> = {}) =>
  someWorkspace({
    orders: ['a', 'b', 'c', 'new'].map((id) => somePickupAndDrop(id)),
    vehicles: [one!, two!, three!],
    ...change,
  })

const visitsOf = (serviceId: string, lock: PlanVisit['lock'] = null): PlanVisit[] =>
  ['pickup', 'drop'].map((kind) => ({ serviceId, stopId: `${serviceId}-${kind}`, lock }))
const reload: PlanVisit = { serviceId: null, stopId: null, lock: null }
const route = (vehicleId: string, visits: PlanVisit[], change: Partial<PlanRoute> = {}): PlanRoute => ({
  vehicleId,
  startsAt: null,
  isLocked: false,
  visits,
  ...change,
})
/** One has a and b, two has c, three has nothing, and nobody has new. */
const planned: PlanContent = {
  routes: [route('one', [...visitsOf('a'), ...visitsOf('b')]), route('two', visitsOf('c'))],
}

function searched({ base = planned, workspace = day(), ...rest }: Partial<SearchInput> = {}): Search {
  return searchOf({
    workspace,
    settings: planSettings.parse({}),
    travel: travelOf(workspace.places, null),
    mode: 'replan',
    base,
    from: base,
    serviceIds: null,
    ...rest,
  })
}
const stopsOf = (...ids: string[]) => ids.flatMap((requestId) => [0, 1].map((stop) => ({ requestId, stop })))
const vehiclesOf = ({ problem }: Search) =>
  Object.fromEntries(problem.requests.map(({ id, vehicleIds }) => [id, vehicleIds]))
const startOf = ({ start }: Search, id: string) => start.find(({ vehicleId }) => vehicleId === id)

describe('what a run asks the solver', () => {
  it('is free to change everything where nothing is locked', () => {
    const search = searched()
    expect(vehiclesOf(search)).toEqual({ a: undefined, b: undefined, c: undefined, new: undefined })
    expect(search.start).toEqual([
      { vehicleId: 'one', visits: stopsOf('a', 'b'), isClosed: false, frozen: 0 },
      { vehicleId: 'two', visits: stopsOf('c'), isClosed: false, frozen: 0 },
    ])
    expect(search).toMatchObject({ lockedRequests: [], aside: [], relaxed: [] })
  })

  it('leaves what is planned on its vehicle where orders are only inserted', () => {
    const search = searched({ mode: 'insert' })
    expect(vehiclesOf(search)).toEqual({ a: ['one'], b: ['one'], c: ['two'], new: undefined })
    expect(search.start.map(({ isClosed }) => isClosed)).toEqual([false, false])
    const [a, , , added] = search.problem.requests
    expect(a!.priority!).toBeGreaterThan(added!.priority! * 8)
  })

  it('gives work only to vehicles without any where idle ones are filled', () => {
    const search = searched({ mode: 'fill_idle' })
    expect(vehiclesOf(search)).toEqual({ a: ['one'], b: ['one'], c: ['two'], new: undefined })
    expect(search.start.map(({ isClosed }) => isClosed)).toEqual([true, true])
    const { plan } = solve(search.problem, { objective: 'distance', iterations: 200, ...search })
    expect(plan.routes.find(({ vehicleId }) => vehicleId === 'three')?.visits).toHaveLength(2)
  })

  it('keeps the next stop of every vehicle where a running day is repaired', () => {
    const search = searched({ mode: 'repair' })
    expect(search.start.map(({ frozen }) => frozen)).toEqual([1, 1])
    expect(search.lockedRequests).toEqual(['a', 'c'])
    expect(vehiclesOf(search)).toEqual({ a: ['one'], b: undefined, c: ['two'], new: undefined })
  })

  it('closes a locked route, binds to a vehicle and keeps an order as their locks say', () => {
    const base = {
      routes: [
        route('one', [...visitsOf('a', 'order'), ...visitsOf('b', 'vehicle')]),
        route('two', visitsOf('c'), { isLocked: true }),
      ],
    }
    const search = searched({ base })
    expect(vehiclesOf(search)).toEqual({ a: ['one'], b: ['one'], c: ['two'], new: undefined })
    expect(search.lockedRequests).toEqual(['a'])
    expect(search.start.map(({ isClosed }) => isClosed)).toEqual([false, true])
    expect(search.start.map(({ frozen }) => frozen)).toEqual([2, 0])
  })

  it('leaves all before a locked place as it is, so that the place stays', () => {
    const workspace = day({
      orders: ['n1', 'x', 'n2', 'n3'].map((id) => somePickupAndDrop(id)),
      vehicles: [one!],
    })
    const base = {
      routes: [route('one', [...visitsOf('n1'), ...visitsOf('x', 'order'), ...visitsOf('n2')])],
    }
    const search = searched({ workspace, base })
    expect(startOf(search, 'one')).toMatchObject({ visits: stopsOf('n1', 'x', 'n2'), frozen: 4 })
    expect(search.lockedRequests).toEqual(['n1', 'x'])
    expect(vehiclesOf(search)).toEqual({ n1: ['one'], x: ['one'], n2: undefined, n3: undefined })
    for (let seed = 1; seed <= 5; seed++) {
      const { plan } = solve(search.problem, { objective: 'distance', iterations: 200, seed, ...search })
      const [found] = proposalOf(plan.routes, { base, aside: [], workspace }).routes
      expect(found!.visits.slice(0, 4)).toEqual(base.routes[0]!.visits.slice(0, 4))
      expect(found!.visits).toHaveLength(8)
    }
  })

  it('keeps a place also where a pickup before it is delivered after it, and where the vehicle reloads', () => {
    const [pickup, drop] = visitsOf('a')
    const first = [reload, pickup!, ...visitsOf('b', 'order')]
    const base = { routes: [route('one', [...first, drop!])] }
    const settings = planSettings.parse({ reloads: { most: 1, minutes: 15 } })
    const search = searched({ base, settings })
    expect(search).toMatchObject({ relaxed: [], lockedRequests: ['a', 'b'] })
    expect(startOf(search, 'one')).toMatchObject({ frozen: 4 })
    const { plan } = solve(search.problem, { objective: 'distance', iterations: 200, ...search })
    const [found] = proposalOf(plan.routes, { base, aside: [], workspace: day() }).routes
    expect(found!.visits.slice(0, 4)).toEqual(first)
  })

  it('puts nothing before a locked beginning', () => {
    const workspace = day({ vehicles: [one!] })
    const base = { routes: [route('one', [...visitsOf('b', 'order'), ...visitsOf('a')])] }
    const search = searched({ workspace, base })
    for (let seed = 1; seed <= 5; seed++) {
      const { plan } = solve(search.problem, { objective: 'distance', iterations: 200, seed, ...search })
      expect(plan.routes[0]!.visits.slice(0, 2)).toMatchObject(stopsOf('b'))
    }
  })

  it('never leaves out for a price what was bound, and asks no skills of its vehicle', () => {
    const workspace = day({
      orders: [somePickupAndDrop('a', { requiredSkills: ['frio'] }), somePickupAndDrop('new')],
    })
    const settings = planSettings.parse({ leaveOutAboveMinutes: 10 })
    const base = { routes: [route('one', visitsOf('a', 'vehicle'))] }
    const [a, added] = searched({ workspace, settings, base }).problem.requests
    expect(a).not.toHaveProperty('penalty')
    expect(a).not.toHaveProperty('skills')
    expect(added!.penalty).toBeGreaterThan(0)
    // Without a lock it leaves the vehicle that may not have it.
    const unlocked = searched({ workspace, base: { routes: [route('one', visitsOf('a'))] } })
    expect(unlocked.start).toEqual([])
  })

  it('has only the orders that were chosen beside those of the plan', () => {
    const workspace = day({ orders: ['a', 'b', 'c', 'new', 'other'].map((id) => somePickupAndDrop(id)) })
    const ids = (serviceIds: string[] | null) =>
      searched({ workspace, serviceIds }).problem.requests.map(({ id }) => id)
    expect(ids(['new'])).toEqual(['a', 'b', 'c', 'new'])
    expect(ids([])).toEqual(['a', 'b', 'c'])
    expect(ids(null)).toEqual(['a', 'b', 'c', 'new', 'other'])
  })

  it('goes on from the best so far, with the locks of the plan', () => {
    const base = { routes: [route('one', visitsOf('a', 'order')), route('two', visitsOf('c'))] }
    const from = {
      routes: [route('one', [...visitsOf('c'), ...visitsOf('a')]), route('three', visitsOf('b'))],
    }
    const search = searched({ base, from })
    expect(startOf(search, 'one')).toMatchObject({ visits: stopsOf('a', 'c'), frozen: 2 })
    expect(startOf(search, 'three')).toMatchObject({ visits: stopsOf('b'), isClosed: undefined })
    expect(search.lockedRequests).toEqual(['a'])
  })

  it('leaves out of a start orders without all their stops, and reloads beyond those allowed', () => {
    const [pickup] = visitsOf('c')
    const base = { routes: [route('one', [...visitsOf('a'), reload, ...visitsOf('b'), reload, pickup!])] }
    expect(startOf(searched({ base }), 'one')?.visits).toEqual(stopsOf('a', 'b'))
    const settings = planSettings.parse({ reloads: { most: 1, minutes: 15 } })
    expect(startOf(searched({ base, settings }), 'one')?.visits).toEqual([
      ...stopsOf('a'),
      {},
      ...stopsOf('b'),
    ])
  })
})

describe('vehicles of a run', () => {
  it('give up their orders where they cannot drive any more, but not what is on board', () => {
    const workspace = day({
      vehicles: [{ ...one!, unfit: 'inactive' }, two!, three!],
      orders: [pickedUp('a'), somePickupAndDrop('b'), somePickupAndDrop('c')],
    })
    const search = searched({ workspace })
    expect(search.aside).toEqual([route('one', visitsOf('a'))])
    expect(search.problem.requests.map(({ id }) => id)).toEqual(['b', 'c'])
    expect(search.problem.vehicles.map(({ id }) => id)).toEqual(['two', 'three'])
    // Where nothing moves, all of it stays aside.
    expect(searched({ workspace, mode: 'insert' }).aside).toEqual([planned.routes[0]])
  })

  it('leave neither in the past nor before the time that was fixed for them', () => {
    const now = '2026-11-23T15:00:00.000Z'
    const fixed = '2026-11-23T16:00:00.000Z'
    const base = { routes: [route('one', visitsOf('a'), { startsAt: fixed })] }
    const leaving = (at: string) => {
      const workspace = day({ now: at })
      return searched({ base, workspace }).problem.vehicles.map(({ shift }) => shift.from)
    }
    const second = (instant: string) => secondOf(day(), instant)
    expect(leaving(now)).toEqual([fixed, now, now].map(second))
    expect(leaving(fixed)).toEqual([fixed, fixed, fixed].map(second))
    // A day that is over is planned as it might have been.
    expect(leaving('2026-11-25T00:00:00.000Z')).toEqual([fixed, one!.from!, one!.from!].map(second))
  })
})

describe('locks that do not hold', () => {
  const heavy = day({
    orders: [
      somePickupAndDrop('a', { requiredLoadKg: 600 }),
      somePickupAndDrop('b', { requiredLoadKg: 600 }),
      somePickupAndDrop('c'),
    ],
  })
  const together = [...visitsOf('a', 'order'), ...visitsOf('b', 'order')]
  const atOnce = [together[0]!, together[2]!, together[1]!, together[3]!]

  it('together are lifted, and the vehicle is named', () => {
    const search = searched({ workspace: heavy, base: { routes: [route('one', atOnce)] } })
    expect(search.relaxed).toEqual(['one'])
    expect(search.lockedRequests).toEqual([])
    const { plan } = solve(search.problem, { objective: 'distance', iterations: 200, ...search })
    expect(plan.unassigned).toEqual([])
  })

  it('put a locked route aside that cannot be driven, with its orders and its vehicle', () => {
    const locked = route('one', atOnce, { isLocked: true })
    const search = searched({ workspace: heavy, base: { routes: [locked] } })
    expect(search.aside).toEqual([locked])
    expect(search.relaxed).toEqual([])
    expect(search.problem.requests.map(({ id }) => id)).toEqual(['c'])
    expect(search.problem.vehicles.map(({ id }) => id)).toEqual(['two', 'three'])
  })

  it('only because of the time hold all the same: the window waits', () => {
    const missed = somePickupAndDrop('a')
    const until = '2026-11-23T14:00:00.000Z'
    const workspace = day({
      orders: [{ ...missed, stops: missed.stops.map((stop) => ({ ...stop, windowEnd: until })) }],
    })
    const base = { routes: [route('one', visitsOf('a', 'order'))] }
    const search = searched({ workspace, base })
    expect(search).toMatchObject({ relaxed: [], lockedRequests: ['a'] })
    const closes = search.problem.requests[0]!.stops.map(({ windows }) => windows![0]!.until)
    expect(closes[0]).toBeGreaterThan(secondOf(workspace, until))
    expect(closes[1]).toBeGreaterThan(closes[0]!)
    const { plan } = solve(search.problem, { objective: 'distance', iterations: 50, ...search })
    expect(plan.routes.map(({ vehicleId }) => vehicleId)).toEqual(['one'])
  })
})

describe('the plan that a run proposes', () => {
  const found = (vehicleId: string, ...ids: string[]) => ({
    vehicleId,
    visits: stopsOf(...ids).map((stop) => ({ ...stop, arrives: 0, begins: 0, departs: 0 })),
  })

  it('has the routes that were found, with their former locks, and no empty ones', () => {
    const base = {
      routes: [
        route('one', visitsOf('a', 'vehicle')),
        route('two', visitsOf('c')),
        route('three', [], { isLocked: true }),
      ],
    }
    expect(proposalOf([found('one', 'a', 'c')], { base, aside: [], workspace: day() })).toEqual({
      routes: [route('one', [...visitsOf('a', 'vehicle'), ...visitsOf('c')]), base.routes[2]],
    })
  })

  it('keeps a time of leaving, and adds vehicles that had no route', () => {
    const startsAt = '2026-11-23T15:00:00.000Z'
    const base = { routes: [route('one', visitsOf('a'), { startsAt })] }
    expect(proposalOf([found('two', 'a')], { base, aside: [], workspace: day() })).toEqual({
      routes: [route('one', [], { startsAt }), route('two', visitsOf('a'))],
    })
  })

  it('begins with what was driven, and has the routes that the solver did not see', () => {
    const workspace = day({
      orders: [pickedUp('a'), somePickupAndDrop('b', { state: 'completed' }), somePickupAndDrop('c')],
    })
    const aside = [route('two', visitsOf('c'), { isLocked: true })]
    const base = {
      routes: [route('one', [...visitsOf('b'), ...visitsOf('a')]), route('two', visitsOf('c'))],
    }
    const left = {
      vehicleId: 'one',
      visits: [{ requestId: 'a', stop: 0, arrives: 0, begins: 0, departs: 0 }],
    }
    expect(proposalOf([left], { base, aside, workspace })).toEqual({
      routes: [route('one', [...visitsOf('b'), ...visitsOf('a')]), aside[0]],
    })
  })
})
