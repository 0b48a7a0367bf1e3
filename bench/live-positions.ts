import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { build } from 'esbuild'
import { launchBrowser } from './harness/browser.ts'
import { percentile } from './harness/calls.ts'
import { fillDevices } from './harness/fleet.ts'
import { atLeast, atMost, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import type { Arrival, LivePage } from './load/live-page.ts'
import type { SentPosition } from './load/measure.ts'
import { mixedDevices } from './load/mixed.ts'
import { openRemoteDevices } from './load/remote-devices.ts'

// From a tracker's socket to the store of a page in a headless browser, at 2,000 positions a second of 2,000 vehicles
// in the one fleet it watches: gateway, commit, notice, live stream, WebSocket, next frame. Vehicles speak every protocol.
const sockets = 2_000
const positionsPerSecond = 2_000
const warmUpSeconds = 5
const measureSeconds = 20
const secret = 'a secret that serves this measurement only'

let accessToken = ''
const devicesMade = mixedDevices(sockets)
const identifiers = devicesMade.map(({ identifier }) => identifier)

async function fill(tx: Transaction): Promise<void> {
  await fillDevices(tx, identifiers)
  accessToken = (await buildSession(tx, await buildUser(tx, { level: 'super_admin' }), secret)).accessToken
}

async function openPage(httpPort: number, fleetId: string) {
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL('load/live-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  })
  const browser = await launchBrowser()
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${httpPort}/v1/ready`)
  await page.evaluate(bundle.outputFiles?.[0]?.text ?? '')
  const call = `globalThis.live = watchLive(${JSON.stringify(accessToken)}, ${JSON.stringify(fleetId)})`
  await page.evaluate(call)
  await page.waitForFunction(() => (globalThis as unknown as { live: LivePage }).live.isWhole())
  return {
    take: () =>
      page.evaluate(() => (globalThis as unknown as { live: LivePage }).live.take()) as Promise<Arrival[]>,
    close: () => browser.close(),
  }
}

/** Milliseconds from writing the frame until the page had it, of every position of which both are known. */
function latenciesOf(
  sent: readonly SentPosition[],
  arrivals: readonly Arrival[],
  imeis: ReadonlyMap<string, string>,
): number[] {
  const shownAt = new Map(arrivals.map(([id, fixMs, at]) => [`${imeis.get(id)} ${fixMs}`, at]))
  return sent.flatMap(({ identifier, fixMs, sentAtMs }) => {
    const at = shownAt.get(`${identifier} ${fixMs}`)
    return at === undefined ? [] : [at - sentAtMs]
  })
}

const firstSecond = Math.floor(Date.now() / 1000) - 86_400
const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret } })
try {
  await rumbo.query('vacuum analyze')
  const vehicles = await rumbo.query<{ id: string; imei: string; fleet_id: string }>(
    'select id, imei, fleet_id from vehicles.vehicles where imei is not null',
  )
  const page = await openPage(rumbo.httpPort, vehicles[0]?.fleet_id ?? '')
  try {
    const devices = await openRemoteDevices({
      host: '127.0.0.1',
      ports: rumbo.ports,
      devices: devicesMade,
      firstSecond,
    })
    await devices.pace(positionsPerSecond)
    await pause(warmUpSeconds * 1000)
    await page.take()
    await devices.startMeasuring(true)
    await pause(measureSeconds * 1000)
    await devices.measured()
    const sent = await devices.sentPositions()
    await pause(3_000)
    const arrivals = await page.take()
    await devices.close()
    const latencies = latenciesOf(sent, arrivals, new Map(vehicles.map(({ id, imei }) => [id, imei])))
    report('live-positions', {
      'positions sent': recorded(sent.length / measureSeconds, 'positions/s'),
      'positions the page had': atLeast((100 * latencies.length) / sent.length, '% of those sent', 99),
      'socket to browser, p50': atMost(percentile(latencies, 0.5), 'ms', 300),
      'socket to browser, p99': atMost(percentile(latencies, 0.99), 'ms', 1_200),
      'socket to browser, longest': recorded(percentile(latencies, 1 - 1 / latencies.length), 'ms'),
    })
  } finally {
    await page.close()
  }
} finally {
  await rumbo.close()
}
