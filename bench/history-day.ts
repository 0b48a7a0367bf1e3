import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import { systemClock } from '@rumbo/server/platform/clock'
import { createDatabase } from '@rumbo/server/platform/database/database'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import {
  addPosition,
  createHistoryBuilder,
  newStoredPositions,
} from '@rumbo/server/telemetry/history/telemetry.history.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { launchMapBrowser, openSignedInPage } from './harness/browser.ts'
import { callerOf, percentile } from './harness/calls.ts'
import { pidOf } from './harness/processes.ts'
import { atMost, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'

// A day of 86,400 positions of one vehicle, closed and packed, one that is still open, and one of which some came late:
// how long the server takes for the route a screen shows, what that does to its event loop, how many bytes go over the
// wire, and when a browser shows the way.
const timeZone = 'America/Mexico_City'
const imei = '351756051520001'
const calls = 12
const secret = 'a secret that serves this measurement only'
const dayMs = 86_400_000

let vehicleId = ''
let watched = ''
let accessToken = ''
let refreshToken = ''

async function fill(tx: Transaction): Promise<void> {
  const { id: companyId } = await buildCompany(tx, { timeZone })
  const { id: fleetId } = await buildFleet(tx, { companyId })
  vehicleId = (await buildVehicle(tx, { companyId, fleetId, imei })).id
  const session = await buildSession(tx, await buildUser(tx, { level: 'super_admin' }), secret)
  accessToken = session.accessToken
  refreshToken = session.refreshToken
}

/** The same drive at each run: straights, turns, stops, a report each second. */
function drive(fromMs: number, seconds: number) {
  const positions = newStoredPositions()
  let [latitude, longitude, heading, state, metres] = [19.4326, -99.1332, 0, 7, 0]
  for (let second = 0; second < seconds; second += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const chance = state / 2_147_483_648
    const isDriving = second % 3_600 > 900
    if (chance < 0.02) heading += 90
    else heading += (chance - 0.5) * 3
    // Back towards the middle, so that the way stays in one city.
    if (Math.hypot(latitude - 19.4326, longitude + 99.1332) > 0.15)
      heading = (Math.atan2(-99.1332 - longitude, 19.4326 - latitude) * 180) / Math.PI
    const speedKmh = isDriving ? 20 + 40 * Math.abs(Math.sin(second / 97)) + 10 * chance : 0
    const step = speedKmh / 3.6
    metres += step
    latitude += (Math.cos((heading * Math.PI) / 180) * step) / 111_195
    longitude += (Math.sin((heading * Math.PI) / 180) * step) / 104_800
    addPosition(positions, {
      timeMs: fromMs + second * 1000,
      latitude,
      longitude,
      speedKmh,
      headingDegrees: ((heading % 360) + 360) % 360,
      odometerMetres: metres,
      ignition: isDriving,
      fuelPercent: 90 - second / 2_000,
    })
  }
  return positions
}

/** A day and the first second of the next: only then is the day over, and its sums are written. */
const secondsOfDay = 86_401

/** Midnight of Mexico City, which has no summer time, so many days ago. */
const midnight = (daysAgo: number) =>
  Math.floor((Date.now() - 6 * 3_600_000) / dayMs) * dayMs + 6 * 3_600_000 - daysAgo * dayMs
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Node looks at its own event loop, and writes the longest delays and the processor's time since it was asked last. */
const watchFile = (folder: string) => `
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { renameSync, writeFileSync } from 'node:fs'
if (process.env.RUMBO_ROLES === 'api') {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let before = process.cpuUsage()
  process.on('SIGUSR2', () => {
    const { user, system } = process.cpuUsage(before)
    const found = { max: delay.max / 1e6, cpuMs: (user + system) / 1e3 }
    const file = ${JSON.stringify(folder)} + '/delay.json'
    writeFileSync(file + '.new', JSON.stringify(found))
    renameSync(file + '.new', file)
    delay.reset()
    before = process.cpuUsage()
  })
}`

const rumbo = await openRumbo({
  fill,
  environment: { RUMBO_SECRET: secret, NODE_OPTIONS: `--import=${writeWatch()}` },
})
const database = createDatabase({
  url: rumbo.maintenanceUrl,
  clock: systemClock,
  connections: 2,
  statementTimeoutMs: 120_000,
})

function writeWatch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rumbo-watch-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o777)
  const file = join(folder, 'watch.mjs')
  writeFileSync(file, watchFile(folder))
  watched = folder
  return file
}

/** Of the api since this was asked last, in milliseconds. */
interface Strain {
  /** The longest delay of its event loop. */
  max: number
  /** Of all its threads; unlike delays it stays the same on a busy machine. */
  cpuMs: number
}

async function strainOfApi(): Promise<Strain> {
  const file = join(watched, 'delay.json')
  rmSync(file, { force: true })
  process.kill(pidOf(rumbo.dataDir, 'api') ?? 0, 'SIGUSR2')
  for (let turn = 0; turn < 200; turn += 1) {
    await pause(10)
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Strain
  }
  throw new Error('The api did not say how its event loop fares.')
}

const caller = callerOf(rumbo, accessToken)

/** Reports between those of a day, ten minutes of each hour; a job sorts them in by the minute, so before each call. */
const writeLate = (fromMs: number) =>
  rumbo.query(
    `insert into telemetry.positions_late (fix_time, report_hash, vehicle_no, latitude, longitude, odometer_metres,
       delay_ms, levels, speed_tenths, heading, altitude, flags)
     select to_timestamp($1::float8 / 1000) + make_interval(secs => hour * 3600 + 1200.5 + second), second,
       v.vehicle_no, 194326000 + second * 100, -991332000, -1, 400000000, -1, 300, 90, 2240, 0
     from vehicles.vehicles v, generate_series(0, 23) as hour, generate_series(0, 599) as second
     where v.id = $2 on conflict do nothing`,
    [fromMs, vehicleId],
  )

async function measure(
  name: string,
  date: string,
  { records = 86_400, before = async (): Promise<unknown> => undefined } = {},
): Promise<Record<string, Metric>> {
  const path = `/vehicles/${vehicleId}/history/route?date=${date}&points=5000`
  for (let call = 0; call < 3; call += 1) await caller.call('GET', path)
  await pause(500)
  await strainOfApi()
  const times: number[] = []
  const strains: Strain[] = []
  let found = { records: 0, positions: { time: [] as number[] } }
  for (let call = 0; call < calls; call += 1) {
    await before()
    const startedAt = performance.now()
    found = await caller.call('GET', path)
    times.push(performance.now() - startedAt)
    strains.push(await strainOfApi())
  }
  if (found.records !== records) throw new Error(`${name} has ${found.records} positions of ${records}.`)
  const response = await fetch(`http://127.0.0.1:${rumbo.httpPort}/v1${path}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  const delays = strains.map(({ max }) => max)
  const bytes = Number(response.headers.get('content-length')) || (await response.arrayBuffer()).byteLength
  const pageTimes: number[] = []
  const pageDelays: number[] = []
  let pageBytes = 0
  let cursor: string | null = ''
  await strainOfApi()
  while (cursor !== null) {
    const startedAt = performance.now()
    const page: { nextCursor: string | null } = await caller.call(
      'GET',
      `/vehicles/${vehicleId}/history/positions?date=${date}&size=10000${cursor && `&cursor=${cursor}`}`,
    )
    pageTimes.push(performance.now() - startedAt)
    pageDelays.push((await strainOfApi()).max)
    pageBytes += JSON.stringify(page).length
    cursor = page.nextCursor
  }
  return {
    [`${name}: route of 5,000 points, p50`]: atMost(percentile(times, 0.5), 'ms', 250),
    [`${name}: route, longest of ${calls}`]: recorded(Math.max(...times), 'ms'),
    [`${name}: event-loop delay by a route, p50`]: atMost(percentile(delays, 0.5), 'ms', 20),
    [`${name}: event-loop delay, longest`]: recorded(Math.max(...delays), 'ms'),
    [`${name}: processor time of the api for a route, p50`]: recorded(
      percentile(
        strains.map(({ cpuMs }) => cpuMs),
        0.5,
      ),
      'ms',
    ),
    [`${name}: points sent`]: recorded(found.positions.time.length, 'points'),
    [`${name}: bytes of the route`]: recorded(bytes / 1000, 'kB'),
    [`${name}: a page of 10,000 positions, p50`]: recorded(percentile(pageTimes, 0.5), 'ms'),
    [`${name}: all pages`]: recorded(
      pageTimes.reduce((sum, ms) => sum + ms, 0),
      'ms',
    ),
    [`${name}: event-loop delay by a page, p50`]: recorded(percentile(pageDelays, 0.5), 'ms'),
    [`${name}: bytes of all pages, before gzip`]: recorded(pageBytes / 1e6, 'MB'),
  }
}

/** Milliseconds from the address until the way is drawn, and until every position is there. */
async function paint(date: string): Promise<Record<string, Metric>> {
  const browser = await launchMapBrowser()
  try {
    const { context, page } = await openSignedInPage(browser, refreshToken, {
      viewport: { width: 1280, height: 720 },
    })
    await page.addInitScript(() => {
      const tasks: number[] = []
      Object.assign(globalThis, { longTasks: tasks })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration)
      }).observe({ type: 'longtask', buffered: true })
    })
    const inspector = await context.newCDPSession(page)
    await inspector.send('Performance.enable', { timeDomain: 'threadTicks' })
    /** Of the page's main thread; unlike frames it stays the same on a busy machine. */
    const cpuMs = async () => {
      const { metrics } = await inspector.send('Performance.getMetrics')
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
    }
    const startedAt = performance.now()
    await page.goto(`http://127.0.0.1:${rumbo.httpPort}/fleet/history/${vehicleId}?date=${date}`, {
      waitUntil: 'commit',
    })
    await page.getByRole('slider').waitFor({ timeout: 30_000 })
    const shownMs = performance.now() - startedAt
    await page.getByText(/86.400 posiciones/).waitFor({ timeout: 60_000 })
    const wholeMs = performance.now() - startedAt
    await pause(2_000)
    const longest = () =>
      page.evaluate(() => {
        const { longTasks } = globalThis as unknown as { longTasks: number[] }
        return Math.max(0, ...longTasks.splice(0))
      })
    const loading = await longest()
    const loadingCpuMs = await cpuMs()
    await page.getByRole('button', { name: '60×' }).click()
    await page.getByRole('slider').press('Home')
    await page.getByRole('button', { name: 'Reproducir' }).click()
    const cpuBeforeMs = await cpuMs()
    const frames = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const found: number[] = []
          let last = performance.now()
          const step = (now: number) => {
            found.push(now - last)
            last = now
            if (found.length < 200 && now < endMs) requestAnimationFrame(step)
            else resolve(found)
          }
          const endMs = last + 10_000
          requestAnimationFrame(step)
        }),
    )
    const replayCpuMs = (await cpuMs()) - cpuBeforeMs
    return {
      'browser: first paint': recorded(
        await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
        'ms',
      ),
      'browser: time line and trips shown': recorded(shownMs, 'ms'),
      'browser: all 86,400 positions there': recorded(wholeMs, 'ms'),
      'browser: longest task while loading': recorded(loading, 'ms'),
      'browser: processor time of the main thread while loading': recorded(loadingCpuMs, 'ms'),
      'browser: replay at 60×, processor time of a frame': recorded(replayCpuMs / frames.length, 'ms'),
      'browser: replay at 60×, frames': recorded(frames.length, 'frames'),
      'browser: replay at 60×, frame p50': recorded(percentile(frames, 0.5), 'ms'),
      'browser: replay at 60×, frame p95': recorded(percentile(frames, 0.95), 'ms'),
      'browser: replay at 60×, longest task': recorded(await longest(), 'ms'),
    }
  } finally {
    await browser.close()
  }
}

try {
  const builder = await createHistoryBuilder(database, [imei], new Date())
  const lateDay = midnight(7)
  await builder.write(imei, drive(lateDay, secondsOfDay), timeZone)
  const closedDay = midnight(5)
  await builder.write(imei, drive(closedDay, secondsOfDay), timeZone)
  const yesterday = midnight(1)
  const openDay = await createHistoryBuilder(database, [imei], new Date())
  await openDay.write(imei, drive(yesterday, secondsOfDay), timeZone)
  await builder.end()
  await openDay.end()
  await rumbo.query('vacuum analyze')
  const isPacked = await rumbo.query<{ hours: string }>(
    'select count(*) as hours from telemetry.position_hours',
  )
  const metrics: Record<string, Metric> = {
    'hours packed': recorded(Number(isPacked[0]?.hours), 'hours'),
    ...(await measure('closed day', dateOf(closedDay))),
    ...(await measure('open day', dateOf(yesterday))),
    ...(await measure('closed day with 14,400 late positions', dateOf(lateDay), {
      records: 100_800,
      before: () => writeLate(lateDay),
    })),
  }
  try {
    if (!process.argv.includes('--server-only')) Object.assign(metrics, await paint(dateOf(closedDay)))
  } finally {
    // A browser that gives up on a busy machine does not take the server's figures with it.
    report('history-day', metrics)
  }
} finally {
  await database.close()
  await rumbo.close()
}
