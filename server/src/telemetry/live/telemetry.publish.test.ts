import { expect, it } from 'vitest'
import type { VehicleState } from '../intake/telemetry.state.ts'
import { packPositions, unpackPositions } from './telemetry.position-packets.ts'
import { createPositionPublisher } from './telemetry.publish.ts'

const stateAt = (vehicleNo: number, asOf: number) =>
  ({
    ...{ vehicleNo, asOf, latitude: 19, longitude: -99, speedKmh: 30, heading: 90, ignition: true },
    vehicleId: `00000000-0000-4000-8000-00000000000${vehicleNo}`,
    fleetId: '00000000-0000-4000-8000-0000000000ff',
    ...{ fuelPercent: null, batteryPercent: null, signalPercent: null, satellites: null },
    movement: { tripStartedAt: 500, standSince: null },
  }) as VehicleState

/** A bus whose messages take as long as the test wants. */
function slowBus() {
  const sent: number[][] = []
  const answers: (() => void)[] = []
  return {
    sent,
    answer: () => answers.shift()?.(),
    publish: (_channel: string, payloads: readonly string[]) => {
      sent.push(payloads.flatMap((payload) => unpackPositions(payload).map(({ at }) => at ?? 0)))
      return new Promise<void>((resolve) => answers.push(resolve))
    },
  }
}

it('sends positions that arrived during a send before it closes', async () => {
  const bus = slowBus()
  const publisher = createPositionPublisher({ bus })
  publisher.publish([stateAt(1, 1_000)])
  await expect.poll(() => bus.sent).toEqual([[1_000]])
  publisher.publish([stateAt(1, 2_000), stateAt(2, 2_500)])
  let isClosed = false
  const closing = publisher.close().then(() => {
    isClosed = true
  })
  bus.answer()
  await expect.poll(() => bus.sent).toEqual([[1_000], [2_000, 2_500]])
  expect(isClosed).toBe(false)
  bus.answer()
  await closing
  expect(bus.sent).toHaveLength(2)
})

it('sends only the latest position of each vehicle, and nothing without positions', async () => {
  const bus = slowBus()
  const publisher = createPositionPublisher({ bus })
  publisher.publish([])
  publisher.publish([stateAt(1, 1_000)])
  publisher.publish([stateAt(1, 2_000)])
  const closing = publisher.close()
  bus.answer()
  await closing
  expect(bus.sent).toEqual([[2_000]])
  await publisher.close()
  expect(bus.sent).toHaveLength(1)
})

it('sends since when a vehicle stands, and nothing while its trip lasts or it stopped only just now', () => {
  const fixAt = 1_782_000_600_000
  const standing = (tripStartedAt: number | null, standSince: number | null) =>
    unpackPositions(
      packPositions([{ ...stateAt(1, fixAt), movement: { tripStartedAt, standSince } }])[0] ?? '',
    )[0]?.standSince
  expect(standing(null, fixAt - 180_000)).toBe(fixAt - 180_000)
  expect(standing(null, fixAt - 179_000)).toBeNull()
  expect(standing(fixAt - 900_000, fixAt - 300_000)).toBeNull()
  expect(standing(null, null)).toBeNull()
})
