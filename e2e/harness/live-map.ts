import type { Page } from '@playwright/test'
import { fleets } from '../../tools/demo/demo-data.ts'
import { expect, type Open } from './test.ts'
import { type en, es } from './texts.ts'
import type { World } from './world.ts'

/** With software WebGL, rendering time grows with the number of pixels. */
export const mapViewport = { width: 960, height: 600 }
export const [taxis] = fleets
export const coordinates = /(-?\d+\.\d{5}), (-?\d+\.\d{5})/

export const mapRows = (page: Page) =>
  page.getByRole('list', { name: es('map.listLabel') }).getByRole('button')
export const livePill = (page: Page, words: typeof es | typeof en = es) => ({
  is: (state: 'live' | 'delayed' | 'offline', timeoutMs: number) =>
    expect(page.getByRole('banner').getByRole('status')).toHaveText(words(`ui.live.${state}`), {
      timeout: timeoutMs,
    }),
})

/** The map of the taxis with all rows of its list. */
export async function openTaxiMap(open: Open, world: World): Promise<Page> {
  const page = await open(await world.demo('despacho'), '/map', { viewport: mapViewport })
  await page.getByRole('button', { name: es('shell.fleet.select') }).click()
  await page.getByRole('menuitemradio', { name: taxis.name }).click()
  await expect(mapRows(page)).toHaveCount(taxis.count)
  return page
}

interface ListedReport {
  place: string
  /** ISO 8601. */
  reportedAt: string
}

/** The last report of each vehicle of the list, by number; vehicles that never reported are omitted. */
export async function listedReports(page: Page): Promise<Map<string, ListedReport>> {
  const listed = await mapRows(page).evaluateAll((rows) =>
    rows.map((row) => ({
      text: row.textContent ?? '',
      reportedAt: row.querySelector('time')?.dateTime ?? '',
    })),
  )
  const found = new Map<string, ListedReport>()
  for (const { text, reportedAt } of listed) {
    const number = /^\d+/.exec(text)?.[0]
    const place = coordinates.exec(text)?.[0]
    if (number && place) found.set(number, { place, reportedAt })
  }
  return found
}

/** Waits for vehicles at a new place and with a later time. Those that stand report only once a minute. */
export async function expectMovement(page: Page): Promise<void> {
  await expect.poll(async () => (await listedReports(page)).size, { timeout: 30_000 }).toBeGreaterThan(5)
  const before = await listedReports(page)
  await expect
    .poll(
      async () =>
        [...(await listedReports(page))].filter(([number, { place, reportedAt }]) => {
          const earlier = before.get(number)
          return earlier !== undefined && place !== earlier.place && reportedAt > earlier.reportedAt
        }).length,
      { message: 'vehicles that moved', timeout: 30_000 },
    )
    .toBeGreaterThan(2)
}
