import type { Geofence } from '@rumbo/contract/geofences.contract'
import type { Coordinates } from '@rumbo/geo'
import type { FenceShape } from '@rumbo/geo/fences/fence-shape'
import { destination } from '@rumbo/geo/geometry/distance'
import { buildFence } from '@rumbo/server/geofences/geofences.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { generator } from './random.ts'

/** Somewhere in 100 km by 100 km around Mexico City. */
export const somewhereBy = (random: () => number) => (): Coordinates => ({
  latitude: 19 + random() * 0.9,
  longitude: -99.6 + random() * 0.95,
})

/** A third circles, polygons and routes each, of some hundred metres. @param at its number among all */
export function someShape(at: number, random: () => number): FenceShape {
  const center = somewhereBy(random)()
  const size = 100 + random() * 500
  if (at % 3 === 0) return { kind: 'circle', center, radiusMetres: size }
  if (at % 3 === 1) {
    // One polygon in a hundred is as detailed as a municipality.
    const count = at % 300 === 1 ? 1_000 : 5 + Math.floor(random() * 20)
    const corners = Array.from({ length: count }, (_, corner) =>
      destination(center, (360 * corner) / count, size * (0.7 + 0.3 * random())),
    )
    return { kind: 'polygon', corners }
  }
  const path = [center]
  for (let leg = 0; leg < 8; leg += 1)
    path.push(destination(path.at(-1) ?? center, leg * 20 + random() * 40, size))
  return { kind: 'route', path, halfWidthMetres: 20 + random() * 40, mode: 'two_way' }
}

/** Fences that raise entry and exit, in the only fleet with vehicles. */
export async function fillFences(tx: Transaction, count: number): Promise<void> {
  const [place] = await tx.sql<{ companyId: string; fleetId: string }>(
    'select company_id as "companyId", fleet_id as "fleetId" from vehicles.vehicles limit 1',
  )
  if (!place) throw new Error('There is no fleet with vehicles.')
  const random = generator(17)
  for (let at = 0; at < count; at += 1) {
    const shape = someShape(at, random) as Geofence['shape']
    await buildFence(tx, { ...place, name: `Fence ${at + 1}`, shape })
  }
}
