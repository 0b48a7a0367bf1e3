import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { asSystem } from '../../platform/access/access.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import { liveVehicles } from '../../vehicles/index.ts'
import { type PositionUpdate, positionsChannel, unpackPositions } from './telemetry.position-packets.ts'

export type ApplyLive = (changes: readonly PositionUpdate[]) => void

export interface LiveState {
  /** Every live vehicle of a fleet as it is now, read from the database. */
  snapshot(fleetId: string): Promise<LiveVehicle[]>
  /** Calls `apply` with the positions any process committed; other changes come as hints. Returns a function that ends it. */
  start(apply: ApplyLive): () => void
}

/** Receives committed positions, for the process that serves the live stream. */
export function createLiveState(options: { database: Database; bus: Pick<Bus, 'listen'> }): LiveState {
  const { database, bus } = options
  return {
    snapshot: (fleetId) =>
      database.transaction(asSystem('live snapshot'), (tx) => liveVehicles(tx, fleetId), { readOnly: true }),
    start: (apply) => bus.listen(positionsChannel, (packet) => apply(unpackPositions(packet))),
  }
}
