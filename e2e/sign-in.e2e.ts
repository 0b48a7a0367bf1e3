import type { Page } from '@playwright/test'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import { fleets } from '../tools/demo/demo-data.ts'
import { enter } from './harness/account.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'
import { password } from './harness/world.ts'

const refused = /40[13] .*\/v1\/auth\/(login|forced-password-change)/

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('is in Spanish by default, and in English once selected', async ({ open }) => {
  const page = await open(null, '/')
  await expect(page).toHaveURL('/auth/login')
  await expect(heading(page, 'Iniciar sesión')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')

  await page.getByRole('button', { name: es('shell.language.change') }).click()
  await expect(heading(page, en('screens.title.login'))).toBeVisible()
  await page.reload()
  await expect(heading(page, en('screens.title.login'))).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')

  await page.evaluate(() => localStorage.setItem('selectedLanguage', 'fr'))
  await page.reload()
  await expect(heading(page, 'Iniciar sesión')).toBeVisible()
})

test('explains a wrong password, then accepts the right one', async ({ open, tolerate }) => {
  tolerate(refused)
  const page = await open(null, '/auth/login')
  await enter(page, 'despacho', 'Wrong-2026!')
  const refusal = page.getByRole('form').getByRole('alert').last()
  await expect(refusal).toHaveText(es('problems.invalid_credentials'))
  await page.getByRole('button', { name: es('shell.language.change') }).click()
  await enter(page, 'despacho', 'Wrong-2026!', en)
  await expect(refusal).toHaveText('Invalid credentials. Please check your username and password.')
  await enter(page, 'despacho', password, en)
  await expect(page).toHaveURL('/main')
})

test('marks missing fields without a request', async ({ open }) => {
  const page = await open(null, '/auth/login')
  await page.getByRole('button', { name: es('identity.login.submit') }).click()
  await expect(page.getByText(es('identity.valid.usernameOrEmailRequired'))).toBeVisible()
  await expect(page.getByText(es('identity.valid.passwordRequired'))).toBeVisible()
})

test('returns to the requested address with its query', async ({ open }) => {
  const page = await open(null, '/services?search=Torres')
  await expect(page).toHaveURL('/auth/login')
  await enter(page, 'despacho', password)
  await expect(page).toHaveURL('/services?search=Torres')
})

test('keeps the session over a reload and shows a spinner meanwhile', async ({ open, world }) => {
  const page = await open(await world.demo('despacho'), '/profile')
  await expect(heading(page, es('screens.title.profile'))).toBeVisible()
  let letThrough: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/v1/auth/refresh', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText(es('identity.authenticating'))).toBeVisible()
  letThrough()
  await expect(heading(page, es('screens.title.profile'))).toBeVisible()
  await expect(page).toHaveURL('/profile')
})

test('asks for confirmation before logging out, then ends the session', async ({ open, world }) => {
  const page = await open(await world.demo('despacho'), '/profile')
  const leave = async () => {
    await page.getByRole('button', { name: es('shell.account.menu') }).click()
    await page.getByRole('menuitem', { name: es('shell.account.logout') }).click()
  }
  const question = page.getByRole('alertdialog', { name: es('identity.logout.title') })
  await leave()
  await question.getByRole('button', { name: es('ui.cancel') }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL('/profile')

  await leave()
  await question.getByRole('button', { name: es('identity.logout.submit') }).click()
  await expect(page).toHaveURL('/auth/login')
  await page.goto('/profile')
  await expect(page).toHaveURL('/auth/login')
})

test('shows an error page for an unknown address', async ({ open, world }) => {
  for (const page of [await open(null, '/nowhere'), await open(await world.demo('despacho'), '/nowhere')]) {
    await expect(heading(page, es('screens.title.notFound'))).toBeVisible()
    await expect(page.getByText(es('screens.notFound.text'))).toBeVisible()
  }
})

test('limits a guest to three screens', async ({ open, world }) => {
  const page = await open(await world.demo('invitado'), '/')
  await expect(page).toHaveURL('/vehicle-details')
  const menu = page.getByRole('navigation', { name: es('shell.menu.label') })
  await expect(menu.getByRole('listitem')).toHaveText([
    es('shell.menu.vehicleDetails'),
    es('shell.menu.notifications'),
    es('shell.menu.profile'),
  ])
  for (const path of ['/main', '/map', '/directory', '/dispatch']) {
    await page.goto(path)
    await expect(page).toHaveURL('/vehicle-details')
  }
  await page.goto('/profile')
  await expect(heading(page, es('screens.title.profile'))).toBeVisible()
  await page.goto('/notification-list')
  await expect(heading(page, es('screens.title.notificationList'))).toBeVisible()
})

test('requires a new password before anything else, once', async ({ open, world, tolerate }) => {
  tolerate(refused)
  const { username } = await world.worker('forzada', { level: 'manager', forcePasswordChange: true })
  const page = await open(null, '/auth/login')
  await enter(page, username, password)
  await expect(page).toHaveURL('/auth/change-password')
  await expect(heading(page, es('identity.change.forcedTitle'))).toBeVisible()

  const field = (name: 'currentPassword' | 'newPassword' | 'confirmPassword') =>
    page.getByLabel(es(`identity.field.${name}`), { exact: true })
  const submit = page.getByRole('button', { name: es('identity.change.submit') })
  await field('currentPassword').fill('Other-2026!')
  await field('newPassword').fill('Nueva-2026!')
  await field('confirmPassword').fill('Nueva-2027!')
  await submit.click()
  await expect(page.getByText(es('identity.valid.passwordsMatch'))).toBeVisible()
  await field('confirmPassword').fill('Nueva-2026!')
  await submit.click()
  await expect(page.getByText(es('identity.valid.currentPasswordIncorrect'))).toBeVisible()
  await field('currentPassword').fill(password)
  await submit.click()

  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByText(es('identity.login.passwordChanged'))).toBeVisible()
  await enter(page, username, 'Nueva-2026!')
  await expect(page).toHaveURL('/main')
})

test('does not change a password without a login', async ({ open }) => {
  const page = await open(null, '/auth/change-password', { language: 'en' })
  await expect(page.getByText('No pending password change found. Please login again.')).toBeVisible()
})

test('offers companies and fleets only if there are several', async ({ open, world }) => {
  const mark = world.unique('solo')
  const alone = await world.build(async (tx) => {
    const { id: companyId } = await buildCompany(tx, { name: `Empresa ${mark}` })
    const { id: fleetId } = await buildFleet(tx, { companyId, name: `Flotilla ${mark}` })
    const user = await buildUser(tx, { username: mark })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId })
    return user
  })
  const one = await open(alone, '/profile')
  await expect(one.getByRole('banner').getByText(`Flotilla ${mark}`).first()).toBeVisible()
  await expect(one.getByRole('button', { name: es('shell.company.select') })).toHaveCount(0)
  await expect(one.getByRole('button', { name: es('shell.fleet.select') })).toHaveCount(0)

  const many = await open(await world.demo('super'), '/profile')
  const company = many.getByRole('button', { name: es('shell.company.select') })
  await company.click()
  await many.getByRole('menuitemradio', { name: 'Transportes Anáhuac' }).click()
  await expect(company).toHaveAccessibleName(/Transportes Anáhuac/)
  const fleet = many.getByRole('button', { name: es('shell.fleet.select') })
  await fleet.click()
  await many.getByRole('menuitemradio', { name: fleets[1].name }).click()
  await expect(fleet).toHaveAccessibleName(new RegExp(fleets[1].name))
  await many.reload()
  await expect(company).toHaveAccessibleName(/Transportes Anáhuac/)
  await expect(fleet).toHaveAccessibleName(new RegExp(fleets[1].name))
})

test('shows a user without a company whom to contact', async ({ open, world }) => {
  const nobody = await world.build((tx) => buildUser(tx, { username: world.unique('nadie') }))
  const page = await open(nobody, '/main', { language: 'en' })
  await expect(
    page.getByText('You need to be assigned to a fleet. Please contact your administrator.'),
  ).toBeVisible()
})
