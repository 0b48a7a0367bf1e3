import { buildEvent } from '@rumbo/server/events/events.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { fleets } from '../tools/demo/demo-data.ts'
import { findViolations, overflowPixels } from './harness/accessibility.ts'
import { livePill } from './harness/live-map.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'

const [taxis] = fleets

test('cards open the filtered fleet and services and have the six labels of the specification', async ({
  open,
  world,
}) => {
  const page = await open(await world.demo('despacho'), '/main', { language: 'en' })
  await page.getByRole('button', { name: en('shell.fleet.select') }).click()
  await page.getByRole('menuitemradio', { name: taxis.name }).click()
  const services = page.getByRole('region', { name: en('services.many'), exact: true })
  const labels = ['Created', 'Looking for Vehicle', 'Ready to Start', 'In Progress', 'Completed', 'Cancelled']
  await expect(services.getByRole('link')).toHaveText(labels.map((label) => new RegExp(`^${label}\\d`)))
  await expect(page.getByRole('region', { name: en('dispatch.panel.queue') })).toBeVisible()
  await expect(page.getByRole('region', { name: en('panel.server.title') })).toBeHidden()
  expect(await findViolations(page)).toEqual([])

  await services.getByRole('link', { name: /^Completed/ }).click()
  await expect(page).toHaveURL(/\/services\?status=completed&period=endedToday$/)
  await page.goBack()
  const cards = page.getByRole('region', { name: en('dispatch.panel.fleet') })
  const before = new RegExp(`\\(${en('panel.fleet.weekAgo', { amount: '\\d+' })}\\)`)
  await expect(cards.getByRole('link', { name: before })).toHaveCount(9)
  await cards.getByRole('link', { name: new RegExp(`^${en('vehicles.status.active')}`) }).click()
  await expect(page).toHaveURL(/\/fleet\?status=active$/)
  await page.goBack()
  await cards.getByRole('link', { name: en('panel.fleet.grid') }).click()
  await expect(page).toHaveURL(/\/grid$/)
})

test('an item that needs attention disappears when it is acknowledged by its key', async ({
  open,
  world,
}) => {
  const worker = await world.worker('panel')
  const { companyId, fleetId } = worker
  const alarm = () =>
    world.build(async (tx) => {
      const { id, vehicleNumber } = await buildVehicle(tx, { companyId, fleetId })
      await buildEvent(tx, { companyId, fleetId, vehicleId: id })
      return vehicleNumber
    })
  const [number, next] = [await alarm(), await alarm()]
  const page = await open(worker, '/main', { isDark: true })
  const needs = page.getByRole('list', { name: es('panel.needs.title') })
  const row = needs.getByRole('listitem').filter({ hasText: number })
  await expect(row).toContainText(es('events.kind.sos'))
  await expect(row.getByRole('button')).toHaveText(es('events.action.acknowledge'))
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: es('shell.shortcuts.title') })
  await expect(sheet.getByText(es('panel.needs.keys'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  // Two presses before the next render run one action once, and not that of the next item.
  const done: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/acknowledge')) done.push(request.url())
  })
  await page.evaluate(() => {
    for (let times = 0; times < 2; times += 1)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }))
  })
  await expect(page.getByText(es('panel.needs.acknowledged', { number }))).toBeVisible()
  await expect(row).toBeHidden()
  await expect(needs.getByRole('listitem')).toHaveText(new RegExp(next))
  expect(done).toHaveLength(1)
})

test('an empty fleet shows the first steps, on a phone too', async ({ open, world }) => {
  const worker = await world.worker('vacia', { level: 'admin' })
  const page = await open(worker, '/main', { viewport: { width: 390, height: 780 } })
  const card = page.getByRole('region', { name: es('panel.start.title') })
  await expect(card.getByText(es('panel.start.progress', { done: 0, total: 4 }))).toBeVisible()
  await expect(card.getByRole('link', { name: es('panel.start.gps') })).toBeVisible()
  expect(await overflowPixels(page)).toBe(0)
  await card.getByRole('link', { name: es('panel.start.people') }).click()
  await expect(page.getByRole('dialog', { name: es('users.invite.title') })).toBeVisible()
  await page.goto('/main')
  await card.getByRole('link', { name: es('panel.start.vehicle') }).click()
  await expect(page).toHaveURL(/\/fleet/)
  await expect(page.getByRole('dialog')).toBeVisible()
  const { companyId, fleetId } = worker
  const { vehicleNumber: number } = await world.build((tx) => buildVehicle(tx, { companyId, fleetId }))
  await page.goto('/main')
  await expect(card.getByText(es('panel.start.progress', { done: 1, total: 4 }))).toBeVisible()
  await card.getByRole('link', { name: es('panel.start.gps') }).click()
  await expect(page.getByRole('dialog', { name: es('devices.connect.title', { number }) })).toBeVisible()
  await page.goto('/main')
  await card.getByRole('button', { name: es('panel.start.hide') }).click()
  await expect(card).toBeHidden()
  await page.reload()
  await expect(page.getByRole('region', { name: es('panel.needs.title') })).toBeVisible()
  await expect(card).toBeHidden()
})

test('the arrangement of the panel is saved and can be reset', async ({ open, world }) => {
  const worker = await world.worker('acomoda')
  const page = await open(worker, '/main', { isDark: true, viewport: { width: 390, height: 780 } })
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  const start = page.getByRole('button', { name: es('panel.arrange.open') })
  const dialog = page.getByRole('dialog', { name: es('panel.arrange.title') })
  const events = es('panel.events.title')
  await start.click()
  expect(await findViolations(page)).toEqual([])
  expect(await overflowPixels(page)).toBe(0)
  const up = dialog.getByRole('button', { name: es('panel.arrange.up', { name: events }) })
  await up.focus()
  while (await up.isEnabled()) await page.keyboard.press('Enter')
  await dialog.getByRole('checkbox', { name: es('dispatch.panel.queue') }).uncheck()
  await dialog.getByRole('button', { name: es('panel.arrange.save') }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(titles.first()).toHaveText(events)
  await expect(page.getByRole('region', { name: es('dispatch.panel.queue') })).toBeHidden()

  await page.setViewportSize({ width: 1440, height: 900 })
  await start.click()
  // Dragging needs a mouse.
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await row(events).dragTo(row(es('panel.needs.title')))
  await expect(dialog.getByRole('listitem').first()).not.toHaveText(events)
  await dialog.getByRole('button', { name: es('panel.arrange.restore') }).click()
  await dialog.getByRole('button', { name: es('panel.arrange.save') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: es('dispatch.panel.queue') })).toBeVisible()
  await expect(titles.first()).not.toHaveText(events)
  expect(await findViolations(page)).toEqual([])
})

test('the latest events appear without a reload and link to their vehicle', async ({ open, world }) => {
  const worker = await world.worker('ultimos')
  const { companyId, fleetId } = worker
  const page = await open(worker, '/main', { language: 'en' })
  const card = page.getByRole('region', { name: en('panel.events.title') })
  await expect(card.getByText(en('panel.events.none'))).toBeVisible()
  await livePill(page, en).is('live', 20_000)
  const number = await world.build(async (tx) => {
    const { id, vehicleNumber } = await buildVehicle(tx, { companyId, fleetId })
    await buildEvent(tx, { companyId, fleetId, vehicleId: id })
    tx.stale({ domain: 'events', companyId, fleetId })
    return vehicleNumber
  })
  const link = card.getByRole('link', { name: new RegExp(number) })
  await expect(link).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await link.click()
  await expect(page).toHaveURL(/\/vehicle-details\//)
})

test('a super user sees the status of the server', async ({ open, world }) => {
  const page = await open(await world.demo('super'), '/main')
  const panel = page.getByRole('region', { name: es('panel.server.title'), exact: true })
  await expect(panel.getByText(es('monitoring.figure.cpuPercent'))).toBeVisible({ timeout: 30_000 })
  for (const figure of [
    'cpuPercent',
    'memoryPercent',
    'diskPercent',
    'connections',
    'responseP95Ms',
    'activeUsers',
  ] as const)
    await expect(
      panel
        .locator('dl > div')
        .filter({ has: page.getByText(es(`monitoring.figure.${figure}`), { exact: true }) })
        .locator('dd > :first-child'),
    ).toHaveText(/^\d/, { timeout: 30_000 })
  await expect(panel.getByRole('list', { name: es('panel.server.services') })).toContainText(
    es('monitoring.service.gateway'),
  )
  expect(await findViolations(page)).toEqual([])
})
