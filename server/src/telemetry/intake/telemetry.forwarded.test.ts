import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { decodeOsmandBatch } from '@rumbo/protocols'
import { expect, it } from 'vitest'
import { recordAlarms } from '../../events/index.ts'
import { useIntakeHarness } from '../testing/intake.harness.ts'

const harness = useIntakeHarness('file', { commitAlarms: recordAlarms })

function reportsOf(body: unknown): DeviceReport[] {
  const receivedAt = harness.test.clock.now()
  const batch = decodeOsmandBatch({ query: '', body: JSON.stringify(body), receivedAt })
  if (!batch.isAccepted) throw new Error(batch.detail)
  return batch.decodings.flatMap((decoding) => (decoding.isAccepted ? [decoding.report] : []))
}

const accept = (body: unknown) => Promise.all(reportsOf(body).map((report) => harness.intake.accept(report)))
const occurrences = () =>
  harness.read<{ kind: string; occurrences: number }>(
    'select kind, occurrences from events.events where vehicle_id = $1',
    [harness.vehicle.id],
  )

it('an array that is sent again, in part, as a whole or twice at once, is counted once', async () => {
  const now = Math.floor(harness.nowMs() / 1000)
  const messages = Array.from({ length: 5 }, (_, at) => ({
    ...{ ident: harness.vehicle.imei, timestamp: now - 50 + at * 10, 'position.speed': 36 },
    ...{ 'position.latitude': 19.4326 + at / 1000, 'position.longitude': -99.1332 },
    'towing.event.trigger': at === 2,
  }))
  await accept(messages.slice(0, 3))
  await Promise.all([accept(messages), accept(messages)])
  await accept(messages)
  expect((await harness.positions()).map(({ latitude }) => latitude)).toEqual([
    ...[194326000, 194336000, 194346000, 194356000, 194366000],
  ])
  expect(await occurrences()).toEqual([{ kind: 'tow', occurrences: 1 }])
})

it('a position and the event of its alarm, forwarded each, are one position and one event', async () => {
  const fixTime = new Date(harness.nowMs() - 5_000).toISOString()
  const device = { uniqueId: harness.vehicle.imei }
  const position = {
    ...{ id: 4, fixTime, latitude: 19.4326, longitude: -99.1332, speed: 10, valid: true },
    attributes: { alarm: 'sos', ignition: true },
  }
  await accept({ position, device })
  await accept({
    event: { type: 'alarm', attributes: { alarm: 'sos' } },
    position: { ...position, id: 0 },
    device,
  })
  expect(await harness.positions()).toHaveLength(1)
  expect(await occurrences()).toEqual([{ kind: 'sos', occurrences: 1 }])
})

it('a device of another server that no vehicle has does not hold back the others', async () => {
  const timestamp = Math.floor(harness.nowMs() / 1000) - 5
  const place = { timestamp, 'position.latitude': 19.4326, 'position.longitude': -99.1332 }
  await accept([
    { ident: 'nobody-has-this', ...place },
    { ident: harness.vehicle.imei, ...place },
  ])
  expect(await harness.positions()).toHaveLength(1)
})
