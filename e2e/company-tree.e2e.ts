import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'

test('the tree is navigated by keyboard, shown as another user sees it, and moves a vehicle', async ({
  open,
  world,
}) => {
  test.setTimeout(90_000)
  const tier = { tier: 'enterprise' } as const
  const owner = await world.worker('arbol', { level: 'admin' }, tier)
  const { companyId, fleetId, companyName, fleetName } = owner
  const username = world.unique('tere')
  const number = world.unique('T')
  const other = world.unique('Otra')
  await world.build(async (tx) => {
    await buildFleet(tx, { companyId, name: other })
    await buildVehicle(tx, { companyId, fleetId, vehicleNumber: number })
    const { id: userId } = await buildUser(tx, {
      username,
      level: 'manager',
      firstName: 'Tere',
      lastName: 'Torres',
    })
    await buildAssignment(tx, { userId, companyId, fleetId, role: 'fleet_manager' })
  })
  const page = await open(owner, `/company-tree?search=${number}`, {
    viewport: { width: 1440, height: 800 },
  })
  const tree = page.getByRole('tree', { name: es('tree.label') })
  const item = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name}`) })
  await expect(item(companyName)).toBeVisible()
  await expect(item(number)).toBeVisible()
  await item(companyName).click()
  await expect(item(companyName)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item(fleetName)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(item(fleetName)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(item(fleetName)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Home')
  await expect(item(companyName)).toBeFocused()
  await page.keyboard.press('End')
  await expect(item(number)).toBeFocused()
  await page.keyboard.press('Enter')
  const detail = page.getByRole('region', { name: es('tree.detail.label') })
  const reach = detail.getByRole('region', { name: es('tree.reach.title') })
  await expect(reach.getByRole('listitem').filter({ hasText: 'Tere Torres' })).toContainText(
    es('tree.sight.manage'),
  )

  await detail.getByRole('button', { name: es('tree.move.action') }).click()
  const dialog = page.getByRole('dialog', { name: es('tree.move.title', { name: number }) })
  await dialog.getByRole('combobox', { name: es('tree.move.to') }).click()
  await page.getByRole('option', { name: other }).click()
  await expect(dialog.getByText(es('tree.move.losing', { count: 1 }))).toBeVisible()
  await expect(dialog.getByText('Tere Torres')).toBeVisible()
  await dialog.getByRole('button', { name: es('tree.move.confirm') }).click()
  await expect(page.getByText(es('tree.move.done', { name: number, fleet: other }))).toBeVisible()
  await expect(item(other)).toBeVisible()

  await page.getByRole('searchbox', { name: es('tree.search.label') }).fill(username)
  await item('Tere Torres').first().click()
  await detail.getByRole('button', { name: es('tree.lens.look') }).click()
  await expect(page.getByText(es('tree.lens.banner', { name: 'Tere Torres' }))).toBeVisible()
  await expect(item(fleetName)).toHaveAccessibleName(new RegExp(es('tree.sight.manage')))
})
