import type { Page } from '@playwright/test'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'

const refused = /403 .*\/v1\//
const soon = { timeout: 2000 }
const menuItem = (page: Page, name: 'services' | 'directory', words = en) =>
  page
    .getByRole('navigation', { name: words('shell.menu.label') })
    .getByRole('link', { name: words(`shell.menu.${name}`), exact: true })

test('a disabled feature disappears from open pages within two seconds, and its requests are refused', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(refused)
  const person = await world.worker('funciones', { level: 'manager' })
  const theirs = await open(person, '/services', { language: 'en' })
  await expect(theirs.getByRole('searchbox', { name: en('services.list.search') })).toBeVisible()
  await expect(theirs.getByText(en('ui.live.live')).first()).toBeVisible()
  const asked = theirs.waitForRequest((request) => /\/v1\/services\?/.test(request.url()))
  await theirs.reload()
  const call = await asked
  const again = () =>
    theirs.request.get(call.url(), { headers: { authorization: call.headers().authorization ?? '' } })
  expect((await again()).status()).toBe(200)
  await expect(theirs.getByText(en('ui.live.live')).first()).toBeVisible()

  const adminPage = await open(await world.worker('soporte', { level: 'super_admin' }), '/profile')
  const company = adminPage.getByRole('button', { name: es('shell.company.select') })
  await company.click()
  await adminPage.getByRole('menuitemradio', { name: person.companyName }).click()
  await expect(company).toHaveAccessibleName(new RegExp(person.companyName))
  await adminPage.goto('/fleet-configuration')
  for (const category of ['core', 'operations', 'visualization', 'advanced', 'business'] as const)
    await expect(adminPage.getByRole('heading', { name: es(`companies.category.${category}`) })).toBeVisible()
  const feature = (name: 'services' | 'fleet' | 'company_tree') =>
    adminPage.getByRole('switch', { name: es(`companies.feature.${name}`), exact: true })
  await expect(feature('fleet')).toBeDisabled()
  await expect(feature('fleet')).toBeChecked()
  await expect(feature('company_tree')).toBeDisabled()
  await expect(
    adminPage.getByText(es('problems.feature_locked', { tier: es('organisation.tier.enterprise') })).first(),
  ).toBeVisible()
  await feature('services').click()
  await adminPage.getByRole('button', { name: es('ui.save') }).click()
  await expect(
    adminPage.getByText(es('companies.configuration.saved', { fleet: person.fleetName })),
  ).toBeVisible()
  await expect(menuItem(theirs, 'services')).toHaveCount(0, soon)
  await expect(theirs.getByText(en('organisation.feature.off', { fleet: person.fleetName }))).toBeVisible(
    soon,
  )
  const refusal = await again()
  expect(refusal.status()).toBe(403)
  expect(await refusal.json()).toMatchObject({ code: 'feature_off' })

  await feature('services').click()
  await adminPage.getByRole('button', { name: es('ui.save') }).click()
  await expect(menuItem(theirs, 'services')).toBeVisible(soon)
  await expect(theirs.getByRole('searchbox', { name: en('services.list.search') })).toBeVisible()

  await theirs.goto('/company-tree')
  await expect(theirs.getByText('Upgrade to Enterprise to unlock this feature')).toBeVisible()
})

test('a user who may not configure fleets sees an explanation', async ({ open, world }) => {
  const page = await open(await world.worker('sinpermiso'), '/fleet-configuration', { language: 'en' })
  await expect(page.getByText("You don't have permission to manage fleet configurations.")).toBeVisible()
})
