import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from '@rumbo/contract/places.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany } from '../organisation/organisation.factory.ts'
import { projectRoot } from '../platform/project-root.ts'
import { createPlaces, placesEndpoints } from './index.ts'

const directory = mkdtempSync(join(tmpdir(), 'rumbo-regions-'))
const failures: string[] = []
let test: TestApp
let call: TestCall

beforeAll(async () => {
  copyFileSync(join(projectRoot(), 'tools/demo/region/mexico-city.osm'), join(directory, 'mexico-city.osm'))
  writeFileSync(join(directory, 'broken.osm'), '<osm><node id="1"')
  const places = createPlaces({ directory, onFailure: (file) => failures.push(file) })
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
  it('names the street at a position and the crossing nearest to it', async () => {
    const { body } = await call<{ place: Place }>(
      'GET',
      '/places/reverse?latitude=19.4276&longitude=-99.1677',
    )
    expect(body.place.name).toContain('Reforma')
    expect(body.place.detail).not.toBeNull()
    expect(body.place.distanceMetres).toBeLessThan(400)
    expect(body.place.isApproximate).toBe(true)
    const far = await call('GET', '/places/reverse?latitude=0&longitude=0')
    expect(far.body).toEqual({ place: null })
  })

  it('finds streets and neighbourhoods by word beginnings, without accents', async () => {
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

  it('draws the basemap with an ETag, passing over a file that cannot be read', async () => {
    const { body, headers } = await call<{
      streets: { features: unknown[] }
      bounds: number[]
      isApproximate: boolean
    }>('GET', '/places/basemap')
    expect(body.streets.features.length).toBeGreaterThan(50)
    expect(body.bounds[0]).toBeLessThan(-99)
    expect(body.isApproximate).toBe(true)
    expect(headers.etag).toMatch(/^"/)
    expect(failures).toContain('broken.osm')
    const again = await call('GET', '/places/basemap', { headers: { 'if-none-match': String(headers.etag) } })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  it('refuses what is no position and what is no search', async () => {
    expect((await call('GET', '/places/reverse?latitude=91&longitude=0')).status).toBe(422)
    expect((await call('GET', '/places/search?q=a')).status).toBe(422)
    expect((await test.call('GET', '/places/search?q=abc')).status).toBe(401)
  })
})

it('without any region finds nothing and fails at nothing', async () => {
  const none = createPlaces({
    directory: join(directory, 'missing'),
    onFailure: (file) => failures.push(file),
  })
  expect(await none.reverse(19.4, -99.1)).toBeNull()
  expect(await none.search('reforma', 5)).toEqual([])
  expect((await none.basemap()).basemap).toMatchObject({ bounds: null, streets: { features: [] } })
})
