import type { TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { buildFleet } from '../../organisation/organisation.factory.ts'
import { setCause } from '../index.ts'
import {
  createImports,
  file,
  heading,
  type Imports,
  line,
  refused,
} from '../testing/vehicle-imports.testing.ts'
import { arrangeVehiclePeople, type VehiclePeople } from '../testing/vehicle-people.testing.ts'
import { buildVehicle } from '../vehicles.factory.ts'
import { dayOf } from './vehicles.import.rules.ts'

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
const numbers = async () => (await list()).items.map((one) => one.vehicleNumber)

describe('an import of vehicles', () => {
  it('knows headings in both languages, and words, days and numbers as people write them', async () => {
    const more = ',Flotilla,NIV,Odómetro,Asientos,Capacidades,Horario,Vigencia póliza,Estatus,Aseguradora,RFC'
    const cells =
      ',reparto sur,3n6ad33c0gk800001,"12,500 kms",2,"Rampa; Cadena de frío",1-5 06:00-22:00,31/12/2026,En taller,Quálitas,X'
    const fileId = await imports.works.upload(at.lead, 'x.csv', file(more, line('101', 'ABC-1', cells)))
    expect((await imports.inspect(at.lead, fileId)).body).toMatchObject({
      rows: 1,
      mapping: [
        ...[
          'vehicleNumber',
          'plateNumber',
          'make',
          'model',
          'year',
          'type',
          'color',
          'fuelType',
          'installationDate',
        ],
        ...[
          'fleet',
          'vin',
          'mileage',
          'seats',
          'skills',
          'allowedHours',
          'insuranceExpiresOn',
          'status',
          'insurer',
        ],
        null,
      ],
    })
    const english =
      'Unit number,License plate,Make,Model,Year,Vehicle type,Colour,Fuel,Installation date,Seats\n' +
      '102,ABC-2,Kenworth,T680,2020,Tracto,Roja,Diesel,15-ene-24,1\n'
    expect((await imported(file(more, line('101', 'ABC-1', cells)))).result).toMatchObject({
      added: 1,
      bad: [],
    })
    expect((await imported(english)).result).toMatchObject({ added: 1, bad: [] })
    const [first, second] = (await list()).items
    expect(first).toMatchObject({
      vehicleNumber: '101',
      fleetId: at.otherFleetId,
      vin: '3N6AD33C0GK800001',
      mileage: 12_500,
      seats: 2,
      skills: ['Rampa', 'Cadena de frío'],
      allowedHours: [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '22:00' }],
      insuranceExpiresOn: '2026-12-31',
      installationDate: '2024-01-15',
      status: 'maintenance',
      manualStatus: 'maintenance',
    })
    expect(second).toMatchObject({ type: 'truck', color: 'red', fuelType: 'diesel', status: 'inactive' })
  })

  it.each([
    ['15/01/2024', '2024-01-15'],
    ['3-2-24', '2024-02-03'],
    ['30-jun-26', '2026-06-30'],
    ['15-ene.-2024', '2024-01-15'],
    ['1 de Septiembre del 2024', '2024-09-01'],
    ['15 Aug 1998', '1998-08-15'],
    ['4.12.98', '1998-12-04'],
    ['2024-01-15 00:00:00', '2024-01-15'],
    ['01/25/2024', '2024-25-01'],
    ['15 foo 2024', '15 foo 2024'],
    ['45306', '45306'],
  ])('reads the day %j as %s', (text, day) => {
    expect(dayOf(text)).toBe(day)
  })

  it('finds headings below a title and blank rows, or uses the given row', async () => {
    const titled = `Parque vehicular;;\n\n"Actualizado; enero";;\n${file('', line('101', 'A-1'), line('', 'A-2')).replaceAll(',', ';')}`
    const fileId = await imports.works.upload(at.lead, 'x.csv', titled)
    const inspect = (body: object) =>
      at.lead<{ columns: string[]; headingRow: number; rows: number }>('POST', '/vehicles/imports/inspect', {
        body: { fileId, ...body },
      })
    const found = (await inspect({})).body
    expect(found).toMatchObject({
      headingRow: 4,
      rows: 2,
      columns: heading.split(','),
      headingRows: [
        { row: 1, text: 'Parque vehicular' },
        { row: 3, text: 'Actualizado; enero' },
        { row: 4, text: 'Unidad · Placas · Marca · Modelo' },
        { row: 5, text: '101 · A-1 · Nissan · NP300' },
        { row: 6, text: 'A-2 · Nissan · NP300 · 2022' },
      ],
    })
    const title = { columns: ['Parque vehicular', '', ''], rows: 4 }
    expect((await inspect({ headingRow: 1 })).body).toMatchObject(title)
    expect(await inspect({ headingRow: 2 })).toMatchObject({ status: 422, body: { code: 'file_unreadable' } })
    const work = await imported(titled, { skipBad: true })
    expect(work.result).toMatchObject({ added: 1 })
    // Numbers are those of the file.
    expect(refused(work)).toContain('6 vehicleNumber required')
  })

  it('lists every bad row in a dry run, and changes nothing', async () => {
    const more = ',VIN,Asientos,Flotilla,Horario'
    const work = await imported(
      file(
        more,
        line('1', 'A-1', ',,,,'),
        ',,Nissan,NP300,2030,Nave,Blanco,Vapor,31/02/2024,CORTO,-1,,de día',
        line('2', 'A-2', ',,,Oeste,'),
        line('3', 'A 1', ',,,,'),
        line('4', 'A-4', ',3N6AD33C0GK800001,,,'),
        line('5', 'A-5', ',3n6ad33c0gk800001,,,'),
        '6,A-6,,,,,,,,,,,',
      ),
      { isDryRun: true },
    )
    expect(work.result).toMatchObject({ added: 2, updated: 0, skipped: 0, isDryRun: true })
    expect(refused(work).sort()).toEqual([
      '3 allowedHours wrong_type',
      '3 fuelType not_allowed',
      '3 installationDate wrong_format',
      '3 seats too_small',
      '3 type not_allowed',
      '3 vehicleNumber required',
      '3 vin vin_length',
      '4 fleet fleet_unknown',
      '5 plateNumber twice_in_file',
      '7 vin twice_in_file',
      '8 color required',
      '8 fuelType required',
      '8 installationDate required',
      '8 make required',
      '8 model required',
      '8 type required',
      '8 year required',
    ])
    expect((await list()).total).toBe(0)
  })

  it('refuses a future year, and writes only the valid rows if skipBad is set', async () => {
    const text = file('', line('1', 'A-1'), line('2', 'A-2').replace('2022', '2027'))
    expect((await imported(text)).result).toMatchObject({
      added: 0,
      bad: [{ row: 3, field: 'year', code: 'year_future', value: '2027' }],
    })
    expect((await list()).total).toBe(0)
    expect((await imported(text, { skipBad: true })).result).toMatchObject({ added: 1 })
    expect(await numbers()).toEqual(['1'])
  })

  it.each([
    ['skip', { added: 1, updated: 0, skipped: 3, bad: [] }, 'white'],
    ['update', { added: 1, updated: 3, skipped: 0, bad: [] }, 'red'],
    ['fail', { added: 0, updated: 0, skipped: 0 }, 'white'],
  ] as const)('deals with vehicles that are there: %s', async (duplicates, counts, color) => {
    await imported(
      file(
        ',VIN,Notas',
        line('1', 'A-1', ',,antes'),
        line('2', 'A-2', ',,'),
        line('3', 'A-3', ',3N6AD33C0GK800003,'),
      ),
    )
    const again = file(
      ',VIN,Notas',
      line('1', 'A-1', ',,'),
      line('2-bis', 'a 2', ',,'),
      line('3-bis', 'A-33', ',3N6AD33C0GK800003,'),
      line('4', 'A-4', ',,'),
    ).replaceAll('Blanco', 'Rojo')
    const work = await imported(again, { duplicates })
    expect(work.result).toMatchObject(counts)
    if (duplicates === 'fail')
      expect(refused(work)).toEqual([
        '2 vehicleNumber taken',
        '2 plateNumber taken',
        '3 plateNumber taken',
        '4 vin taken',
      ])
    const { items } = await list()
    expect(items[0]).toMatchObject({ vehicleNumber: '1', color, notesGeneral: 'antes' })
    expect(items.map((one) => one.vehicleNumber)).toEqual(
      { skip: ['1', '2', '3', '4'], update: ['1', '2-bis', '3-bis', '4'], fail: ['1', '2', '3'] }[duplicates],
    )
    if (duplicates === 'update') {
      const entries = await imports.test.build((tx) =>
        tx.sql<{ changes: object }>(
          "select changes from platform.audit_entries where entity_id = $1 and action = 'vehicle.updated'",
          [items[1]?.id],
        ),
      )
      expect(entries).toEqual([
        { changes: { vehicleNumber: ['2', '2-bis'], plateNumber: ['A-2', 'a 2'], color: ['white', 'red'] } },
      ])
    }
  })

  it('never takes what another vehicle holds, of whatever fleet or company', async () => {
    const imei = `86${at.fleetId.slice(-8)}`
    const mine = await imports.test.build(async (tx) => {
      await buildVehicle(tx, { companyId: at.foreignCompanyId, fleetId: at.foreignFleetId, imei })
      await buildVehicle(tx, {
        companyId: at.companyId,
        fleetId: at.otherFleetId,
        vehicleNumber: '7',
        plateNumber: 'Z-7',
      })
      await buildVehicle(tx, {
        companyId: at.companyId,
        fleetId: at.fleetId,
        vehicleNumber: '8',
        plateNumber: 'Z-8',
      })
      return buildVehicle(tx, {
        companyId: at.companyId,
        fleetId: at.fleetId,
        vehicleNumber: '9',
        plateNumber: 'Z-9',
      })
    })
    const text = file(
      ',IMEI,Flotilla',
      line('1', 'A-1', `,${imei},`),
      line('7', 'A-7', ',,'),
      line('9', 'Z-8', ',,'),
      line('10', 'A-10', ',,Reparto Sur'),
    )
    const work = await imported(text, { duplicates: 'update' }, at.chief)
    expect(refused(work)).toEqual([
      '2 imei taken',
      '3 vehicleNumber taken',
      '4 plateNumber taken',
      '5 fleet fleet_unknown',
    ])
    await imports.test.build((tx) => setCause(tx, mine.id, 'occupied', 'a service'))
    const moved = await imported(file(',Flotilla', line('9', 'Z-9', ',Reparto Sur')), {
      duplicates: 'update',
    })
    expect(moved.result?.bad).toMatchObject([{ field: 'fleet', code: 'vehicle_at_work' }])
  })

  it('takes a vehicle that it moves out of the workshop of its former fleet, and says so', async () => {
    const { id } = await imports.test.build(async (tx) => {
      const numbers = { vehicleNumber: '9', plateNumber: 'Z-9' }
      const made = await buildVehicle(tx, { companyId: at.companyId, fleetId: at.fleetId, ...numbers })
      await setCause(tx, made.id, 'maintenance', '0198c0de-0000-7000-8000-00000000f001')
      return made
    })
    await imported(file(',Flotilla', line('9', 'Z-9', ',Reparto Sur')), { duplicates: 'update' })
    const [vehicle] = (await list()).items
    expect(vehicle).toMatchObject({ fleetId: at.otherFleetId, status: 'inactive', manualStatus: 'active' })
    const audited = await imports.test.build((tx) =>
      tx.sql(
        `select changes from platform.audit_entries where entity_id = $1 and action = 'vehicle.updated'`,
        [id],
      ),
    )
    expect(audited).toMatchObject([{ changes: { status: ['maintenance', 'inactive'] } }])
  })

  it('reads a workbook with days as days', async () => {
    const bytes = await writeXlsxFile([
      heading.split(',').map((value) => ({ value, type: String })),
      [
        { value: 301, type: Number },
        { value: 'X-1', type: String },
        { value: '=1+1', type: String },
        { value: 'March', type: String },
        { value: 2020, type: Number },
        ...['Sedán', 'Negro', 'Híbrido'].map((value) => ({ value, type: String as StringConstructor })),
        { value: new Date('2024-02-29T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' },
      ],
    ]).toBuffer()
    expect(await imported(bytes)).toMatchObject({ status: 'done', result: { added: 1, bad: [] } })
    expect((await list()).items).toMatchObject([
      { vehicleNumber: '301', make: '=1+1', installationDate: '2024-02-29', fuelType: 'hybrid' },
    ])
  })

  it('goes to fleets the person may edit, with a mapping that makes sense', async () => {
    const fileId = await imports.works.upload(at.chief, 'x.csv', file('', line('1', 'A-1')))
    const { mapping } = (await imports.inspect(at.chief, fileId)).body
    const ask = (call: TestCall, given: object = {}) =>
      call('POST', '/vehicles/imports', {
        body: { companyId: at.companyId, fleetId: at.fleetId, fileId, mapping, isDryRun: false, ...given },
      })
    for (const call of [at.dispatcher, at.viewer, at.driver])
      expect(await ask(call)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await ask(at.outsider)).toMatchObject({ status: 403, body: { code: 'company_denied' } })
    expect(await ask(at.chief, { fleetId: at.otherFleetId })).toMatchObject({
      body: { code: 'fleet_denied' },
    })
    expect(await ask(at.chief, { fleetId: at.foreignFleetId })).toMatchObject({
      body: { code: 'fleet_denied' },
    })
    expect(await ask(at.lead)).toMatchObject({ status: 404, body: { code: 'file_not_found' } })
    const short = mapping.map((field) => (field === 'make' ? null : field))
    expect(await ask(at.chief, { mapping: short })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'body.mapping', code: 'required' }] },
    })
    expect((await ask(at.chief, { mapping: short, duplicates: 'update' })).status).toBe(202)
    expect(await ask(at.chief, { mapping: [...mapping, 'vin', 'vin'] })).toMatchObject({
      body: { errors: [{ path: `body.mapping.${mapping.length + 1}`, code: 'not_allowed' }] },
    })
  })

  it('distinguishes fleets whose names differ only in accents', async () => {
    const { companyId } = at
    const [leon, plain] = await imports.test.build(async (tx) => [
      await buildFleet(tx, { companyId, name: 'León' }),
      await buildFleet(tx, { companyId, name: 'Leon' }),
    ])
    await imported(
      file(
        ',Flotilla',
        line('1', 'A-1', ',LEÓN'),
        line('2', 'A-2', ',leon'),
        line('3', 'A-3', ',reparto súr'),
      ),
    )
    expect((await list()).items.map(({ fleetId }) => fleetId)).toEqual([leon?.id, plain?.id, at.otherFleetId])
    const lost = file(',Flotilla', line('4', 'A-4', ',Lèon'))
    expect(refused(await imported(lost))).toEqual(['2 fleet fleet_unknown'])
  })

  it('asks where rows go that name no fleet', async () => {
    const work = await imported(file(',Flotilla', line('1', 'A-1', ','), line('2', 'A-2', ',Norte')), {
      fleetId: null,
    })
    expect(work.result?.bad).toMatchObject([{ row: 2, field: 'fleet', code: 'required' }])
  })
})
