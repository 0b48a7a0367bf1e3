import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { destination } from '@rumbo/geo/geometry/distance'
import { buildFence } from '@rumbo/server/geofences/geofences.factory'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildNotificationRule } from '@rumbo/server/notifications/rules/notifications.rules.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import { asSystem } from '@rumbo/server/platform/access/access'
import { systemClock } from '@rumbo/server/platform/clock'
import { createDatabase } from '@rumbo/server/platform/database/database'
import { startReceiver } from '@rumbo/server/platform/deliveries/testing/receivers'
import { buildDriver } from '@rumbo/server/shifts/shifts.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { v7 as uuid } from 'uuid'
import { launchBrowser, openSignedInPage } from './harness/browser.ts'
import { callerOf, percentile } from './harness/calls.ts'
import { copyVehicle, fillDevices, identifiersOf } from './harness/fleet.ts'
import { fillNotified, happens, type NotifiedFleet } from './harness/notified-fleets.ts'
import { peerNames, startPeers } from './harness/peers.ts'
import { atLeast, atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import { loadProtocols } from './load/device-clients.ts'
import { followInboxes } from './load/inboxes.ts'
import { openRemoteDevices } from './load/remote-devices.ts'

const secret = 'a secret that serves this measurement only'
const only = process.argv.find((each) => each.startsWith('--only='))?.slice('--only='.length)

type Noting = typeof globalThis & { shown: Record<string, number> }

/** Runs in the page: notes when the notification of a vehicle and a kind of event is first there. */
function noteRows(): void {
  const shown: Record<string, number> = {}
  Object.assign(globalThis, { shown })
  const note = () => {
    for (const row of document.querySelectorAll('tr, [role=status], [role=alert]')) {
      const text = row.textContent ?? ''
      const kind = text.includes('Entrada') ? 'in' : text.includes('Salida') ? 'out' : null
      const vehicle = /T-\d+/.exec(text)?.[0]
      if (vehicle && kind) shown[`${vehicle} ${kind}`] ??= Date.now()
    }
  }
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true })
}

/**
 * From the report that takes a vehicle into a geofence, or out of it, to the notification of it in the list of a headless
 * browser, while 1,000 devices of another company send 1,000 positions a second. Both times are of this machine's clock.
 */
async function measureLatency(): Promise<Record<string, Metric>> {
  const [vehicles, others, positionsPerSecond, everyMs] = [100, 1_000, 1_000, 250]
  const outsideMetres = 1_000
  const zocalo = { latitude: 19.4326, longitude: -99.1332 }
  const identifiers = identifiersOf(others + vehicles)
  const [loaded, measured] = [identifiers.slice(0, others), identifiers.slice(others)]
  let refreshToken = ''
  const rumbo = await openRumbo({
    fill: async (tx) => {
      await fillDevices(tx, loaded)
      const companyId = (await buildCompany(tx, { tier: 'professional' })).id
      const fleetId = (await buildFleet(tx, { companyId })).id
      const { id } = await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '0' })
      await copyVehicle(
        tx,
        id,
        measured.map((imei, index) => ({ fleetId, imei, status: 'active' as const, index })),
      )
      await buildFence(tx, { companyId, fleetId })
      const user = await buildUser(tx, { level: 'user' })
      await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'dispatcher' })
      refreshToken = (await buildSession(tx, user, secret)).refreshToken
      await buildNotificationRule(tx, {
        companyId,
        fleetId,
        audience: [{ kind: 'roles', roles: ['dispatcher'] }],
        repeatMinutes: 0,
      })
    },
    environment: { RUMBO_SECRET: secret },
  })
  const browser = await launchBrowser()
  try {
    await rumbo.query('vacuum analyze')
    const second = () => Math.floor(Date.now() / 1000)
    const devices = await openRemoteDevices({
      host: '127.0.0.1',
      ports: rumbo.ports,
      devices: loaded.map((identifier, at) => ({
        identifier,
        protocol: loadProtocols[at % loadProtocols.length] ?? 'gt06',
      })),
      firstSecond: second() - 86_400,
    })
    async function send(imei: string, metresEast: number, at: number): Promise<void> {
      const { latitude, longitude } = destination(zocalo, 90, metresEast)
      const query = `id=${imei}&lat=${latitude}&lon=${longitude}&timestamp=${at}&speed=20`
      const answer = await fetch(`http://127.0.0.1:${rumbo.ports.osmand}/?${query}`)
      if (!answer.ok) throw new Error(`A position was refused with ${answer.status}.`)
    }
    for (const imei of measured) await send(imei, outsideMetres, second() - 60)
    const { page } = await openSignedInPage(browser, refreshToken, {
      timezoneId: 'America/Mexico_City',
      viewport: { width: 1440, height: 900 },
    })
    await page.addInitScript(noteRows)
    await page.goto(`http://127.0.0.1:${rumbo.httpPort}/notification-list`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await devices.pace(positionsPerSecond)
    await pause(5_000)
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
    await pause(10_000)
    const shown = await shownIn(page)
    const ages = Object.entries(sentAt).flatMap(([key, sent]) => (shown[key] ? [shown[key] - sent] : []))
    await devices.close()
    return {
      'position to notification in the browser: p50': atMost(percentile(ages, 0.5), 'ms', 500),
      'position to notification in the browser: p99': atMost(percentile(ages, 0.99), 'ms', 2_000),
      'notifications that were not shown': exactly(
        Object.keys(sentAt).length - ages.length,
        'notifications',
        0,
      ),
      // Some protocols acknowledge nothing.
      'positions of others acknowledged meanwhile': recorded(load.acknowledged / seconds, 'positions/s'),
    }
  } finally {
    await browser.close()
    await rumbo.close()
  }
}
const shownIn = (page: Page) => page.evaluate(() => (globalThis as Noting).shown)

/**
 * 2,000 events in a minute, each to one person by five methods, with all peers alive and then with the receiver of a second
 * webhook hanging. Counted is what each peer received until the minute was over, and until everything was received.
 */
async function measureRate(): Promise<Record<string, Metric>> {
  const [perMinute, ticks] = [2_000, 240]
  const peers = await startPeers()
  let isDead = false
  const second = await startReceiver((response) => {
    if (!isDead) response.writeHead(204).end()
  })
  let made: NotifiedFleet[] = []
  const rumbo = await openRumbo({
    fill: async (tx) => {
      const webhookUrls = [peers.webhookUrl, second.url]
      made = await fillNotified(tx, { fleets: perMinute, peers, webhookUrls, secret })
    },
    environment: { ...peers.environment, RUMBO_SECRET: secret },
  })
  const database = createDatabase({ url: rumbo.maintenanceUrl, clock: systemClock })
  const inApp = async () =>
    (
      await rumbo.query<{ amount: number }>(
        'select count(*)::int as amount from notifications.notifications where user_id is not null',
      )
    )[0]?.amount ?? 0
  async function run(type: 'geofence_exit' | 'geofence_entry') {
    const before = Object.fromEntries(peerNames.map((name) => [name, peers.keys[name].length]))
    const written = await inApp()
    const startedAt = performance.now()
    for (let tick = 0; tick < ticks; tick += 1) {
      const due = made.slice((tick * perMinute) / ticks, ((tick + 1) * perMinute) / ticks)
      await database.transaction(asSystem('bench'), (tx) => happens(tx, due, type))
      const next = startedAt + ((tick + 1) * 60_000) / ticks
      await pause(Math.max(0, next - performance.now()))
    }
    const received = (name: (typeof peerNames)[number]) => peers.keys[name].length - (before[name] ?? 0)
    const counts = Object.fromEntries(peerNames.map((name) => [name, received(name)]))
    const inMinute = { in_app: (await inApp()) - written, ...counts }
    while (peerNames.some((name) => received(name) < perMinute) && performance.now() - startedAt < 180_000)
      await pause(50)
    const seconds = (performance.now() - startedAt) / 1_000
    return { inMinute, seconds }
  }
  try {
    await rumbo.query('vacuum analyze')
    await pause(2_000)
    const alive = await run('geofence_exit')
    isDead = true
    const dead = await run('geofence_entry')
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)
    const metrics: Record<string, Metric> = {
      'in a minute by five methods, all receivers alive': recorded(sum(alive.inMinute), 'notifications'),
      'in a minute by five methods, one receiver hanging': atLeast(
        sum(dead.inMinute),
        'notifications',
        9_900,
      ),
      'until the last of a minute was received, all alive': recorded(alive.seconds, 's'),
      'until the last of a minute was received, one hanging': atMost(dead.seconds, 's', 65),
    }
    for (const [name, amount] of Object.entries(dead.inMinute)) {
      const usual = (alive.inMinute as Record<string, number>)[name] ?? 0
      metrics[`${name}: with one receiver hanging against all alive`] = atLeast(
        (100 * amount) / usual,
        '%',
        95,
      )
    }
    return metrics
  } finally {
    await database.close()
    await rumbo.close()
    await peers.close()
    await second.close()
  }
}

/** A broadcast to 5,000 drivers, 50 of whom have their page open, until all can read it. */
async function measureBroadcast(): Promise<Record<string, Metric>> {
  const [drivers, open] = [5_000, 50]
  let [fleetId, token] = ['', '']
  const phones: string[] = []
  const rumbo = await openRumbo({
    fill: async (tx) => {
      const companyId = (await buildCompany(tx, { tier: 'enterprise' })).id
      fleetId = (await buildFleet(tx, { companyId })).id
      const lead = await buildUser(tx, { level: 'admin' })
      await buildAssignment(tx, { userId: lead.id, companyId, role: 'company_owner' })
      token = (await buildSession(tx, lead, secret)).accessToken
      for (let at = 0; at < drivers; at += 1) {
        const user = await buildUser(tx, { level: 'user' })
        await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
        await buildDriver(tx, { companyId, userId: user.id })
        if (at % (drivers / open) === 0) phones.push((await buildSession(tx, user, secret)).accessToken)
      }
    },
    environment: { RUMBO_SECRET: secret },
  })
  try {
    await rumbo.query('vacuum analyze')
    const inboxes = await followInboxes(`http://127.0.0.1:${rumbo.httpPort}`, phones)
    const body = { id: uuid(), fleetId, filter: { kind: 'fleet' }, text: 'Reunión a las 18:00 en la base.' }
    const startedAt = performance.now()
    await callerOf(rumbo, token).call('POST', '/broadcasts', body)
    const answeredMs = performance.now() - startedAt
    const noticed = await inboxes.noticed(startedAt, 30_000)
    const [row] = await rumbo.query<{ amount: number }>(
      "select count(*)::int as amount from communication.recipients where status in ('sent', 'delivered', 'read')",
    )
    inboxes.close()
    return {
      'broadcast: recipients who can read it': exactly(row?.amount ?? 0, 'drivers', drivers),
      'broadcast: answered': atMost(answeredMs / 1_000, 's', 10),
      'broadcast: pages of drivers that noticed it': exactly(noticed.length, 'pages', open),
      'broadcast: last page noticed it after': atMost(Math.max(...noticed) / 1_000, 's', 10),
    }
  } finally {
    await rumbo.close()
  }
}

const parts = { latency: measureLatency, rate: measureRate, broadcast: measureBroadcast }
const metrics: Record<string, Metric> = {}
for (const [name, measure] of Object.entries(parts))
  if (only === undefined || only === name) Object.assign(metrics, await measure())
report('notifications', metrics)
