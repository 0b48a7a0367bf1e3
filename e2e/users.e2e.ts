import type { Page } from '@playwright/test'
import type { TextKey } from '@rumbo/i18n'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildGuestVehicle } from '@rumbo/server/organisation/organisation.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { enter } from './harness/account.ts'
import { expect, test } from './harness/test.ts'
import { en } from './harness/texts.ts'

const refused = /4(0[0139]|22) .*\/v1\//
type Action = Extract<TextKey, `users.action.${string}`>
type Title = 'delete' | 'deactivate' | 'activate' | 'reset' | 'force' | 'unlink'

/** Actions on the users screen, in English as in the specification. */
function usersScreen(page: Page, name: string) {
  const menu = page.getByRole('button', { name: en('ui.table.rowMenu', { name }) })
  const choose = async (action: Action) => {
    await menu.first().click()
    await page.getByRole('menuitem', { name: en(action), exact: true }).click()
  }
  return {
    choose,
    confirm: async (action: Action, title: Title, label: string = en(action)) => {
      await choose(action)
      const question = page.getByRole('alertdialog', { name: en(`users.${title}.title`, { name }) })
      await question.getByRole('button', { name: label }).click()
      await expect(question).toBeHidden()
    },
    pick: async (label: string, option: string | RegExp) => {
      await page.getByRole('dialog').last().getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option }).first().click()
    },
    lockedReason: async (action: Action) => {
      await menu.first().click()
      const item = page.getByRole('menuitem', { name: new RegExp(`^${en(action)}`) })
      await expect(item).toHaveAttribute('aria-disabled', 'true')
      // A reason that several actions share is said once, above them.
      const text = await item.innerText()
      const sharedId = await item.getAttribute('aria-describedby')
      const shared = sharedId ? await page.locator(`[id="${sharedId}"]`).innerText() : ''
      await page.keyboard.press('Escape')
      await expect(item).toBeHidden()
      return `${text} ${shared}`
    },
  }
}

test('an admin adds a user, edits it, changes its level, forces a password change, deactivates and deletes it', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(refused)
  test.setTimeout(120_000)
  const admin = await world.worker('admina', { level: 'admin' })
  const page = await open(admin, '/user-management', { language: 'en' })
  const username = world.unique('alta')
  await page.getByRole('button', { name: en('users.action.add') }).click()
  const dialog = page.getByRole('dialog', { name: en('users.form.add') })
  const add = dialog.getByRole('button', { name: en('users.action.add') })
  await add.click()
  await expect(dialog.getByText('Please fill in all required fields.')).toBeVisible()
  const box = (name: string) => dialog.getByRole('textbox', { name: new RegExp(`^${name}`) })
  await box(en('identity.field.username')).fill('ab')
  await expect(dialog.getByText('Username must be 3 to 50 characters')).toBeVisible()
  await box(en('identity.field.username')).fill(admin.username.toUpperCase())
  await box(en('identity.field.firstName')).fill('Ana')
  await box(en('identity.field.lastName')).fill('Gil')
  await box(en('identity.field.email')).fill(`${username}@example.com`)
  await dialog
    .getByLabel(/^Password/)
    .first()
    .fill('Nueva-2026!')
  await dialog
    .getByLabel(/^Confirm/)
    .first()
    .fill('Nueva-2027!')
  await expect(dialog.getByText('Passwords do not match')).toBeVisible()
  await dialog
    .getByLabel(/^Confirm/)
    .first()
    .fill('Nueva-2026!')
  const screen = usersScreen(page, 'Ana Gil')
  await dialog.getByRole('combobox', { name: en('users.form.level') }).click()
  await expect(page.getByRole('option')).toHaveText(['Manager', 'User', 'Guest'])
  await page.getByRole('option', { name: 'User', exact: true }).click()
  await screen.pick(en('users.form.role'), en('users.role.dispatcher'))
  await screen.pick(en('users.form.fleet'), admin.fleetName)
  await add.click()
  await expect(dialog.getByText('This username is already taken').first()).toBeVisible()
  await box(en('identity.field.username')).fill(username)
  await add.click()
  await expect(page.getByText(en('users.done.added', { name: 'Ana Gil' }))).toBeVisible()

  const theirs = await open(null, '/auth/login', { language: 'en' })
  await enter(theirs, username, 'Nueva-2026!', en)
  await expect(theirs).toHaveURL('/auth/change-password')

  await screen.choose('users.action.changeLevel')
  const level = page.getByRole('dialog', { name: en('users.level.title', { name: 'Ana Gil' }) })
  await expect(level.getByRole('radio')).toHaveCount(3)
  await level.getByRole('radio', { name: /^Manager/ }).check()
  await level.getByRole('button', { name: en('users.level.submit') }).click()
  await expect(
    page.getByText(en('users.done.levelChanged', { name: 'Ana Gil', level: 'Manager' })),
  ).toBeVisible()
  await screen.confirm('users.action.sendReset', 'reset', en('users.reset.submit'))
  await expect(page.getByText(en('users.done.resetSent', { email: `${username}@example.com` }))).toBeVisible()
  await screen.confirm('users.action.deactivate', 'deactivate')
  await screen.confirm('users.action.activate', 'activate')

  await page.route(`**/v1/users/*`, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 400, json: {} }) : route.continue(),
  )
  await screen.choose('users.action.delete')
  const question = page.getByRole('alertdialog', { name: en('users.delete.title', { name: 'Ana Gil' }) })
  const remove = question.getByRole('button', { name: en('users.action.delete') })
  await expect(remove).toBeDisabled()
  await question.getByRole('textbox').fill(username)
  await remove.click()
  await expect(page.getByText('Failed to delete user. Please try again.')).toBeVisible()
  await page.unroute(`**/v1/users/*`)
  await remove.click()
  await expect(page.getByText(en('users.done.deleted', { name: 'Ana Gil' }))).toBeVisible()
  expect(await usersScreen(page, 'Elena Torres').lockedReason('users.action.delete')).toContain(
    en('users.locked.own'),
  )
})

test('a guest is linked to a contact, then to a vehicle, and sees only that vehicle', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(refused)
  test.setTimeout(90_000)
  const admin = await world.worker('adming', { level: 'admin' })
  const { companyId, fleetId } = admin
  const number = world.unique('U')
  const guest = await world.build(async (tx) => {
    const user = await buildUser(tx, { username: world.unique('huesped'), firstName: 'Gael', level: 'guest' })
    await buildGuestVehicle(tx, { userId: user.id, companyId, fleetId: null, vehicleId: null })
    await buildContact(tx, { companyId, firstName: 'Gael', lastName: 'Directorio' })
    await buildVehicle(tx, { companyId, fleetId, vehicleNumber: number })
    return user
  })
  const page = await open(admin, `/user-management?search=${guest.username}`, { language: 'en' })
  const screen = usersScreen(page, 'Gael Torres')
  expect(await screen.lockedReason('users.action.assignVehicle')).toContain(
    'User must be linked to a directory profile before assigning a vehicle',
  )
  expect(await screen.lockedReason('users.action.assignFleet')).toContain(
    'Guests cannot be assigned to fleets',
  )
  await screen.choose('users.action.linkContact')
  await screen.pick(en('users.link.contact'), /Gael Directorio/)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('users.link.submit'), exact: true })
    .click()
  await expect(page.getByText(en('users.done.linked', { name: 'Gael Torres' }))).toBeVisible()
  await screen.choose('users.action.assignVehicle')
  await screen.pick(en('users.vehicle.field'), new RegExp(number))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('users.vehicle.submit') })
    .click()
  await expect(
    page.getByText(en('users.done.vehicleAssigned', { name: 'Gael Torres', number })),
  ).toBeVisible()
  const theirs = await open(guest, '/')
  await expect(theirs).toHaveURL('/vehicle-details')

  await page
    .getByRole('table')
    .getByRole('button', { name: /Gael Torres/ })
    .first()
    .click()
  const details = page.getByRole('dialog', { name: 'Gael Torres' })
  for (const tab of ['assignments', 'security', 'activity'] as const)
    await details.getByRole('tab', { name: en(`users.tabs.${tab}`) }).click()
  await expect(details.getByText(en('users.activity.created'))).toBeVisible()
})

test('a manager without a fleet to assign sees whom to contact', async ({ open, world }) => {
  const manager = await world.build((tx) =>
    buildUser(tx, { username: world.unique('sinflotas'), level: 'manager' }),
  )
  const page = await open(manager, '/user-management', { language: 'en' })
  await expect(
    page.getByText('You need to be assigned to a fleet. Please contact your administrator.'),
  ).toBeVisible()
})
