import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { SeriesOutcome, ServiceSeries } from '@rumbo/contract/services.series.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem } from '../../platform/access/access.ts'
import { angel, zocalo } from '../services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  errorsOf,
  type ServicesHarness,
  stop,
} from '../testing/services.harness.ts'
import { createDueServices } from './services.series.creation.ts'
import { createRecurringServices } from './services.series.jobs.ts'
import { findSeries } from './services.series.repository.ts'

// Each test begins on Monday 2 March 2026 at 9:00 in Mexico City.
let test: TestApp
let at: ServicesHarness

beforeEach(async () => {
  await test?.close()
  test = await createServicesApp()
  at = await createServicesHarness(test)
})
afterAll(() => test.close())

const daySeconds = 24 * 3_600
/** Lets days pass, and signs in again, because sessions end. */
async function pass(days: number): Promise<void> {
  test.clock.advance(days * daySeconds)
  at.dispatcher = await test.as(at.people.ana)
}
const weekdays = [1, 2, 3, 4, 5]
/** A school run at 14:00 from the Zócalo, with a pickup between 14:10 and 14:20. */
const form = (more: Record<string, unknown> = {}) =>
  at.form({
    dispatchTime: '2026-03-02T20:00:00.000Z',
    plannedStops: [
      stop('pickup', 'Zócalo', zocalo, {
        timeWindowStart: '2026-03-02T20:10:00.000Z',
        timeWindowEnd: '2026-03-02T20:20:00.000Z',
      }),
      stop('drop', 'Ángel', angel),
    ],
    repeat: { weekdays, until: '2026-03-20' },
    ...more,
  })
type Answered = SeriesOutcome & Omit<Problem, 'status'>
const create = (more: Record<string, unknown> = {}, call: TestCall = at.dispatcher) =>
  call<Answered>('POST', '/service-series', { body: form(more) })
const read = async (id: string) => (await at.dispatcher<ServiceSeries>('GET', `/service-series/${id}`)).body
const change = (
  { id, version }: Pick<ServiceSeries, 'id' | 'version'>,
  from: string,
  more = {},
  call: TestCall = at.dispatcher,
) => call<Answered>('PUT', `/service-series/${id}`, { body: { ...form(more), from, version } })
const act = (
  { id, version }: Pick<ServiceSeries, 'id' | 'version'>,
  verb: string,
  more = {},
  call: TestCall = at.dispatcher,
) => call<Answered>('POST', `/service-series/${id}/${verb}`, { body: { version, ...more } })
const services = async (status = '') =>
  (
    await at.dispatcher<{ items: Service[] }>(
      'GET',
      `/services?fleetId=${at.fleetId}&size=100&sort=dispatchTime&order=asc${status}`,
    )
  ).body.items
const times = async (status = '') =>
  (await services(status)).map(({ dispatchTime }) => dispatchTime.slice(0, 16))
const run = () => createRecurringServices({ database: test.database, log: pino({ level: 'silent' }) })
const on = (...days: string[]) => days.map((day) => `2026-03-${day}T20:00`)

describe('a series of services', () => {
  it('creates the services of the next seven days at the same local times', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body).toMatchObject({ state: 'active', created: 6, time: '14:00', customerName: 'Elena Torres' })
    expect(body.nextDays.map(({ day, serviceId }) => [day, serviceId !== null])).toEqual([
      ['2026-03-02', true],
      ['2026-03-03', true],
      ['2026-03-04', true],
      ['2026-03-05', true],
      ['2026-03-06', true],
    ])
    expect(await times()).toEqual(on('02', '03', '04', '05', '06', '09'))
    const last = (await services()).at(-1)
    expect(last).toMatchObject({ seriesId: body.id, status: 'created', estimatedCost: '120.50' })
    expect(last?.plannedStops[0]).toMatchObject({
      timeWindowStart: '2026-03-09T20:10:00.000Z',
      timeWindowEnd: '2026-03-09T20:20:00.000Z',
    })
  })

  it('goes on until its end without public holidays, once a day however often the job runs', async () => {
    await create()
    await pass(7)
    await Promise.all([run(), run()])
    await pass(4)
    await run()
    await run()
    // Monday 16 March is a public holiday; the series ends on Friday the 20th.
    expect(await times()).toEqual(
      on('02', '03', '04', '05', '06', '09', '10', '11', '12', '13', '17', '18', '19', '20'),
    )
    await pass(30)
    await run()
    expect(await times()).toHaveLength(14)
    expect(
      (await at.dispatcher<{ items: ServiceSeries[] }>('GET', '/service-series')).body.items,
    ).toMatchObject([{ state: 'ended', nextDays: [] }])
  })

  it('takes place on public holidays where asked to', async () => {
    await create({ repeat: { weekdays: [1], until: '2026-03-23', skipsHolidays: false } })
    await pass(10)
    await run()
    expect(await times()).toEqual(on('02', '09', '16'))
  })

  it('leaves out the days that passed while nothing ran', async () => {
    const { body: series } = await create()
    await pass(15.25)
    expect((await read(series.id)).nextDays[0]?.day).toBe('2026-03-18')
    await run()
    expect((await read(series.id)).nextDays[0]?.day).toBe('2026-03-18')
    // Tuesday 17 March at 15:00: that of 14:00 has passed.
    expect((await times()).slice(6)).toEqual(on('18', '19', '20'))
  })

  it('does not create again what was deleted or cancelled', async () => {
    await create()
    const [first, second] = await services()
    await at.dispatcher('DELETE', `/services/${first?.id}`)
    if (second) await at.move(at.dispatcher, second, 'cancel')
    await run()
    expect(await times('&status=created')).toEqual(on('04', '05', '06', '09'))
  })

  it('leaves nothing behind where it is interrupted', async () => {
    const { body } = await create({
      dispatchTime: '2026-03-09T20:00:00.000Z',
      plannedStops: [stop('pickup', 'Zócalo', zocalo)],
    })
    expect(body.created).toBe(1)
    await pass(3)
    const interrupted = test.database.transaction(asSystem('test'), async (tx) => {
      const series = await findSeries(tx, body.id, { lock: true })
      if (series) expect(await createDueServices(tx, series, 'America/Mexico_City')).toBe(3)
      throw new Error('killed')
    })
    await expect(interrupted).rejects.toThrow('killed')
    expect(await times()).toEqual(on('09'))
    await run()
    expect(await times()).toEqual(on('09', '10', '11', '12'))
  })

  it('keeps its local time when the clocks change', async () => {
    await test.build((tx) =>
      tx.sql(`update organisation.companies set time_zone = 'America/Santiago' where id = $1`, [
        at.companyId,
      ]),
    )
    // Chile leaves summer time on 5 April.
    await create({
      dispatchTime: '2026-04-03T12:00:00.000Z',
      plannedStops: [stop('pickup', 'Zócalo', zocalo)],
      repeat: { weekdays: [1, 5], until: '2026-04-06', skipsHolidays: false },
    })
    await pass(30)
    await run()
    expect(await times()).toEqual(['2026-04-03T12:00', '2026-04-06T13:00'])
  })
})

describe('this and the following services', () => {
  it('change; those that a person changed, sent or cancelled stay', async () => {
    const { body: series } = await create()
    const [, , wednesday, thursday, friday] = await services()
    if (!wednesday || !thursday || !friday) throw new Error('missing services')
    await at.move(at.dispatcher, thursday, 'dispatch')
    const edited = at.form({
      dispatchTime: friday.dispatchTime,
      notes: 'Con silla',
      plannedStops: [stop('pickup', 'Zócalo', zocalo)],
    })
    await at.dispatcher('PUT', `/services/${friday.id}`, { body: { ...edited, version: friday.version } })
    const { body: changed } = await change(series, '2026-03-04', {
      dispatchTime: '2026-03-04T21:30:00.000Z',
      plannedStops: [stop('pickup', 'Zócalo', zocalo)],
      repeat: { weekdays: [1, 3, 4, 5, 6], until: null },
    })
    expect(changed).toMatchObject({ removed: 2, kept: 2, created: 3, until: null, version: 2, time: '15:30' })
    expect(await times()).toEqual([
      ...on('02', '03'),
      '2026-03-04T21:30',
      ...on('05', '06'),
      '2026-03-07T21:30',
      '2026-03-09T21:30',
    ])
  })

  it('end; what was already sent stays', async () => {
    const { body: series } = await create()
    const [, tuesday] = await services()
    if (tuesday) await at.move(at.dispatcher, tuesday, 'dispatch')
    const { body: ended } = await act(series, 'end', { from: '2026-03-03' })
    expect(ended).toMatchObject({ removed: 4, kept: 1, until: '2026-03-02', state: 'active' })
    await pass(2)
    await run()
    expect(await times()).toEqual(on('02', '03'))
    const again = await act(ended, 'end', { from: '2026-03-05' })
    expect([again.status, again.body.code]).toEqual([409, 'service_series_ended'])
  })

  it('pause and resume with a reason', async () => {
    const { body: series } = await create()
    const { body: paused } = await act(series, 'pause', { note: 'Vacaciones' })
    expect(paused).toMatchObject({ state: 'paused', pauseNote: 'Vacaciones', pauseProblem: null })
    await pass(8)
    await run()
    expect(await times()).toHaveLength(6)
    const { body: resumed } = await act(paused, 'resume')
    expect(resumed).toMatchObject({ state: 'active', pauseNote: null, created: 5 })
    expect((await times()).slice(6)).toEqual(on('10', '11', '12', '13', '17'))
  })

  it('pause by themselves where the customer was deleted, and the reason is shown', async () => {
    const { body: series } = await create()
    const archive = (at: Date | null) =>
      test.build((tx) =>
        tx.sql('update directory.contacts set archived_at = $2 where id = $1', [contactId, at]),
      )
    const { contactId } = at
    await archive(test.clock.now())
    await pass(7)
    await run()
    const paused = await read(series.id)
    expect(paused).toMatchObject({
      state: 'paused',
      pauseProblem: 'contact_not_found',
      failingSince: test.clock.now().toISOString(),
    })
    expect((await act(paused, 'resume')).body.code).toBe('contact_not_found')
    await archive(null)
    expect((await act(paused, 'resume')).body).toMatchObject({
      state: 'active',
      created: 4,
      failingSince: null,
    })
  })

  it('are shown as failing from the first failure on, and tried again, where the reason is unknown', async () => {
    const { body: series } = await create()
    const failing = () =>
      at
        .dispatcher<{ items: ServiceSeries[] }>('GET', '/service-series?isFailing=true')
        .then(({ body }) => body.items.map(({ id, state, failingSince }) => ({ id, state, failingSince })))
    const [row] = await test.build((tx) =>
      tx.sql<{ content: object }>('select content from services.series where id = $1', [series.id]),
    )
    const write = (content: object | undefined) =>
      test.build((tx) =>
        tx.sql('update services.series set content = $2 where id = $1', [series.id, JSON.stringify(content)]),
      )
    await write({ ...row?.content, priorityLevel: 'unknown' })
    await pass(7)
    await run()
    const since = test.clock.now().toISOString()
    await pass(1)
    await run()
    expect(await failing()).toEqual([{ id: series.id, state: 'active', failingSince: since }])
    await write(row?.content)
    await run()
    expect(await failing()).toEqual([])
  })
})

describe('a refused change of a series', () => {
  it('names the field', async () => {
    const refused = async (more: Record<string, unknown>) => errorsOf((await create(more)).body as never)
    expect(await refused({ repeat: { weekdays: [] } })).toEqual(['body.repeat.weekdays required'])
    expect(await refused({ repeat: { weekdays: [7], until: '2026-03-07' } })).toEqual([
      'body.repeat.until no_occurrence',
    ])
    expect(await refused({ repeat: { weekdays, until: '2026-03-01' } })).toEqual([
      'body.repeat.until no_occurrence',
    ])
    expect(await refused({ repeat: { weekdays, until: '2029-01-01' } })).toEqual([
      'body.repeat.until too_big',
    ])
    expect(await refused({ dispatchTime: '2026-03-01T20:00:00.000Z' })).toEqual([
      'body.dispatchTime dispatch_past',
    ])
    expect(await times()).toEqual([])
    const { body: series } = await create()
    expect(errorsOf((await change(series, '2026-03-01')).body as never)).toEqual(['body.from day_past'])
  })

  it('names who was faster', async () => {
    const { body: series } = await create()
    await act(series, 'pause', {}, at.second)
    const stale = await act(series, 'end', { from: '2026-03-04' })
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { code: 'stale_version', changedBy: 'Luis Guerrero', current: { state: 'paused' } },
    ])
    const [one, two] = await Promise.all([
      act({ id: series.id, version: 2 }, 'resume'),
      act({ id: series.id, version: 2 }, 'resume', {}, at.second),
    ])
    expect([one.status, two.status].toSorted()).toEqual([200, 409])
  })

  it('hides the series of other companies, and viewers only read', async () => {
    const { body: series } = await create()
    for (const verb of ['end', 'pause', 'resume'])
      expect(
        (await act(series, verb, verb === 'end' ? { from: '2026-03-04' } : {}, at.outsider)).body.code,
      ).toBe('service_series_not_found')
    expect((await change(series, '2026-03-04', {}, at.outsider)).body.code).toBe('service_series_not_found')
    expect((await at.outsider<{ items: unknown[] }>('GET', '/service-series')).body.items).toEqual([])
    expect((await create({}, at.viewer)).body.code).toBe('forbidden')
    expect((await act(series, 'pause', {}, at.viewer)).body.code).toBe('forbidden')
    expect((await at.viewer('GET', `/service-series/${series.id}`)).status).toBe(200)
    expect((await at.driver('GET', `/service-series/${series.id}`)).status).toBeGreaterThanOrEqual(403)
  })
})
