import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import { buildDriver, buildShift } from '@rumbo/server/shifts/shifts.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { findViolations, overflowPixels } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import type { World } from './harness/world.ts'

/** What the browser logs without a connection. */
const offline = /WebSocket|ERR_INTERNET_DISCONNECTED|Failed to load resource/
const phone = { width: 390, height: 844 }
const soon = { timeout: 45_000 }

async function arrange(world: World) {
  const manager = await world.worker('platica', { level: 'manager' })
  const { companyId, fleetId } = manager
  return world.build(async (tx) => {
    const ivan = await buildUser(tx, { username: world.unique('chofer') })
    await buildAssignment(tx, { userId: ivan.id, companyId, fleetId, role: 'primary_driver' })
    const driver = await buildDriver(tx, { companyId, userId: ivan.id })
    const vehicle = await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '118', causes: [] })
    await buildShift(tx, {
      companyId,
      fleetId,
      driver,
      vehicle: { id: vehicle.id, vehicleNumber: '118' },
      isRunning: true,
    })
    return { manager, ivan, fleetId, driverId: driver.id }
  })
}

/** The page and its parts are kept, so that it opens without a connection. */
const expectKept = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const parts = performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .filter((name) => new URL(name).pathname.startsWith('/assets/'))
          const kept = await Promise.all(['/driver', ...parts].map((url) => caches.match(url)))
          return parts.length > 0 && kept.every((answer) => answer !== undefined)
        }),
      soon,
    )
    .toBe(true)

/** Calls the API with the session of a page. */
async function apiOf(page: Page) {
  const asked = page.waitForRequest((request) => request.headers().authorization !== undefined)
  await page.reload()
  const authorization = (await asked).headers().authorization ?? ''
  return async <Answer>(method: 'GET' | 'POST', path: string, data?: object): Promise<Answer> => {
    const answer = await page.request.fetch(`/v1${path}`, { method, data, headers: { authorization } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
}

test('a dispatcher writes, the driver answers from a dead zone, and everything arrives once and in order', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(offline)
  test.setTimeout(180_000)
  const { manager, ivan, fleetId, driverId } = await arrange(world)
  const office = await apiOf(await open(manager, '/profile'))
  const thread = await office<{ id: string }>('POST', '/threads', { kind: 'driver', fleetId, driverId })
  const mine = await open(ivan, '/driver', { viewport: phone })
  const tab = mine.getByRole('tab', { name: new RegExp(es('driver.view.messages')) })
  await expect(tab).toBeVisible(soon)
  const say = (text: string, more = {}) =>
    office('POST', `/threads/${thread.id}/messages`, { id: randomUUID(), text, ...more })
  await say('Recoge en la puerta 4')
  await expect(tab).toHaveAccessibleName(new RegExp(es('driver.messages.unread', { count: 1 })), soon)
  await expect(mine).toHaveTitle(/^\(1\) /)
  await tab.click()
  await mine
    .getByRole('list', { name: es('driver.messages.list') })
    .getByRole('button')
    .click()
  const shown = mine.getByRole('list', { name: es('driver.messages.messages') }).getByRole('listitem')
  await expect(shown).toContainText(['Recoge en la puerta 4'])
  const reach = async () =>
    (
      await office<{ items: { reach: { read: number } }[] }>('GET', `/threads/${thread.id}/messages`)
    ).items.map((message) => message.reach.read)
  await expect.poll(reach, soon).toEqual([1])
  await expect(mine).toHaveTitle(/^[^(]/, soon)

  await expectKept(mine)
  await mine.context().setOffline(true)
  const write = async (text: string) => {
    await mine.getByRole('textbox', { name: es('driver.messages.field') }).fill(text)
    await mine.getByRole('button', { name: es('driver.messages.send'), exact: true }).click()
  }
  await write('Voy llegando')
  await write('Ya estoy en la puerta')
  await expect(shown).toHaveCount(3)
  await expect(shown.nth(2)).toContainText(es('driver.messages.isWaiting'))
  // The page opens without a connection, with what was read and what waits.
  await mine.reload()
  await expect(shown).toContainText(['Recoge en la puerta 4', 'Voy llegando', 'Ya estoy en la puerta'], soon)
  expect(await findViolations(mine)).toEqual([])
  expect(await overflowPixels(mine)).toBe(0)
  await mine.context().setOffline(false)
  await expect(shown.nth(2)).toContainText(es('driver.messages.isSent'), soon)
  await expect(shown).toHaveCount(3)
  const { items } = await office<{ items: { text: string }[] }>('GET', `/threads/${thread.id}/messages`)
  expect(items.map(({ text }) => text)).toEqual([
    'Recoge en la puerta 4',
    'Voy llegando',
    'Ya estoy en la puerta',
  ])

  await mine.getByRole('button', { name: es('driver.messages.back') }).click()
  await mine.getByRole('button', { name: es('driver.messages.ask'), exact: true }).click()
  const asking = mine.getByRole('dialog', { name: es('driver.ask.title') })
  await asking.getByRole('button', { name: es('driver.ask.call_me') }).click()
  await asking.getByRole('button', { name: es('driver.ask.send'), exact: true }).click()
  await expect(shown.nth(3)).toContainText(es('driver.ask.state.open'), soon)
  const asked = await office<{ items: { id: string }[] }>('GET', `/threads/${thread.id}/messages`)
  await office('POST', `/threads/${thread.id}/messages/${asked.items[3]?.id}/answer`, { approve: true })
  await expect(shown.nth(3)).toContainText(es('driver.ask.state.approved'), soon)

  await say('Sal de la zona ahora', { priority: 'urgent' })
  const urgent = mine.getByRole('alertdialog', { name: es('driver.urgent.title') })
  await expect(urgent).toContainText('Sal de la zona ahora', soon)
  await urgent.getByRole('button', { name: es('driver.urgent.confirm') }).click()
  await expect(urgent).toBeHidden()
})

test('two tabs of a driver send what each wrote in a dead zone, once; the office reads it from the first unread on', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(offline)
  test.setTimeout(180_000)
  const { manager, ivan, fleetId, driverId } = await arrange(world)
  const staff = await open(manager, '/profile', { viewport: phone })
  const office = await apiOf(staff)
  const thread = await office<{ id: string }>('POST', '/threads', { kind: 'driver', fleetId, driverId })
  const texts = async () =>
    (await office<{ items: { text: string }[] }>('GET', `/threads/${thread.id}/messages`)).items.map(
      ({ text }) => text,
    )
  const mine = await open(ivan, '/driver?view=messages', { viewport: phone })
  const driverApi = await apiOf(mine)
  const now = () => new Date().toISOString()
  const parts = Array.from({ length: 30 }, (_, at) => `Parte ${at + 1}`)
  await driverApi('POST', '/driver/messages', {
    sentAt: now(),
    actions: parts.map((text) => ({ id: randomUUID(), at: now(), kind: 'send', threadId: thread.id, text })),
  })
  await mine.goto(`/driver?thread=${thread.id}`)
  const twin = await mine.context().newPage()
  await twin.goto(`/driver?thread=${thread.id}`)
  const fieldOf = (page: Page) => page.getByRole('textbox', { name: es('driver.messages.field') })
  for (const page of [mine, twin]) await expect(page.getByText('Parte 30', { exact: true })).toBeVisible(soon)
  await mine.context().setOffline(true)
  for (const [page, text] of [
    [mine, 'Desde una'],
    [twin, 'Desde la otra'],
  ] as const) {
    await fieldOf(page).fill(text)
    await page.getByRole('button', { name: es('driver.messages.send'), exact: true }).click()
  }
  await expect(mine.getByText('Desde la otra', { exact: true })).toBeVisible()
  await fieldOf(mine).fill('Sin terminar')
  await mine.context().setOffline(false)
  await expect.poll(texts, soon).toEqual([parts, 'Desde una', 'Desde la otra'].flat())
  await mine.reload()
  await expect(fieldOf(mine)).toHaveValue('Sin terminar', soon)

  await staff.goto('/communication')
  await staff.getByRole('button', { name: /Desde la otra/ }).click()
  await expect(staff.getByRole('heading', { level: 2 })).toBeFocused(soon)
  const line = staff.getByRole('separator', { name: es('communication.unreadFrom') })
  await expect(line).toBeInViewport()
  const below = staff.getByRole('button', { name: /mensajes nuevos$/ })
  await expect(below).toBeVisible()
  expect(await findViolations(staff)).toEqual([])
  expect(await overflowPixels(staff)).toBe(0)
  const unread = async () => (await office<{ unread: number }>('GET', `/threads/${thread.id}`)).unread
  await expect.poll(unread).toBeLessThan(32)
  expect(await unread()).toBeGreaterThan(10)
  await staff.getByRole('log').evaluate((log) => {
    log.scrollTop = log.scrollHeight
  })
  await expect(below).toBeHidden()
  await expect.poll(unread).toBe(0)
  await staff.goBack()
  await expect(staff.getByRole('button', { name: /Desde la otra/ })).toBeFocused()
})
