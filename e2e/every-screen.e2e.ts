import type { BrowserContext, Page } from '@playwright/test'
import type { TextKey } from '@rumbo/i18n'
import { findViolations, overflowPixels } from './harness/accessibility.ts'
import { findLayoutFaults } from './harness/layout.ts'
import { expect, recordComplaints, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'
import { visit } from './harness/visit.ts'
import type { Person, World } from './harness/world.ts'

type Title = Extract<TextKey, `screens.title.${string}`>
type Row = readonly [path: string, title: Title, landsOn?: string]

/** Section 2 of the specification, and the paths of the other menu items. */
const staffScreens: readonly Row[] = [
  ['/main', 'screens.title.main'],
  ['/fleet', 'screens.title.fleet'],
  ['/fleet-configuration', 'screens.title.fleetConfiguration'],
  ['/vehicle-details', 'screens.title.vehicleDetails'],
  ['/vehicle-details/any', 'screens.title.vehicleDetails'],
  ['/fleet/history', 'screens.title.history'],
  ['/company-tree', 'screens.title.companyTree'],
  ['/grid', 'screens.title.grid'],
  ['/users', 'screens.title.directory', '/directory?view=system-users'],
  ['/user-management', 'screens.title.users'],
  ['/companies', 'screens.title.companies'],
  ['/directory', 'screens.title.directory'],
  ['/services', 'screens.title.services'],
  ['/dispatch', 'screens.title.dispatch'],
  ['/planning', 'screens.title.planning'],
  ['/map', 'screens.title.map'],
  ['/radar', 'screens.title.radar'],
  ['/geofences', 'screens.title.geofences'],
  ['/communication', 'screens.title.communication'],
  ['/notification-list', 'screens.title.notificationList'],
  ['/event-list', 'screens.title.eventList'],
  ['/commands-queue', 'screens.title.commandsQueue'],
  ['/shifts', 'screens.title.shifts'],
  ['/cash', 'screens.title.cash'],
  ['/accounts', 'screens.title.accounts'],
  ['/profile', 'screens.title.profile'],
  ['/rules', 'screens.title.rules'],
  ['/tariffs', 'screens.title.tariffs'],
  ['/server', 'screens.title.server'],
  ['/audit', 'screens.title.audit'],
  ['/outbox', 'screens.title.outbox'],
  ['/unknown-devices', 'screens.title.unknownDevices'],
  ['/regions', 'screens.title.regions'],
  ['/jobs', 'screens.title.jobs'],
  ['/nowhere', 'screens.title.notFound'],
]
const authScreens: readonly Row[] = [
  ['/auth/login', 'screens.title.login'],
  ['/auth/register', 'screens.title.register'],
  ['/auth/forgot-password', 'screens.title.forgotPassword'],
  ['/auth/verify-reset-code', 'screens.title.verifyResetCode'],
  ['/auth/change-password', 'screens.title.changePassword'],
  ['/auth/404', 'screens.title.notFound'],
]

/** A table, boards, cards and a form: axe-core checks these in every state, the other screens in one. */
const axeInEveryState: readonly string[] = ['/fleet', '/dispatch', '/main', '/auth/login']

/** Every width is measured in Spanish, whose words are longer. */
const widths = [1440, 1280, 1024, 768, 390]
const wide = { width: 1440, height: 800 }
const narrow = { width: 390, height: 700 }

/** One page for the screens of a worker: each address is opened by itself, the files are loaded once. */
function describeScreens(name: string, rows: readonly Row[], who: (world: World) => Promise<Person | null>) {
  test.describe(name, () => {
    test.describe.configure({ mode: 'parallel' })
    let context: BrowserContext
    let page: Page
    const pageComplaints: string[] = []

    test.beforeAll(async ({ browser, world }) => {
      context = await browser.newContext({
        storageState: await visit(world, await who(world), {}),
        reducedMotion: 'reduce',
      })
      page = await context.newPage()
      recordComplaints(page, pageComplaints)
    })
    test.afterAll(() => context.close())

    for (const [index, [path, title, landsOn = path]] of rows.entries()) {
      const states = axeInEveryState.includes(path)
        ? ['es, light, wide', 'en, dark, wide', 'en, dark, narrow']
        : [index % 2 === 0 ? 'es, light, wide' : 'en, dark, narrow']
      test(path, async ({ complaints }) => {
        pageComplaints.length = 0
        await page.setViewportSize(wide)
        await page.evaluate(() => localStorage.clear()).catch(() => undefined)
        await page.goto(path)
        await expect(page).toHaveURL(landsOn)
        await expectNamed('es', title)
        await expectNoDefects('es, light, wide', states)
        await expectLayout()
        await page.getByRole('button', { name: es('shell.theme.toDark') }).click()
        await page.setViewportSize(narrow)
        await expectNoDefects('es, dark, narrow', states)
        await page.setViewportSize(wide)
        await page.getByRole('button', { name: es('shell.language.change') }).click()
        await expectNamed('en', title)
        await expectNoDefects('en, dark, wide', states)
        await page.setViewportSize(narrow)
        await expectNoDefects('en, dark, narrow', states)
        complaints.push(...pageComplaints)
      })
    }

    async function expectNamed(language: 'es' | 'en', title: Title): Promise<void> {
      const words = language === 'es' ? es : en
      await expect(page).toHaveTitle(`${words(title)} · Rumbo`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      // One with a value is of a service under way, not of the screen.
      await expect(page.locator('[role="progressbar"]:not([aria-valuenow])')).toHaveCount(0)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    }

    /** At every width: nothing too wide, every name in full, every target large enough. */
    async function expectLayout(): Promise<void> {
      for (const width of widths) {
        await expectAt({ width, height: 800 }, () => findLayoutFaults(page), `layout at ${width} pixels`)
      }
      const isSwitchHidden = async () =>
        (await page.getByRole('button', { name: es('shell.theme.toDark') }).isVisible()) ? [] : ['hidden']
      await expectAt(wide, isSwitchHidden, 'the switch of the theme')
    }

    /** No horizontal overflow and, in the given states, no violation that axe-core finds. */
    async function expectNoDefects(state: string, axeIn: readonly string[]): Promise<void> {
      const size = page.viewportSize() ?? wide
      const overflow = async () => {
        const pixels = await overflowPixels(page)
        return pixels === 0 ? [] : [`${pixels} pixels too wide`]
      }
      await expectAt(size, overflow, state)
      if (axeIn.includes(state)) expect(await findViolations(page), `accessibility, ${state}`).toEqual([])
    }

    /**
     * Waits until nothing is wrong at this size. After many sizes Chromium sometimes keeps the media queries of an
     * earlier width until the width changes again, so each attempt comes from another width.
     */
    async function expectAt(
      size: { width: number; height: number },
      findFaults: () => Promise<string[]>,
      message: string,
    ): Promise<void> {
      await page.setViewportSize(size)
      await expect
        .poll(
          async () => {
            const faults = await findFaults()
            if (faults.length > 0) {
              await page.setViewportSize(size.width < 1000 ? wide : narrow)
              await page.setViewportSize(size)
            }
            return faults
          },
          { message },
        )
        .toEqual([])
    }
  })
}

describeScreens('staff', staffScreens, (world) => world.demo('super'))
describeScreens('before signing in', authScreens, () => Promise.resolve(null))
