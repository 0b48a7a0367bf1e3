import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp, testClock } from '@rumbo/tools/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany } from '../../organisation/organisation.factory.ts'
import { createRoads, type Roads, roadEndpoints } from '../index.ts'
import { type InstalledRegion, partOf } from '../regions/places.regions.ts'
import { buildRoadsRegion, regionsOf } from './places.roads.factory.ts'
import { createEngineProcess } from './places.roads.process.ts'

const folder = mkdtempSync(join(tmpdir(), 'rumbo-roads-'))
const clock = testClock()
let small: InstalledRegion
let roads: Roads
let failures: string[]

/** Four streets around a block of a kilometre, and a road on an island beside it. */
const extract = `<osm version="0.6">${[
  ...[19.4, 19.41].flatMap((latitude, row) =>
    [-99.2, -99.19].map((longitude, column) => [row * 2 + column + 1, latitude, longitude] as const),
  ),
  [5, 19.43, -99.2] as const,
  [6, 19.43, -99.19] as const,
]
  .map(([id, latitude, longitude]) => `<node id="${id}" lat="${latitude}" lon="${longitude}"/>`)
  .join('')}${[
  [1, 2],
  [3, 4],
  [1, 3],
  [2, 4],
  [5, 6],
]
  .map(
    ([from, to], at) =>
      `<way id="${at + 1}"><nd ref="${from}"/><nd ref="${to}"/><tag k="highway" v="primary"/><tag k="name" v="Calle ${at}"/></way>`,
  )
  .join('')}</osm>`

const southWest = { latitude: 19.4, longitude: -99.2 }
const northEast = { latitude: 19.41, longitude: -99.19 }
const island = { latitude: 19.43, longitude: -99.195 }
const elsewhere = { latitude: 20, longitude: -100 }

const open = (routingUrl: string | null = null, ...regions: InstalledRegion[]) =>
  openFor(400, routingUrl, ...regions)
/** For services that do answer, on however busy a machine. */
const openPatiently = (routingUrl: string, ...regions: InstalledRegion[]) =>
  openFor(15_000, routingUrl, ...regions)

function openFor(timeoutMs: number, routingUrl: string | null, ...regions: InstalledRegion[]): Roads {
  failures = []
  roads = createRoads({
    clock,
    routingUrl,
    routingTimeoutMs: timeoutMs,
    regions: regionsOf(...regions),
    onFailure: (engine, error) => failures.push(`${engine}: ${error.message}`),
  })
  return roads
}
const portableOf = (of: Roads) => of.status().engines.find(({ name }) => name === 'portable')

beforeAll(async () => {
  writeFileSync(join(folder, 'small.osm'), extract)
  small = await buildRoadsRegion(join(folder, 'small.osm'), 'small', folder)
})
afterEach(() => roads.close())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('with the roads of a region', () => {
  it('finds a route, and reports the engine that found it', async () => {
    const route = await open(null, small).route([southWest, northEast])
    expect(route).toMatchObject({ engine: 'portable', isEstimate: false })
    expect(route.distanceMetres).toBeGreaterThan(2_000)
    expect(route.distanceMetres).toBeLessThan(2_300)
    expect([...route.shape].slice(0, 2)).toEqual([-99.2, 19.4])
    expect(roads.status().answered.portable).toBe(1)
  })

  it('reports that no road connects two places, and estimates where there are no roads', async () => {
    open(null, small)
    await expect(roads.route([southWest, island])).rejects.toMatchObject({ code: 'route_not_found' })
    const far = await roads.route([southWest, elsewhere])
    expect(far).toMatchObject({ engine: 'formula', isEstimate: true })
    expect(far.durationSeconds).toBeCloseTo(212 * (far.distanceMetres / 1.3 / 1000) ** 0.66, 3)
  })

  it('fills a table, and marks estimated cells', async () => {
    const table = await open(null, small).table([southWest, elsewhere], [northEast, island, southWest])
    expect(table).toMatchObject({ engine: 'portable', isEstimate: true })
    expect(table.isEstimated).toEqual([false, true, false, true, true, true])
    expect([...table.seconds].every((seconds) => seconds >= 0)).toBe(true)
    expect(table.seconds[2]).toBe(0)
  })

  it('computes areas by roads, and circles elsewhere', async () => {
    const near = await open(null, small).isochrone(southWest, [1, 2], 'to')
    expect(near).toMatchObject({ engine: 'portable', isEstimate: false })
    expect(near.areas.map(({ minutes }) => minutes)).toEqual([1, 2])
    const far = await roads.isochrone({ latitude: 0, longitude: 179.99 }, [10], 'to')
    expect(far).toMatchObject({ engine: 'formula', isEstimate: true })
    const longitudes = far.areas[0]?.coordinates.flat(2).map(([longitude]) => longitude) ?? []
    expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(1)
  })

  it('matches a trace, or returns it without streets', async () => {
    const trace = [0, 1, 2, 3].map((at) => ({ latitude: 19.4001, longitude: -99.199 + at * 0.002 }))
    const matched = await open(null, small).match(trace)
    expect(matched).toMatchObject({ engine: 'portable', isEstimate: false })
    expect(matched.points.every((point) => point?.latitude.toFixed(4) === '19.4000')).toBe(true)
    const far = await roads.match([elsewhere, { ...elsewhere, latitude: 20.01 }])
    expect(far).toMatchObject({ engine: 'formula', isEstimate: true, points: [null, null] })
  })

  it('restarts its process after it was killed', async () => {
    open(null, small)
    const [first] = (await roads.route([southWest, northEast])).legs
    const killed = roads.processIds().portable
    if (killed === null) throw new Error('No process runs.')
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => portableOf(roads)?.state).toBe('idle')
    const again = await roads.route([southWest, northEast])
    expect(again).toMatchObject({ engine: 'portable', legs: [first] })
    expect(roads.processIds().portable).not.toBe(killed)
    expect(portableOf(roads)).toMatchObject({ ends: 1, breaker: 'closed' })
  })

  it('returns estimates for a request that is open when its process dies', async () => {
    open(null, small)
    await roads.route([southWest, northEast])
    const killed = roads.processIds().portable
    if (killed === null) throw new Error('No process runs.')
    process.kill(killed, 'SIGSTOP')
    const asking = roads.route([southWest, northEast])
    process.kill(killed, 'SIGKILL')
    expect(await asking).toMatchObject({ engine: 'formula', isEstimate: true })
    expect(failures.join()).toContain('ended')
  })

  it('reports a region with broken roads once, and continues without it', async () => {
    const broken = { ...small, name: 'broken', version: '00000000' }
    const file = join(folder, 'broken.bin')
    writeFileSync(file, 'RumboRds and nothing else')
    broken.directory = folder
    broken.parts = [{ name: 'roads', path: 'broken.bin', revision: 1, bytes: 25 }]
    open(null, broken)
    for (let call = 0; call < 3; call += 1)
      expect(await roads.route([southWest, northEast])).toMatchObject({ engine: 'formula' })
    expect(failures).toEqual([
      'portable: The roads of region broken cannot be read: This is not a road file.',
    ])
    expect(portableOf(roads)).toMatchObject({ breaker: 'closed', regions: [] })
    expect(partOf(broken, 'roads')).toBe(file)
  })

  it('uses a broken region again after it was replaced', async () => {
    const broken = { ...small, directory: join(folder, 'gone') }
    const regions = regionsOf(broken)
    roads = createRoads({ clock, routingUrl: null, regions })
    expect((await roads.route([southWest, northEast])).engine).toBe('formula')
    regions.change()
    regions.change({ ...small, addedAt: '2026-03-02T15:00:00.000Z' })
    expect((await roads.route([southWest, northEast])).engine).toBe('portable')
  })

  it('names no engine that did not contribute', async () => {
    const between = { latitude: 19.405, longitude: -99.17 }
    open(null, { ...small, bounds: { ...small.bounds, east: -99.16 } })
    expect(await roads.table([between], [southWest])).toMatchObject({ engine: 'formula', isEstimate: true })
  })

  it('queries the larger region for what the smaller one lacks', async () => {
    const part = { ...small, name: 'part', bounds: { ...small.bounds, north: 19.405 } }
    open(null, part, small)
    const table = await roads.table([southWest, northEast], [southWest])
    expect(table).toMatchObject({ engine: 'portable', isEstimate: false })
  })

  it('lets a process over its memory limit finish, while another serves the next request', async () => {
    const engine = createEngineProcess({ kind: 'portable', clock, maxBytes: 1 })
    const region = { name: 'small', version: '1', path: partOf(small, 'roads') ?? '' }
    const ask = () =>
      engine.ask(region, { ask: 'route', points: [southWest, northEast] }, { timeoutMs: 20_000 })
    const seen = new Set<number | null>()
    for (let round = 0; round < 3; round += 1) {
      const asking = [ask(), ask(), ask()]
      // A process that opens a region reports its memory at once.
      const opening = engine.ask(region, { ask: 'load' }, { timeoutMs: 20_000 })
      seen.add(engine.processId())
      const [answers] = await Promise.all([Promise.all(asking), opening])
      for (const answer of answers) expect(answer).toMatchObject({ legs: [{}] })
      await expect.poll(() => engine.processId()).toBeNull()
    }
    expect(seen.size).toBe(3)
    expect(engine.status()).toMatchObject({ ends: 0, pending: 0, breaker: 'closed' })
    engine.close()
  })

  it('follows regions that are added and removed', async () => {
    const regions = regionsOf()
    roads = createRoads({ clock, routingUrl: null, regions })
    expect((await roads.route([southWest, northEast])).engine).toBe('formula')
    regions.change(small)
    expect((await roads.route([southWest, northEast])).engine).toBe('portable')
    regions.change()
    expect((await roads.route([southWest, northEast])).engine).toBe('formula')
  })

  it('gives up with its caller', async () => {
    open(null, small)
    await roads.route([southWest, northEast])
    const leaving = new AbortController()
    const asking = roads.table([southWest], [northEast], { signal: leaving.signal })
    leaving.abort()
    await expect(asking).rejects.toMatchObject({ code: 'unavailable' })
    expect(portableOf(roads)).toMatchObject({ pending: 0, breaker: 'closed' })
  })
})

describe('with a configured service', () => {
  let server: Server
  let behave: RequestListener
  let asked: string[]
  beforeEach(async () => {
    asked = []
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      request.resume()
      behave(request, response)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const says =
    (json: unknown, status = 200): RequestListener =>
    (_request, response) =>
      response.writeHead(status).end(typeof json === 'string' ? json : JSON.stringify(json))
  const osrmAnswer = {
    code: 'Ok',
    routes: [
      {
        legs: [{ duration: 60, distance: 900 }],
        geometry: {
          coordinates: [
            [-99.2, 19.4],
            [-99.19, 19.41],
          ],
        },
      },
    ],
  }

  it('finds out that it speaks as OSRM, and asks it first', async () => {
    behave = (request, response) =>
      request.url?.startsWith('/status')
        ? says({ code: 'InvalidUrl' }, 400)(request, response)
        : says(osrmAnswer)(request, response)
    const route = await openPatiently(url(), small).route([southWest, northEast])
    expect(route).toMatchObject({
      engine: 'osrm',
      isEstimate: false,
      durationSeconds: 60,
      distanceMetres: 900,
    })
    expect(asked[1]).toMatch(/^GET \/route\/v1\/driving\/-99\.200000,19\.400000;-99\.190000,19\.410000\?/)
    // OSRM draws no areas: the built-in engine does.
    expect((await roads.isochrone(southWest, [2], 'to')).engine).toBe('portable')
    expect(roads.status().upstream).toMatchObject({ breaker: 'closed' })
  })

  it('finds out that it speaks as Valhalla', async () => {
    behave = (request, response) =>
      request.url === '/status'
        ? says({ version: '3.6.1' })(request, response)
        : says({
            sources_to_targets: [
              [
                { time: 5, distance: 0.1 },
                { time: null, distance: null },
              ],
            ],
          })(request, response)
    const table = await openPatiently(url()).table([southWest], [northEast, island])
    expect(table).toMatchObject({ engine: 'valhalla_http', isEstimate: true, isEstimated: [false, true] })
    expect([table.seconds[0], table.metres[0]]).toEqual([5, 100])
  })

  it('estimates for places that OSRM moved onto roads far away', async () => {
    behave = says({
      code: 'Ok',
      durations: [[5], [6]],
      distances: [[100], [120]],
      sources: [{ distance: 12 }, { distance: 48_000 }],
      destinations: [{ distance: 3 }],
    })
    const table = await openPatiently(`osrm+${url()}`).table([southWest, elsewhere], [northEast])
    expect(table).toMatchObject({ engine: 'osrm', isEstimate: true, isEstimated: [false, true] })
    expect(table.seconds[1]).toBeGreaterThan(1_000)
  })

  /** Places whose figures identify them: source 12 to target 3 takes 1203 seconds. */
  const numbered = (count: number, latitude: number) =>
    Array.from({ length: count }, (_, at) => ({ latitude, longitude: -99 - at / 10_000 }))
  const numberOf = (longitude: number) => Math.round((-99 - longitude) * 10_000)
  const secondsOf = (from: number, to: number) => numberOf(from) * 100 + numberOf(to)
  const expectedCells = (sources: number, targets: number) =>
    Array.from(
      { length: sources * targets },
      (_, cell) => Math.floor(cell / targets) * 100 + (cell % targets),
    )

  /** `osrm-routed` with its stock limit, which counts the places of a table. */
  const stockOsrm: RequestListener = (request, response) => {
    const asking = new URL(request.url ?? '', 'http://osrm')
    const places = (asking.pathname.split('/').at(-1) ?? '')
      .split(';')
      .map((pair) => Number(pair.split(',')[0]))
    if (places.length > 100) return says({ code: 'TooBig', message: 'Too many' }, 400)(request, response)
    const some = (key: string) =>
      (asking.searchParams.get(key) ?? '').split(';').map((at) => places[Number(at)] as number)
    const cells = some('sources').map((from) => some('destinations').map((to) => secondsOf(from, to)))
    return says({ code: 'Ok', durations: cells, distances: cells })(request, response)
  }

  it.each([
    [300, 1, 4],
    [1, 300, 4],
    [99, 1, 1],
    [100, 100, 4],
  ])('asks OSRM for %i × %i places in tables it accepts', async (sources, targets, calls) => {
    behave = stockOsrm
    const table = await openPatiently(`osrm+${url()}`).table(numbered(sources, 19), numbered(targets, 20))
    expect(table).toMatchObject({ engine: 'osrm', isEstimate: false })
    expect(Array.from(table.seconds)).toEqual(expectedCells(sources, targets))
    expect(asked).toHaveLength(calls)
    expect(failures).toEqual([])
  })

  it('leaves the rest of a table when one part fails, and the next engine answers whole', async () => {
    behave = (request, response) =>
      asked.length === 2 ? says({}, 502)(request, response) : stockOsrm(request, response)
    const sources = Array.from({ length: 300 }, () => southWest)
    const table = await openPatiently(`osrm+${url()}`, small).table(sources, [northEast])
    expect(table.engine).toBe('portable')
    expect(failures).toHaveLength(1)
  })

  const sixParts = Array.from({ length: 500 }, () => northEast)
  it('begins no other part of a table when its time is up, and the next engine answers whole', async () => {
    behave = () => undefined
    expect((await open(`osrm+${url()}`, small).table(sixParts, [southWest])).engine).toBe('portable')
    expect(failures).toHaveLength(1)
    // On a busy machine the time may end before all four have arrived.
    expect(asked.length).toBeLessThanOrEqual(4)
  })

  it('asks for four parts of a table at once, and for no more when its caller leaves', async () => {
    behave = () => undefined
    const leaving = new AbortController()
    const asking = openPatiently(`osrm+${url()}`, small).table(sixParts, [southWest], {
      signal: leaving.signal,
    })
    const refusal = expect(asking).rejects.toMatchObject({ code: 'unavailable' })
    await expect.poll(() => asked.length).toBe(4)
    leaving.abort()
    await refusal
    expect(asked).toHaveLength(4)
  })

  it('counts a failed table as one failure, and recovers by table requests alone', async () => {
    behave = stockOsrm
    openPatiently(`osrm+${url()}`)
    const table = async () => (await roads.table(numbered(300, 19), numbered(1, 20))).engine
    // The first part of the four, which is kept: an answer from the cache does not prove that the service is back.
    await roads.table(numbered(99, 19), numbered(1, 20))
    behave = says({}, 500)
    const found: string[] = []
    for (let call = 0; call < 5; call += 1) {
      expect(roads.status().upstream?.breaker).toBe('closed')
      found.push(await table())
    }
    expect(new Set(found)).toEqual(new Set(['formula']))
    expect(roads.status().upstream).toMatchObject({ breaker: 'open', timesOpened: 1 })

    behave = stockOsrm
    clock.advance(11)
    expect(await table()).toBe('osrm')
    expect(roads.status().upstream).toMatchObject({ breaker: 'closed', counts: { open: 0 } })
  })

  it('estimates the cells of a table for which the service has no roads', async () => {
    behave = (request, response) =>
      request.url?.includes('-99.010000') && !request.url.includes('-99.000000,')
        ? says({ code: 'NoSegment' }, 400)(request, response)
        : stockOsrm(request, response)
    const table = await openPatiently(`osrm+${url()}`).table(
      numbered(150, 19),
      numbered(1, 19.5).map((place) => ({ ...place, longitude: -99.5 })),
    )
    expect(table).toMatchObject({ engine: 'osrm', isEstimate: true })
    expect([
      table.isEstimated[0],
      table.isEstimated[98],
      table.isEstimated[99],
      table.isEstimated[149],
    ]).toEqual([false, false, true, true])
  })

  it('keeps requests within the default limits of Valhalla', async () => {
    interface Asked {
      sources?: { lon: number }[]
      targets?: { lon: number }[]
      locations?: { lon: number }[]
      contours?: { time: number }[]
    }
    const stockValhalla = ({ sources, targets, locations = [], contours }: Asked): [unknown, number] => {
      if (sources && targets)
        return sources.length * targets.length > 2_500
          ? [{ error_code: 150 }, 400]
          : [
              {
                sources_to_targets: sources.map((from) =>
                  targets.map((to) => ({ time: secondsOf(from.lon, to.lon), distance: 1 })),
                ),
              },
              200,
            ]
      if (contours)
        return contours.length > 4
          ? [{ error_code: 152 }, 400]
          : [
              {
                features: contours.map(({ time }) => ({
                  properties: { contour: time },
                  geometry: { type: 'Polygon', coordinates: [[[time, 0]]] },
                })),
              },
              200,
            ]
      if (locations.length > 20) return [{ error_code: 150 }, 400]
      const legs = locations.slice(1).map((to, at) => ({
        summary: { time: secondsOf(locations[at]?.lon ?? 0, to.lon), length: 1 },
        shape: '_p~iF~ps|U',
      }))
      return [{ trip: { legs } }, 200]
    }
    behave = (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const [json, status] = stockValhalla(JSON.parse(Buffer.concat(parts).toString()) as Asked)
        says(json, status)(request, response)
      })
    }
    openPatiently(`valhalla+${url()}`)
    const table = await roads.table(numbered(120, 19), numbered(60, 20))
    expect(table).toMatchObject({ engine: 'valhalla_http', isEstimate: false })
    expect(Array.from(table.seconds)).toEqual(expectedCells(120, 60))
    const areas = await roads.isochrone(southWest, [1, 2, 3, 4, 5, 6], 'to')
    expect(areas.areas.map(({ minutes, coordinates }) => [minutes, coordinates[0]?.[0]?.[0]?.[0]])).toEqual(
      [1, 2, 3, 4, 5, 6].map((minutes) => [minutes, minutes]),
    )
    const route = await roads.route(numbered(25, 19))
    expect(route.engine).toBe('valhalla_http')
    expect(route.legs.map((leg) => leg.durationSeconds)).toEqual(
      Array.from({ length: 24 }, (_, at) => at * 100 + at + 1),
    )
    expect(failures).toEqual([])
  })

  it('accepts its answer that there is no route', async () => {
    behave = says({ code: 'NoRoute' }, 400)
    openPatiently(`osrm+${url()}`, small)
    await expect(roads.route([southWest, northEast])).rejects.toMatchObject({ code: 'route_not_found' })
    behave = says({ error_code: 442 }, 400)
    openPatiently(`valhalla+${url()}`, small)
    await expect(roads.route([southWest, northEast])).rejects.toMatchObject({ code: 'route_not_found' })
  })

  it.each([
    ['nothing for too long', () => undefined],
    ['HTML', says('<html>')],
    ['another shape', says({ code: 'Ok', routes: [] })],
    ['a route of other legs', says({ ...osrmAnswer, routes: [{ ...osrmAnswer.routes[0], legs: [] }] })],
    ['a fault', says({}, 502)],
    ['an end in the middle', (_request, response) => response.destroy()],
  ] as [string, RequestListener][])(
    'answered with %s, the built-in engine answers',
    async (_what, behaviour) => {
      behave = behaviour
      const route = await open(`osrm+${url()}`, small).route([southWest, northEast])
      expect(route.engine).toBe('portable')
      expect(failures).toHaveLength(1)
    },
  )

  it('is skipped while it fails, is retried later, and recovers', async () => {
    behave = says({}, 500)
    openPatiently(`osrm+${url()}`, small)
    const engines = async (calls: number) => {
      const found: string[] = []
      for (let call = 0; call < calls; call += 1)
        found.push((await roads.route([southWest, { ...northEast, latitude: 19.41 - call / 1e5 }])).engine)
      return new Set(found)
    }
    expect(await engines(8)).toEqual(new Set(['portable']))
    expect(asked).toHaveLength(5)
    expect(roads.status().upstream).toMatchObject({ breaker: 'open', counts: { open: 3 } })
    behave = says(osrmAnswer)
    clock.advance(11)
    expect(await engines(2)).toEqual(new Set(['osrm']))
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    clock.advance(120)
    expect(await engines(2)).toEqual(new Set(['portable']))
  })
})

it('answers over HTTP with limits and the source of each result', async () => {
  open(null, small)
  const test = await createTestApp({ answers: () => roadEndpoints(roads, clock) })
  const user = await test.build(async (tx) => {
    const company = await buildCompany(tx)
    const built = await buildUser(tx, { level: 'admin' })
    await buildAssignment(tx, { userId: built.id, companyId: company.id })
    return built
  })
  const call = await test.as(user)
  const post = async (path: string, body: unknown) => {
    const { status, body: given } = await call<Record<string, unknown>>('POST', path, { body })
    return { status, ...given }
  }
  expect(await post('/roads/route', { points: [southWest, northEast] })).toMatchObject({
    status: 200,
    engine: 'portable',
    isEstimate: false,
  })
  expect(await post('/roads/route', { points: [southWest, island] })).toMatchObject({
    status: 404,
    code: 'route_not_found',
  })
  expect(
    await post('/roads/arrivals', {
      target: northEast,
      sources: [
        { id: 'near', ...southWest },
        { id: 'far', ...elsewhere },
      ],
    }),
  ).toMatchObject({
    engine: 'portable',
    isEstimate: true,
    arrivals: [
      { id: 'near', isEstimate: false },
      { id: 'far', isEstimate: true },
    ],
  })
  const places = Array.from({ length: 101 }, () => southWest)
  expect((await post('/roads/table', { sources: places, targets: [southWest] })).status).toBe(422)
  expect(await post('/roads/table', { sources: [southWest], targets: [southWest, northEast] })).toMatchObject(
    {
      isEstimated: [[false, false]],
    },
  )
  const isochrone = async (query: string) =>
    call<{ areas: { minutes: number }[] }>('GET', `/roads/isochrone?latitude=19.4&longitude=-99.2&${query}`)
  expect((await isochrone('minutes=2,1')).body.areas.map(({ minutes }) => minutes)).toEqual([1, 2])
  for (const wrong of ['minutes=0', 'minutes=a', 'minutes=1,2,3,4,5,6,7', 'direction=up'])
    expect((await isochrone(wrong)).status).toBe(422)
  expect((await call('GET', '/roads/status')).status).toBe(403)
  await test.close()
})
