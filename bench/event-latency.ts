import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { destination } from '@rumbo/geo/geometry/distance'
import { buildFence } from '@rumbo/server/geofences/geofences.factory'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { launchBrowser, openSignedInPage } from './harness/browser.ts'
import { percentile } from './harness/calls.ts'
import { copyVehicle, fillDevices, identifiersOf } from './harness/fleet.ts'
import { atMost, exactly, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import { loadProtocols } from './load/device-clients.ts'
import { openRemoteDevices } from './load/remote-devices.ts'

// From the report that takes a vehicle into a geofence, or out of it, to the row of its event on the open list of events, in
// a headless browser, while 1,000 devices of another company send 1,000 positions a second over sockets. Both times are of
// this machine's clock. Each vehicle enters once and leaves once, far enough beyond the border that one fix confirms it.
const vehicles = 100
const everyMs = 250
const others = 1_000
const positionsPerSecond = 1_000
const warmUpSeconds = 5
const settleSeconds = 10
const secret = 'a secret that serves this measurement only'
/** From the middle of a circle of 250 m; farther, a vehicle would be too fast to be believed. */
const outsideMetres = 1_000
const zocalo = { latitude: 19.4326, longitude: -99.1332 }

const identifiers = identifiersOf(others + vehicles)
const loaded = identifiers.slice(0, others)
const measured = identifiers.slice(others)
let [companyId, fleetId, refreshToken] = ['', '', '']

async function fill(tx: Transaction): Promise<void> {
  await fillDevices(tx, loaded)
  companyId = (await buildCompany(tx)).id
  fleetId = (await buildFleet(tx, { companyId })).id
  const { id } = await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '0' })
  const copies = measured.map((imei, index) => ({ fleetId, imei, status: 'active' as const, index }))
  await copyVehicle(tx, id, copies)
  await buildFence(tx, { companyId, fleetId })
  const user = await buildUser(tx, { level: 'super_admin' })
  refreshToken = (await buildSession(tx, user, secret)).refreshToken
}

type Noting = typeof globalThis & { shown: Record<string, number> }

/** Runs in the page: notes when a row of a vehicle and a kind of event is first there. */
function noteRows([company, fleet]: readonly [string, string]): void {
  sessionStorage.setItem('activeCompanyId', company)
  sessionStorage.setItem('activeFleetId', fleet)
  const shown: Record<string, number> = {}
  Object.assign(globalThis, { shown })
  const note = () => {
    for (const row of document.querySelectorAll('tr')) {
      const text = row.textContent ?? ''
      const vehicle = /T-\d+/.exec(text)?.[0]
      const kind = text.includes('Entrada') ? 'in' : text.includes('Salida') ? 'out' : null
      if (vehicle && kind) shown[`${vehicle} ${kind}`] ??= Date.now()
    }
  }
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true })
}
const shownIn = (page: Page) => page.evaluate(() => (globalThis as Noting).shown)

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret } })
const browser = await launchBrowser()
try {
  await rumbo.query('vacuum analyze')
  const start = Math.floor(Date.now() / 1000)
  const devices = await openRemoteDevices({
    host: '127.0.0.1',
    ports: rumbo.ports,
    devices: loaded.map((identifier, at) => ({
      identifier,
      protocol: loadProtocols[at % loadProtocols.length] ?? 'gt06',
    })),
    firstSecond: start - 86_400,
  })
  /** Resolves when the fix is acknowledged. */
  async function send(imei: string, metresEast: number, second: number): Promise<void> {
    const { latitude, longitude } = destination(zocalo, 90, metresEast)
    const fix = { id: imei, lat: latitude, lon: longitude, timestamp: second, speed: 20 }
    const query = new URLSearchParams(Object.entries(fix).map(([name, value]) => [name, String(value)]))
    const answer = await fetch(`http://127.0.0.1:${rumbo.ports.osmand}/?${query}`)
    if (!answer.ok) throw new Error(`A position was refused with ${answer.status}.`)
  }
  const second = () => Math.floor(Date.now() / 1000)
  for (const imei of measured) await send(imei, outsideMetres, second() - 60)
  const { page } = await openSignedInPage(browser, refreshToken, {
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1440, height: 900 },
  })
  await page.addInitScript(noteRows, [companyId, fleetId] as const)
  await page.goto(`http://127.0.0.1:${rumbo.httpPort}/event-list`)
  await page.getByRole('heading', { name: 'Eventos' }).waitFor()
  await devices.pace(positionsPerSecond)
  await pause(warmUpSeconds * 1_000)
  await devices.startMeasuring()
  const startedAt = performance.now()
  const sentAt: Record<string, number> = {}
  for (const [kind, metresEast] of [
    ['in', 0],
    ['out', outsideMetres],
  ] as const)
    for (const [at, imei] of measured.entries()) {
      sentAt[`T-${at + 1} ${kind}`] = Date.now()
      await send(imei, metresEast, second())
      await pause(everyMs)
    }
  const seconds = (performance.now() - startedAt) / 1_000
  const load = await devices.measured()
  await pause(settleSeconds * 1_000)
  const shown = await shownIn(page)
  const ages = Object.entries(sentAt).flatMap(([key, sent]) => (shown[key] ? [shown[key] - sent] : []))
  await devices.close()
  report('event-latency', {
    'report to its event on screen: p50': atMost(percentile(ages, 0.5), 'ms', 400),
    'report to its event on screen: p99': atMost(percentile(ages, 0.99), 'ms', 1_500),
    'events that were not shown': exactly(Object.keys(sentAt).length - ages.length, 'events', 0),
    // Some protocols acknowledge nothing.
    'positions of others acknowledged meanwhile': recorded(load.acknowledged / seconds, 'positions/s'),
  })
} finally {
  await browser.close()
  await rumbo.close()
}
