import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { asSystem } from '../platform/access.ts'
import type { Bus } from '../platform/bus.ts'
import type { Database } from '../platform/database/database.ts'
import { liveVehicles, vehiclesChannel } from '../vehicles/index.ts'
import { type PositionNews, positionsChannel, unpackPositions } from './position-packets.ts'

type Gone = { fleetId: string; id: string }
export type ApplyLive = (changes: readonly PositionNews[], gone?: readonly Gone[]) => void

export interface LiveState {
  /** Every live vehicle of a fleet as it is now, read from the database. */
  snapshot(fleetId: string): Promise<LiveVehicle[]>
  /** Hands on what other processes committed: positions, statuses, changed records. Returns a function that ends it. */
  start(apply: ApplyLive): () => void
}

const isGone = (message: PositionNews | (Gone & { gone: true })): message is Gone & { gone: true } =>
  'gone' in message

/** The receiving side of the position road, for the process that serves the live stream. */
export function createLiveState(options: { database: Database; bus: Pick<Bus, 'listen'> }): LiveState {
  const { database, bus } = options
  return {
    snapshot: (fleetId) =>
      database.transaction(asSystem('live snapshot'), (tx) => liveVehicles(tx, fleetId), { readOnly: true }),
    start(apply) {
      const ends = [
        bus.listen(positionsChannel, (packet) => apply(unpackPositions(packet))),
        bus.listen(vehiclesChannel, (text) => {
          const messages = JSON.parse(text) as (PositionNews | (Gone & { gone: true }))[]
          const changes = messages.filter((message) => !isGone(message)) as PositionNews[]
          apply(
            changes,
            messages.filter(isGone).map(({ id, fleetId }) => ({ id, fleetId })),
          )
        }),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
