import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from '@rumbo/contract/places.contract'
import { createTestApp, type TestApp, type TestCall, testClock } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany } from '../organisation/organisation.factory.ts'
import { projectRoot } from '../platform/process/project-root.ts'
import { createPlaces, createRegionStore, placesEndpoints } from './index.ts'
import { buildPackFiles } from './regions/places.pack.ts'
import { addRegion } from './regions/places.pack-install.ts'
import { packParts } from './regions/places.pack-parts.ts'

const directory = mkdtempSync(join(tmpdir(), 'rumbo-regions-'))
const failures: string[] = []
let test: TestApp
let call: TestCall

const placesOf = (regions: string) =>
  createPlaces({
    regions: createRegionStore({ directory: regions, pollIntervalMs: 0 }),
    gazetteerFile: join(directory, 'gazetteer.bin'),
    geocoderUrl: null,
    clock: testClock(),
    onFailure: (file) => failures.push(file),
  })

beforeAll(async () => {
  await addRegion({
    directory,
    file: join(projectRoot(), 'tools/demo/region/mexico-city.osm'),
    name: 'mexico-city',
    build: (options) =>
      buildPackFiles({ ...options, parts: packParts.filter(({ name }) => name === 'places') }),
  })
  cpSync(join(directory, 'mexico-city'), join(directory, 'broken'), { recursive: true })
  writeFileSync(join(directory, 'broken', 'places.bin'), '<osm><node id="1"')
  const places = placesOf(directory)
  test = await createTestApp({ answers: () => placesEndpoints(places) })
  const user = await test.build(async (tx) => {
    const company = await buildCompany(tx)
    const built = await buildUser(tx, { level: 'admin' })
    await buildAssignment(tx, { userId: built.id, companyId: company.id })
    return built
  })
  call = await test.as(user)
})
afterAll(async () => {
  await test.close()
  rmSync(directory, { recursive: true, force: true })
})

const search = async (q: string) =>
  (await call<{ items: Place[] }>('GET', `/places/search?q=${encodeURIComponent(q)}`)).body.items

describe('places of the demo region', () => {
  it('returns the street at a position and the nearest crossing', async () => {
    const { body } = await call<{ place: Place }>(
      'GET',
      '/places/reverse?latitude=19.4276&longitude=-99.1677',
    )
    expect(body.place.name).toContain('Reforma')
    expect(body.place.detail).not.toBeNull()
    expect(body.place.distanceMetres).toBeLessThan(400)
    expect(body.place.isApproximate).toBe(true)
    const far = await call('GET', '/places/reverse?latitude=0&longitude=0')
    expect(far.body).toEqual({ place: null, isDegraded: false })
  })

  it('returns the names of many positions in order', async () => {
    const points = [
      { latitude: 19.4276, longitude: -99.1677 },
      { latitude: 0, longitude: 0 },
      { latitude: 19.352, longitude: -99.18574 },
    ]
    const { body } = await call<{ places: (Place | null)[] }>('POST', '/places/reverse', {
      body: { points, language: 'en' },
    })
    expect(body.places.map((place) => place?.parts.street ?? null)).toEqual([
      'Paseo de la Reforma',
      null,
      'Avenida Insurgentes Sur',
    ])
    expect(body.places[0]?.detail).toBe('Cuauhtémoc, Ciudad de México')
    const many = { points: Array.from({ length: 101 }, () => points[0]) }
    expect((await call('POST', '/places/reverse', { body: many })).status).toBe(422)
  })

  it('reports unreadable files, and answers from the others', () =>
    expect(failures.map((file) => file.replace(directory, '')).sort()).toEqual([
      '/broken/places.bin',
      '/gazetteer.bin',
    ]))

  it('finds streets and neighbourhoods by word prefixes, ignoring accents', async () => {
    expect((await search('insurg')).map((place) => place.name).join()).toContain('Insurgentes')
    expect((await search('POLANCO'))[0]?.name).toContain('Polanco')
    expect((await search('coyoacan')).map((place) => place.name).join()).toContain('Coyoacán')
    expect(await search('zzzz')).toEqual([])
  })

  it.each(['insurgentes y reforma', 'Reforma & Insurgentes', 'reforma esquina insurgentes'])(
    'finds the crossing "%s"',
    async (text) => {
      const [first] = await search(text)
      expect([first?.name, first?.detail].join(' ')).toMatch(/Insurgentes.*Reforma|Reforma.*Insurgentes/)
      expect(first?.latitude).toBeCloseTo(19.43, 1)
    },
  )

  it('refuses invalid positions and searches', async () => {
    expect((await call('GET', '/places/reverse?latitude=91&longitude=0')).status).toBe(422)
    // Nothing is not the equator.
    expect((await call('GET', '/places/reverse?latitude=&longitude=')).status).toBe(422)
    expect((await call('GET', '/places/search?q=madero&latitude=&longitude=')).status).toBe(422)
    expect((await call('GET', '/places/search?q=a')).status).toBe(422)
    expect((await test.call('GET', '/places/search?q=abc')).status).toBe(401)
  })
})

it('returns empty results without any region', async () => {
  const none = placesOf(join(directory, 'missing'))
  expect(await none.reverse([{ latitude: 19.4, longitude: -99.1 }], 'es')).toEqual({
    places: [null],
    isDegraded: false,
  })
  expect(await none.search({ text: 'reforma', limit: 5, language: 'es', near: null })).toEqual({
    items: [],
    isDegraded: false,
  })
})
