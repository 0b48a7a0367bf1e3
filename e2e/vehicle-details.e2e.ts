import { findViolations, overflowPixels } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'

test('a guest sees the own vehicle, its day and its history, and no actions', async ({ open, world }) => {
  const page = await open(await world.demo('invitado'), '/vehicle-details', {
    viewport: { width: 1180, height: 820 },
  })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('101')
  await expect(page.getByRole('heading', { name: es('vehicleDetails.now.title') })).toBeVisible()
  await expect(page.getByRole('heading', { name: es('vehicleDetails.plots.title') })).toBeVisible()
  await expect(page.getByText(es('vehicleDetails.due.nextService'))).toBeVisible()
  await expect(page.getByRole('link', { name: es('vehicleDetails.action.commands') })).toBeHidden()
  await expect(page.getByRole('heading', { name: es('vehicleDetails.contacts.title') })).toBeHidden()
  await expect(page.getByRole('heading', { name: es('vehicleDetails.notes.title') })).toBeHidden()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: es('vehicleDetails.action.history'), exact: true }).click()
  await expect(page).toHaveURL(/\/vehicle-details\/.*view=history/)
  await expect(page.getByRole('slider')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: es('history.export.button') })).toBeHidden()
})

test('staff select a vehicle, on a phone too', async ({ open, world }) => {
  const page = await open(await world.demo('despacho'), '/vehicle-details', {
    viewport: { width: 390, height: 800 },
  })
  await page.getByRole('combobox', { name: es('history.pick.label') }).fill('102')
  await page.getByRole('option', { name: /^102/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('102')
  await expect(page.getByRole('heading', { name: es('vehicleDetails.contacts.title') })).toBeVisible()
  expect(await overflowPixels(page)).toBe(0)
})
