import type { TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createImports, type Imports } from '../testing/vehicle-imports.testing.ts'
import { arrangeVehiclePeople, type VehiclePeople } from '../testing/vehicle-people.testing.ts'
import { buildVehicle } from '../vehicles.factory.ts'

let imports: Imports
let at: VehiclePeople

beforeAll(async () => {
  imports = await createImports()
})
afterAll(() => imports.test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(imports.test, ['Norte', 'Reparto Sur'])
})

const imported = (bytes: Buffer | string, given: object = {}, call = at.lead) =>
  imports.imported(at, bytes, given, call)
const list = () => imports.list(at)

describe('an export of vehicles', () => {
  beforeEach(async () => {
    await imports.test.build(async (tx) => {
      const { companyId } = at
      await buildVehicle(tx, {
        companyId,
        fleetId: at.fleetId,
        vehicleNumber: '=1',
        plateNumber: 'E-1',
        vin: '3N6AD33C0GK800009',
        make: 'Íñigo; "el"',
        type: 'bus',
        color: 'silver',
        fuelType: 'lpg',
        mileage: 10.5,
        imei: `77${at.fleetId.slice(-8)}`,
        seats: 30,
        loadKg: 800,
        loadM3: 3.25,
        skills: ['Rampa', 'Cadena de frío'],
        speedLimitKmh: 80,
        allowedHours: [{ days: [6, 7], from: '22:00', to: '05:30' }],
        insurer: 'GNP',
        insurancePolicy: '-12',
        insuranceExpiresOn: '2026-05-01',
        licenceExpiresOn: '2027-05-01',
        nextServiceDate: '2026-04-01',
        notesGeneral: 'Dos\nlíneas',
        causes: ['silent', 'out_of_service'],
      })
      await buildVehicle(tx, {
        companyId,
        fleetId: at.otherFleetId,
        vehicleNumber: '2',
        plateNumber: 'E-2',
        causes: ['silent', 'inactive_by_hand'],
      })
    })
  })
  const exported = async (call: TestCall, given: object = {}) => {
    const body = { companyId: at.companyId, format: 'csv', language: 'es', ...given }
    const work = await imports.works.ended(call, '/vehicles/exports', body)
    if (!work.result?.fileId) throw new Error(`No file: ${JSON.stringify(work)}`)
    return imports.works.download(call, work.result.fileId)
  }
  const records = async () =>
    (await list()).items.map(({ id: _i, version: _v, createdAt: _c, updatedAt: _u, ...said }) => said)

  it.each([
    ['csv', 'es'],
    ['csv', 'en'],
    ['xlsx', 'es'],
    ['xlsx', 'en'],
  ])('as %s in %s is imported again without loss', async (format, language) => {
    const before = await records()
    const bytes = await exported(at.lead, { format, language })
    await imports.test.build((tx) =>
      tx.sql('update vehicles.vehicles set archived_at = now() where company_id = $1', [at.companyId]),
    )
    const work = await imported(bytes, { fleetId: null })
    expect(work.result).toMatchObject({ added: 2, bad: [] })
    expect(await records()).toEqual(before)
  })

  it('writes what the filter shows of what the person sees, formulas neutralised', async () => {
    const text = (await exported(at.chief)).toString('utf8')
    expect(text.startsWith('\uFEFFFlotilla,Número de unidad,')).toBe(true)
    expect(text).toContain("Norte,'=1,")
    expect(text).toContain("'-12")
    expect(text).not.toContain('E-2')
    const some = (await exported(at.lead, { type: ['sedan'], language: 'en' })).toString('utf8')
    expect(some.startsWith('\uFEFFFleet,')).toBe(true)
    expect(some).toContain('Reparto Sur,2,E-2')
    expect(some).not.toContain('E-1')
    expect((await exported(at.lead, { skill: ['rampa'], search: 'E-1' })).toString('utf8')).toContain('E-1')
    const outsiders = await exported(at.outsider, { companyId: undefined })
    expect(outsiders.toString('utf8').trim().split('\r\n')).toHaveLength(1)
  })

  it.each([
    ['seats', null, 'wrong_type'],
    ['seats', '4', 'wrong_type'],
    ['expiresWithinDays', null, 'wrong_type'],
    ['expiresWithinDays', true, 'wrong_type'],
    ['status', 'active', 'wrong_type'],
  ])('converts nothing: the filter %s is not taken as %j', async (field, value, code) => {
    const body = { companyId: at.companyId, format: 'csv', [field]: value }
    expect(await at.lead('POST', '/vehicles/exports', { body })).toMatchObject({
      status: 422,
      body: { errors: [{ path: `body.${field}`, code }] },
    })
  })

  it('is not begun for a company in which the person has no place', async () => {
    const body = { companyId: at.companyId, format: 'csv' }
    expect(await at.outsider('POST', '/vehicles/exports', { body })).toMatchObject({
      ...{ status: 403, body: { code: 'company_denied' } },
    })
    const works = await imports.test.build((tx) =>
      tx.sql<{ kind: string }>('select kind from platform.works where company_id = $1', [at.companyId]),
    )
    expect(works.filter(({ kind }) => kind === 'vehicles.export')).toEqual([])
  })

  it('is recorded in the audit of each company whose vehicles it contains, and of no other', async () => {
    const entries = (companyId: string) =>
      imports.test.build((tx) =>
        tx.sql(
          `select actor_name is not null as is_named, fleet_id, changes from platform.audit_entries
           where action = 'vehicle.exported' and company_id = $1 order by at, id`,
          [companyId],
        ),
      )
    const { companyId, foreignCompanyId, fleetId } = at
    await exported(at.lead, { skill: ['rampa'], search: 'E-1', fleetId })
    await exported(at.lead, { companyId: undefined, format: 'xlsx' })
    await exported(at.outsider, { companyId: undefined })
    expect(await entries(companyId)).toEqual([
      {
        is_named: true,
        fleet_id: fleetId,
        changes: {
          rows: [null, 1],
          format: [null, 'csv'],
          filter: [null, { search: 'E-1', skill: ['rampa'] }],
        },
      },
      { is_named: true, fleet_id: null, changes: { rows: [null, 2], format: [null, 'xlsx'] } },
    ])
    expect(await entries(foreignCompanyId)).toEqual([])
  })
})
