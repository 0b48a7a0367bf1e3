import type { Page } from '@playwright/test'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import { overflowPixels } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'

const screens = [
  '/main',
  '/map',
  '/grid',
  '/fleet',
  '/services',
  '/vehicle-details',
  '/commands-queue',
  '/event-list',
  '/company-tree',
]
const ofWholeFleet = [
  'shell.menu.radar',
  'shell.menu.dispatch',
  'shell.menu.planning',
  'shell.menu.communication',
  'shell.menu.directory',
] as const

/** Opens each of the screens; console errors fail the test. */
async function openAll(page: Page, names: readonly string[]) {
  for (const path of names) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    // One with a value is of a service under way, not of the screen.
    await expect(page.locator('[role="progressbar"]:not([aria-valuenow])')).toHaveCount(0)
    expect(await overflowPixels(page), path).toBe(0)
  }
}

test('a driver sees the own vehicle and services, and no screen of the whole fleet', async ({
  open,
  world,
}) => {
  const driver = await world.demo('ramiro_ochoa')
  const own = await world.build((tx) =>
    tx.sql<{ number: string }>(
      `select v.vehicle_number as number from vehicles.vehicles v
         join vehicles.contacts k on k.vehicle_id = v.id and k.role in ('primary_driver', 'backup_driver')
         join directory.contacts c on c.id = k.contact_id where c.user_id = $1`,
      [driver.id],
    ),
  )
  expect(own).toHaveLength(1)
  const page = await open(driver, '/fleet', { viewport: { width: 1440, height: 900 } })
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(own[0]?.number ?? '')
  const menu = page.getByRole('navigation').first()
  await expect(menu.getByRole('link', { name: es('shell.menu.services'), exact: true })).toBeVisible()
  for (const key of ofWholeFleet)
    await expect(menu.getByRole('link', { name: es(key), exact: true })).toHaveCount(0)
  await openAll(page, screens)
  await page.setViewportSize({ width: 390, height: 800 })
  await openAll(page, ['/main', '/map', '/services'])
})

test('a viewer sees the fleet without identifiers', async ({ open, world }) => {
  const viewer = await world.demo('ramiro_ochoa').then(({ id }) =>
    world.build(async (tx) => {
      const [place] = await tx.sql<{ companyId: string; fleetId: string }>(
        'select company_id as "companyId", fleet_id as "fleetId" from organisation.assignments where user_id = $1 and archived_at is null limit 1',
        [id],
      )
      if (!place) throw new Error('The demo’s driver has a fleet.')
      const user = await buildUser(tx, { username: world.unique('mirador') })
      await buildAssignment(tx, { userId: user.id, ...place, role: 'fleet_viewer' })
      return { id: user.id, username: user.username }
    }),
  )
  const page = await open(viewer, '/fleet', { language: 'en', viewport: { width: 1440, height: 900 } })
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.nth(2)).toBeVisible()
  await rows.nth(1).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: en('vehicles.action.view'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(en('vehicles.field.gpsModel'), { exact: true })).toBeVisible()
  for (const key of ['vin', 'imei', 'simNumber', 'gpsSerialNumber'] as const)
    await expect(dialog.getByText(en(`vehicles.field.${key}`), { exact: true })).toHaveCount(0)
  await expect(dialog.getByText(en('vehicleRecord.field.insurancePolicy'), { exact: true })).toHaveCount(0)
  await openAll(page, [...screens, '/radar', '/dispatch', '/directory'])
})
