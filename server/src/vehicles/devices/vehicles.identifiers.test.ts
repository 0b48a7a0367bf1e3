import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import type { TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment } from '../../organisation/organisation.factory.ts'
import { readWorkbook } from '../../platform/tables/workbook.ts'
import { createImports, type Imports } from '../testing/vehicle-imports.testing.ts'
import { arrangeVehiclePeople, type VehiclePeople, vehicleForm } from '../testing/vehicle-people.testing.ts'
import { buildVehicle } from '../vehicles.factory.ts'

let imports: Imports
let at: VehiclePeople
let mark: string
let vehicleId: string
let elsewhere: string
/** Manages the first fleet and only looks at the other. */
let mixed: TestCall
let mixedId: string

beforeAll(async () => {
  imports = await createImports()
})
afterAll(() => imports.test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(imports.test)
  mark = at.fleetId.slice(-7).toUpperCase()
  const user = await imports.test.build(async (tx) => {
    const { companyId } = at
    const vehicle = async (fleetId: string, place: string) =>
      (
        await buildVehicle(tx, {
          ...{ companyId, fleetId, vehicleNumber: `N${place}`, plateNumber: `P${place}` },
          vin: `VINXXXXXX${place}${mark}`,
          imei: `IM${place}${mark}`,
          simNumber: '+52 55 7777 8888',
          gpsSerialNumber: `SE${place}${mark}`,
          insurancePolicy: `PO${place}${mark}`,
        })
      ).id
    vehicleId = await vehicle(at.fleetId, '1')
    elsewhere = await vehicle(at.otherFleetId, '2')
    const someone = await buildUser(tx, { level: 'manager' })
    const place = { userId: someone.id, companyId }
    await buildAssignment(tx, { ...place, fleetId: at.fleetId, role: 'fleet_manager' })
    await buildAssignment(tx, { ...place, fleetId: at.otherFleetId, role: 'fleet_viewer', isPrimary: false })
    return someone
  })
  mixedId = user.id
  mixed = await imports.test.as(user)
})

const exported = async (call: TestCall, format: 'csv' | 'xlsx' = 'csv') => {
  const { result } = await imports.works.ended(call, '/vehicles/exports', { format })
  const fileId = result?.fileId ?? ''
  return { fileId, bytes: await imports.works.download(call, fileId) }
}
const holds = (text: string, place: '1' | '2') =>
  [`VINXXXXXX${place}${mark}`, `IM${place}${mark}`, `SE${place}${mark}`, `PO${place}${mark}`].filter(
    (value) => text.includes(value),
  ).length

describe('what identifies a tracker and papers', () => {
  it('is left out of the files of those who may edit no vehicle, heading and all', async () => {
    for (const call of [at.dispatcher, at.viewer]) {
      const text = (await exported(call)).bytes.toString()
      expect(text).toContain('N1')
      expect([holds(text, '1'), holds(text, '2')]).toEqual([0, 0])
      expect(text).not.toMatch(/VIN|IMEI|SIM|7777 8888|serie del GPS|Póliza/)
      const sheet = JSON.stringify(await readWorkbook((await exported(call, 'xlsx')).bytes))
      expect(sheet).toContain('N1')
      expect(holds(sheet, '1')).toBe(0)
      expect(sheet).not.toMatch(/IMEI|7777 8888/)
    }
  })

  it('stands in a file, a list and a record only of vehicles one may edit', async () => {
    const text = (await exported(mixed)).bytes.toString()
    expect(text).toContain('N2')
    expect([holds(text, '1'), holds(text, '2')]).toEqual([4, 0])
    const { items } = (await mixed<{ items: Vehicle[] }>('GET', '/vehicles')).body
    expect(items.map(({ vehicleNumber, vin }) => [vehicleNumber, vin !== null])).toEqual([
      ['N1', true],
      ['N2', false],
    ])
    expect((await mixed<Vehicle>('GET', `/vehicles/${elsewhere}`)).body).toMatchObject({
      ...{ vin: null, imei: null, simNumber: null, gpsSerialNumber: null, insurancePolicy: null },
      gpsModel: null,
      vehicleNumber: 'N2',
    })
  })

  it('finds by a search only vehicles one may edit', async () => {
    const found = async (search: string) =>
      (await mixed<{ items: Vehicle[] }>('GET', `/vehicles?search=${search}`)).body.items.map(
        ({ vehicleNumber }) => vehicleNumber,
      )
    expect(await found(`IM1${mark}`)).toEqual(['N1'])
    expect(await found(`IM2${mark}`)).toEqual([])
    expect(await found(mark)).toEqual(['N1'])
    expect(await found('N2')).toEqual(['N2'])
  })

  it('stays out of searches of others when it changes', async () => {
    const body = vehicleForm(at.fleetId, { vin: `VINXXXXXX3${mark}`, imei: `IM3${mark}`, version: 1 })
    expect((await at.lead('PUT', `/vehicles/${vehicleId}`, { body })).status).toBe(200)
    const found = async (call: TestCall, search: string) =>
      (await call<{ total: number }>('GET', `/vehicles?fleetId=${at.fleetId}&search=${search}`)).body.total
    for (const search of [`VINXXXXXX3${mark}`, `IM3${mark}`, mark]) {
      expect(await found(at.lead, search)).toBe(1)
      expect(await found(at.viewer, search)).toBe(0)
    }
    expect(await found(at.viewer, `${body.vehicleNumber} versa`)).toBe(1)
    expect(await found(at.lead, `IM1${mark}`)).toBe(0)
  })

  it('leaves with the right to edit: from a file made before, and from an answer that was kept', async () => {
    const headers = { 'idempotency-key': `notes-${mark}` }
    const body = { notesGeneral: 'Revisar frenos', version: 1 }
    const note = () => mixed<Vehicle>('PUT', `/vehicles/${vehicleId}/notes`, { body, headers })
    expect((await note()).body).toMatchObject({ imei: `IM1${mark}` })
    expect((await note()).body).toMatchObject({ imei: `IM1${mark}` })
    const { fileId } = await exported(mixed)
    await imports.test.build(async (tx) => {
      await tx.sql("update identity.users set level = 'user' where id = $1", [mixedId])
      tx.forgetUsers([mixedId])
    })
    expect(await note()).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    expect((await mixed('GET', `/files/${fileId}`)).status).toBe(404)
    const again = { ...body, version: 2 }
    const { status, body: seen } = await mixed<Vehicle>('PUT', `/vehicles/${vehicleId}/notes`, {
      body: again,
    })
    expect([status, seen.imei]).toEqual([200, null])
  })
})
