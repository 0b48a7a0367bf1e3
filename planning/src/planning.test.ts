import type { PlanContent } from '@rumbo/contract/planning.contract'
import { type PlanSettings, planSettings } from '@rumbo/contract/planning.contract'
import type {
  Order,
  OrderStop,
  PlanVehicle,
  PlanWorkspace,
} from '@rumbo/contract/planning.workspace.contract'
import { solve } from '@rumbo/optimizer'
import { legsOf } from '@rumbo/optimizer/problem/travel'
import { describe, expect, it } from 'vitest'
import { isAcceptable } from './acceptance.ts'
import { acceptRoutes, contentOf, differencesOf, solverVisits } from './content.ts'
import { figuresOf } from './figures.ts'
import { someOrder, somePickupAndDrop, somePlanVehicle, someWorkspace } from './planning.factory.ts'
import { instantOf, problemOf, secondOf, stopsToComeOf, unplannedOrders } from './problem.ts'
import { createLegsReader, decodeTravel, encodeTravel, indexPlaces, joinTravel, travelOf } from './travel.ts'

const origin = '2026-11-30T06:00:00.000Z'
const at = (hours: number) => new Date(Date.parse(origin) + hours * 3_600_000).toISOString()

const order = (serviceId: string, change: Partial<Order> = {}): Order =>
  somePickupAndDrop(serviceId, { status: 'on_dispatch', dispatchTime: at(2), ...change })
const vehicle = (vehicleId: string, change: Partial<PlanVehicle> = {}): PlanVehicle =>
  somePlanVehicle({
    vehicleId,
    seats: 4,
    loadKg: 500,
    loadM3: 3,
    skills: ['Refrigeración'],
    from: at(2),
    until: at(12),
    ...change,
  })
const workspace = (orders: Order[], vehicles: PlanVehicle[] = [vehicle('van')]): PlanWorkspace =>
  someWorkspace({
    origin,
    now: at(0),
    places: [
      { latitude: 20, longitude: -100 },
      { latitude: 20.01, longitude: -100 },
      { latitude: 20.02, longitude: -100 },
    ],
    orders,
    vehicles,
  })
const problem = (given: PlanWorkspace, settings = planSettings.parse({})) =>
  problemOf({ workspace: given, settings, travel: travelOf(given.places, null) })

const punctual = planSettings.parse({ objective: 'punctuality' })

describe('the problem of a plan', () => {
  it('has the stops to come, their times in seconds and their minutes', () => {
    const [request] = problem(workspace([order('a')])).requests
    expect(request?.stops.map(({ location, service }) => [location, service])).toEqual([
      [1, 120],
      [2, 180],
    ])
    expect(request?.stops[0]?.windows).toEqual([{ from: 7_200, until: Number.POSITIVE_INFINITY }])
  })
  it('promises passengers a pickup within the tolerance of their time', () => {
    const ride = order('a', { serviceType: 'taxi' })
    expect(problem(workspace([ride])).requests[0]?.stops[0]?.windows).toEqual([
      { from: 7_200, until: 10_800 },
    ])
    const settings = planSettings.parse({ pickupToleranceMinutes: null })
    expect(problem(workspace([ride]), settings).requests[0]?.stops[0]?.windows?.[0]?.until).toBe(
      Number.POSITIVE_INFINITY,
    )
  })
  it('calls punctual the first half of a window, and a first stop without one at its time', () => {
    const dues = (pickup: Partial<OrderStop>, drop: Partial<OrderStop> = {}) => {
      const [first, second] = order('a').stops
      const given = order('a', {
        stops: [
          { ...first!, ...pickup },
          { ...second!, ...drop },
        ],
      })
      return problem(workspace([given]), punctual).requests[0]?.stops.map(({ due }) => due)
    }
    expect(dues({})).toEqual([7_200, undefined])
    expect(dues({ windowEnd: at(3) }, { windowEnd: at(4) })).toEqual([9_000, 10_800])
    expect(dues({ windowStart: at(3), windowEnd: at(4) })).toEqual([12_600, undefined])
    expect(dues({ windowStart: at(3) }, { windowStart: at(4) })).toEqual([10_800, undefined])
    // Closed before its time.
    expect(dues({ windowEnd: at(1) })).toEqual([3_600, undefined])
  })
  it('lets rides without windows be punctual where that is asked', () => {
    const rides = [at(2), at(3)].map((dispatchTime, index) =>
      order(`ride-${index}`, { serviceType: 'taxi', dispatchTime }),
    )
    const begins = (settings: PlanSettings) => {
      const { objective } = settings
      const { routes } = solve(problem(workspace(rides), settings), { objective, iterations: 200 }).plan
      return routes[0]?.visits.filter(({ stop }) => stop === 0).map((one) => one.begins)
    }
    // As soon as the vehicle is there, and at three; otherwise it waits at its start for the second ride.
    expect(begins(punctual)![0]).toBeLessThan(7_500)
    expect(begins(punctual)![1]).toBe(10_800)
    expect(begins(planSettings.parse({ objective: 'distance' }))![0]).toBeGreaterThan(10_000)
  })
  it('weighs what leaving an order out costs by its priority', () => {
    const levels = ['low', 'medium', 'high', 'critical'] as const
    const orders = levels.map((priorityLevel) => order(priorityLevel, { priorityLevel }))
    const settings = planSettings.parse({ leaveOutAboveMinutes: 10 })
    const penalties = problem(workspace(orders), settings).requests.map(({ penalty }) => penalty!)
    // Ten minutes of driving at eight metres a second, for an order of usual priority.
    expect(penalties).toEqual([3_000, 6_000, 12_000, 24_000])
    // One of them fits before the vehicle has to be back; the most urgent one is taken.
    const [pickup, drop] = order('any').stops
    const closes = { windowStart: at(2), windowEnd: at(2.1) }
    const rivals = (['low', 'critical'] as const).map((priorityLevel) =>
      order(priorityLevel, {
        priorityLevel,
        serviceType: 'taxi',
        stops: [
          { ...pickup!, stopId: `${priorityLevel}-pickup`, ...closes },
          { ...drop!, stopId: `${priorityLevel}-drop`, serviceMinutes: 60 },
        ],
      }),
    )
    const tight = { ...settings, leaveOutAboveMinutes: 60 }
    for (const given of [rivals, [...rivals].reverse()])
      expect(
        solve(problem(workspace(given), tight), { objective: 'distance', iterations: 100 }).plan.unassigned,
      ).toEqual(['low'])
  })
  it('asks for the vehicle type, the skills in any spelling, and what the vehicle can carry', () => {
    const { requests, vehicles } = problem(
      workspace([
        order('a', { requiredVehicleType: 'van', requiredSkills: ['refrigeracion'], requiredLoadKg: 80 }),
      ]),
    )
    expect(requests[0]?.skills?.every((skill) => vehicles[0]?.skills?.includes(skill))).toBe(true)
    expect(requests[0]?.stops.map(({ load }) => load?.[1])).toEqual([80, -80])
  })
  it('never lets two taxi passengers share a vehicle, but parcels', () => {
    const taxis = ['a', 'b'].map((id) => order(id, { serviceType: 'taxi' }))
    const loads = problem(workspace(taxis)).requests.map(({ stops }) => stops[0]?.load?.[3] ?? 0)
    const capacity = problem(workspace(taxis)).vehicles[0]?.capacity[3] ?? 0
    expect(loads[0]! + loads[1]!).toBeGreaterThan(capacity)
    const parcels = problem(workspace(['a', 'b'].map((id) => order(id)))).requests
    expect(parcels[0]!.stops[0]!.load![3]! * 100).toBeLessThan(capacity)
  })
  it('leaves out what is done, and keeps an order under way on its vehicle', () => {
    const [pickup, drop] = order('a').stops
    const running = order('a', {
      state: 'under_way',
      assignedVehicleId: 'van',
      stops: [{ ...pickup!, arrived: at(1), departed: at(1.1) }, drop!],
    })
    const given = workspace([
      running,
      order('b', { state: 'cancelled' }),
      order('c', { otherPlanId: 'other' }),
    ])
    const { requests } = problem(given)
    expect(requests.map(({ id, vehicleIds, stops }) => [id, vehicleIds, stops.length])).toEqual([
      ['a', ['van'], 1],
    ])
    expect(stopsToComeOf(given).get('a')).toEqual(['a-drop'])
  })
  it('leaves out vehicles that cannot drive or are not to be used', () => {
    const given = workspace(
      [order('a')],
      [vehicle('van'), vehicle('idle'), vehicle('ill', { unfit: 'no_shift' })],
    )
    const settings = { ...planSettings.parse({}), unusedVehicleIds: ['idle'] }
    expect(problem(given, settings).vehicles.map(({ id }) => id)).toEqual(['van'])
  })
  it('can be solved, and its plan becomes visits again', () => {
    const given = workspace([order('a'), order('b')])
    const { routes, unassigned } = solve(problem(given), { objective: 'distance', iterations: 200 }).plan
    expect(unassigned).toEqual([])
    const stops = stopsToComeOf(given)
    const content = contentOf(routes, stops, { routes: [] })
    expect(content.routes[0]?.visits).toHaveLength(4)
    expect(solverVisits(content.routes[0]!, stops)).toEqual(
      routes[0]?.visits.map(({ requestId, stop: index }) => ({ requestId, stop: index })),
    )
  })
  it('counts seconds from its origin', () => {
    expect(instantOf({ origin }, secondOf({ origin }, at(3)))).toBe(at(3))
  })
})

describe('figures of a plan', () => {
  const route = (vehicleId: string, ...services: string[]): PlanContent['routes'][number] => ({
    vehicleId,
    startsAt: null,
    isLocked: false,
    visits: services.flatMap((serviceId) =>
      ['pickup', 'drop'].map((kind) => ({ serviceId, stopId: `${serviceId}-${kind}`, lock: null })),
    ),
  })
  const figures = (given: PlanWorkspace, routes: PlanContent['routes']) =>
    figuresOf({ routes }, { workspace: given, problem: problem(given), isEstimate: true })

  it('count a stop as late above a minute, as the live day does', () => {
    const until = (seconds: number) => {
      const one = order('a')
      const [pickup, drop] = one.stops
      const windowEnd = new Date(Date.parse(at(2)) + seconds * 1_000).toISOString()
      return workspace([{ ...one, stops: [{ ...pickup, windowEnd }, drop] as Order['stops'] }])
    }
    const begins = problem(until(0)).travel[0]?.seconds[1] ?? 0
    expect(begins).toBeGreaterThan(0)
    expect(figures(until(begins - 59), [route('van', 'a')])).toMatchObject({ lateStops: 0, lateSeconds: 0 })
    const late = figures(until(begins - 61), [route('van', 'a')])
    expect(late.lateStops).toBe(1)
    expect(late.lateSeconds).toBeCloseTo(61, 0)
  })
  it('give how full routes are on average, those that carry nothing counted left out', () => {
    const loaded = (id: string, requiredLoadKg: number | null) =>
      order(id, { requiredLoadKg, requiredSeats: null })
    const vehicles = ['van', 'bus', 'car'].map((id) => vehicle(id, { loadKg: 200, seats: 4, loadM3: null }))
    const given = workspace([loaded('a', 50), loaded('b', 150), loaded('c', null)], vehicles)
    const content = [route('van', 'a'), route('bus', 'b'), route('car', 'c')]
    expect(figures(given, content).loadShare).toBeCloseTo(0.5)
    expect(figures(given, content.slice(2)).loadShare).toBeNull()
  })
  it('count a route of a vehicle that cannot drive as used, and as a violation', () => {
    const given = workspace([order('a')], [vehicle('van'), vehicle('out', { unfit: 'inactive' })])
    expect(figures(given, [route('out', 'a')])).toMatchObject({ vehicles: 1, violations: 1, metres: 0 })
    expect(figures(given, [route('van', 'a')])).toMatchObject({ vehicles: 1, violations: 0 })
  })
})

describe('travel', () => {
  it('is the same after its way as bytes, places without a way among them', () => {
    const given = {
      locations: 2,
      seconds: Float64Array.of(0, 61, Infinity, 0),
      metres: Float64Array.of(0, 900, Infinity, 0),
    }
    expect(decodeTravel(2, encodeTravel(given))).toEqual(given)
    expect(() => decodeTravel(3, encodeTravel(given))).toThrow(RangeError)
  })
  it('is estimated where roads do not know a place', () => {
    const places = workspace([]).places
    const known = {
      legs: legsOf({
        locations: 2,
        seconds: Float64Array.of(0, 61, 62, 0),
        metres: Float64Array.of(0, 900, 901, 0),
      }),
      index: indexPlaces([20.01, -100, 20, -100]),
    }
    const joined = joinTravel(places, known, false)
    expect(joined.seconds[1]).toBe(62)
    expect(joined.seconds[3]).toBe(61)
    expect(joined.seconds[2]).toBeGreaterThan(100)
    expect(joined.isEstimate).toBe(true)
    expect(joinTravel(places.slice(0, 2), known, false).isEstimate).toBe(false)
  })
  it('is the same leg by leg, also among thousands of places and asked for in any order', () => {
    const { places } = workspace([])
    const read = createLegsReader()
    const all = [0, 1, 2].flatMap((from) => [0, 1, 2].map((to) => [from, to] as const))
    const whole = travelOf(places, null)
    const some = read(places, null)
    expect(all.map(([from, to]) => some.secondsOf(from, to))).toEqual([...whole.seconds])
    expect(all.map(([from, to]) => some.metresOf(from, to))).toEqual([...whole.metres])
    const many = Array.from({ length: 600 }, (_, at) => ({ latitude: 20 + at / 1e4, longitude: -100 }))
    const legs = read(many, null)
    for (let round = 0; round < 2; round++)
      for (let from = 0; from < many.length; from++)
        for (let to = 0; to < many.length; to += 7) {
          const metres = legs.metresOf(from, to)
          if (Math.abs(metres - Math.abs(from - to) * 14.455) > 1)
            throw new Error(`${from} to ${to} is ${metres} m`)
        }
  })
  it('is by roads leg by leg once they are known, and estimated to other places', () => {
    const { places } = workspace([])
    const read = createLegsReader()
    expect(read(places, null).secondsOf(0, 1)).not.toBe(61)
    const bytes = encodeTravel({
      locations: 2,
      seconds: Float64Array.of(0, 61, 62, 0),
      metres: new Float64Array(4),
    })
    const base64 = (of: Uint8Array) => Buffer.from(of).toString('base64')
    const coordinates = places.slice(0, 2).flatMap(({ latitude, longitude }) => [latitude, longitude])
    const known = {
      places: 2,
      coordinates,
      seconds: base64(bytes.seconds),
      metres: base64(bytes.metres),
      isEstimate: false,
    }
    const legs = read(places, known)
    expect([legs.secondsOf(0, 1), legs.secondsOf(1, 0)]).toEqual([61, 62])
    expect(legs.secondsOf(0, 2)).toBe(travelOf(places, null).seconds[2])
    expect(read(places.toReversed(), known).secondsOf(2, 1)).toBe(61)
  })
})

describe('orders without a route', () => {
  it('are those that wait for a vehicle, not those under way beside the plan', () => {
    const orders = [
      someOrder({ serviceId: 'open' }),
      someOrder({ serviceId: 'planned' }),
      someOrder({ serviceId: 'beside', state: 'under_way', assignedVehicleId: 'v1' }),
    ]
    const visits = [{ serviceId: 'planned', stopId: 'a', lock: null }]
    const content = { routes: [{ vehicleId: 'v1', visits, startsAt: null, isLocked: false }] }
    expect(unplannedOrders({ orders }, content).map(({ serviceId }) => serviceId)).toEqual(['open'])
  })
})

describe('contents', () => {
  const visit = (serviceId: string) => ({ serviceId, stopId: `${serviceId}-only`, lock: null })
  const content = (routes: Record<string, string[]>): PlanContent => ({
    routes: Object.entries(routes).map(([vehicleId, services]) => ({
      vehicleId,
      startsAt: null,
      isLocked: false,
      visits: services.map(visit),
    })),
  })
  const before = content({ one: ['a', 'b'], two: ['c'] })
  it('accepted by route contain each service once', () => {
    const proposal = content({ one: ['a'], two: ['c', 'b'] })
    expect(acceptRoutes(before, proposal, null)).toEqual(proposal)
    expect(acceptRoutes(before, proposal, ['two'])).toEqual(content({ one: ['a'], two: ['c', 'b'] }))
    expect(acceptRoutes(before, proposal, ['one'])).toEqual(content({ two: ['c'], one: ['a'] }))
  })
  it('keep the locks and times of leaving that were set while the search went on', () => {
    const proposal = content({ one: ['a'], two: ['c', 'b'] })
    const present: PlanContent = {
      routes: content({ one: ['a', 'b'], two: ['c'] }).routes.map((route) => ({
        ...route,
        startsAt: '2026-03-03T14:00:00.000Z',
        isLocked: route.vehicleId === 'one',
        visits: route.visits.map((one) => ({ ...one, lock: one.serviceId === 'b' ? 'vehicle' : null })),
      })),
    }
    const kept = { startsAt: '2026-03-03T14:00:00.000Z', isLocked: false }
    const two = { ...kept, vehicleId: 'two', visits: [visit('c'), { ...visit('b'), lock: 'vehicle' }] }
    expect(acceptRoutes(present, proposal, null).routes).toMatchObject([{ ...kept, isLocked: true }, two])
    expect(acceptRoutes(present, proposal, ['two']).routes[1]).toEqual(two)
    // One without a route now.
    expect(acceptRoutes({ routes: [] }, proposal, null)).toEqual(proposal)
  })
  it('with reloads that were added meanwhile are not replaced', () => {
    const reload = { serviceId: null, stopId: null, lock: null }
    const present: PlanContent = {
      routes: before.routes.map((route) =>
        route.vehicleId === 'one' ? { ...route, visits: [visit('a'), reload, visit('b')] } : route,
      ),
    }
    const proposal = content({ one: ['a', 'b'], two: ['c', 'd'] })
    expect(isAcceptable({ base: before, present, proposal }, null)).toBe(false)
    expect(isAcceptable({ base: before, present, proposal }, ['two'])).toBe(true)
    expect(isAcceptable({ base: before, present, proposal: present }, null)).toBe(true)
    expect(isAcceptable({ base: present, present, proposal }, null)).toBe(true)
  })
  it('differ by what moved and what was put in another order', () => {
    expect(differencesOf(before, content({ one: ['b', 'a'], two: [], three: ['d'] }))).toEqual({
      moved: [
        { serviceId: 'c', from: 'two', to: null },
        { serviceId: 'd', from: null, to: 'three' },
      ],
      resequenced: ['one'],
    })
    expect(differencesOf(before, before)).toEqual({ moved: [], resequenced: [] })
  })
})
