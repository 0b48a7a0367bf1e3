import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testClock } from '@rumbo/tools/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildGazetteer, type GazetteerPlace } from './places.gazetteer.build.ts'
import { openGazetteer } from './places.gazetteer.ts'
import { createBuiltInGeocoding } from './places.geocoding.local.ts'
import { createGeocodingService } from './places.geocoding.service.ts'
import { createGeocoding } from './places.geocoding.ts'

const town = (
  name: string,
  [latitude, longitude]: readonly [number, number],
  population: number,
  more: Partial<GazetteerPlace> = {},
): GazetteerPlace => ({
  name,
  latitude,
  longitude,
  population,
  spanishName: null,
  otherNames: [],
  state: '',
  country: 'MX',
  ...more,
})
const bytes = buildGazetteer([
  town('Santiago de Querétaro', [20.58806, -100.38806], 1_594_212, {
    state: 'Querétaro',
    otherNames: ['Queretaro', 'Керетаро'],
  }),
  town('Querétaro', [16.2, -93.7], 2_203, { state: 'Chiapas' }),
  town('Toluca', [19.28786, -99.65324], 489_333, { state: 'Estado de México' }),
  town('San Andrés', [19.35, -99.75], 900, { state: 'Estado de México' }),
  town('London', [51.50853, -0.12574], 8_961_989, {
    country: 'GB',
    state: 'England',
    spanishName: 'Londres',
  }),
  town('León', [42.60003, -5.57032], 134_305, { country: 'ES', state: 'Castilla y León' }),
  town('León de los Aldama', [21.12908, -101.67374], 1_721_199, {
    state: 'Guanajuato',
    otherNames: ['León'],
  }),
  town('Labasa', [-16.4332, 179.36451], 27_949, { country: 'FJ' }),
])
const directory = mkdtempSync(join(tmpdir(), 'rumbo-gazetteer-'))
const gazetteerFile = join(directory, 'gazetteer.bin')
beforeAll(() => writeFileSync(gazetteerFile, bytes))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('towns of the world', () => {
  const gazetteer = openGazetteer(bytes)
  const names = (text: string, near?: { latitude: number; longitude: number }) =>
    gazetteer.search(text, { limit: 5, language: 'es', near: near ?? null }).map(({ name }) => name)

  it('are found by any word of any name, ignoring accents, large ones first', () => {
    expect(names('queret')).toEqual(['Santiago de Querétaro', 'Querétaro'])
    expect(names('londres')).toEqual(['Londres'])
    expect(names('LEON')[0]).toBe('León de los Aldama')
    expect(names('tolcua')).toEqual(['Toluca'])
    expect(names('zzz')).toEqual([])
  })
  it('are distinguished by state or country, and by distance', () => {
    expect(names('león españa')).toEqual(['León'])
    expect(names('leon, guanajuato')[0]).toBe('León de los Aldama')
    expect(names('leon', { latitude: 43, longitude: -5 })[0]).toBe('León')
  })
  it('describe a position: within a town, or its distance from the most relevant one', () => {
    const at = (latitude: number, longitude: number) => gazetteer.reverse({ latitude, longitude }, 'en')
    expect(at(19.29, -99.65)).toMatchObject({ name: 'Toluca', isInside: true, country: 'Mexico' })
    expect(at(19.3, -99.75)).toMatchObject({
      name: 'Toluca',
      isInside: false,
      distanceMetres: expect.closeTo(10_240, -2),
    })
    expect(at(19.351, -99.751)).toMatchObject({ name: 'San Andrés' })
    expect(at(-16.4, -179.9)).toMatchObject({ name: 'Labasa', distanceMetres: expect.closeTo(78_500, -3) })
    expect(at(0, 0)).toBeNull()
    expect(at(90, 0)).toBeNull()
  })
})

const nominatim = [
  {
    lat: '19.4270',
    lon: '-99.1677',
    display_name: 'Paseo de la Reforma 500, Juárez, Ciudad de México, México',
    category: 'building',
    address: {
      house_number: '500',
      road: 'Paseo de la Reforma',
      suburb: 'Juárez',
      city: 'Ciudad de México',
      postcode: '06600',
    },
  },
]
const photon = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-99.1677, 19.427] },
      properties: {
        osm_key: 'highway',
        name: 'Paseo de la Reforma',
        city: 'Ciudad de México',
        country: 'México',
      },
    },
  ],
}

describe('a configured service', () => {
  const servers: Server[] = []
  const asked: string[] = []
  const serve = async (listener: RequestListener, prefix = '') => {
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      listener(request, response)
    }).listen(0, '127.0.0.1')
    servers.push(server)
    await new Promise((resolve) => server.once('listening', resolve))
    return geocodingOf(`${prefix}http://127.0.0.1:${(server.address() as AddressInfo).port}/geo`)
  }
  const clock = testClock()
  const geocodingOf = (address: string) =>
    createGeocoding({
      builtIn: createBuiltInGeocoding({
        regions: () => [],
        gazetteerFile,
        onFailure: (_file, error) => {
          throw error
        },
      }),
      service: createGeocodingService({ address, clock }),
    })
  const json =
    (body: unknown, status = 200): RequestListener =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
  const search = (geocoding: ReturnType<typeof geocodingOf>, text = 'toluca') =>
    geocoding.search({ text, limit: 3, language: 'es', near: { latitude: 19.4, longitude: -99.1 } })
  const local = { items: [{ name: 'Toluca', engine: 'gazetteer' }], isDegraded: true }
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
    asked.length = 0
  })

  it('that is Nominatim is queried first, with language and proximity', async () => {
    const geocoding = await serve((request, response) =>
      json(request.url?.includes('/reverse') ? nominatim[0] : nominatim)(request, response),
    )
    expect(await search(geocoding)).toMatchObject({
      items: [
        {
          engine: 'service',
          kind: 'address',
          name: 'Paseo de la Reforma 500',
          parts: { postalCode: '06600', city: 'Ciudad de México' },
        },
      ],
      isDegraded: false,
    })
    expect(asked[0]).toMatch(/^\/geo\/search\?q=toluca.*accept-language=es.*viewbox=/)
    const place = { latitude: 19.42701, longitude: -99.16771 }
    const { places } = await geocoding.reverse([place, place], 'es')
    expect(places[1]).toMatchObject({ ...place, detail: 'Juárez, Ciudad de México' })
    await geocoding.reverse([{ latitude: 19.42703, longitude: -99.16769 }], 'es')
    expect(asked.filter((path) => path.includes('/reverse')).length).toBeLessThanOrEqual(2)
  })

  it('that is Photon is detected by its prefix, or by its first answers', async () => {
    const answer = {
      items: [{ engine: 'service', kind: 'street', name: 'Paseo de la Reforma' }],
      isDegraded: false,
    }
    expect(await search(await serve(json(photon), 'photon+'))).toMatchObject(answer)
    expect(asked).toEqual([expect.stringMatching(/^\/geo\/api\?q=toluca&limit=3&lat=19.4&lon=-99.1$/)])
    const unknown = await serve((request, response) =>
      request.url?.startsWith('/geo/api')
        ? json(photon)(request, response)
        : json({ message: 'no' }, 404)(request, response),
    )
    expect(await search(unknown)).toMatchObject(answer)
    expect(await search(unknown, 'reforma')).toMatchObject(answer)
    expect(asked.slice(1).map((path) => path.split('?')[0])).toEqual(['/geo/search', '/geo/api', '/geo/api'])
  })

  it('that names only the street of an address keeps the number asked for', async () => {
    const geocoding = await serve(json(photon), 'photon+')
    expect((await search(geocoding, 'Reforma 222, Juárez')).items[0]).toMatchObject({
      kind: 'address',
      name: 'Paseo de la Reforma 222',
      precision: 'street',
      isApproximate: true,
      parts: { street: 'Paseo de la Reforma', number: '222' },
    })
    expect((await search(geocoding, 'Reforma')).items[0]).toMatchObject({ kind: 'street', precision: null })
  })

  it('without results falls back to the built-in engines, and counts no failure', async () => {
    const geocoding = await serve(json([]), 'nominatim+')
    expect(await search(geocoding)).toMatchObject({ ...local, isDegraded: false })
  })

  it.each<[string, RequestListener]>([
    ['answers a page', (_request, response) => response.end('<html>')],
    ['answers broken JSON', (_request, response) => response.end('[{"lat":')],
    ['answers another shape', json([{ lat: 'north', lon: 1, display_name: 'x' }])],
    ['fails', json({}, 500)],
    ['hangs up', (request) => request.socket.destroy()],
    [
      'leads elsewhere',
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ])('%s is reported, and local results are shown', async (_what, listener) => {
    const geocoding = await serve(listener, 'nominatim+')
    expect(await search(geocoding)).toMatchObject(local)
    const { places, isDegraded } = await geocoding.reverse([{ latitude: 19.3, longitude: -99.75 }], 'es')
    expect([places[0]?.name, isDegraded]).toEqual(['A 10 km de Toluca', true])
  })

  it('that is unreachable is skipped after some attempts, and used again after it recovers', async () => {
    let isBack = false
    const geocoding = await serve(
      (request, response) => (isBack ? json(nominatim)(request, response) : request.socket.destroy()),
      'nominatim+',
    )
    for (let tries = 0; tries < 8; tries += 1) expect(await search(geocoding)).toMatchObject(local)
    expect(asked.length).toBeLessThan(8)
    expect(geocoding.status()?.breaker).toBe('open')
    isBack = true
    clock.advance(300)
    expect(await search(geocoding)).toMatchObject({ isDegraded: false })
  })

  it('that is slow times out after a few seconds', async () => {
    const geocoding = await serve(() => undefined, 'nominatim+')
    const startedAt = performance.now()
    expect(await search(geocoding)).toMatchObject(local)
    expect(performance.now() - startedAt).toBeLessThan(4_000)
  })
})

it('without any file returns no results, and reports each missing file once', async () => {
  const failures: string[] = []
  const none = createBuiltInGeocoding({
    regions: () => [],
    gazetteerFile: join(directory, 'missing.bin'),
    onFailure: (file) => failures.push(file),
  })
  expect(await none.search({ text: 'toluca', limit: 5, language: 'es', near: null })).toEqual([])
  expect(await none.reverse({ latitude: 19.3, longitude: -99.6 }, 'es')).toBeNull()
  expect(failures).toHaveLength(1)
})
