import type { Bus } from '../../platform/bus.ts'
import type { VehicleState } from '../intake/telemetry.state.ts'
import { packPositions, positionsChannel } from './telemetry.position-packets.ts'

const shortestPauseMs = 100

export interface PositionPublisher {
  /** Passed to the intake as `onCommitted`. */
  publish(states: readonly VehicleState[]): void
  /** Sends the queued states, then ends. */
  close(): Promise<void>
}

/** Publishes the newest state of vehicles that moved, at most each 100 ms; only the latest of each is kept. */
export function createPositionPublisher({ bus }: { bus: Pick<Bus, 'publish'> }): PositionPublisher {
  const latest = new Map<number, VehicleState>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | null = null

  async function sendAll(): Promise<void> {
    const packets = packPositions(latest.values())
    latest.clear()
    try {
      await bus.publish(positionsChannel, packets)
    } finally {
      sending = null
      if (latest.size > 0) schedule()
    }
  }
  function send(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sending ??= sendAll()
    return sending
  }
  function schedule(): void {
    timer ??= setTimeout(() => void send(), shortestPauseMs)
  }

  return {
    publish(states) {
      for (const state of states) latest.set(state.vehicleNo, state)
      if (!sending && latest.size > 0) schedule()
    },
    async close() {
      // States that arrive while others are sent need another round.
      while (sending || latest.size > 0) await send()
    },
  }
}
