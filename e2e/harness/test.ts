import { test as base, expect, type Page } from '@playwright/test'
import { createDesks, type Desks } from './browser-contexts.ts'
import { readStage } from './product-info.ts'
import { type Opening, visit } from './visit.ts'
import { openWorld, type Person, type World } from './world.ts'

/** Opens a browser of one's own at a path; signed in when a person is given. Everything closes with the test. */
export type Open = (who: Person | null, path: string, opening?: Opening) => Promise<Page>

interface Fixtures {
  open: Open
  /** Names a complaint of the browser's console that the test brings about; any other fails the test. */
  tolerate: (complaint: RegExp) => void
  /** What the browser's consoles complained of. */
  complaints: string[]
  tolerated: RegExp[]
}

const wide = { width: 1280, height: 720 }

/** The browser tells of every refused request; nobody signed in is what a first visit is. */
const firstVisit = /401 .*\/v1\/auth\/refresh/
/** Whoever sees everything may have chosen what the test beside has just deleted; then the page chooses anew. */
const deletedBeside = /403 .*\/v1\/(companies|fleets)\/[0-9a-f-]{36}$/

/** Listens to errors of the console and of scripts. */
export function hearComplaints(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
}

export const test = base.extend<Fixtures, { world: World; desks: Desks }>({
  baseURL: ({ browserName: _ }, use) => use(readStage().url),
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
    expect(unexpected, 'The console of the browser must stay silent').toEqual([])
  },
  desks: [({ browser }, use) => use(createDesks(browser, readStage().url)), { scope: 'worker' }],
  open: async ({ desks, world, complaints, viewport }, use) => {
    await use(async (who, path, opening = {}) => {
      const page = await desks.open(await visit(world, who, opening), opening.viewport ?? viewport ?? wide)
      hearComplaints(page, complaints)
      await page.goto(path)
      return page
    })
    await desks.tidy()
  },
})

export { expect }
