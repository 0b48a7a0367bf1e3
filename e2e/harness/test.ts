import { test as base, expect, type Page } from '@playwright/test'
import { type BrowserContexts, createBrowserContexts } from './browser-contexts.ts'
import { readProductInfo } from './product-info.ts'
import { type Opening, visit } from './visit.ts'
import { openWorld, type Person, type World } from './world.ts'

/** Opens a page at a path in a context of its own, signed in as `who`; null: signed out. The test's end closes it. */
export type Open = (who: Person | null, path: string, opening?: Opening) => Promise<Page>

interface Fixtures {
  open: Open
  /** Allows console errors that match; any other console error fails the test. */
  tolerate: (complaint: RegExp) => void
  /** Console errors and uncaught exceptions of the pages. */
  complaints: string[]
  tolerated: RegExp[]
}

const wide = { width: 1280, height: 720 }

/** The browser logs every failed request; without a session the first refresh is refused. */
const firstVisit = /401 .*\/v1\/auth\/refresh/
/** The demo's super admin may have selected a company that a parallel test has just deleted; the page then selects another. */
const deletedBeside = /403 .*\/v1\/(companies|fleets)\/[0-9a-f-]{36}$/

/** Collects console errors and uncaught exceptions of the page. */
export function recordComplaints(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
}

export const test = base.extend<Fixtures, { world: World; contexts: BrowserContexts }>({
  baseURL: ({ browserName: _ }, use) => use(readProductInfo().url),
  world: [
    async ({ browserName: _ }, use) => {
      const world = openWorld()
      await use(world)
      await world.close()
    },
    { scope: 'worker' },
  ],
  tolerated: ({ browserName: _ }, use) => use([firstVisit, deletedBeside]),
  tolerate: ({ tolerated }, use) => use((complaint) => void tolerated.push(complaint)),
  complaints: async ({ tolerated }, use) => {
    const complaints: string[] = []
    await use(complaints)
    const unexpected = complaints.filter((text) => !tolerated.some((pattern) => pattern.test(text)))
    expect(unexpected, 'The browser console must have no errors').toEqual([])
  },
  contexts: [
    ({ browser }, use) => use(createBrowserContexts(browser, readProductInfo().url)),
    { scope: 'worker' },
  ],
  open: async ({ contexts, world, complaints, viewport }, use) => {
    await use(async (who, path, opening = {}) => {
      const page = await contexts.open(await visit(world, who, opening), opening.viewport ?? viewport ?? wide)
      recordComplaints(page, complaints)
      await page.goto(path)
      return page
    })
    await contexts.releaseAll()
  },
})

export { expect }
