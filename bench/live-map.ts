import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { vehicleStatuses } from '@rumbo/contract/vehicles.contract'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { launchMapBrowser, openSignedInPage } from './harness/browser.ts'
import { percentile } from './harness/calls.ts'
import { copyVehicle, identifiersOf } from './harness/fleet.ts'
import { buildInstrumented } from './harness/instrumented.ts'
import { atLeast, atMost, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import type { WithShownFixes } from './instrumented/mark-painter.ts'
import { moveFleet, reportEveryMs } from './load/moving-fleet.ts'

// The map page in a headless browser that draws in software, while every vehicle of its fleet reports each ten
// seconds through the server's live stream: how old what it shows is, and how long it holds its main thread.
const sizes = process.argv.slice(2).map(Number).filter(Boolean)
const fleetSizes = sizes.length > 0 ? sizes : [100, 1_000, 10_000, 50_000]
const settleSeconds = 14
const measureSeconds = 30
const closeSeconds = 10
const secret = 'a secret that serves this measurement only'
/** Of the whole fleet, which the map opens on; a few are at its edges, behind a panel. */
const minShown = 0.95
/** Share of the due reports that must be sent: fewer would measure a smaller fleet. */
const minReportedPercent = 90
/** Aims by number of vehicles: median age in seconds, longest task in milliseconds. */
const aims = new Map([
  [10_000, { ageSeconds: 6.5, taskMs: 200 }],
  [50_000, { ageSeconds: 10, taskMs: 500 }],
])

interface MeasuredFleet {
  size: number
  companyId: string
  fleetId: string
  refreshToken: string
}
const fleets: MeasuredFleet[] = []

async function fill(tx: Transaction): Promise<void> {
  const user = await buildUser(tx, { level: 'super_admin' })
  let first = 0
  for (const size of fleetSizes) {
    const { id: companyId } = await buildCompany(tx)
    const { id: fleetId } = await buildFleet(tx, { companyId })
    const { id } = await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '0' })
    const imeis = identifiersOf(first + size).slice(first)
    await copyVehicle(
      tx,
      id,
      imeis.map((imei, at) => {
        // Most at work, few in alarm.
        const status =
          at % 500 === 0 ? 'critical' : at % 100 === 1 ? 'alarmed' : vehicleStatuses[2 + (at % 7)]
        return { fleetId, imei, status: status ?? 'active', index: at }
      }),
    )
    first += size
    // Each visit has a session of its own: a refresh token serves once.
    const { refreshToken } = await buildSession(tx, user, secret)
    fleets.push({ size, companyId, fleetId, refreshToken })
  }
}

/** What the page notes from its first line on. */
interface Notes {
  tasks: [startedMs: number, durationMs: number][]
  /** Of the newest fix that is painted, and of the place a gliding mark is painted at. */
  ages: number[]
  glidedAges: number[]
  marks: number
}
type Noting = typeof globalThis & { notes: Notes }

/** Runs in the page: long tasks, and twice a second, in a frame, the age of everything the map shows. */
function takeNotes([companyId, fleetId]: readonly [string, string]): void {
  sessionStorage.setItem('activeCompanyId', companyId)
  sessionStorage.setItem('activeFleetId', fleetId)
  const notes: Notes = { tasks: [], ages: [], glidedAges: [], marks: 0 }
  Object.assign(globalThis, { notes })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) notes.tasks.push([startTime, duration])
  }).observe({ type: 'longtask', buffered: true })
  setInterval(
    () =>
      requestAnimationFrame(() => {
        const fixes = (globalThis as WithShownFixes).shownFixes?.() ?? new Float64Array()
        const now = Date.now()
        // In pairs.
        notes.marks = fixes.length / 2
        // A sample of a thousand is enough for the median.
        const step = 2 * Math.max(1, Math.floor(notes.marks / 1000))
        for (let at = 0; at < fixes.length; at += step) {
          notes.ages.push(now - (fixes[at] ?? 0))
          notes.glidedAges.push(now - (fixes[at + 1] ?? 0))
        }
      }),
    500,
  )
}

const noted = (page: Page) => page.evaluate(() => (globalThis as Noting).notes)
async function noteAnew(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { notes } = globalThis as Noting
    notes.tasks = []
    notes.ages = []
    notes.glidedAges = []
  })
}

/** Notes of so many seconds from now on. */
async function measured(page: Page, seconds: number): Promise<Notes & { seconds: number }> {
  await noteAnew(page)
  await pause(seconds * 1000)
  return { ...(await noted(page)), seconds }
}

const longest = ({ tasks }: Notes) => Math.max(0, ...tasks.map(([, durationMs]) => durationMs))
const share = ({ tasks, seconds }: Notes & { seconds: number }) =>
  tasks.reduce((sum, [, durationMs]) => sum + durationMs, 0) / (seconds * 10)

async function visit(
  browser: Browser,
  httpPort: number,
  fleet: MeasuredFleet,
): Promise<Record<string, Metric>> {
  const { context, page } = await openSignedInPage(browser, fleet.refreshToken, {
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1280, height: 720 },
  })
  await page.addInitScript(takeNotes, [fleet.companyId, fleet.fleetId] as const)
  const startedAt = performance.now()
  await page.goto(`http://127.0.0.1:${httpPort}/map`, { waitUntil: 'commit' })
  await page.waitForFunction(() => (globalThis as Noting).notes.marks > 0, undefined, { timeout: 120_000 })
  const shownMs = performance.now() - startedAt
  const opening = await noted(page)
  await pause(settleSeconds * 1000)
  const whole = await measured(page, measureSeconds)
  if (process.env.RUMBO_BENCH_PICTURES)
    await page.screenshot({ path: `${process.env.RUMBO_BENCH_PICTURES}/live-map-${fleet.size}.png` })
  await page.goto(`http://127.0.0.1:${httpPort}/map?view=19.43260,-99.13320,14.5`)
  await page.waitForFunction(() => (globalThis as Noting).notes.marks > 0, undefined, { timeout: 120_000 })
  await pause(settleSeconds * 1000)
  const near = await measured(page, closeSeconds)
  if (process.env.RUMBO_BENCH_PICTURES)
    await page.screenshot({ path: `${process.env.RUMBO_BENCH_PICTURES}/live-map-${fleet.size}-near.png` })
  await context.close()
  const name = `${fleet.size.toLocaleString('en')} vehicles`
  const aim = aims.get(fleet.size)
  const age = percentile(whole.ages, 0.5) / 1000
  return {
    [`${name}: shown`]: atLeast(whole.marks, 'vehicles in view', fleet.size * minShown),
    [`${name}: first marks after`]: recorded(shownMs, 'ms'),
    [`${name}: longest task while opening`]: recorded(longest(opening), 'ms'),
    [`${name}: median age`]: aim ? atMost(age, 's', aim.ageSeconds) : recorded(age, 's'),
    [`${name}: 95th percentile of age`]: recorded(percentile(whole.ages, 0.95) / 1000, 's'),
    [`${name}: median age of the painted place`]: recorded(percentile(whole.glidedAges, 0.5) / 1000, 's'),
    [`${name}: longest task`]: aim
      ? atMost(longest(whole), 'ms', aim.taskMs)
      : recorded(longest(whole), 'ms'),
    [`${name}: time in long tasks`]: recorded(share(whole), '%'),
    [`${name}: in the streets, vehicles in view`]: recorded(near.marks, 'vehicles'),
    [`${name}: in the streets, median age`]: recorded(percentile(near.ages, 0.5) / 1000, 's'),
    [`${name}: in the streets, median age of the painted place`]: recorded(
      percentile(near.glidedAges, 0.5) / 1000,
      's',
    ),
    [`${name}: in the streets, longest task`]: aim
      ? atMost(longest(near), 'ms', aim.taskMs)
      : recorded(longest(near), 'ms'),
    [`${name}: in the streets, time in long tasks`]: recorded(share(near), '%'),
  }
}

const instrumented = buildInstrumented()
const rumbo = await openRumbo({
  fill,
  environment: { RUMBO_SECRET: secret },
  serverCommand: instrumented.serverCommand,
})
try {
  await rumbo.query('vacuum analyze')
  const metrics: Record<string, Metric> = {}
  for (const fleet of fleets) {
    const vehicles = await rumbo.query<{ id: string; fleetId: string }>(
      'select id, fleet_id as "fleetId" from vehicles.vehicles where fleet_id = $1 order by id',
      [fleet.fleetId],
    )
    const browser = await launchMapBrowser()
    const moving = await moveFleet(rumbo.maintenanceUrl, vehicles)
    const startedAt = performance.now()
    try {
      Object.assign(metrics, await visit(browser, rumbo.httpPort, fleet))
    } finally {
      const reports = await moving.end()
      const due = ((performance.now() - startedAt) / reportEveryMs) * vehicles.length
      metrics[`${fleet.size.toLocaleString('en')} vehicles: reports sent, of those due`] = atLeast(
        (100 * reports) / due,
        '%',
        minReportedPercent,
      )
      await browser.close()
    }
  }
  report('live-map', metrics)
} finally {
  await rumbo.close()
  instrumented.remove()
}
