import type { Page } from '@playwright/test'
import { livePill } from './harness/live-map.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'

const refused = /Failed to load resource|WebSocket|ERR_INTERNET_DISCONNECTED/
const listOfServices = '**/v1/services?**'
const services = (page: Page, words = es) =>
  page.getByRole('heading', { level: 1, name: words('screens.title.services') })

/** Counts the calls that reach the network. */
function counted(page: Page, path: RegExp): { count: () => number } {
  let count = 0
  page.on('request', (request) => {
    if (path.test(new URL(request.url()).pathname)) count += 1
  })
  return { count: () => count }
}

test('requests are retried until a failing server recovers', async ({ open, world, tolerate }) => {
  tolerate(refused)
  const page = await open(await world.demo('despacho'), '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let tries = 0
  await page.route(listOfServices, (route) => {
    tries += 1
    return tries < 3 ? route.fulfill({ status: 503, json: {} }) : route.continue()
  })
  await page.getByRole('link', { name: es('shell.menu.services'), exact: true }).click()
  await expect(services(page)).toBeVisible()
  await expect.poll(() => tries, { timeout: 12_000 }).toBe(3)
  await expect(page.getByText(es('ui.error.title'))).toHaveCount(0)
})

test('requests wait for a lost network to return', async ({ open, world, tolerate }) => {
  tolerate(refused)
  const page = await open(await world.demo('despacho'), '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let tries = 0
  await page.route(listOfServices, (route) => {
    tries += 1
    return tries === 1 ? route.abort('internetdisconnected') : route.continue()
  })
  await page.getByRole('link', { name: es('shell.menu.services'), exact: true }).click()
  await expect.poll(() => tries, { timeout: 12_000 }).toBe(2)
  await expect(services(page)).toBeVisible()
  await expect(page.getByText(es('ui.error.title'))).toHaveCount(0)
})

test('an HTML response from the API is reported as such', async ({ open }) => {
  const page = await open(null, '/auth/login', { language: 'en' })
  await page.route('**/v1/auth/login', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>Welcome</p>' }),
  )
  await page.getByLabel(en('identity.field.usernameOrEmail')).fill('despacho')
  await page.getByLabel(en('identity.field.password'), { exact: true }).fill('any')
  await page.getByRole('button', { name: en('identity.login.submit') }).click()
  await expect(
    page.getByText('Backend API not available - received HTML instead of JSON response'),
  ).toBeVisible()
})

test('a response is reused for ten seconds', async ({ open, world }) => {
  const page = await open(await world.worker('respuesta'), '/profile')
  await livePill(page).is('live', 20_000)
  const calls = counted(page, /^\/v1\/services$/)
  const link = (name: 'services' | 'planning') =>
    page.getByRole('link', { name: es(`shell.menu.${name}`), exact: true }).click()
  const answered = page.waitForResponse(listOfServices)
  await link('services')
  await answered
  await expect(page.getByText(es('services.list.noMatch'))).toBeVisible()
  // The time that navigating takes here is not meant.
  await page.clock.setFixedTime(Date.now())
  const before = calls.count()
  for (let visit = 0; visit < 3; visit += 1) {
    await link('planning')
    await expect(services(page)).toHaveCount(0)
    await link('services')
    await expect(services(page)).toBeVisible()
  }
  expect(calls.count()).toBe(before)
})

test('a session that ended elsewhere shows a dialog until OK, then the login', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(refused)
  const page = await open(await world.demo('despacho'), '/profile', { language: 'en' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route(listOfServices, (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      json: { status: 401, title: 'Unauthorized', detail: 'Sign in.', code: 'unauthenticated' },
    }),
  )
  await page.getByRole('link', { name: en('shell.menu.services'), exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: en('identity.expired.title') })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: en('identity.expired.ok') }).click()
  await expect(page).toHaveURL('/auth/login')
  await expect(dialog).toBeHidden()
})

test('a wrong password shows no session-expired dialog', async ({ open, tolerate }) => {
  tolerate(refused)
  const page = await open(null, '/auth/login')
  await page.getByLabel(es('identity.field.usernameOrEmail')).fill('despacho')
  await page.getByLabel(es('identity.field.password'), { exact: true }).fill('Wrong-2026!')
  await page.getByRole('button', { name: es('identity.login.submit') }).click()
  await expect(page.getByText(es('problems.invalid_credentials'))).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})
