import type { Event } from '@rumbo/contract/events.contract'
import type { Geofence } from '@rumbo/contract/geofences.contract'
import { hourMs, secondMs } from '@rumbo/contract/time-units'
import { destination } from '@rumbo/geo'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { commitFences } from '../../assembly/commit-fences.ts'
import { pipelineWith } from '../../assembly/position-pipeline.ts'
import { eventEndpoints } from '../../events/index.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Intake } from '../../telemetry/index.ts'
import { createIntake } from '../../telemetry/intake/telemetry.intake.ts'
import { buildReport } from '../../telemetry/telemetry.factory.ts'
import { arrangeVehiclePeople, type VehiclePeople } from '../../vehicles/testing/vehicle-people.testing.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildFence } from '../geofences.factory.ts'
import { createFenceWatch, geofenceEndpoints } from '../index.ts'

export const zocalo = { latitude: 19.4326, longitude: -99.1332 }

export interface FenceGateway {
  intake: Intake
  /** Everything notified until now is evaluated. */
  settled(): Promise<void>
  end(): Promise<void>
}

/** One company whose vehicles drive along the parallel of the Zócalo, and the gateways they report to. */
export interface FenceGateways {
  test: TestApp
  at: VehiclePeople
  manager: TestCall
  /** A vehicle with a device. */
  addVehicle(fleetId?: string): Promise<{ id: string; imei: string }>
  addFence(given?: Partial<Geofence>): Promise<Geofence>
  start(given?: GatewayGiven): Promise<FenceGateway>
  /** Reports fixes of a vehicle, each forty seconds after the one before. @param east metres from the Zócalo */
  drive(gateway: FenceGateway, imei: string, east: readonly number[], given?: DriveOptions): Promise<void>
  events(vehicleId: string): Promise<Event[]>
  inside(): Promise<[fenceId: string, vehicleIds: string[]][]>
  /** Entries and exits that were kept, of a vehicle. */
  crossings(vehicleId: string): Promise<string[]>
  close(): Promise<void>
}

interface GatewayGiven {
  /** Of its batches. Default: that of the test. */
  intakeDatabase?: Database
  /** Where it reads fences. */
  fenceDatabase?: Database
  /** Whether it receives no notification of a changed fence. */
  isUnnotified?: boolean
}

const silentBus = { listen: () => () => {}, onReconnect: () => () => {} }

interface DriveOptions {
  seconds?: number
  speedKmh?: number
  headingDegrees?: number
  accuracyMetres?: number | null
  /** Epoch ms of the first fix. Default: after the last one driven. */
  from?: number
}

let sequence = 0

/** Resolves when everything that was notified before has arrived: notifications keep the order of their commits. */
async function delivered(bus: TestApp['bus']): Promise<void> {
  const mark = String(++sequence)
  let end = () => {}
  const arrived = new Promise<void>((resolve) => {
    end = bus.listen('rumbo_marks', (payload) => {
      if (payload === mark) resolve()
    })
  })
  await bus.ready()
  await bus.publish('rumbo_marks', [mark])
  await arrived
  end()
}

export async function arrangeFenceGateways(): Promise<FenceGateways> {
  const test = await createTestApp({ answers: (parts) => [...geofenceEndpoints(parts), ...eventEndpoints] })
  const at = await arrangeVehiclePeople(test)
  const log = pino({ level: 'silent' })
  const { database, bus, clock } = test
  const lastOf = new Map<string, number>()
  const running = new Set<FenceGateway>()
  return {
    test,
    at,
    manager: at.lead,
    async addVehicle(fleetId = at.fleetId) {
      const imei = `86200000000${String(++sequence).padStart(4, '0')}`
      const { id } = await test.build((tx) => buildVehicle(tx, { companyId: at.companyId, fleetId, imei }))
      return { id, imei }
    },
    addFence: (given = {}) =>
      test.build((tx) => buildFence(tx, { companyId: at.companyId, fleetId: at.fleetId, ...given })),
    async start({ intakeDatabase = database, fenceDatabase = database, isUnnotified = false } = {}) {
      const watch = createFenceWatch({ database: fenceDatabase, bus: isUnnotified ? silentBus : bus, log })
      await watch.start()
      const intake = createIntake({
        ...{ database: intakeDatabase, bus, clock, log },
        pipeline: pipelineWith({ fences: watch }),
        commitFences,
      })
      await intake.start()
      await bus.ready()
      const gateway: FenceGateway = {
        intake,
        async settled() {
          await delivered(bus)
          await watch.settled()
        },
        async end() {
          running.delete(gateway)
          await intake.drain()
          watch.end()
        },
      }
      running.add(gateway)
      return gateway
    },
    async drive(
      { intake },
      imei,
      east,
      { seconds = 40, speedKmh = 36, headingDegrees = 90, accuracyMetres = null, from } = {},
    ) {
      let time = from ?? lastOf.get(imei) ?? clock.now().getTime() - hourMs
      for (const metres of east) {
        time += seconds * secondMs
        const fix = {
          ...destination(zocalo, 90, metres),
          ...{ time: new Date(time), speedKmh, accuracyMetres, headingDegrees },
        }
        await intake.accept(buildReport({ deviceIdentifier: imei, receivedAt: clock.now(), fix }))
      }
      if (from === undefined) lastOf.set(imei, time)
    },
    async events(vehicleId) {
      const { body } = await at.lead<{ items: Event[] }>(
        'GET',
        `/events?vehicleId=${vehicleId}&sort=occurredAt&order=asc`,
      )
      return body.items
    },
    async inside() {
      const { body } = await at.lead<{ items: { fenceId: string; vehicles: { vehicleId: string }[] }[] }>(
        'GET',
        `/geofences/inside?fleetId=${at.fleetId}`,
      )
      return body.items.map(({ fenceId, vehicles }) => [fenceId, vehicles.map(({ vehicleId }) => vehicleId)])
    },
    async crossings(vehicleId) {
      const rows = await test.build((tx) =>
        tx.sql<{ is_entry: boolean }>(
          'select is_entry from geofences.crossings where vehicle_id = $1 order by crossed_at',
          [vehicleId],
        ),
      )
      return rows.map(({ is_entry: isEntry }) => (isEntry ? 'entry' : 'exit'))
    },
    async close() {
      await Promise.all([...running].map((gateway) => gateway.end()))
      await test.close()
    },
  }
}
