import type { Bus } from '../platform/bus.ts'
import { packPositions, positionsChannel } from './position-packets.ts'
import type { VehicleState } from './telemetry.state.ts'

const shortestPauseMs = 100

export interface PositionPublisher {
  /** To be given to the intake as `onCommitted`. */
  publish(states: readonly VehicleState[]): void
  /** Sends what waits, and ends. */
  close(): Promise<void>
}

/** Tells every process the newest state of vehicles that moved, at most each 100 ms; only the latest of each is kept. */
export function createPositionPublisher({ bus }: { bus: Pick<Bus, 'publish'> }): PositionPublisher {
  const latest = new Map<number, VehicleState>()
  let timer: NodeJS.Timeout | undefined
  let isSending = false

  async function send(): Promise<void> {
    timer = undefined
    if (isSending || latest.size === 0) return
    isSending = true
    const packets = packPositions(latest.values())
    latest.clear()
    await bus.publish(positionsChannel, packets)
    isSending = false
    if (latest.size > 0) schedule()
  }
  function schedule(): void {
    timer ??= setTimeout(() => void send(), shortestPauseMs)
  }

  return {
    publish(states) {
      for (const state of states) latest.set(state.vehicleNo, state)
      if (!isSending) schedule()
    },
    async close() {
      clearTimeout(timer)
      await send()
    },
  }
}
