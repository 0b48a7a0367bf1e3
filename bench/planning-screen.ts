import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { launchMapBrowser, openSignedInPage } from './harness/browser.ts'
import { percentile } from './harness/calls.ts'
import { buildPlannedDay, type PlannedDay } from './harness/planned-day.ts'
import { atMost, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'

// The planning screen in a headless browser that draws in software, with a plan whose routes are full: when it can be used,
// how long it holds its main thread while it is scrolled and edited by keys, and how much memory the tab takes.
// Arguments: numbers of orders. --profile=FILE writes a CPU profile of the last one.
const secret = 'a secret that serves this measurement only'
const sizes = process.argv.slice(2).map(Number).filter(Boolean)
const profile = process.argv.find((one) => one.startsWith('--profile='))?.slice('--profile='.length)
const allPlans = [
  { orders: 100, vehicles: 10, gapsMs: 50 },
  { orders: 450, vehicles: 25, gapsMs: 100 },
  { orders: 2_000, vehicles: 80, gapsMs: 150 },
]
const measured = allPlans.filter(({ orders }) => sizes.length === 0 || sizes.includes(orders))
const taskMs = 200
const usableMs = 3_000

const days: (PlannedDay & (typeof allPlans)[number] & { refreshToken: string })[] = []
async function fill(tx: Transaction): Promise<void> {
  const user = await buildUser(tx, { level: 'super_admin' })
  for (const one of measured) {
    const day = await buildPlannedDay(tx, one)
    const { refreshToken } = await buildSession(tx, user, secret)
    days.push({ ...day, ...one, refreshToken })
  }
}

/** What the page notes from its first line on, in milliseconds since it began to load. */
interface Notes {
  tasks: [startedMs: number, durationMs: number][]
  /** Of the longest event of each key that was pressed: until the next drawing. */
  keys: { key: string; durationMs: number }[]
  /** When the first stop of a route was drawn. */
  drawnMs: number
}
type Noting = typeof globalThis & { notes: Notes }

/** Runs in the page. */
function takeNotes([companyId, fleetId]: readonly [string, string]): void {
  sessionStorage.setItem('activeCompanyId', companyId)
  sessionStorage.setItem('activeFleetId', fleetId)
  const notes: Notes = { tasks: [], keys: [], drawnMs: 0 }
  Object.assign(globalThis, { notes })
  // The tiles of the map alone are more than are kept otherwise.
  performance.setResourceTimingBufferSize(2_000)
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) notes.tasks.push([startTime, duration])
  }).observe({ type: 'longtask', buffered: true })
  // Until the drawing after the key; the note of a move is drawn by then.
  addEventListener(
    'keydown',
    ({ key, timeStamp }) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => notes.keys.push({ key, durationMs: performance.now() - timeStamp })
        channel.port2.postMessage(null)
      }),
    true,
  )
  const look = () => {
    if (document.querySelector('[data-stop]')) notes.drawnMs = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const noted = (page: Page) => page.evaluate(() => (globalThis as Noting).notes)
const noteAnew = (page: Page) =>
  page.evaluate(() => {
    const { notes } = globalThis as Noting
    notes.tasks = []
    notes.keys = []
  })
const longest = (notes: Pick<Notes, 'tasks'>) =>
  Math.max(0, ...notes.tasks.map(([, durationMs]) => durationMs))

/** Resolves once the main thread had no long task for a second. */
async function settled(page: Page): Promise<void> {
  let before = -1
  for (;;) {
    await pause(1_000)
    const count = (await noted(page)).tasks.length
    if (count === before) return
    before = count
  }
}

/** The longest task while `work` goes on, and what follows from it. */
async function during(page: Page, work: () => Promise<unknown>): Promise<Notes> {
  await settled(page)
  await noteAnew(page)
  await work()
  // Saving follows a second after an edit.
  await pause(2_500)
  await settled(page)
  return noted(page)
}

/** Scrolls what scrolls around an element to its end and back, sixty pixels a frame. @returns milliseconds between frames */
const scroll = (page: Page, selector: string, isSideways = false): Promise<number[]> =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (row, sideways) =>
        new Promise<number[]>((resolve) => {
          let pane = row.parentElement
          while (pane && !/auto|scroll/.test(getComputedStyle(pane).overflowY)) pane = pane.parentElement
          const box = pane ?? document.documentElement
          const key = sideways ? 'scrollLeft' : 'scrollTop'
          const frames: number[] = []
          let last = performance.now()
          let step = 60
          const next = (now: number) => {
            frames.push(now - last)
            last = now
            const before = box[key]
            box[key] += step
            if (box[key] === before) step = -step
            if (frames.length < 240) requestAnimationFrame(next)
            else resolve(frames.slice(1))
          }
          requestAnimationFrame(next)
        }),
      isSideways,
    )

/** Megabytes that the process of the page has now, and has had at most; zero where the system does not say. */
async function memoryOf(browser: Browser): Promise<{ now: number; most: number }> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: { type: string; id: number }[]
  }
  await session.detach()
  const megabytes = (status: string, name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  const all = processInfo.flatMap(({ type, id }) => {
    if (type !== 'renderer') return []
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8')
      return [{ now: megabytes(status, 'VmRSS'), most: megabytes(status, 'VmHWM') }]
    } catch {
      return []
    }
  })
  return all.sort((a, b) => b.most - a.most)[0] ?? { now: 0, most: 0 }
}

/** Presses keys one after the other, each once the page rests. @returns what each took, in order */
async function press(page: Page, keys: readonly string[]): Promise<number[]> {
  const took: number[] = []
  for (const key of keys) {
    const before = (await noted(page)).keys.length
    const presses = key.split('+').length
    await page.keyboard.press(key)
    await page.waitForFunction((count) => (globalThis as Noting).notes.keys.length >= count, before + presses)
    took.push(...(await noted(page)).keys.slice(before).map(({ durationMs }) => durationMs))
    await pause(120)
  }
  return took
}

async function visit(browser: Browser, httpPort: number, day: (typeof days)[number]) {
  const { context, page } = await openSignedInPage(browser, day.refreshToken, {
    timezoneId: 'America/Mexico_City',
    viewport: { width: 1600, height: 1000 },
  })
  page.on('pageerror', (error) => console.error(`the page failed: ${error.message}`))
  const session: CDPSession = await context.newCDPSession(page)
  await page.addInitScript(takeNotes, [day.companyId, day.fleetId] as const)
  if (profile) {
    await session.send('Profiler.enable')
    await session.send('Profiler.setSamplingInterval', { interval: 500 })
    await session.send('Profiler.start')
  }
  await page.goto(`http://127.0.0.1:${httpPort}/planning?date=${day.date}&plan=${day.planId}`)
  await page.waitForFunction(() => (globalThis as Noting).notes.drawnMs > 0, undefined, { timeout: 120_000 })
  await settled(page)
  const opening = await noted(page)
  const arrivedMs = await page.evaluate(() => {
    const ofDay = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/plans\/[^/]+(\/workspace)?$/.test(name)) as PerformanceResourceTiming[]
    return Math.max(...ofDay.map(({ responseEnd }) => responseEnd))
  })
  /** The end of the last long task before which the page could not be used. */
  const restedMs = Math.max(opening.drawnMs, ...opening.tasks.map(([started, lasted]) => started + lasted))
  const open = await memoryOf(browser)

  let frames: number[] = []
  const poolScroll = await during(page, async () => {
    frames = await scroll(page, '[data-plan-pool] li')
  })
  const poolFrame = percentile(frames, 0.95)
  const timelineScroll = await during(page, async () => {
    frames = await scroll(page, '[data-plan-route]')
  })
  const timelineFrame = percentile(frames, 0.95)

  // An order of the pool: the best place among all vehicles, the places beside it, a drop, and back.
  let pickUp = 0
  const fromPool = await during(page, async () => {
    await page.locator('[data-plan-pool] [data-row-open]').nth(1).focus()
    // Nobody presses a key in the same moment as the row comes into view.
    await pause(500)
    pickUp = Math.max(...(await press(page, ['x'])))
  })
  const drop: number[] = []
  const fromPoolDropped = await during(page, async () => {
    drop.push(...(await press(page, ['v'])))
  })
  const undo: number[] = []
  const undone = await during(page, async () => {
    undo.push(...(await press(page, ['Control+z'])).slice(-1))
  })
  // A stop of a route: along its route and to other vehicles.
  const steps: number[] = []
  let stopPickUp = 0
  const fromRoute = await during(page, async () => {
    await page.locator('[data-plan-route] [data-stop]').nth(3).focus()
    await pause(500)
    stopPickUp = Math.max(...(await press(page, ['x'])))
    steps.push(...(await press(page, ['ArrowRight', 'ArrowRight', '.', '.', '.', 'ArrowLeft', ','])))
    drop.push(...(await press(page, ['v'])))
  })
  const selecting = await during(page, async () => {
    await page.locator('[data-plan-route] [data-stop]').nth(8).click({ force: true })
  })
  const after = await memoryOf(browser)
  if (profile) {
    const { profile: found } = await session.send('Profiler.stop')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(profile, JSON.stringify(found))
  }
  if (process.env.RUMBO_BENCH_PICTURES)
    await page.screenshot({ path: `${process.env.RUMBO_BENCH_PICTURES}/planning-${day.orders}.png` })
  await context.close()
  const name = `${day.orders.toLocaleString('en')} orders`
  const edits = [fromPool, fromPoolDropped, undone, fromRoute, selecting]
  return {
    [`${name}: answers arrived after`]: recorded(arrivedMs, 'ms'),
    [`${name}: drawn after that`]: recorded(opening.drawnMs - arrivedMs, 'ms'),
    [`${name}: usable after that`]: atMost(restedMs - arrivedMs, 'ms', usableMs),
    [`${name}: longest task while opening`]: recorded(longest(opening), 'ms'),
    [`${name}: longest task, scrolling the pool`]: atMost(longest(poolScroll), 'ms', taskMs),
    [`${name}: scrolling the pool, frame p95`]: recorded(poolFrame, 'ms'),
    [`${name}: longest task, scrolling the timeline`]: atMost(longest(timelineScroll), 'ms', taskMs),
    [`${name}: scrolling the timeline, frame p95`]: recorded(timelineFrame, 'ms'),
    [`${name}: order picked up, best of all gaps drawn`]: atMost(pickUp, 'ms', day.gapsMs),
    [`${name}: stop picked up, its gap drawn`]: atMost(stopPickUp, 'ms', day.gapsMs),
    [`${name}: next gap or vehicle, slowest`]: atMost(Math.max(...steps), 'ms', day.gapsMs),
    [`${name}: dropped, slowest`]: recorded(Math.max(...drop), 'ms'),
    [`${name}: undone`]: recorded(Math.max(...undo), 'ms'),
    [`${name}: longest task, editing and saving`]: atMost(Math.max(...edits.map(longest)), 'ms', taskMs),
    [`${name}: longest task, selecting a stop`]: recorded(longest(selecting), 'ms'),
    [`${name}: memory of the tab`]: recorded(after.now, 'MB'),
    [`${name}: memory of the tab, most`]: recorded(Math.max(open.most, after.most), 'MB'),
  } satisfies Record<string, Metric>
}

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret } })
try {
  await rumbo.query('vacuum analyze')
  const metrics: Record<string, Metric> = {}
  for (const day of days) {
    const browser = await launchMapBrowser()
    try {
      Object.assign(metrics, await visit(browser, rumbo.httpPort, day))
    } finally {
      await browser.close()
    }
  }
  report('planning-screen', metrics)
} finally {
  await rumbo.close()
}
