import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListedFence } from '@rumbo/contract/geofences.contract'
import type { InspectedFenceFile } from '@rumbo/contract/geofences.files.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { createTestWorkRunner } from '@rumbo/tools/testing/work-runner'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { workEndpoints } from '../../platform/jobs/work.endpoints.ts'
import { arrangeVehiclePeople, type VehiclePeople } from '../../vehicles/testing/vehicle-people.testing.ts'
import { buildFence } from '../geofences.factory.ts'
import { exportFencesWork, geofenceEndpoints, geofenceFileEndpoints, importFencesWork } from '../index.ts'
import { readFencesInProcess } from './geofences.files.process.ts'
import { planFences, readFences } from './geofences.files.rules.ts'

let test: TestApp
let works: ReturnType<typeof createTestWorkRunner>
let at: VehiclePeople
beforeAll(async () => {
  test = await createTestApp({
    answers: (options) => [
      ...geofenceEndpoints(options),
      ...geofenceFileEndpoints({ database: options.database, files: options.directory.files }),
      ...workEndpoints,
    ],
  })
  works = createTestWorkRunner(test, {
    'geofences.import': importFencesWork,
    'geofences.export': exportFencesWork,
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(test)
})

const placemark = (name: string, geometry: string) => `<Placemark><name>${name}</name>${geometry}</Placemark>`
const ring = (coordinates: string) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
const square = ring('-99.15,19.42 -99.12,19.42 -99.12,19.45 -99.15,19.45 -99.15,19.42')
const bowTie = ring('-99.15,19.42 -99.12,19.45 -99.12,19.42 -99.15,19.45 -99.15,19.42')
const kml = (...placemarks: string[]) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.join('')}</Document></kml>`

const upload = (bytes: string | Buffer, name = 'zonas.kml', call = at.lead) => works.upload(call, name, bytes)
const inspect = (fileId: string, given: object = {}, call = at.lead) =>
  call<InspectedFenceFile & { code?: string }>('POST', '/geofences/imports/inspect', {
    body: { fleetId: at.fleetId, fileId, ...given },
  })
const imported = (fileId: string, given: object = {}) =>
  works.ended(at.lead, '/geofences/imports', { fleetId: at.fleetId, fileId, ...given })
const names = async () =>
  (
    await at.lead<{ items: ListedFence[] }>('GET', `/geofences?fleetId=${at.fleetId}&size=100`)
  ).body.items.map(({ name }) => name)

describe('an import of geofences', () => {
  it('shows what a file holds and why shapes are refused, and creates the others with their result', async () => {
    await test.build((tx) => buildFence(tx, { companyId: at.companyId, fleetId: at.fleetId, name: 'Patio' }))
    const fileId = await upload(
      kml(
        placemark('Centro', square),
        placemark('PATIO', square),
        placemark('Moño', bowTie),
        placemark('', square),
      ),
    )
    const { body } = await inspect(fileId)
    expect(body.items.map(({ index, name }) => [index, name])).toEqual([
      [1, 'Centro'],
      [4, 'Geocerca 1'],
    ])
    expect(body.items[0]?.shape.kind).toBe('polygon')
    expect(body.refused).toMatchObject([
      { index: 2, what: 'PATIO', reason: 'name_taken' },
      { index: 3, what: 'Moño', reason: 'self_intersection' },
    ])
    expect(body).toMatchObject({ total: 2, refusedTotal: 2 })
    expect(await names()).toEqual(['Patio'])

    const work = await imported(fileId, { tags: ['Importada'], isActive: false })
    expect(work).toMatchObject({
      status: 'done',
      result: {
        added: 2,
        bad: [
          { row: 2, code: 'name_taken', value: 'PATIO' },
          { row: 3, code: 'self_intersection', value: 'Moño' },
        ],
      },
    })
    expect(await names()).toEqual(['Centro', 'Geocerca 1', 'Patio'])
    const [made] = (await at.lead<{ items: ListedFence[] }>('GET', '/geofences?search=centro')).body.items
    expect(made).toMatchObject({ tags: ['Importada'], isActive: false, triggers: [], kind: 'polygon' })
    expect((await at.lead('GET', `/geofences/${made?.id}/shapes/1`)).status).toBe(200)
    const audit = await test.build((tx) =>
      tx.sql<{ changes: unknown }>(
        "select changes from platform.audit_entries where action = 'geofence.imported' and fleet_id = $1",
        [at.fleetId],
      ),
    )
    expect(audit).toMatchObject([{ changes: { added: [null, 2], bad: [null, 2] } }])
  })

  it('done twice creates nothing twice', async () => {
    const fileId = await upload(kml(placemark('Centro', square)))
    expect((await imported(fileId)).result?.added).toBe(1)
    expect((await imported(fileId)).result).toMatchObject({ added: 0, bad: [{ code: 'name_taken' }] })
    expect(await names()).toEqual(['Centro'])
  })

  it('reads swapped coordinates and points only as a person decided', async () => {
    const fileId = await upload('POINT (-99.13 19.43)\n', 'puntos.wkt')
    expect((await inspect(fileId)).body.refused).toMatchObject([{ reason: 'no_radius' }])
    const { items } = (await inspect(fileId, { pointRadiusMetres: 150 })).body
    expect(items[0]?.shape).toMatchObject({ kind: 'circle', radiusMetres: 150 })
  })

  it.each([
    ['an empty name of a format', 'hola', 'unknown_format'],
    [
      'external entities',
      '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml>&x;</kml>',
      'document_type',
    ],
    ['broken XML', '<kml><Document>', 'not_xml'],
    ['nothing to read', kml(), 'no_shapes'],
  ])('refuses a whole file with %s', async (_name, text, reason) => {
    const { body, status } = await inspect(await upload(text))
    expect(status).toBe(200)
    expect(body).toMatchObject({ items: [], total: 0 })
    expect(body.refused).toHaveLength(1)
    if (reason !== 'unknown_format') expect(body.refused[0]?.reason).toBe(reason)
  })

  it('is for managers of the fleet, and for files of one’s own', async () => {
    const fileId = await upload(kml(placemark('Centro', square)))
    expect((await inspect(fileId, {}, at.viewer)).status).toBe(403)
    expect((await inspect(fileId, {}, at.outsider)).body.code).toBe('fleet_denied')
    const theirs = await upload(kml(placemark('Centro', square)), 'x.kml', at.viewer)
    expect((await inspect(theirs)).body.code).toBe('file_not_found')
  })
})

describe('an export of geofences', () => {
  it.each(['geojson', 'kml', 'csv'] as const)('as %s is read again by an import', async (format) => {
    const fence = await test.build((tx) =>
      buildFence(tx, {
        companyId: at.companyId,
        fleetId: at.fleetId,
        name: 'Base «Ñandú» & hijos',
        tags: ['base'],
      }),
    )
    await test.build((tx) => buildFence(tx, { companyId: at.companyId, fleetId: at.fleetId }))
    const given = { fleetId: at.fleetId, ids: [fence.id], format }
    const work = await works.ended(at.viewer, '/geofences/exports', given)
    expect(work.result?.fileName).toBe(`geocercas.${format}`)
    const bytes = await works.download(at.viewer, work.result?.fileId ?? '')
    const { fences, refused } = await readFences(bytes, {})
    expect(refused).toEqual([])
    expect(fences).toMatchObject([
      { name: fence.name, tags: ['base'], shape: { kind: 'circle', radiusMetres: 250 } },
    ])
  })

  it('writes all of the fleet, and nothing of another', async () => {
    await test.build((tx) => buildFence(tx, { companyId: at.companyId, fleetId: at.fleetId }))
    const work = await works.ended(at.lead, '/geofences/exports', { fleetId: at.fleetId, format: 'wkt' })
    const text = (await works.download(at.lead, work.result?.fileId ?? '')).toString()
    expect(text.trim().split('\n')).toHaveLength(1)
    const denied = await at.outsider<{ code: string }>('POST', '/geofences/exports', {
      body: { fleetId: at.fleetId, format: 'kml' },
    })
    expect(denied.body.code).toBe('fleet_denied')
  })
})

describe('a plan of an import', () => {
  const shape = { kind: 'circle', center: { latitude: 0, longitude: 0 }, radiusMetres: 50 } as const
  const fenceOf = (index: number, name: string) => ({
    index,
    name,
    description: null,
    colour: null,
    tags: [],
    shape,
  })
  const fleet = {
    taken: new Set(['geocerca 1']),
    room: 2,
    compared: (name: string) => name.toLowerCase(),
    nameless: (number: number) => `Geocerca ${number}`,
  }
  it('gives unnamed ones free names, and refuses repeated names and what the fleet has no room for', () => {
    const fences = [fenceOf(1, ''), fenceOf(2, 'Uno'), fenceOf(3, 'UNO'), fenceOf(4, 'Dos')]
    const plan = planFences({ fences, refused: [] }, fleet)
    expect(plan.fences.map(({ name }) => name)).toEqual(['Geocerca 2', 'Uno'])
    expect(plan.refused.map(({ index, reason }) => [index, reason])).toEqual([
      [3, 'name_taken'],
      [4, 'fences_full'],
    ])
  })
})

describe('a file', () => {
  it('is cut to what the product takes', async () => {
    const long = JSON.stringify({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-99.13, 19.43] },
      properties: {
        name: `${'x'.repeat(79)}😀y\u202E`,
        radius: 5,
        tags: Array.from({ length: 30 }, (_, n) => `t${n}`),
      },
    })
    expect((await readFences(Buffer.from(long), {})).refused).toMatchObject([{ reason: 'beyond_limits' }])
    const { fences } = await readFences(Buffer.from(long.replace('"radius":5', '"radius":50')), {})
    expect(fences[0]?.name).toBe('x'.repeat(79))
    expect(fences[0]?.tags).toHaveLength(20)
  })
})

describe('the reader of files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rumbo-fences-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const readerThat = (does: string) => {
    const program = join(folder, 'reader.mjs')
    writeFileSync(program, `process.once('message', () => { ${does} })`)
    return { program, options: [] }
  }
  const read = (does: string) =>
    readFencesInProcess(Buffer.of(), {}, { fleetId: 'f1', reader: readerThat(does) })

  it('that needs too much refuses the file', async () => {
    const { refused } = await read("process.kill(process.pid, 'SIGKILL')")
    expect(refused).toMatchObject([{ index: 0, reason: 'file_too_detailed' }])
  })
  it('that stops with the server is unavailable', async () => {
    await expect(read("process.kill(process.pid, 'SIGTERM')")).rejects.toMatchObject({ code: 'unavailable' })
  })
  it('that fails otherwise is an error', async () => {
    await expect(read('process.exit(3)')).rejects.toThrow(/exited with 3/)
  })
})
