import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { createServicesHarness, type ServicesHarness } from '../testing/services.harness.ts'
import { createImportsApp, importsInto, reasonsOf } from '../testing/services.import.harness.ts'

// Files of orders to be planned: loads, windows and minutes, with a pickup or from the depot.

type App = Awaited<ReturnType<typeof createImportsApp>>
let app: App
let at: ServicesHarness
let files: ReturnType<typeof importsInto>

beforeAll(async () => {
  app = await createImportsApp()
})
afterAll(() => app.test.close())
beforeEach(async () => {
  at = await createServicesHarness(app.test)
  files = importsInto(at, app.works)
  await app.test.build((tx) =>
    tx.sql(`update organisation.fleets set service_types = '{delivery,taxi}' where id = $1`, [at.fleetId]),
  )
})

const day = '2026-03-25'
const heading =
  'Cliente,Teléfono,Dirección de recogida,Recogida desde,Recogida hasta,Dirección de entrega,Entrega desde,' +
  'Entrega hasta,Asientos,Peso (kg),Volumen (m³),Minutos\n'
const reforma = 'Paseo de la Reforma 222'

describe('a file of orders', () => {
  it('brings loads, windows of both stops and minutes, on the day that a person chose', async () => {
    const text = [
      heading.trim(),
      `Luz Mora,55 5555 0101,${reforma},09:00,9:30 am,"19.4326, -99.1332",10:00,12:30,2,"1,500.5",0.75,15`,
      'Ana Ruiz,55 5555 0102,"19.43, -99.15",8 am,,Casa verde 5,,14:00,,120 kg,"0,5 m3",20 min',
    ].join('\n')
    expect((await files.imported(text, { day })).result).toMatchObject({ added: 1, waiting: 1, bad: [] })
    expect(await files.services()).toMatchObject([
      {
        // The first type of the fleet, and 30 minutes before the first window.
        serviceType: 'delivery',
        dispatchTime: '2026-03-25T14:30:00.000Z',
        requiredSeats: 2,
        requiredLoadKg: 1500.5,
        requiredLoadM3: 0.75,
        plannedStops: [
          {
            stopType: 'pickup',
            address: reforma,
            latitude: 19.4286,
            timeWindowStart: '2026-03-25T15:00:00.000Z',
            timeWindowEnd: '2026-03-25T15:30:00.000Z',
            serviceMinutes: null,
          },
          {
            stopType: 'drop',
            address: '19.43260, -99.13320',
            latitude: 19.4326,
            longitude: -99.1332,
            timeWindowStart: '2026-03-25T16:00:00.000Z',
            timeWindowEnd: '2026-03-25T18:30:00.000Z',
            serviceMinutes: 15,
          },
        ],
      },
    ])
    const [review] = (await files.reviews()).items
    expect(review?.stops).toMatchObject([{ doubt: null }, { doubt: 'address_not_found' }])
    const resolved = await at.dispatcher<Service>('POST', `/service-reviews/${review?.id}/resolve`, {
      body: {
        stops: [
          { address: 'Bodega', latitude: 19.43, longitude: -99.15 },
          { address: 'Casa verde 5', latitude: 19.44, longitude: -99.14 },
        ],
      },
    })
    expect(resolved.body).toMatchObject({
      requiredLoadKg: 120,
      requiredLoadM3: 0.5,
      plannedStops: [
        { timeWindowStart: '2026-03-25T14:00:00.000Z', timeWindowEnd: null },
        { timeWindowStart: null, timeWindowEnd: '2026-03-25T20:00:00.000Z', serviceMinutes: 20 },
      ],
    })
  })

  it('of 200 deliveries from the depot has one stop each, from a workbook in English too', async () => {
    const text = (value: string) => ({ value, type: String })
    const number = (value: number, format?: string) => ({ value, type: Number, ...(format && { format }) })
    const bytes = await writeXlsxFile([
      [
        ...['Customer', 'Phone', 'Drop latitude', 'Drop longitude', 'Delivery address', 'Date'],
        ...['Window start', 'Window end', 'Weight (kg)', 'Volume (m³)', 'Minutes', 'Type'],
      ].map(text),
      ...Array.from({ length: 200 }, (_, n) => [
        text(`Cliente ${n}`),
        number(5_555_550_100 + n),
        number(19.3 + n / 1000),
        number(-99.1 - n / 1000),
        n === 0 ? null : text(`Calle ${n}`),
        { value: new Date('2026-03-25T00:00:00Z'), type: Date, format: 'yyyy-mm-dd' },
        // 9:00 as a workbook stores a time of day.
        number(0.375, 'hh:mm'),
        text('13:00'),
        number(n + 0.5),
        number(0.1),
        number(n % 481),
        text('Delivery'),
      ]),
    ]).toBuffer()
    const dry = await files.imported(bytes, { isDryRun: true })
    expect(dry.result).toMatchObject({ added: 200, waiting: 0, bad: [], notes: [] })
    const work = await files.imported(bytes)
    expect(work.result).toMatchObject({ added: 200, waiting: 0, bad: [], notes: [] })
    const found = await files.services()
    expect(found).toHaveLength(100)
    expect(found[0]).toMatchObject({
      serviceType: 'delivery',
      dispatchTime: '2026-03-25T14:30:00.000Z',
      requiredLoadKg: 0.5,
      plannedStops: [
        {
          stopType: 'drop',
          address: '19.30000, -99.10000',
          timeWindowStart: '2026-03-25T15:00:00.000Z',
          timeWindowEnd: '2026-03-25T19:00:00.000Z',
          serviceMinutes: 0,
        },
      ],
    })
    expect(found[7]).toMatchObject({ requiredLoadKg: 7.5, plannedStops: [{ serviceMinutes: 7 }] })
  })

  it('without times is dispatched when its day begins, and today at once', async () => {
    const text = `Cliente,Teléfono,Destino\nLuz,55 5555 0101,${reforma}\n`
    const later = await files.imported(text, { day })
    expect(later.result).toMatchObject({ added: 1, bad: [] })
    // The same file of another day is no repetition.
    expect((await files.imported(text, { day: '2026-03-02' })).result).toMatchObject({ added: 1 })
    expect((await files.imported(text, { day })).result).toMatchObject({ added: 0, skipped: 1 })
    const times = (await files.services()).map(({ dispatchTime }) => dispatchTime)
    expect(times[0]).toBe('2026-03-25T06:00:00.000Z')
    expect(Math.abs(Date.parse(times[1] ?? '') - app.test.clock.now().getTime())).toBeLessThan(60_000)
  })

  it('reads a window of one cell, and cuts one that has begun', async () => {
    const text = [
      'Cliente,Teléfono,Destino,Horario',
      `Luz,55 5555 0101,${reforma},de 8:00 a 13:00`,
      `Ana,55 5555 0102,${reforma},10:00 - 11:30`,
      `Eva,55 5555 0103,${reforma},07:00-08:30`,
    ].join('\n')
    const { result } = await files.imported(text, { day: '2026-03-02' })
    expect(reasonsOf(result?.bad)).toEqual(['4 destinationUntil time_past'])
    const [begun, whole] = await files.services()
    expect(begun?.plannedStops).toMatchObject([
      { timeWindowStart: begun?.dispatchTime, timeWindowEnd: '2026-03-02T19:00:00.000Z' },
    ])
    expect(whole).toMatchObject({
      dispatchTime: '2026-03-02T15:30:00.000Z',
      plannedStops: [
        { timeWindowStart: '2026-03-02T16:00:00.000Z', timeWindowEnd: '2026-03-02T17:30:00.000Z' },
      ],
    })
  })

  it('names what is wrong with every row', async () => {
    const columns =
      'Tipo,Fecha,Cliente,Teléfono,Origen,Recogida desde,Destino,Entrega desde,Entrega hasta,Peso,Volumen,Minutos'
    const rows = [
      `Taxi,${day},Luz,5555550101,,,${reforma},,,,,`,
      `Entrega,${day},Luz,5555550101,,09:00,${reforma},,,,,`,
      `Entrega,,Luz,5555550101,,,${reforma},09:00,,,,`,
      `Entrega,,Luz,5555550101,,,${reforma},,,,,`,
      `Entrega,${day},Luz,5555550101,,,${reforma},,,0,1001,481`,
      `Entrega,${day},Luz,5555550101,,,${reforma},25:00,ayer,mucho,-1,7.5`,
      `Entrega,2026-02-30,Luz,5555550101,,,${reforma},09:00,,,,`,
      `Entrega,2026-03-01,Luz,5555550101,,,${reforma},,,,,`,
      `Entrega,${day},Luz,5555550101,,,,,,5,,`,
      `Entrega,${day},Luz,5555550101,,,${reforma},12:00,11:00,,,`,
    ]
    const { result } = await files.imported([columns, ...rows].join('\n'), { isDryRun: true })
    expect(reasonsOf(result?.bad)?.toSorted()).toEqual(
      [
        '2 pickupAddress required',
        '3 pickupAddress required',
        '4 destinationFrom day_missing',
        '5 dispatchTime required',
        '6 requiredLoadKg too_small',
        '6 requiredLoadM3 too_big',
        '6 destinationMinutes too_big',
        '7 destinationFrom wrong_format',
        '7 destinationUntil wrong_format',
        '7 requiredLoadKg wrong_type',
        '7 requiredLoadM3 too_small',
        '7 destinationMinutes wrong_type',
        '8 dispatchTime wrong_format',
        '9 dispatchTime dispatch_past',
        '10 pickupAddress required',
        '11 destinationUntil window_end_before_start',
      ].toSorted(),
    )
  })

  it('needs a column of a stop, of the customer and of a time, unless a day is chosen', async () => {
    const body = await files.asked(`Cliente,Destino,Referencia\nLuz,${reforma},1\n`)
    const ask = (given: object) =>
      at.dispatcher<Problem>('POST', '/services/imports', { body: { ...body, ...given } })
    expect(await ask({})).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'body.mapping', code: 'required' }] },
    })
    expect((await ask({ day, mapping: ['requesterName', null, 'reference'] })).status).toBe(422)
    expect((await ask({ day, mapping: [null, 'destinationAddress', 'reference'] })).status).toBe(422)
    expect((await ask({ day: '2026-02-30' })).status).toBe(422)
    expect((await ask({ day })).status).toBe(202)
  })
})

describe('an order that looks written twice', () => {
  const row = (reference: string, phone: string, to: string, from = '09:00') =>
    `${reference},Luz,${phone},${to},${from}`
  const file = (...rows: string[]) => ['Pedido,Cliente,Teléfono,Destino,Entrega desde', ...rows].join('\n')
  const mine = '55 5555 0101'

  it('waits for a person, who creates or drops it; one with its own number is noted', async () => {
    const text = file(
      row('', mine, reforma),
      row('', mine, reforma, '11:00'),
      // 20 metres away.
      row('', '5555550101', '"19.42878, -99.1617"', '12:00'),
      row('P-4', mine, reforma, '13:00'),
      row('', '55 5555 0102', reforma),
      row('', mine, '"19.5, -99.2"'),
    )
    for (const isDryRun of [true, false]) {
      const { result } = await files.imported(text, { day, isDryRun })
      expect(result).toMatchObject({ added: 4, waiting: 2, skipped: 0, bad: [] })
      expect(reasonsOf(result?.notes)).toEqual([
        '3 destinationAddress order_repeated',
        '4 destinationAddress order_repeated',
        '5 destinationAddress order_repeated',
      ])
    }
    const { items } = await files.reviews()
    expect(items).toMatchObject([
      { row: 3, stops: [{ doubt: 'order_repeated', latitude: 19.4286, candidates: [] }] },
      { row: 4, stops: [{ doubt: 'order_repeated', latitude: 19.42878 }] },
    ])
    const [kept, dropped] = items
    const stops = [{ address: reforma, latitude: 19.4286, longitude: -99.1617 }]
    const answer = await at.dispatcher('POST', `/service-reviews/${kept?.id}/resolve`, { body: { stops } })
    expect(answer.status).toBe(200)
    await at.dispatcher('POST', `/service-reviews/${dropped?.id}/discard`)
    expect(await files.services()).toHaveLength(5)
  })

  it('is compared with the orders of the day in the system, save cancelled ones and those of others', async () => {
    const created = await at.created({
      serviceType: 'delivery',
      customerPhone: '+52 55 5555 0101',
      dispatchTime: '2026-03-25T20:00:00.000Z',
      plannedStops: [
        { stopType: 'drop', address: 'PASEO DE LA REFORMA 222', latitude: 19.6, longitude: -99.2 },
      ],
    })
    const asked = () => files.imported(file(row('', '+52 55 5555 0101', reforma)), { day, isDryRun: true })
    expect((await asked()).result).toMatchObject({ added: 0, waiting: 1 })
    const otherDay = await files.imported(file(row('', '+52 55 5555 0101', reforma)), {
      day: '2026-03-26',
      isDryRun: true,
    })
    expect(otherDay.result).toMatchObject({ added: 1, waiting: 0 })
    await at.move(at.dispatcher, created, 'cancel', { by: 'client' })
    expect((await asked()).result).toMatchObject({ added: 1, waiting: 0 })
  })

  it('is a ride only where it is at the same time', async () => {
    const rides = (...times: string[]) =>
      [
        'Tipo,Cliente,Teléfono,Origen,Fecha',
        ...times.map((time) => `Taxi,Luz,${mine},${reforma},${time}`),
      ].join('\n')
    const { result } = await files.imported(rides(`${day} 09:00`, `${day} 18:00`), { isDryRun: true })
    expect(result).toMatchObject({ added: 2, waiting: 0, notes: [] })
    const again = `${rides(`${day} 09:00`)}\nTaxi,Luz Mora,${mine},${reforma},${day} 9:00 am`
    expect((await files.imported(again, { isDryRun: true })).result).toMatchObject({ added: 1, waiting: 1 })
  })

  it('goes on with what was left after it was stopped, and takes no row for its own repetition', async () => {
    const lines = Array.from({ length: 45 }, (_, n) =>
      row('', `55 5555 ${1000 + n}`, n === 30 ? 'Calle Durango' : `"19.3, -99.${100 + n}"`),
    )
    const body = await files.asked(file(...lines), { day })
    const { workId } = (await at.dispatcher<{ workId: string }>('POST', '/services/imports', { body })).body
    const stopping = new AbortController()
    app.watched.onSearch = () => stopping.abort()
    await expect(app.works.run(workId, stopping.signal)).rejects.toThrow()
    app.watched.onSearch = () => undefined
    expect((await files.services()).length).toBeGreaterThan(0)
    await app.works.run(workId)
    const work = await app.works.read(at.dispatcher, workId)
    expect(work.result).toMatchObject({ added: 44, waiting: 1, skipped: 0, bad: [] })
  })
})
