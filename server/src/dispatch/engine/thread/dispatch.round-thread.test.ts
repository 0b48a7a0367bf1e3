import { afterAll, describe, expect, it } from 'vitest'
import type { Roads } from '../../../places/index.ts'
import type { EngineRequest, EngineVehicle } from '../dispatch.constraints.rules.ts'
import { presets } from '../dispatch.cost.rules.ts'
import type { RoundTask } from '../dispatch.levels.ts'
import { createRoundThread } from './dispatch.round-thread.ts'

const never = new AbortController().signal
/** So many metres north of the pickup. */
const north = (metres: number) => ({ latitude: 19.4 + metres / 111_320, longitude: -99.1 })
const vehicle = (at: number, metres: number): EngineVehicle => ({
  vehicleId: `vehicle ${at}`,
  type: 'sedan',
  status: 'active',
  seats: 4,
  loadKg: null,
  loadM3: null,
  skills: [],
  place: north(metres),
  fixAgeMs: 0,
  freeIn: 0,
  idle: 0,
  driver: null,
})
const request = (at: number, metres = 0): EngineRequest => ({
  serviceId: `service ${at}`,
  pickup: north(metres),
  age: 0,
  priority: 2,
  windowStart: null,
  windowEnd: null,
  duration: 300,
  needs: { vehicleType: null, seats: 0, loadKg: 0, loadM3: 0, skills: [] },
  rejectedBy: new Set(),
  reservedFor: null,
})
const taskOf = (vehicles: EngineVehicle[], requests: EngineRequest[], nowMs = 0): RoundTask => ({
  fleetId: 'fleet',
  nowMs,
  vehicles,
  requests,
  lastStops: requests.map(({ pickup }) => pickup),
  rules: {
    requiresShift: false,
    freeWithin: 600,
    weights: presets.fastest_pickup,
    compared: 30,
    longestArrival: 900,
  },
})

/** A road engine that answers a second for each ten metres, and remembers what it was asked for. */
function roadsOf({ isEstimated = false, engine = 'portable' as const } = {}) {
  const asked: number[][] = []
  const table: Roads['table'] = async (sources, targets) => {
    const [target] = targets
    const metres = sources.map(({ latitude }) => Math.abs(latitude - (target?.latitude ?? 0)) * 111_320)
    asked.push(metres.map(Math.round))
    return {
      engine: isEstimated ? 'formula' : engine,
      isEstimate: isEstimated,
      isEstimated: sources.map(() => isEstimated),
      seconds: Float32Array.from(metres, (length) => length / 10),
      metres: Float32Array.from(metres),
    }
  }
  return { table, asked }
}

const thread = createRoundThread()
afterAll(() => thread.close())

describe('a round in the thread', () => {
  it('gives each service a vehicle, and what was left one after its service', async () => {
    const roads = roadsOf()
    const requests = [request(0), request(1, 50), request(2, 100)]
    const findings = await thread.compute(taskOf([vehicle(0, 400), vehicle(1, 900)], requests), roads, never)
    const chosen = findings.map(({ choice }) => [choice?.vehicle, choice?.place])
    expect(chosen.filter(([, place]) => place === 0)).toHaveLength(2)
    expect(chosen.filter(([, place]) => place === 1)).toHaveLength(1)
    expect(findings[0]?.considered.every(({ isEstimate }) => !isEstimate)).toBe(true)
  })

  it('accounts for every vehicle once, also where the chosen one serves another service first', async () => {
    const vehicles = Array.from({ length: 24 }, (_, at) => ({
      ...vehicle(at, 200 * at),
      ...(at % 5 === 4 ? { type: 'van' } : {}),
      ...(at % 7 === 6 ? { status: 'maintenance' as const } : {}),
      ...(at === 23 ? { place: north(90_000) } : {}),
    }))
    const requests = Array.from({ length: 22 }, (_, at) => ({
      ...request(at, 10 * at),
      duration: 60,
      needs: { vehicleType: 'sedan', seats: 0, loadKg: 0, loadM3: 0, skills: [] },
    }))
    const findings = await thread.compute(taskOf(vehicles, requests), roadsOf(), never)
    expect(findings.filter(({ choice }) => choice?.place === 1).length).toBeGreaterThan(0)
    for (const { choice, considered, dearer, excluded } of findings) {
      const costs = considered.map(({ cost }) => cost)
      expect(costs).toEqual([...costs].sort((a, b) => a - b))
      expect(considered.length).toBeLessThanOrEqual(10)
      if (choice) expect(considered.map((one) => one.vehicle)).toContain(choice.vehicle)
      const further = [...dearer].filter((_, at) => at % 3 === 0)
      const compared = [...considered.map((one) => one.vehicle), ...further]
      expect(new Set(compared).size).toBe(compared.length)
      for (const at of compared) expect(vehicles[at]).toMatchObject({ type: 'sedan', status: 'active' })
      const counted = excluded.reduce((sum, { vehicles: amount }) => sum + amount, 0)
      expect(compared.length + counted).toBe(vehicles.length)
    }
  })

  it('compares the vehicles as they are for a service whose vehicle is given', async () => {
    const given = { ...vehicle(1, 0), place: null }
    const requests = [request(0), { ...request(1, -100), comparedWith: given.vehicleId }]
    const [, found] = await thread.compute(taskOf([vehicle(0, 400), given], requests), roadsOf(), never)
    expect(found).toMatchObject({
      choice: null,
      considered: [{ vehicle: 0, arrival: expect.closeTo(50, 0) }],
    })
  })

  it('asks the roads once, then only for the best vehicles that moved', async () => {
    const own = createRoundThread()
    const roads = roadsOf()
    // Nine vehicles in cells of their own, 1.5 km apart.
    const placed = (shift: number) =>
      Array.from({ length: 9 }, (_, at) => ({
        ...vehicle(at, 700 + 600 * at + shift),
      }))
    await own.compute(taskOf(placed(0), [request(0)]), roads, never)
    expect(roads.asked).toHaveLength(1)
    await own.compute(taskOf(placed(0), [request(0)], 15_000), roads, never)
    expect(roads.asked).toHaveLength(1)
    const [moved] = await own.compute(taskOf(placed(-40), [request(0)], 30_000), roads, never)
    expect(roads.asked.length).toBe(2)
    expect(roads.asked[1]?.length).toBeLessThan(9)
    expect(moved?.choice?.arrival).toBeCloseTo(66, 0)
    // Half an hour later the roads may have changed.
    await own.compute(taskOf(placed(-40), [request(0)], 2_000_000), roads, never)
    expect(roads.asked[2]).toHaveLength(9)
    await own.close()
  })

  it('does not remember estimates', async () => {
    const own = createRoundThread()
    const formula = roadsOf({ isEstimated: true })
    const task = taskOf([vehicle(0, 400)], [request(0)])
    const [first] = await own.compute(task, formula, never)
    expect(first?.considered).toMatchObject([{ isEstimate: true }])
    const roads = roadsOf()
    const [second] = await own.compute(task, roads, never)
    expect(second?.considered).toMatchObject([{ isEstimate: false }])
    expect(roads.asked).toHaveLength(1)
    await own.close()
  })
})

describe('a thread', () => {
  const task = taskOf([vehicle(0, 400)], [request(0)])
  it('that does not answer is ended, and the next round has a new one', async () => {
    // Long enough for a new thread to begin beside other load.
    const own = createRoundThread({ silentMs: 8_000 })
    const silent = { table: () => new Promise<never>(() => undefined) }
    await expect(own.compute(task, silent, never)).rejects.toThrow('took too long')
    expect(await own.compute(task, roadsOf(), never)).toHaveLength(1)
    await own.close()
  }, 60_000)

  it('that dies fails its round only', async () => {
    const own = createRoundThread()
    const fatal = taskOf([vehicle(0, 400)], [request(0)])
    const closing: Roads['table'] = async () => {
      await own.close()
      return new Promise<never>(() => undefined)
    }
    await expect(own.compute(fatal, { table: closing }, never)).rejects.toThrow('exited')
    expect(await own.compute(task, roadsOf(), never)).toHaveLength(1)
    await own.close()
  })

  it('reports what fails in it', async () => {
    const failing = { table: () => Promise.reject(new Error('no roads today')) }
    await expect(thread.compute({ ...task, fleetId: 'another' }, failing, never)).rejects.toThrow(
      'no roads today',
    )
    expect(await thread.compute(task, roadsOf(), never)).toHaveLength(1)
  })

  it('drops the round that it computes, and keeps what it knows of the roads for the next', async () => {
    const own = createRoundThread()
    const roads = roadsOf()
    await own.compute(task, roads, never)
    const ending = new AbortController()
    const aborting: Roads['table'] = () => {
      ending.abort(new Error('stopped'))
      return new Promise<never>(() => undefined)
    }
    const elsewhere = taskOf([vehicle(0, 400)], [request(1, 9_000)])
    await expect(own.compute(elsewhere, { table: aborting }, ending.signal)).rejects.toThrow('stopped')
    expect(await own.compute(task, roads, never)).toMatchObject([{ choice: { vehicle: 0 } }])
    expect(roads.asked).toHaveLength(1)
    await own.close()
  })

  it('drops a round before it is sent, and does not mix it with the next', async () => {
    const own = createRoundThread()
    const ending = new AbortController()
    const many = Array.from({ length: 2_000 }, (_, at) => vehicle(at, 300))
    const dropped = own.compute(taskOf(many, [request(0)]), roadsOf(), ending.signal)
    setImmediate(() => ending.abort(new Error('stopped')))
    await expect(dropped).rejects.toThrow('stopped')
    const [found] = await own.compute(task, roadsOf(), never)
    expect([found?.considered.length, found?.excluded]).toEqual([1, []])
    await own.close()
  })

  it('never begins a round that is dropped while it waits for its turn', async () => {
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    const slow = roadsOf()
    const table: Roads['table'] = async (...asked) => {
      await held
      return slow.table(...asked)
    }
    const own = createRoundThread()
    const first = own.compute(task, { table }, never)
    const ending = new AbortController()
    const unasked = roadsOf()
    const second = own.compute(task, unasked, ending.signal)
    ending.abort(new Error('stopped'))
    await expect(second).rejects.toThrow('stopped')
    release()
    expect(await first).toHaveLength(1)
    expect(await own.compute(task, roadsOf(), never)).toHaveLength(1)
    expect(unasked.asked).toEqual([])
    await own.close()
  })
})
