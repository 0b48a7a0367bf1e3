import type { Event } from '@rumbo/contract/events.contract'
import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { positionPipeline } from '../assembly/position-pipeline.ts'
import { buildUser } from '../identity/identity.factory.ts'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '../organisation/organisation.factory.ts'
import { createIntake, type Intake } from '../telemetry/index.ts'
import { buildReport } from '../telemetry/telemetry.factory.ts'
import { lockVehicle, vehicleEndpoints } from '../vehicles/index.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { buildEvent } from './events.factory.ts'
import { updateMaintenanceEvents } from './events.maintenance.actions.ts'
import { eventEndpoints, recordAlarms } from './index.ts'

type List = { items: Event[]; total: number }
type Bulk = { items: { id: string; problem: string | null; event: Event | null }[] }
const log = pino({ level: 'silent' })
let test: TestApp
let intakes: Intake[]
let companyId: string
let fleetId: string
let otherFleetId: string
let vehicle: { id: string; imei: string }
let lead: TestCall
let signInLead: () => Promise<TestCall>
let viewer: TestCall
let guest: TestCall
let outsider: TestCall
let sequence = 0

beforeAll(async () => {
  test = await createTestApp({ answers: () => [...eventEndpoints, ...vehicleEndpoints] })
})
afterAll(() => test.close())

const addVehicle = async (given: object = {}) => {
  sequence += 1
  const imei = `86100000000${String(sequence).padStart(4, '0')}`
  const { id } = await test.build((tx) =>
    buildVehicle(tx, { companyId, fleetId, imei, causes: [], ...given }),
  )
  return { id, imei }
}

beforeEach(async () => {
  intakes = []
  const people = await test.build(async (tx) => {
    companyId = (await buildCompany(tx, { tier: 'professional' })).id
    const foreignId = (await buildCompany(tx, { tier: 'professional' })).id
    await buildFleet(tx, { companyId: foreignId })
    fleetId = (await buildFleet(tx, { companyId })).id
    otherFleetId = (await buildFleet(tx, { companyId })).id
    const person = async (level: 'manager' | 'user' | 'guest' | 'admin', given: object) => {
      const user = await buildUser(tx, { level, firstName: 'Rosa' })
      if (level !== 'guest') await buildAssignment(tx, { userId: user.id, companyId, ...given })
      return user
    }
    return {
      lead: await person('manager', {}),
      viewer: await person('user', { fleetId, role: 'fleet_viewer' }),
      guest: await person('guest', {}),
      outsider: await person('admin', { companyId: foreignId }),
    }
  })
  vehicle = await addVehicle()
  await test.build((tx) =>
    buildGuestVehicle(tx, { userId: people.guest.id, companyId, fleetId, vehicleId: vehicle.id }),
  )
  signInLead = () => test.as(people.lead)
  lead = await signInLead()
  viewer = await test.as(people.viewer)
  guest = await test.as(people.guest)
  outsider = await test.as(people.outsider)
})
afterEach(async () => {
  await Promise.all(intakes.map((intake) => intake.drain()))
})

async function startIntake(): Promise<Intake> {
  const { database, clock, bus } = test
  const intake = createIntake({
    ...{ database, clock, log, bus },
    pipeline: positionPipeline,
    commitAlarms: recordAlarms,
  })
  await intake.start()
  await bus.ready()
  intakes.push(intake)
  return intake
}

/** An alarm of a device; `secondsAgo` by its own clock. */
function alarm(kind: DeviceReport['alarm'], secondsAgo = 0, given: Partial<DeviceReport> = {}): DeviceReport {
  const time = new Date(test.clock.now().getTime() - secondsAgo * 1000)
  const { fix, ...rest } = given
  return buildReport({
    ...{ deviceIdentifier: vehicle.imei, receivedAt: test.clock.now(), kind: 'alarm', alarm: kind },
    ...rest,
    fix: fix === null ? null : { time },
  })
}
const status = async (id = vehicle.id) => test.build(async (tx) => (await lockVehicle(tx, id))?.status)
const eventsOf = async (id = vehicle.id, more = '') =>
  (await lead<List>('GET', `/events?vehicleId=${id}${more}`)).body.items
const act = (call: TestCall, id: string, action: string, note: string | null = null) =>
  call<Event & { code?: string }>('POST', `/events/${id}/${action}`, { body: { note } })

describe('devices’ alarms', () => {
  it('become events with place, speed and kind; a critical one makes its vehicle critical', async () => {
    const intake = await startIntake()
    await intake.accept(alarm('sos'))
    expect(await status()).toBe('critical')
    expect(await eventsOf()).toMatchObject([
      {
        ...{ type: 'emergency_declared', category: 'security', severity: 'critical', kind: 'sos' },
        ...{ status: 'active', source: 'device', isAlarm: true, occurrences: 1, title: null },
        ...{ latitude: 19.4326, longitude: -99.1332, speedKmh: 36.5, heading: 90, isLate: false },
        occurredAt: test.clock.now().toISOString(),
      },
    ])
    await intake.accept(alarm('overspeed'))
    const [speeding] = await eventsOf(vehicle.id, '&type=speeding')
    expect(speeding).toMatchObject({ severity: 'warning', category: 'driver' })
    expect(await status()).toBe('critical')
  })

  it('repeated are counted on the open event, however long after; once closed, they are new', async () => {
    const intake = await startIntake()
    const first = alarm('power_cut', 240)
    await intake.accept(first)
    await intake.accept(first)
    await intake.accept(alarm('power_cut', 180))
    await Promise.all([intake.accept(alarm('power_cut', 120)), intake.accept(alarm('power_cut', 60))])
    test.clock.advance(3600)
    lead = await signInLead()
    await intake.accept(alarm('power_cut'))
    const [event, ...others] = await eventsOf()
    expect(others).toEqual([])
    expect(event?.occurrences).toBe(5)
    expect(Date.parse(event?.lastOccurredAt ?? '') - Date.parse(event?.occurredAt ?? '')).toBe(3_840_000)
    expect((await act(lead, event?.id ?? '', 'resolve')).status).toBe(200)
    test.clock.advance(1)
    await intake.accept(alarm('power_cut'))
    expect(await eventsOf(vehicle.id, '&order=desc')).toMatchObject([
      { status: 'active', occurrences: 1 },
      { status: 'resolved', occurrences: 5 },
    ])
  })

  it('of one vehicle in two gateways at once make one event', async () => {
    const [one, two] = [await startIntake(), await startIntake()]
    await Promise.all(
      [one, two, one, two, one, two].map((intake, at) => intake.accept(alarm('vibration', at))),
    )
    expect(await eventsOf()).toMatchObject([{ occurrences: 6 }])
  })

  it('that are late are marked and keep their own time; harmless kinds alarm nobody', async () => {
    const intake = await startIntake()
    await intake.accept(alarm(null, 0, { kind: 'position' }))
    await intake.accept(alarm('power_restored', 0))
    expect(await status()).toBe('active')
    expect(await eventsOf()).toMatchObject([{ severity: 'info', isAlarm: false }])
    await intake.accept(alarm('harsh_braking', 3600))
    const [late] = await eventsOf(vehicle.id, '&type=harsh_braking')
    expect(late).toMatchObject({ isLate: true, latitude: 19.4326 })
    expect(Date.parse(late?.occurredAt ?? '')).toBe(test.clock.now().getTime() - 3_600_000)
  })

  it('without a fix stand where the vehicle was last known to be, marked so; a place of their own replaces it', async () => {
    const intake = await startIntake()
    await intake.accept(alarm('tow', 0, { fix: null }))
    const [placeless] = await eventsOf(vehicle.id, '&type=unauthorized_use')
    expect(placeless).toMatchObject({ latitude: null, lastKnownAt: null, speedKmh: null })
    expect(await status()).toBe('alarmed')
    const seenAt = test.clock.now().toISOString()
    const sos = async (fix: { isValid?: boolean; latitude?: number } | null) => {
      await intake.accept(
        buildReport({
          ...{ deviceIdentifier: vehicle.imei, receivedAt: test.clock.now(), kind: 'alarm', alarm: 'sos' },
          fix,
        }),
      )
      return (await eventsOf(vehicle.id, '&type=emergency_declared'))[0]
    }
    // In one batch: the position goes before.
    const position = intake.accept(alarm(null, 0, { kind: 'position' }))
    test.clock.advance(60)
    const [first] = await Promise.all([sos(null), position])
    expect(first).toMatchObject({
      ...{ occurrences: 1, latitude: 19.4326, longitude: -99.1332, lastKnownAt: seenAt },
      ...{ speedKmh: null, heading: null },
    })
    test.clock.advance(60)
    expect(await sos({ latitude: 19.5 })).toMatchObject({
      ...{ occurrences: 2, latitude: 19.5, lastKnownAt: null, speedKmh: 36.5 },
    })
    test.clock.advance(60)
    expect(await sos({ isValid: false, latitude: 20 })).toMatchObject({
      ...{ occurrences: 3, latitude: 19.5, lastKnownAt: null, speedKmh: 36.5 },
    })
  })

  it('of an archived vehicle are none, and what was open ends with it', async () => {
    const { id } = await test.build((tx) => buildEvent(tx, { companyId, fleetId, vehicleId: vehicle.id }))
    expect((await lead('DELETE', `/vehicles/${vehicle.id}`)).status).toBe(200)
    const intake = await startIntake()
    await intake.accept(alarm('sos'))
    expect((await lead('GET', `/events/counts?fleetId=${fleetId}`)).body).toMatchObject({
      active: { critical: 0 },
    })
    expect(await test.build(updateMaintenanceEvents)).toMatchObject({ resolved: 1 })
    expect(await eventsOf()).toMatchObject([{ id, status: 'resolved', resolved: { by: null } }])
  })
})

describe('handling', () => {
  const build = (given: object = {}) =>
    test.build((tx) => buildEvent(tx, { companyId, fleetId, vehicleId: vehicle.id, ...given }))

  it('acknowledging, resolving and dismissing free the vehicle and say who, when and why', async () => {
    const sos = await build()
    const speeding = await build({ kind: 'overspeed' })
    expect(await status()).toBe('critical')
    const { body } = await act(lead, sos.id, 'acknowledge', 'Llamé al conductor')
    expect(body).toMatchObject({
      status: 'acknowledged',
      note: 'Llamé al conductor',
      acknowledged: { at: test.clock.now().toISOString() },
      resolved: null,
    })
    expect(body.acknowledged?.by).toContain('Rosa')
    expect(await status()).toBe('alarmed')
    expect((await act(lead, speeding.id, 'dismiss')).body.status).toBe('dismissed')
    expect(await status()).toBe('active')
    expect((await act(lead, sos.id, 'resolve')).body).toMatchObject({
      status: 'resolved',
      note: 'Llamé al conductor',
    })
    const audit = await test.build((tx) =>
      tx.sql('select action from platform.audit_entries where entity_id = $1 order by action', [sos.id]),
    )
    expect(audit).toEqual([{ action: 'event.acknowledged' }, { action: 'event.resolved' }])
  })

  it('two at once: one does it, the other learns who was quicker', async () => {
    const { id } = await build()
    const answers = await Promise.all([act(lead, id, 'acknowledge'), act(lead, id, 'acknowledge')])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    const refused = answers.find((answer) => answer.status === 409)?.body
    expect(refused).toMatchObject({ code: 'event_wrong_state', current: { status: 'acknowledged' } })
    expect(refused).toHaveProperty('changedBy', expect.stringContaining('Rosa'))
  })

  it('many at once have a result each', async () => {
    const one = await build()
    const two = await build({ kind: 'tow' })
    const done = await build({ kind: 'door', status: 'resolved' })
    const unknown = '0198c2a4-0000-7000-8000-000000000000'
    const { body } = await lead<Bulk>('POST', '/events/bulk', {
      body: { ids: [one.id, done.id, two.id, unknown, one.id], action: 'dismiss', note: 'Prueba' },
    })
    expect(body.items.map(({ id, problem, event }) => [id, problem, event?.status])).toEqual([
      [one.id, null, 'dismissed'],
      [done.id, 'event_wrong_state', 'resolved'],
      [two.id, null, 'dismissed'],
      [unknown, 'event_not_found', undefined],
    ])
    expect(await status()).toBe('active')
    const readers = await viewer<Bulk>('POST', '/events/bulk', { body: { ids: [one.id], action: 'resolve' } })
    expect(readers.status).toBe(403)
    const open = await build()
    const foreign = await outsider<Bulk>('POST', '/events/bulk', {
      body: { ids: [open.id], action: 'acknowledge' },
    })
    expect(foreign.body.items).toEqual([{ id: open.id, problem: 'event_not_found', event: null }])
    expect(await eventsOf(vehicle.id, '&status=active')).toMatchObject([{ id: open.id, version: 1 }])
  })

  it('dismissing a vehicle’s alarms dismisses its events, critical ones and acknowledged ones too', async () => {
    const sos = await build()
    await build({ kind: 'tow', status: 'acknowledged' })
    const info = await build({ kind: 'power_restored' })
    const { body } = await lead<Vehicle>('POST', `/vehicles/${vehicle.id}/dismiss-alarm`, { body: {} })
    expect(body.status).toBe('active')
    expect((await eventsOf(vehicle.id, '&status=dismissed')).map((event) => event.kind).sort()).toEqual([
      'sos',
      'tow',
    ])
    expect((await lead<Event>('GET', `/events/${sos.id}`)).body.dismissed?.by).toContain('Rosa')
    expect((await lead<Event>('GET', `/events/${info.id}`)).body.status).toBe('active')
  })

  it('dismisses alarms that are acknowledged only, once', async () => {
    const sos = await build()
    await act(lead, sos.id, 'acknowledge')
    expect(await status()).toBe('active')
    const dismiss = (who: TestCall) =>
      who<Vehicle>('POST', `/vehicles/${vehicle.id}/dismiss-alarm`, { body: {} })
    expect((await dismiss(viewer)).status).toBe(403)
    expect(await dismiss(lead)).toMatchObject({ status: 200, body: { status: 'active' } })
    expect((await lead<Event>('GET', `/events/${sos.id}`)).body.status).toBe('dismissed')
    expect(await dismiss(lead)).toMatchObject({ status: 409, body: { code: 'no_open_alarm' } })
  })

  it('is for those who manage the fleet; others neither see nor touch', async () => {
    const { id } = await build()
    expect((await viewer('GET', `/events/${id}`)).status).toBe(200)
    expect((await act(viewer, id, 'dismiss')).status).toBe(403)
    expect((await guest('GET', '/events')).status).toBe(403)
    expect((await outsider<List>('GET', '/events')).body.total).toBe(0)
    expect((await act(outsider, id, 'dismiss')).body.code).toBe('event_not_found')
    const elsewhere = await addVehicle({ fleetId: otherFleetId })
    await build({ fleetId: otherFleetId, vehicleId: elsewhere.id })
    expect((await viewer<List>('GET', '/events')).body.total).toBe(1)
    expect((await lead<List>('GET', `/events?companyId=${companyId}`)).body.total).toBe(2)
  })
})

describe('lists', () => {
  it('filter, search, sort and count', async () => {
    const at = (hours: number) => new Date(test.clock.now().getTime() - hours * 3_600_000)
    const build = (given: object) =>
      test.build((tx) => buildEvent(tx, { companyId, fleetId, vehicleId: vehicle.id, ...given }))
    await build({ kind: 'tow', at: at(3) })
    await build({ kind: 'sos', at: at(2) })
    await build({ kind: 'power_restored', at: at(1), title: 'Batería repuesta' })
    await build({ kind: 'door', at: at(0), status: 'acknowledged' })
    const kinds = async (more: string) => (await eventsOf(vehicle.id, more)).map((event) => event.kind)
    expect(await kinds('&sort=severity&order=desc')).toEqual(['sos', 'door', 'tow', 'power_restored'])
    expect(await kinds('&sort=status')).toEqual(['power_restored', 'sos', 'tow', 'door'])
    expect(await kinds(`&from=${at(2).toISOString()}&to=${at(1).toISOString()}`)).toEqual(['sos'])
    expect(await kinds('&severity=critical&severity=info&order=desc')).toEqual(['power_restored', 'sos'])
    expect(await kinds('&category=security&status=active')).toEqual(['tow', 'sos'])
    expect(await kinds('&isAlarm=false')).toEqual(['power_restored'])
    expect(await kinds('&search=bateria')).toEqual(['power_restored'])
    expect(await kinds('&search=nada')).toEqual([])
    expect((await lead<List>('GET', `/events?fleetId=${fleetId}&size=2&page=2`)).body).toMatchObject({
      total: 4,
      items: [{ kind: 'power_restored' }, { kind: 'door' }],
    })
    expect((await lead('GET', `/events/counts?fleetId=${fleetId}`)).body).toEqual({
      active: { info: 1, warning: 1, critical: 1 },
      acknowledged: { info: 0, warning: 1, critical: 0 },
    })
  })

  it('of a company omit fleets without events, for a super admin too', async () => {
    const root = await test.build(async (tx) => {
      const off = await buildFleet(tx, { companyId, switchedOff: ['events'] })
      for (const id of [fleetId, off.id]) {
        const { id: vehicleId } = await buildVehicle(tx, { companyId, fleetId: id, causes: [] })
        await buildEvent(tx, { companyId, fleetId: id, vehicleId })
      }
      return buildUser(tx, { level: 'super_admin' })
    })
    for (const call of [await test.as(root), lead]) {
      const { body } = await call<List>('GET', `/events?companyId=${companyId}`)
      expect([body.total, body.items.map((event) => event.fleetId)]).toEqual([1, [fleetId]])
      const counted = await call('GET', `/events/counts?companyId=${companyId}`)
      expect(counted.body).toMatchObject({ active: { critical: 1 } })
    }
  })
  it('put an alarm that came again above what happened meanwhile', async () => {
    const at = (hours: number) => new Date(test.clock.now().getTime() - hours * 3_600_000)
    const build = (given: object) =>
      test.build((tx) => buildEvent(tx, { companyId, fleetId, vehicleId: vehicle.id, ...given }))
    await build({ kind: 'tow', at: at(3), lastOccurredAt: at(0.5), occurrences: 4 })
    await build({ kind: 'door', at: at(1) })
    await build({ kind: 'sos', at: at(0) })
    const kinds = async (more: string) =>
      (await lead<List>('GET', `/events?fleetId=${fleetId}${more}`)).body.items.map(({ kind }) => kind)
    expect(await kinds('&sort=lastOccurredAt&order=desc')).toEqual(['sos', 'tow', 'door'])
    expect(await kinds('&sort=lastOccurredAt&order=desc&size=1&page=2')).toEqual(['tow'])
    expect(await kinds('&sort=occurredAt&order=desc')).toEqual(['sos', 'door', 'tow'])
  })
})

describe('maintenance', () => {
  it('is raised once per date and type, by the company’s calendar day, and ends when the date is moved', async () => {
    const due = await addVehicle({ nextServiceDate: '2026-03-05' })
    await addVehicle({ nextServiceDate: '2026-03-20' })
    const of = (id: string) => eventsOf(id, '&category=maintenance')
    await test.build(updateMaintenanceEvents)
    await test.build(updateMaintenanceEvents)
    expect(await of(due.id)).toMatchObject([
      { type: 'maintenance_due', severity: 'info', dueOn: '2026-03-05', isAlarm: false, source: 'system' },
    ])
    expect(await status(due.id)).toBe('active')
    test.clock.advance(4 * 24 * 3600)
    lead = await signInLead()
    await test.build(updateMaintenanceEvents)
    expect(await of(due.id)).toMatchObject([
      { type: 'maintenance_due', status: 'resolved' },
      { type: 'maintenance_overdue', status: 'active', severity: 'warning' },
    ])
    await test.build((tx) =>
      tx.sql('update vehicles.vehicles set next_service_date = $2 where id = $1', [due.id, '2026-09-01']),
    )
    await test.build(updateMaintenanceEvents)
    expect(await eventsOf(due.id, '&status=active')).toEqual([])
  })
})
