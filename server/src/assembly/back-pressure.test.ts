import { connect } from 'node:net'
import { createGateway } from '@rumbo/gateway'
import { gt06Device } from '@rumbo/protocols'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { createIntake } from '../telemetry/index.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { positionPipeline } from './position-pipeline.ts'

const log = pino({ level: 'silent' })
let test: TestApp
beforeEach(async () => {
  test = await createTestApp()
})
afterEach(() => test.close())

const devices = 8
const reportsEach = 6_000
/** What a paused socket may hold of what its device sent, beside one chunk that was read already. */
const maxOfOne = 256 + 1_500

it('a stalled database pauses the devices without data loss and with bounded memory', async () => {
  const imeis = Array.from({ length: devices }, (_, at) => `86200000000000${at}`)
  await test.build(async (tx) => {
    const { id: companyId } = await buildCompany(tx)
    const { id: fleetId } = await buildFleet(tx, { companyId })
    for (const imei of imeis) await buildVehicle(tx, { companyId, fleetId, imei })
  })
  const intake = createIntake({
    ...{ database: test.database, clock: test.clock, log, bus: test.bus, pipeline: positionPipeline },
  })
  await intake.start()
  const gateway = createGateway({ host: '127.0.0.1', ports: { gt06: 0 }, intake, clock: test.clock, log })
  const { gt06: port } = await gateway.start()
  const blocker = new pg.Client({ connectionString: test.superuserUrl })
  await blocker.connect()
  await blocker.query('begin; lock table telemetry.positions in access exclusive mode')

  const acknowledged = new Map(imeis.map((imei) => [imei, 0]))
  const startMs = test.clock.now().getTime() - reportsEach * 1000
  const sockets = imeis.map((imei) => {
    const client = gt06Device.openDeviceClient(imei)
    const socket = connect(port ?? 0, '127.0.0.1')
    socket.on('data', (chunk) => {
      for (const message of client.read(chunk))
        if (message.kind === 'acknowledgement')
          acknowledged.set(imei, (acknowledged.get(imei) ?? 0) + message.reports)
    })
    const login = client.login()
    if (login) socket.write(login)
    for (let at = 0; at < reportsEach; at += 1)
      socket.write(
        client.report({
          ...{
            time: new Date(startMs + at * 1000),
            isValid: true,
            latitude: 19.4 + at / 1e5,
            longitude: -99.1,
          },
          ...{ altitudeMetres: 2_240, speedKmh: 40, headingDegrees: 0, satellites: 9, signalPercent: 80 },
          ...{
            ignition: true,
            isEngineBlocked: false,
            batteryPercent: 90,
            powerVolts: 12.6,
            fuelPercent: 50,
          },
          ...{ odometerMetres: 1_000 + at, alarm: null, isStored: false },
        }),
      )
    return socket
  })
  const waiting = () => intake.counters().waitingReports
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(devices)
  expect([...acknowledged.values()].every((count) => count === 0)).toBe(true)
  expect(waiting()).toBeLessThanOrEqual(devices * maxOfOne)

  await blocker.query('rollback')
  await blocker.end()
  await expect
    .poll(() => [...acknowledged.values()].reduce((sum, count) => sum + count, 0), { timeout: 20_000 })
    .toBe(devices * reportsEach)
  const stored = await test.build((tx) =>
    tx.sql<{ n: number }>('select count(*)::int as n from telemetry.positions'),
  )
  expect(stored).toEqual([{ n: devices * reportsEach }])
  for (const socket of sockets) socket.destroy()
  await gateway.drain()
  await intake.drain()
}, 60_000)
