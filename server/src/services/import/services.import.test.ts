import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { type TestCall, testClock } from '@rumbo/tools/testing/app'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { buildContact } from '../../directory/directory.factory.ts'
import { buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { createServicesHarness, errorsOf, type ServicesHarness } from '../testing/services.harness.ts'
import { createImportsApp, importsInto, reasonsOf } from '../testing/services.import.harness.ts'

type App = Awaited<ReturnType<typeof createImportsApp>>
type Imports = ReturnType<typeof importsInto>
let app: App
let test: App['test']
let works: App['works']
let at: ServicesHarness
let asked: Imports['asked']
let imported: Imports['imported']
let services: Imports['services']
let reviews: Imports['reviews']

beforeAll(async () => {
  app = await createImportsApp()
  ;({ test, works } = app)
})
afterAll(() => test.close())
const start = testClock().now().getTime()
beforeEach(async () => {
  at = await createServicesHarness(test)
  ;({ asked, imported, services, reviews } = importsInto(at, works))
  app.watched.onSearch = () => undefined
})
afterEach(() => test.clock.advance((start - test.clock.now().getTime()) / 1000))

const heading = 'Referencia,Tipo de servicio,Fecha y hora de despacho,Cliente,Teléfono,Origen,Destino\n'
const row = (
  reference: string,
  given: Partial<Record<'type' | 'time' | 'name' | 'phone' | 'from' | 'to', string>> = {},
) =>
  [
    reference,
    given.type ?? 'Taxi',
    given.time ?? '2026-03-25 14:30',
    given.name ?? 'Luz Mora',
    given.phone ?? '55 5555 0101',
    given.from ?? 'Paseo de la Reforma 222',
    given.to ?? '',
  ].join(',')

describe('an import of services', () => {
  it('reads what each requires of its vehicle and its driver, in words', async () => {
    const columns = 'Tipo de unidad,Pasajeros,Equipamiento,Comprobante'
    const file = [
      `${heading.trim()},${columns}`,
      `${row('A1')},Van,7,"silla infantil; rampa","Foto, NIP"`,
      `${row('A2')},Nave,0,,fax`,
    ].join('\n')
    const { result } = await imported(file)
    expect(await services()).toMatchObject([
      {
        requiredVehicleType: 'van',
        requiredSeats: 7,
        requiredSkills: ['silla infantil', 'rampa'],
        requiredProofs: ['photo', 'pin'],
      },
    ])
    expect(reasonsOf(result?.bad)).toEqual([
      '3 requiredVehicleType not_allowed',
      '3 requiredSeats too_small',
      '3 requiredProofs not_allowed',
    ])
  })

  it('creates them for new and known requesters, in the company’s time zone, by road', async () => {
    const contactId = await test.build(
      async (tx) =>
        (
          await buildContact(tx, {
            companyId: at.companyId,
            firstName: 'Ana',
            lastName: 'Ruiz',
            primaryPhone: '+52 55 5555 0202',
            email: 'Ana@x.example',
          })
        ).id,
    )
    const text =
      'Reference,Service type,Date,Customer,Phone,Email,Pickup,Destination,Destination lat,Destination lon,Priority,Payment,Notes\n' +
      'A-1,Delivery,25/03/2026 2:30 pm,Luz Mora,55 5555 0101,,Paseo de la Reforma 222,Casa,19.43,-99.15,High,Card,Tocar\n' +
      'A-2,taxi,2026-03-25T20:30:00Z,,+52 (55) 5555-0202,,Paseo de la Reforma 222,,,,,,\n' +
      'A-3,taxi,2026-03-25 15:30,,,ana@X.example,Paseo de la Reforma 222,,,,,,\n'
    const work = await imported(text)
    expect(work).toMatchObject({
      status: 'done',
      result: { added: 3, skipped: 0, waiting: 0, bad: [], notes: [] },
    })
    const [first, second, third] = (await services()).toSorted((a, b) => a.serviceNumber - b.serviceNumber)
    expect(first).toMatchObject({
      serviceType: 'delivery',
      priorityLevel: 'high',
      paymentMethod: 'card',
      dispatchTime: '2026-03-25T20:30:00.000Z',
      customerName: 'Luz Mora',
      notes: 'Tocar',
      plannedDistance: 1000,
      isRouteEstimated: false,
      plannedStops: [
        { stopType: 'pickup', address: 'Paseo de la Reforma 222', latitude: 19.4286, longitude: -99.1617 },
        { stopType: 'drop', address: 'Casa', latitude: 19.43, longitude: -99.15 },
      ],
    })
    expect([second?.requesterContactId, third?.requesterContactId]).toEqual([contactId, contactId])
    expect(second).toMatchObject({ customerName: 'Ana Ruiz', dispatchTime: '2026-03-25T20:30:00.000Z' })
    expect(first?.requesterContactId).not.toBe(contactId)
  })

  it('reads a workbook with a date and time in one cell', async () => {
    const bytes = await writeXlsxFile([
      ['Tipo', 'Fecha', 'Cliente', 'Tel', 'Origen'].map((value) => ({ value, type: String })),
      [
        { value: 'Taxi', type: String },
        { value: new Date('2026-03-25T14:30:00Z'), type: Date, format: 'yyyy-mm-dd hh:mm' },
        { value: 'Luz', type: String },
        { value: 5555550101, type: Number },
        { value: 'Paseo de la Reforma 222', type: String },
      ],
    ]).toBuffer()
    expect((await imported(bytes)).result).toMatchObject({ added: 1, bad: [] })
    expect(await services()).toMatchObject([{ dispatchTime: '2026-03-25T20:30:00.000Z' }])
  })

  it('reads a date that could be two by the other dates of the file, and amounts with commas', async () => {
    const text = [
      `${heading.trim()},Costo`,
      `${row('A-1', { time: '03/04/2026 10:00' })},"$1,250.50"`,
      `${row('A-2', { time: '25/03/2026 10:00', name: 'Rosa' })},90`,
    ].join('\n')
    expect((await imported(text)).result).toMatchObject({ added: 2, bad: [] })
    const found = (await services()).toSorted((one, other) => one.serviceNumber - other.serviceNumber)
    expect(found).toMatchObject([
      { dispatchTime: '2026-04-03T16:00:00.000Z', estimatedCost: '1250.50' },
      { dispatchTime: '2026-03-25T16:00:00.000Z', estimatedCost: '90.00' },
    ])
  })

  it('lists every reason against every row in a dry run, and writes nothing', async () => {
    const foreign = await test.build(
      async (tx) => (await buildFleet(tx, { companyId: (await buildCompany(tx)).id, name: 'Ajena' })).name,
    )
    const text =
      'Referencia,Flotilla,Tipo,Fecha,Cliente,Teléfono,Origen,Latitud de origen,Longitud de origen,Prioridad,Pago,Precio\n' +
      `1,${foreign},Taxi,2026-03-25 14:30,Luz,5555550101,Paseo de la Reforma 222,,,,,\n` +
      '2,,Avión,03/04/2026 10:00,,555,,19.4,,Ya,Trueque,mucho\n' +
      '3,,Taxi,2020-03-25 14:30,Luz,5555550101,Paseo de la Reforma 222,,,,,\n' +
      '4,,Taxi,mañana,Luz,5555550101,Paseo de la Reforma 222,95,-99,,,1.234\n' +
      '5,,Taxi,2026-03-25 14:30,Luz,5555550101,Hamburgo 10,,,,,\n' +
      '6,,Taxi,25/03/26 14:30,Luz,5555550101,Paseo de la Reforma 222,,,,,\n' +
      '7,,Taxi,2026-03-25 14:30,Luz,5555550101,Paseo de la Reforma 222,,,,,100.50\n' +
      '7,,Taxi,2026-03-25 14:30,Luz,5555550101,Paseo de la Reforma 222,,,,,\n'
    const { result } = await imported(text, { isDryRun: true })
    expect(result).toMatchObject({ added: 1, waiting: 1, skipped: 1, isDryRun: true })
    expect(reasonsOf(result?.bad)?.toSorted()).toEqual(
      [
        '2 fleet not_allowed',
        '3 customerName required',
        '3 dispatchTime date_ambiguous',
        '3 estimatedCost wrong_format',
        '3 paymentMethod not_allowed',
        '3 pickupAddress required',
        '3 pickupLongitude coordinates_missing',
        '3 priorityLevel not_allowed',
        '3 requesterPhone phone_invalid',
        '3 serviceType not_allowed',
        '4 dispatchTime dispatch_past',
        '5 dispatchTime wrong_format',
        '5 pickupLatitude too_big',
        '7 dispatchTime date_ambiguous',
      ]
        .map((one) => one.replace('customerName', 'requesterName'))
        .toSorted(),
    )
    expect(reasonsOf(result?.notes)).toEqual([
      '6 pickupAddress address_ambiguous',
      '9 reference already_imported',
    ])
    expect(await services()).toEqual([])
    expect((await reviews()).total).toBe(0)
  })

  it('writes nothing while a row is bad, unless the bad ones are left out', async () => {
    const text = `${heading}${row('1')}\n${row('2', { time: '03/04/2026 10:00' })}\n`
    expect((await imported(text, { skipBad: false })).result).toMatchObject({ added: 0, bad: [{ row: 3 }] })
    expect(await services()).toEqual([])
    expect((await imported(text)).result).toMatchObject({ added: 1, bad: [{ row: 3 }] })
  })

  it('brings no row twice: by its reference, else by what it says', async () => {
    const phone = '55 5555 0303'
    const text = `${heading}${row('A-1')}\n${row('', { phone })}\n`
    expect((await imported(text)).result).toMatchObject({ added: 2, skipped: 0 })
    const again = await imported(
      `${heading}${row('a-1', { name: 'Otra' })}\n${row('', { phone })}\n${row('', { to: 'x' })}\n`,
    )
    expect(again.result).toMatchObject({ added: 0, skipped: 2, waiting: 1 })
    expect(reasonsOf(again.result?.notes)).toEqual([
      '2 reference already_imported',
      '3 null already_imported',
      '4 destinationAddress address_not_found',
    ])
    expect(await services()).toHaveLength(2)
  })

  it('brings no row twice where two people import at once', async () => {
    const lines = Array.from({ length: 45 }, (_, n) => row(`R-${n}`, { phone: `55 5555 ${1000 + (n % 7)}` }))
    const start = async (call: TestCall, text: string) => {
      const body = await asked(text, {}, call)
      return (await call<{ workId: string }>('POST', '/services/imports', { body })).body.workId
    }
    const first = await start(at.dispatcher, heading + lines.join('\n'))
    const second = await start(at.second, heading + lines.toReversed().join('\n'))
    await Promise.all([works.run(first), works.run(second)])
    const ended = [await works.read(at.dispatcher, first), await works.read(at.second, second)]
    expect(ended.map(({ status }) => status)).toEqual(['done', 'done'])
    expect(ended.reduce((sum, { result }) => sum + (result?.added ?? 0), 0)).toBe(45)
    expect(ended.reduce((sum, { result }) => sum + (result?.skipped ?? 0), 0)).toBe(45)
    expect(await services()).toHaveLength(45)
    const contacts = await test.build((tx) =>
      tx.sql("select id from directory.contacts where company_id = $1 and first_name = 'Luz'", [
        at.companyId,
      ]),
    )
    expect(contacts).toHaveLength(7)
  })

  it('goes on after it was stopped in the middle, and counts every row once', async () => {
    const lines = Array.from({ length: 50 }, (_, n) =>
      row(n % 2 ? `R-${n}` : '', {
        phone: `55 5555 ${1000 + n}`,
        from: n === 3 ? 'Hamburgo 10' : undefined,
        to: n === 30 ? 'Calle Durango' : undefined,
      }),
    )
    const body = await asked(heading + lines.join('\n'))
    const { workId } = (await at.dispatcher<{ workId: string }>('POST', '/services/imports', { body })).body
    const stopping = new AbortController()
    app.watched.onSearch = (text) => {
      if (text === 'Calle Durango') stopping.abort()
    }
    await expect(works.run(workId, stopping.signal)).rejects.toThrow()
    const before = (await services()).length
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(48)
    app.watched.onSearch = () => undefined
    await works.run(workId)
    const work = await works.read(at.dispatcher, workId)
    expect(work).toMatchObject({ status: 'done', result: { added: 48, waiting: 2, skipped: 0, bad: [] } })
    expect(await services()).toHaveLength(48)
    expect((await reviews()).total).toBe(2)
  })

  it('refuses other companies, fleets and files, and mappings that lack a column', async () => {
    const body = await asked(heading + row('1'))
    const ask = (call: TestCall, given: object = {}) =>
      call<Problem>('POST', '/services/imports', { body: { ...body, ...given } })
    const other = await test.build(async (tx) => (await buildFleet(tx, { companyId: at.companyId })).id)
    expect(await ask(at.viewer)).toMatchObject({ status: 403 })
    expect((await ask(at.outsider)).status).toBe(403)
    expect(await ask(at.dispatcher, { fleetId: other })).toMatchObject({ status: 403 })
    expect(await ask(at.second)).toMatchObject({ status: 404, body: { code: 'file_not_found' } })
    const mapping = body.mapping.map((field) =>
      field === 'requesterName' || field === 'requesterPhone' ? null : field,
    )
    expect((await ask(at.dispatcher, { mapping })).status).toBe(422)
    expect((await ask(at.dispatcher, { fleetId: null })).status).toBe(422)
  })
})

describe('a row with a doubtful address', () => {
  const one = async () => {
    await imported(heading + row('D-1', { from: 'Hamburgo 10', to: 'Paseo de la Reforma 222' }))
    const [review] = (await reviews()).items
    if (!review) throw new Error('no row waits')
    return review
  }
  const decided = [
    { address: 'Hamburgo 10', latitude: 19.5, longitude: -99.2 },
    { address: 'Paseo de la Reforma 222', latitude: 19.4286, longitude: -99.1617 },
  ]
  const resolve = (call: TestCall, id: string, given: object = {}) =>
    call<Service & Omit<Problem, 'status'>>('POST', `/service-reviews/${id}/resolve`, {
      body: { stops: decided, ...given },
    })

  it('waits with its candidates, and becomes a service at the place a person picks, once', async () => {
    const review = await one()
    expect(review).toMatchObject({
      reference: 'D-1',
      row: 2,
      customerName: 'Luz Mora',
      stops: [
        {
          address: 'Hamburgo 10',
          latitude: null,
          doubt: 'address_ambiguous',
          candidates: [{ latitude: 19.43 }, { latitude: 19.5 }],
        },
        { address: 'Paseo de la Reforma 222', latitude: 19.4286, doubt: null },
      ],
    })
    expect(await services()).toEqual([])
    const answers = await Promise.all([resolve(at.dispatcher, review.id), resolve(at.second, review.id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await services()).toMatchObject([
      { customerName: 'Luz Mora', plannedStops: [{ latitude: 19.5 }, { latitude: 19.4286 }] },
    ])
    expect((await reviews()).total).toBe(0)
    expect((await imported(heading + row('D-1'))).result).toMatchObject({ added: 0, skipped: 1 })
  })

  it('can be discarded, and comes again with a later import', async () => {
    const { id } = await one()
    expect((await at.dispatcher('POST', `/service-reviews/${id}/discard`)).status).toBe(200)
    expect((await resolve(at.dispatcher, id)).body.code).toBe('service_review_not_found')
    expect((await reviews()).total).toBe(0)
    expect((await imported(heading + row('D-1'))).result).toMatchObject({ added: 1, skipped: 0 })
  })

  it('asks for another time where its own has passed, and for every stop', async () => {
    const { id } = await one()
    const short = await resolve(at.dispatcher, id, { stops: decided.slice(1) })
    expect(errorsOf(short.body as never)).toEqual(['body.stops stops_missing'])
    test.clock.advance(60 * 86_400)
    const late = await at.dispatcher<Problem>('POST', `/service-reviews/${id}/resolve`, {
      body: { stops: decided },
    })
    const call = late.status === 401 ? await test.as(at.people.ana) : at.dispatcher
    expect(errorsOf((await resolve(call, id)).body as never)).toEqual(['body.dispatchTime dispatch_past'])
    expect((await resolve(call, id, { dispatchTime: at.minutes(60) })).status).toBe(200)
  })

  it('is read by the fleet’s staff and decided by its dispatchers alone', async () => {
    const { id } = await one()
    expect((await reviews(at.viewer)).total).toBe(1)
    expect((await resolve(at.viewer, id)).status).toBe(403)
    expect((await at.viewer('POST', `/service-reviews/${id}/discard`)).status).toBe(403)
    expect((await reviews(at.outsider)).total).toBe(0)
    expect((await resolve(at.outsider, id)).status).toBe(404)
  })
})
