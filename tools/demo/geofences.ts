import { createFence, type Geofence } from '@rumbo/contract/geofences.contract'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import { insertFence } from '@rumbo/server/geofences/geofences.repository'
import { findZonesOfFleet } from '@rumbo/server/places/index'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { v7 as uuid } from 'uuid'

type Pair = readonly [latitude: number, longitude: number]
const places = (pairs: readonly Pair[]) => pairs.map(([latitude, longitude]) => ({ latitude, longitude }))
const circle = ([latitude, longitude]: Pair, radiusMetres: number): FenceShape => ({
  kind: 'circle',
  center: { latitude, longitude },
  radiusMetres,
})
const polygon = (...corners: Pair[]): FenceShape => ({ kind: 'polygon', corners: places(corners) })

/** Paseo de la Reforma from Chapultepec to Calle Violeta, along the avenue of the demo's region. */
const reforma: readonly Pair[] = [
  [19.4252, -99.1935],
  [19.425, -99.19],
  [19.4248, -99.1862],
  [19.4243, -99.1822],
  [19.4237, -99.1785],
  [19.4233, -99.175],
  [19.4248, -99.1717],
  [19.427, -99.1677],
  [19.4291, -99.1629],
  [19.4316, -99.1588],
  [19.4333, -99.1543],
  [19.4356, -99.149],
  [19.4373, -99.147],
  [19.4443, -99.1394],
]
const workdays = [1, 2, 3, 4, 5, 6]
const atNight = { windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '05:00' }], holidays: 'any' }

interface DemoFence {
  fleet: string
  /** The zone of the fleet whose shape it has. */
  zone?: string
  /** How many vehicles of the fleet it concerns. Default: all. */
  vehicles?: number
  /** Names of earlier fences of the fleet. */
  checkpoints?: readonly string[]
  body: { name: string; shape: FenceShape | null } & Record<string, unknown>
}

/** The fences of the demo's largest company, by the names of its fleets. */
export const demoFences: readonly DemoFence[] = [
  {
    fleet: 'Centro',
    body: {
      name: 'Base Zócalo',
      description: 'Sitio de taxis junto a la Plaza de la Constitución',
      shape: circle([19.4326, -99.1332], 200),
      tags: ['base'],
      triggers: [
        { kind: 'entry', severity: 'info' },
        { kind: 'exit', severity: 'info' },
      ],
    },
  },
  {
    fleet: 'Centro',
    zone: 'Centro Histórico',
    body: {
      name: 'Zona de servicio',
      shape: null,
      colour: '#2e7d32',
      tags: ['servicio'],
      triggers: [{ kind: 'exit', severity: 'warning', schedule: atNight, cooldownSeconds: 600 }],
    },
  },
  {
    fleet: 'Centro',
    body: {
      name: 'Glorieta del Ángel',
      shape: circle([19.427, -99.1677], 120),
      colour: '#f9a825',
      tags: ['punto de control'],
      sensitivity: 'high',
      triggers: [{ kind: 'speeding', limitKmh: 50, seconds: 5, severity: 'warning', cooldownSeconds: 300 }],
    },
  },
  {
    fleet: 'Centro',
    vehicles: 3,
    checkpoints: ['Glorieta del Ángel'],
    body: {
      name: 'Ruta Reforma',
      description: 'De Chapultepec a la calle Violeta',
      shape: { kind: 'route', path: places(reforma), halfWidthMetres: 60, mode: 'two_way' },
      colour: '#6a1b9a',
      tags: ['ruta'],
      triggers: [{ kind: 'off_route', metres: 100, seconds: 60, severity: 'warning', cooldownSeconds: 900 }],
    },
  },
  {
    fleet: 'Reparto Norte',
    body: {
      name: 'Taller Vallejo',
      description: 'Taller y llantera sobre la Calzada Vallejo',
      shape: polygon([19.4795, -99.1545], [19.4795, -99.151], [19.482, -99.151], [19.482, -99.1545]),
      colour: '#6d4c41',
      tags: ['taller'],
      isWorkshop: true,
      triggers: [
        { kind: 'entry', severity: 'info' },
        {
          kind: 'dwell',
          minutes: 240,
          severity: 'warning',
          schedule: { windows: [{ days: workdays, from: '08:00', to: '18:00' }], holidays: 'except' },
        },
      ],
    },
  },
  {
    fleet: 'Reparto Norte',
    body: {
      name: 'Patio Norte',
      description: 'Nadie sale de noche sin aviso',
      shape: circle([19.4712, -99.1305], 250),
      colour: '#c62828',
      tags: ['base'],
      triggers: [{ kind: 'exit', severity: 'critical', schedule: atNight }],
    },
  },
  {
    fleet: 'Lanzadera Aeropuerto',
    zone: 'Aeropuerto',
    body: {
      name: 'Aeropuerto',
      shape: null,
      colour: '#00838f',
      tags: ['servicio'],
      triggers: [
        { kind: 'entry', severity: 'info', cooldownSeconds: 300 },
        { kind: 'dwell', minutes: 45, severity: 'warning' },
        { kind: 'speeding', limitKmh: 40, seconds: 10, severity: 'warning', cooldownSeconds: 300 },
      ],
    },
  },
  {
    fleet: 'Paquetería Sur',
    body: {
      name: 'Entregas Coyoacán',
      shape: polygon([19.3425, -99.1735], [19.3425, -99.155], [19.359, -99.155], [19.359, -99.1735]),
      tags: ['entregas'],
      isActive: false,
      triggers: [
        { kind: 'entry', severity: 'info' },
        { kind: 'exit', severity: 'info' },
      ],
    },
  },
]

async function shapeFor(tx: Transaction, fleetId: string, { zone, body }: DemoFence) {
  if (zone === undefined) return { shape: body.shape, zoneId: null }
  const found = (await findZonesOfFleet(tx, fleetId)).find(({ name }) => name === zone)
  if (!found) throw new Error(`The demo has no zone ${zone}.`)
  return { shape: polygon(...found.corners.map(([east, north]): Pair => [north, east])), zoneId: found.id }
}

/** Fences of the company's fleets; its zones must exist. */
export async function fillGeofences(tx: Transaction, companyId: string): Promise<void> {
  const fleets = await tx.sql<{ id: string; name: string; vehicles: string[] }>(
    `select id, name, array(select v.id from vehicles.vehicles v where v.fleet_id = f.id order by v.number_key) as vehicles
     from organisation.fleets f where company_id = $1`,
    [companyId],
  )
  const made = new Map<string, string>()
  for (const given of demoFences) {
    const fleet = fleets.find(({ name }) => name === given.fleet)
    if (!fleet) throw new Error(`The demo has no fleet ${given.fleet}.`)
    const { shape, zoneId } = await shapeFor(tx, fleet.id, given)
    const body = createFence.body?.parse({ ...given.body, fleetId: fleet.id, shape, zoneId }) as Geofence
    const fenceIds = (given.checkpoints ?? []).flatMap((name) => made.get(name) ?? [])
    const missed = {
      kind: 'missed_checkpoint',
      fenceIds,
      severity: 'warning',
      schedule: { windows: [], holidays: 'any' },
      cooldownSeconds: 0,
    } as const
    const triggers = [...body.triggers, ...(fenceIds.length > 0 ? [missed] : [])]
    const fence: Geofence = {
      ...body,
      id: uuid(),
      companyId,
      scope:
        given.vehicles === undefined
          ? { kind: 'fleet' }
          : { kind: 'vehicles', vehicleIds: fleet.vehicles.slice(0, given.vehicles) },
      triggers: triggers.map((trigger) => ({ ...trigger, id: uuid() }) as FenceTrigger),
      version: 1,
      shapeVersion: 1,
    }
    await insertFence(tx, fence)
    made.set(fence.name, fence.id)
  }
}
