import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Coordinates } from '@rumbo/geo'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import { noWay } from '@rumbo/planning/travel'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRoads, type Roads } from '../../places/index.ts'
import { buildRoadsRegion, regionsOf } from '../../places/roads/places.roads.factory.ts'
import {
  createRunsHarness,
  placeAt,
  roadsByFormula,
  roadsThatFail,
  useRunsHarness,
  workOnce,
} from '../runs/planning.runs.harness.ts'
import { computeTravel } from './planning.travel.compute.ts'
import {
  type ClaimedTravel,
  claimTravel,
  endRequest,
  noteShare,
  postponeRequest,
  releaseRequest,
} from './planning.travel.repository.ts'
import { createTravelWatch } from './planning.travel.watch.ts'

const folder = mkdtempSync(join(tmpdir(), 'rumbo-travel-'))
/** Streets from west to east and from south to north, one kilometre apart, and one on an island in the north. */
function grid(): string {
  const nodes: string[] = []
  const ways: string[] = []
  const way = (id: number, refs: number[]) =>
    ways.push(
      `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}<tag k="highway" v="secondary"/></way>`,
    )
  const node = (id: number, { latitude, longitude }: Coordinates) =>
    nodes.push(`<node id="${id}" lat="${latitude}" lon="${longitude}"/>`)
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 6; column++) node(100 + row * 10 + column, placeAt(row, column))
  for (let line = 0; line < 6; line++) {
    way(
      line + 1,
      [0, 1, 2, 3, 4, 5].map((at) => 100 + line * 10 + at),
    )
    way(
      line + 11,
      [0, 1, 2, 3, 4, 5].map((at) => 100 + at * 10 + line),
    )
  }
  node(900, placeAt(12, 0))
  node(901, placeAt(12, 1))
  way(90, [900, 901])
  return `<osm>${nodes.join('')}${ways.join('')}</osm>`
}
const island = placeAt(12, 0.5)

const at = useRunsHarness()
let roads: Roads

beforeAll(async () => {
  const file = join(folder, 'grid.osm')
  writeFileSync(file, grid())
  const region = await buildRoadsRegion(file, 'grid', folder)
  roads = createRoads({ clock: at.test.clock, routingUrl: null, regions: regionsOf(region) })
})
afterAll(() => {
  roads.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await at.test.build((tx) => tx.sql('delete from planning.travel_requests'))
})

/** Counts the cells that are asked. */
function counting(given: Pick<Roads, 'table' | 'route'> = roads) {
  const asked = { cells: 0, largest: 0 }
  const table: Roads['table'] = (sources, targets, call) => {
    asked.cells += sources.length * targets.length
    asked.largest = Math.max(asked.largest, sources.length, targets.length)
    return given.table(sources, targets, call)
  }
  return { asked, roads: { ...given, table } }
}
const work = (given: Pick<Roads, 'table' | 'route'> = roads) =>
  createTravelWatch({ database: at.test.database, roads: given, log: pino({ level: 'silent' }) }).pass()
const prepare = async () =>
  (await at.dispatcher<{ isComplete: boolean }>('POST', `/plans/${at.planId}/travel`)).body.isComplete
/** Travel of a vehicle and an order was asked for. */
async function asked() {
  await at.vehicle('201')
  await at.order()
  await prepare()
}
const claim = () => at.test.build((tx) => claimTravel(tx, uuid(), 600))
const expireClaims = () =>
  at.test.build((tx) => tx.sql('update planning.travel_requests set claimed_until = null'))
const secondsOf = (seconds: string | null) => {
  const bytes = Buffer.from(seconds ?? '', 'base64')
  return Array.from({ length: bytes.length / 2 }, (_, cell) => bytes.readUInt16LE(cell * 2))
}

describe('travel of a plan', () => {
  it('is computed by road, and only what is missing of it', async () => {
    await at.vehicle('201', { where: placeAt(0, 0) })
    await at.order({ from: placeAt(1, 1), to: placeAt(2, 2) })
    expect(await at.travel()).toMatchObject({ share: 0, places: 0, seconds: null, engine: null })
    expect(await prepare()).toBe(false)
    const first = counting()
    await work(first.roads)
    const known = await at.travel()
    expect(known).toMatchObject({ share: 1, places: 3, engine: 'portable', isEstimate: false })
    expect(known.coordinates).toHaveLength(6)
    expect(secondsOf(known.seconds)).toHaveLength(9)
    expect(Math.min(...secondsOf(known.seconds).filter((_, cell) => cell % 4 !== 0))).toBeGreaterThan(30)
    expect(await prepare()).toBe(true)
    await at.order({ from: placeAt(1, 1), to: placeAt(4, 4) })
    expect(await prepare()).toBe(false)
    expect((await at.travel()).share).toBe(0)
    const second = counting()
    await work(second.roads)
    expect((await at.travel()).places).toBe(4)
    expect(second.asked.cells).toBeLessThan(first.asked.cells)
    const before = new Set(secondsOf(known.seconds))
    const after = new Set(secondsOf((await at.travel()).seconds))
    expect([...before].every((value) => after.has(value))).toBe(true)
    expect((await at.viewer('POST', `/plans/${at.planId}/travel`)).status).toBe(200)
  })

  it('knows a place that no road leads to, and a run says so', async () => {
    await at.vehicle('201', { where: placeAt(0, 0) })
    const [cut, near] = [
      await at.order({ from: placeAt(1, 1), to: island }),
      await at.order({ from: placeAt(1, 1), to: placeAt(2, 2) }),
    ]
    await prepare()
    await work()
    expect(secondsOf((await at.travel()).seconds)).toContain(noWay)
    const { body } = await at.begin()
    await workOnce(at.test, { roads })
    const run = await at.run(body.id)
    expect(run).toMatchObject({ status: 'finished', figures: { unplanned: 1, isEstimate: false } })
    expect(run.leftOut).toMatchObject([
      { serviceId: cut.id, code: 'unreachable', stopId: cut.plannedStops.at(-1)?.id },
    ])
    expect(run.content?.routes[0]?.visits.map(({ serviceId }) => serviceId)).toEqual([near.id, near.id])
  })

  it('is an estimate where there are no roads, and asked again later', async () => {
    await at.vehicle('201', { where: placeAt(0, 0) })
    await at.order()
    await prepare()
    const formula = roadsByFormula(at.test)
    await work(formula)
    expect(await at.travel()).toMatchObject({ share: 1, engine: 'formula', isEstimate: true })
    expect(await prepare()).toBe(true)
    at.test.clock.advance(900)
    expect(await prepare()).toBe(false)
    await work()
    expect(await at.travel()).toMatchObject({ engine: 'portable', isEstimate: false })
  })

  it('that the road engine could not answer in part is asked for again later', async () => {
    await at.vehicle('201', { where: placeAt(0, 0) })
    await at.order({ from: placeAt(1, 1), to: placeAt(2, 2) })
    await prepare()
    await work()
    await at.order({ from: placeAt(1, 1), to: placeAt(4, 4) })
    await prepare()
    await work(roadsByFormula(at.test))
    expect(await at.travel()).toMatchObject({ engine: 'formula, portable', isEstimate: true })
    expect(await prepare()).toBe(true)
    at.test.clock.advance(900)
    expect(await prepare()).toBe(false)
    await work()
    expect(await at.travel()).toMatchObject({ engine: 'portable', isEstimate: false })
  })

  it('keeps its place in the queue where it is asked for again', async () => {
    await at.vehicle('201')
    await at.order()
    const other = await createRunsHarness(at.test)
    await other.vehicle('301')
    await other.order()
    await prepare()
    at.test.clock.advance(1)
    await other.dispatcher('POST', `/plans/${other.planId}/travel`)
    at.test.clock.advance(1)
    await prepare()
    expect([(await claim())?.id, (await claim())?.id]).toEqual([at.planId, other.planId])
  })

  it('is left to the worker that took over where a claim expired', async () => {
    await asked()
    const first = await claim()
    await expireClaims()
    const second = await claim()
    if (!first || !second) throw new Error('nothing was claimed')
    const note = (mine: ClaimedTravel) => at.test.build((tx) => noteShare(tx, mine, 0.5, 600))
    expect([await note(first), await note(second)]).toEqual([false, true])
    await at.test.build(async (tx) => {
      await postponeRequest(tx, first, -1)
      await releaseRequest(tx, first)
      await endRequest(tx, first)
    })
    expect((await at.travel()).share).toBe(0.5)
    expect(await claim()).toBeNull()
    await at.test.build((tx) => releaseRequest(tx, second))
    expect((await claim())?.id).toBe(at.planId)
  })

  it('is computed by one worker, and again where a claim expired', async () => {
    await asked()
    expect((await claim())?.id).toBe(at.planId)
    expect(await claim()).toBeNull()
    await expireClaims()
    const [one, two] = [counting(), counting()]
    await Promise.all([work(one.roads), work(two.roads)])
    expect(Math.min(one.asked.cells, two.asked.cells)).toBe(0)
    expect((await at.travel()).share).toBe(1)
  })

  it('is tried again later where it could not be computed', async () => {
    await asked()
    await work(roadsThatFail)
    expect(await at.travel()).toMatchObject({ share: 0, seconds: null })
    await expireClaims()
    await work()
    expect((await at.travel()).share).toBe(1)
  })

  it('is given up where it fails again and again, until it is asked for anew', async () => {
    await asked()
    let tried = 0
    const table = async () => {
      tried++
      return roadsThatFail.table([], [])
    }
    for (let attempt = 0; attempt < 8; attempt++) {
      await work({ ...roads, table })
      await expireClaims()
    }
    expect(tried).toBe(5)
    expect(await at.test.build((tx) => tx.sql('select from planning.travel_requests'))).toEqual([])
    expect(await prepare()).toBe(false)
    await work()
    expect((await at.travel()).share).toBe(1)
  })
})

describe('travel between many places', () => {
  const places = Array.from({ length: 1_200 }, (_, at) => placeAt((at % 40) / 8, Math.floor(at / 40) / 6.1))
  const signal = new AbortController().signal

  it('asks of the road engine what is near and the depots, and estimates the rest', async () => {
    const { asked, roads: counted } = counting()
    const shares: number[] = []
    const travel = await computeTravel(
      { places, hubs: [0], known: null },
      { roads: counted, signal, onShare: (share) => shares.push(share) },
    )
    expect(asked.cells).toBeLessThan(places.length * 70)
    expect(asked.largest).toBeLessThanOrEqual(60)
    expect(shares.at(-1)).toBe(1)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(travel).toMatchObject({ engine: 'formula, portable', isEstimate: true })
    expect(travel.seconds).toHaveLength(places.length ** 2 * 2)
    const seconds = (from: number, to: number) => travel.seconds.readUInt16LE((from * places.length + to) * 2)
    const byRoad = await roads.table([places[0] as Coordinates], [places[1_199] as Coordinates])
    expect(seconds(0, 1_199)).toBe(Math.round(byRoad.seconds[0] as number))
    // Far apart and neither is a depot: the formula, nearer to the roads here.
    const [from, to] = [places[5] as Coordinates, places[1_190] as Coordinates]
    expect(seconds(5, 1_190)).not.toBe(Math.round(estimateLeg(from, to).durationSeconds))
    const truth = (await roads.table([from], [to])).seconds[0] as number
    expect(Math.abs(seconds(5, 1_190) - truth) / truth).toBeLessThan(0.6)
  })

  it('ends when it is given up', async () => {
    const ending = new AbortController()
    const computing = computeTravel(
      { places, hubs: [], known: null },
      { roads, signal: ending.signal, onShare: () => ending.abort(new Error('over')) },
    )
    await expect(computing).rejects.toThrow()
  })
})
