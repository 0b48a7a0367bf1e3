import type { Page } from '@playwright/test'
import { enter, expiredDialog, turnToEnglish } from './harness/account.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'
import { password, type World } from './harness/world.ts'

const refused = /40[013] .*\/v1\/|WebSocket/
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const failure = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('refreshFailed'), localStorage.getItem('refreshFailedTime')])

/** Counts the requests of a browser to an endpoint, over all its tabs. */
function counted(page: Page, path: string): { count: () => number } {
  let count = 0
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return { count: () => count }
}

const worker = (world: World) => world.worker('sesion')

test('an expired session shows a dialog, and signing in returns to the same page', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(refused)
  const person = await worker(world)
  const page = await open(person, '/services?search=Torres')
  await page.clock.install()
  await page.reload()
  await expect(heading(page, es('screens.title.services'))).toBeVisible()
  const refreshes = counted(page, '/v1/auth/refresh')
  await page.context().clearCookies()
  await page.clock.fastForward('56:00')
  await expect(expiredDialog(page)).toContainText(es('identity.expired.text'))
  expect(refreshes.count()).toBe(1)
  expect(await failure(page)).toEqual(['true', expect.stringMatching(/^\d{13}$/)])
  for (const key of ['user', 'activeCompanyId', 'activeFleetId'])
    expect(await page.evaluate((name) => sessionStorage.getItem(name), key)).toBeNull()
  // A failed refresh is not repeated by the check of each minute.
  await page.clock.fastForward('02:00')
  expect(refreshes.count()).toBe(1)
  await expiredDialog(page)
    .getByRole('button', { name: es('identity.expired.ok') })
    .click()
  await expect(page).toHaveURL('/auth/login')
  await turnToEnglish(page)
  await enter(page, person.username, password, en)
  await expect(page).toHaveURL('/services?search=Torres')
  await expect(heading(page, en('screens.title.services'))).toBeVisible()
  expect(await failure(page)).toEqual([null, null])
})

test('two tabs share one refresh and sign out together', async ({ open, world, tolerate }) => {
  tolerate(refused)
  const person = await worker(world)
  const first = await open(person, '/profile')
  await first.clock.install()
  await first.reload()
  await expect(heading(first, es('screens.title.profile'))).toBeVisible()
  const second = await first.context().newPage()
  await second.goto('/profile')
  await expect(heading(second, es('screens.title.profile'))).toBeVisible()
  const refreshes = counted(first, '/v1/auth/refresh')
  await first.clock.fastForward('56:00')
  await expect.poll(refreshes.count).toBe(1)
  for (const tab of [first, second]) {
    await tab.getByRole('link', { name: es('shell.menu.services'), exact: true }).click()
    await expect(heading(tab, es('screens.title.services'))).toBeVisible()
    await expect(tab.getByRole('progressbar')).toHaveCount(0)
  }
  expect(refreshes.count()).toBe(1)

  await first.getByRole('button', { name: es('shell.account.menu') }).click()
  await first.getByRole('menuitem', { name: es('shell.account.logout') }).click()
  await first
    .getByRole('alertdialog', { name: es('identity.logout.title') })
    .getByRole('button', { name: es('identity.logout.submit') })
    .click()
  for (const tab of [first, second]) {
    await expect(tab).toHaveURL('/auth/login')
    await expect(expiredDialog(tab)).toHaveCount(0)
  }
})

test('a failed refresh is remembered for 300 seconds', async ({ open, world, tolerate }) => {
  tolerate(refused)
  const page = await open(await worker(world), '/profile')
  const refreshes = counted(page, '/v1/auth/refresh')
  const startWith = async (time: string | null) => {
    await page.evaluate((stored) => {
      localStorage.setItem('refreshFailed', 'true')
      if (stored === null) localStorage.removeItem('refreshFailedTime')
      else localStorage.setItem('refreshFailedTime', stored)
    }, time)
    const before = refreshes.count()
    await page.goto('/profile')
    return () => refreshes.count() - before
  }
  await expect(heading(page, es('screens.title.profile'))).toBeVisible()

  const young = String(Date.now() - 290_000)
  const ofYoung = await startWith(young)
  await expect(page).toHaveURL('/auth/login')
  expect([await failure(page), ofYoung()]).toEqual([['true', young], 0])

  const ofTimeless = await startWith(null)
  await expect(page).toHaveURL('/auth/login')
  const [flag, time] = await failure(page)
  expect([flag, ofTimeless()]).toEqual(['true', 0])
  expect(Math.abs(Number(time) - Date.now())).toBeLessThan(60_000)

  const ofOld = await startWith(String(Date.now() - 301_000))
  await expect(page).toHaveURL('/profile')
  await expect(heading(page, es('screens.title.profile'))).toBeVisible()
  expect([await failure(page), ofOld()]).toEqual([[null, null], 1])
})

test('the browser stores only what the specification lists', async ({ open, world }) => {
  const person = await worker(world)
  const page = await open(null, '/auth/login')
  const kept = () =>
    page.evaluate(() => ({
      session: Object.fromEntries(Object.entries(sessionStorage)),
      local: Object.fromEntries(Object.entries(localStorage)),
    }))
  await expect(page.getByRole('form')).toBeVisible()
  expect(Object.keys((await kept()).local).sort()).toEqual(['refreshFailed', 'refreshFailedTime'])
  await turnToEnglish(page)
  await enter(page, person.username, password, en)
  await expect(page).toHaveURL('/main')
  await expect(heading(page, en('screens.title.main'))).toBeVisible()
  const { session, local } = await kept()
  expect(local).toEqual({ selectedLanguage: 'en' })
  expect(Object.keys(session).sort()).toEqual(['activeCompanyId', 'activeFleetId', 'user'])
  expect([session.activeCompanyId, session.activeFleetId]).toEqual([person.companyId, person.fleetId])
  expect(JSON.parse(session.user ?? '{}')).toEqual({
    id: person.id,
    name: 'Elena',
    lastname: 'Torres',
    username: person.username,
    can_login: true,
    is_active: true,
  })
  await page.getByRole('button', { name: en('shell.account.menu') }).click()
  await page.getByRole('menuitem', { name: en('shell.account.logout') }).click()
  await page
    .getByRole('alertdialog', { name: en('identity.logout.title') })
    .getByRole('button', { name: en('identity.logout.submit') })
    .click()
  await expect(page).toHaveURL('/auth/login')
  expect(await kept()).toEqual({ session: {}, local: { selectedLanguage: 'en' } })
})
