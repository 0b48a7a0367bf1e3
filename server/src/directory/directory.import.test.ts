import type { Contact } from '@rumbo/contract/directory.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { createTestWorkRunner } from '@rumbo/tools/testing/work-runner'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { workEndpoints } from '../platform/jobs/work.endpoints.ts'
import { directoryEndpoints, exportContactsWork, importContactsWork } from './index.ts'

let test: TestApp
let works: ReturnType<typeof createTestWorkRunner>
let companyId: string
let admin: TestCall
let dispatcher: TestCall
let viewer: TestCall
let outsider: TestCall

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ directory }) => [...directoryEndpoints(directory), ...workEndpoints],
  })
  works = createTestWorkRunner(test, {
    'directory.import': importContactsWork,
    'directory.export': exportContactsWork,
  })
})
afterAll(() => test.close())

beforeEach(async () => {
  const people = await test.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    const fleetId = (await buildFleet(tx, { companyId })).id
    const foreignId = (await buildCompany(tx)).id
    const [ada, dan, vera, otto] = [
      await buildUser(tx, { level: 'admin' }),
      await buildUser(tx),
      await buildUser(tx),
      await buildUser(tx, { level: 'admin' }),
    ]
    await buildAssignment(tx, { userId: ada.id, companyId })
    await buildAssignment(tx, { userId: dan.id, companyId, fleetId })
    await buildAssignment(tx, { userId: vera.id, companyId, fleetId, role: 'fleet_viewer' })
    await buildAssignment(tx, { userId: otto.id, companyId: foreignId })
    return { ada, dan, vera, otto }
  })
  admin = await test.as(people.ada)
  dispatcher = await test.as(people.dan)
  viewer = await test.as(people.vera)
  outsider = await test.as(people.otto)
})

interface Inspected {
  columns: string[]
  sample: string[][]
  rows: number
  encoding: string | null
  delimiter: string | null
  mapping: (string | null)[]
}
const inspect = (call: TestCall, fileId: string) =>
  call<Inspected>('POST', '/directory/imports/inspect', { body: { fileId } })

/** Uploads, takes the proposed mapping, and imports. */
async function imported(bytes: Buffer | string, given: object = {}, call: TestCall = dispatcher) {
  const fileId = await works.upload(call, 'contactos.csv', bytes)
  const { mapping } = (await inspect(call, fileId)).body
  return works.ended(call, '/directory/imports', { companyId, fileId, mapping, isDryRun: false, ...given })
}
const list = async () =>
  (
    await admin<{ items: Contact[]; total: number }>(
      'GET',
      `/directory/contacts?size=100&companyId=${companyId}`,
    )
  ).body
const latin1 = (text: string) => Buffer.from(text, 'latin1')

it('reports a row whose name has hidden characters, by its field', async () => {
  const work = await imported(
    'Nombre,Apellido,Teléfono\nAna\u200B,Ruiz\u202EX,5555120077\nLuz,Mora,5555120078\n',
    {
      skipBad: true,
    },
  )
  expect(work.result).toMatchObject({ added: 1 })
  expect(work.result?.bad).toMatchObject([
    { row: 2, field: 'firstName', code: 'hidden_characters' },
    { row: 2, field: 'lastName', code: 'hidden_characters' },
  ])
})

describe('reading a file', () => {
  it.each<[string, Buffer | string, Partial<Inspected>]>([
    [
      'UTF-8 with a byte order mark and commas',
      '\uFEFFNombre,Apellido,Teléfono\r\nMaría,"Peña, viuda de Ruiz",5555120001\r\n',
      { encoding: 'utf-8', delimiter: ',', sample: [['María', 'Peña, viuda de Ruiz', '5555120001']] },
    ],
    [
      'Latin-1 with semicolons',
      latin1(
        'Nombre;Apellidos;Tel\xe9fono;Correo electr\xf3nico\nJos\xe9;N\xfa\xf1ez;33 3615 2201;j@x.example\n',
      ),
      {
        encoding: 'windows-1252',
        delimiter: ';',
        mapping: ['firstName', 'lastName', 'primaryPhone', 'email'],
        sample: [['José', 'Núñez', '33 3615 2201', 'j@x.example']],
      },
    ],
    [
      'tabs, English headings, unknown columns and blank rows',
      'First Name\tLast name\tMobile\tRFC\n\nAnn\tLee\t5555120002\tX\n\t\t\t\n',
      { delimiter: '\t', mapping: ['firstName', 'lastName', 'primaryPhone', null], rows: 1 },
    ],
    [
      'the separator named in the first line',
      'sep=;\nNombre;Apellido;Tel\nA;B;5555120003\n',
      { delimiter: ';', rows: 1 },
    ],
    [
      'a heading twice',
      'Nombre,Apellido,Teléfono,Celular,Empresa\nA,B,5555120003,5555120004,C\n',
      { mapping: ['firstName', 'lastName', 'primaryPhone', null, 'companyName'] },
    ],
  ])('knows %s', async (_what, bytes, expected) => {
    const fileId = await works.upload(dispatcher, 'contactos.csv', bytes)
    expect(await inspect(dispatcher, fileId)).toMatchObject({ status: 200, body: expected })
  })

  it('reads a workbook with telephones as numbers', async () => {
    const bytes = await writeXlsxFile([
      ['Nombre', 'Apellido', 'Teléfono', 'Latitud', 'Longitud'].map((value) => ({ value, type: String })),
      [
        { value: 'Luz', type: String },
        { value: 'Mora', type: String },
        { value: 525555120004, type: Number },
        { value: 19.4326077, type: Number },
        { value: -99.133208, type: Number },
      ],
      [],
      [{ value: 'Leo' }, { value: 'Mora' }, { value: 5555120005 }],
    ]).toBuffer()
    const work = await imported(bytes)
    expect(work).toMatchObject({ status: 'done', result: { added: 2, bad: [] } })
    const [leo, luz] = (await list()).items.sort((a, b) => a.firstName.localeCompare(b.firstName))
    expect(luz).toMatchObject({
      primaryPhone: '525555120004',
      addresses: [{ type: 'other', latitude: 19.4326077, longitude: -99.133208 }],
    })
    expect(leo?.primaryPhone).toBe('5555120005')
  })

  it('refuses a file that is no table, a file of another user, and too many rows', async () => {
    const blank = await works.upload(dispatcher, 'x.csv', '\n\n')
    expect(await inspect(dispatcher, blank)).toMatchObject({ status: 422, body: { code: 'file_unreadable' } })
    const zip = await works.upload(
      dispatcher,
      'x.xlsx',
      Buffer.from('PK\u0003\u0004 but nothing else', 'latin1'),
    )
    expect(await inspect(dispatcher, zip)).toMatchObject({ status: 422, body: { code: 'file_unreadable' } })
    expect(await inspect(admin, blank)).toMatchObject({ status: 404, body: { code: 'file_not_found' } })
    const rows = 'A,B,5555120003\n'.repeat(50_001)
    const long = await works.upload(dispatcher, 'x.csv', `Nombre,Apellido,Tel\n${rows}`)
    expect(await inspect(dispatcher, long)).toMatchObject({ status: 422, body: { code: 'import_too_large' } })
  })

  it('refuses a workbook that unpacks to more than the limit', async () => {
    const bytes = await writeXlsxFile([[{ value: 'Nombre' }]]).toBuffer()
    const entry = bytes.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'))
    bytes.writeUInt32LE(2_000_000_000, entry + 24)
    const bomb = await works.upload(dispatcher, 'x.xlsx', bytes)
    expect(await inspect(dispatcher, bomb)).toMatchObject({ status: 422, body: { code: 'import_too_large' } })
  })
})

describe('an import', () => {
  const heading =
    'Nombre,Apellido,Teléfono,Correo,Función,Estado del contacto,Tipo de dirección,Ciudad,Latitud,Longitud\n'

  it('lists every bad row in a dry run, and changes nothing', async () => {
    const work = await imported(
      `${heading}Ana,Ruiz,5555120001,ana@x.example,Cliente,Activo,Casa,León,,\n` +
        `,Ruiz,llámame,nadie,Jefe,Dormido,Castillo,León,95,\n` +
        `${'x'.repeat(101)},Ruiz,5555120003,,Primary driver,inactive,Work,,19.4,\n` +
        `Eva,Sol,5555120004,,body_shop,,,Puebla,,\n`,
      { isDryRun: true },
    )
    expect(work.result).toMatchObject({ added: 1, updated: 0, skipped: 0, isDryRun: true })
    expect(work.result?.bad.map(({ row, field, code }) => `${row} ${field} ${code}`).sort()).toEqual([
      '3 addressType not_allowed',
      '3 email email_invalid',
      '3 firstName required',
      '3 latitude too_big',
      '3 longitude coordinates_missing',
      '3 primaryPhone phone_invalid',
      '3 role not_allowed',
      '3 status not_allowed',
      '4 firstName too_long',
      '4 longitude coordinates_missing',
      '5 addressType not_allowed',
    ])
    expect(work.result?.bad).toContainEqual({ row: 3, field: 'role', code: 'not_allowed', value: 'Jefe' })
    expect((await list()).total).toBe(0)
  })

  it('writes nothing while a row is invalid, or only the valid rows if skipBad is set', async () => {
    const text = `${heading}Ana,Ruiz,5555120001,,Taller,,,,,\nEva,Sol,5555120002,,Proveedor,Suspendido,,,,\n`
    expect((await imported(text)).result).toMatchObject({ added: 0, bad: [{ row: 2, field: 'role' }] })
    expect((await list()).total).toBe(0)
    expect((await imported(text, { skipBad: true })).result).toMatchObject({ added: 1 })
    expect((await list()).items).toMatchObject([{ firstName: 'Eva', role: 'vendor', status: 'suspended' }])
  })

  it('keeps formulas as the text they are, without the apostrophe of an export', async () => {
    await imported(`Nombre,Apellido,Teléfono,Notas\n"=1+1",O'Hara,'+52 55 5512 0001,@SUM(A1)\n`)
    expect((await list()).items).toMatchObject([
      { firstName: '=1+1', lastName: "O'Hara", primaryPhone: '+52 55 5512 0001', notes: '@SUM(A1)' },
    ])
  })

  it.each([
    ['skip', { added: 1, updated: 0, skipped: 3 }, ['Ana Ruiz', 'Eva Sol']],
    ['update', { added: 1, updated: 1, skipped: 0 }, ['Anita Ruiz', 'Evita Sol']],
    [
      'add',
      { added: 4, updated: 0, skipped: 0 },
      ['Ana Ruiz', 'Ana Ruiz', 'Anita Ruiz', 'Eva Sol', 'Evita Sol'],
    ],
  ] as const)('deals with telephones that are taken: %s', async (duplicates, counts, names) => {
    await imported('Nombre,Apellido,Teléfono,Notas\nAna,Ruiz,55 5512 0001,antes\n')
    const work = await imported(
      'Nombre,Apellido,Teléfono,Notas\nAna,Ruiz,(55) 5512-0001,\nAnita,Ruiz,5555120001,\nEva,Sol,5555120002,\nEvita,Sol,5555120002,\n',
      { duplicates },
    )
    expect(work.result).toMatchObject(counts)
    const { items } = await list()
    expect(items.map(({ firstName, lastName }) => `${firstName} ${lastName}`).sort()).toEqual(names)
    expect(items.find(({ lastName }) => lastName === 'Ruiz')?.notes).toBe('antes')
  })

  it('goes to companies the person may edit, with a mapping that makes sense', async () => {
    const fileId = await works.upload(viewer, 'x.csv', 'Nombre,Apellido,Tel\nA,B,5555120001\n')
    const mapping = ['firstName', 'lastName', 'primaryPhone']
    const ask = (call: TestCall, given: object = {}) =>
      call('POST', '/directory/imports', { body: { companyId, fileId, mapping, isDryRun: false, ...given } })
    expect(await ask(viewer)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await ask(outsider)).toMatchObject({ status: 403, body: { code: 'company_denied' } })
    expect(await ask(dispatcher)).toMatchObject({ status: 404, body: { code: 'file_not_found' } })
    expect(await ask(dispatcher, { mapping: ['firstName', 'lastName'] })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'body.mapping', code: 'required' }] },
    })
    expect(await ask(dispatcher, { mapping: [...mapping, 'lastName'] })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'body.mapping.3', code: 'not_allowed' }] },
    })
    const longer = [...mapping, 'notes']
    expect(await imported('Nombre,Apellido,Tel\nA,B,5555120001\n', { mapping: longer })).toMatchObject({
      status: 'failed',
      error: 'validation_failed',
    })
  })

  it('is refused when it runs if the user lost access meanwhile', async () => {
    const fileId = await works.upload(dispatcher, 'x.csv', 'Nombre,Apellido,Tel\nA,B,5555120001\n')
    const mapping = ['firstName', 'lastName', 'primaryPhone']
    const { body } = await dispatcher<{ workId: string }>('POST', '/directory/imports', {
      body: { companyId, fileId, mapping, isDryRun: false },
    })
    await test.build((tx) =>
      tx.sql(
        "update organisation.assignments set role = 'fleet_viewer' where company_id = $1 and fleet_id is not null",
        [companyId],
      ),
    )
    await works.run(body.workId)
    expect(await works.read(dispatcher, body.workId)).toMatchObject({ status: 'failed', error: 'forbidden' })
  })

  it('leaves one entry in the audit', async () => {
    await imported('Nombre,Apellido,Tel\nA,B,5555120001\nC,D,5555120002\n')
    const entries = await test.build((tx) =>
      tx.sql('select action, changes from platform.audit_entries where company_id = $1', [companyId]),
    )
    expect(entries).toEqual([
      {
        action: 'directory.imported',
        changes: { added: [null, 2], updated: [null, 0], skipped: [null, 0], bad: [null, 0] },
      },
    ])
  })
})
