import { enter, expiredDialog } from './harness/account.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'
import { password } from './harness/world.ts'

test('deactivating a user closes the open page within two seconds and refuses its next request', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(/40[013] .*\/v1\/|WebSocket/)
  const person = await world.worker('sesion')
  const page = await open(person, '/profile', { language: 'en' })
  await expect(page.getByRole('heading', { level: 1, name: en('screens.title.profile') })).toBeVisible()
  const asked = page.waitForRequest((request) => request.headers().authorization !== undefined)
  await page.getByRole('link', { name: en('shell.menu.services'), exact: true }).click()
  const authorization = (await asked).headers().authorization ?? ''
  const call = () => page.request.get('/v1/auth/profile', { headers: { authorization } })
  expect((await call()).status()).toBe(200)

  const adminPage = await open(await world.demo('super'), `/user-management?search=${person.username}`)
  const name = 'Elena Torres'
  const confirm = async (action: 'activate' | 'deactivate') => {
    await adminPage.getByRole('button', { name: es('ui.table.rowMenu', { name }) }).click()
    await adminPage.getByRole('menuitem', { name: es(`users.action.${action}`), exact: true }).click()
    const question = adminPage.getByRole('alertdialog', { name: es(`users.${action}.title`, { name }) })
    await question.getByRole('button', { name: es(`users.action.${action}`) }).click()
  }
  await expect(page.getByText(en('ui.live.live')).first()).toBeVisible()
  await confirm('deactivate')
  await expect(adminPage.getByText(es('users.done.deactivated', { name }))).toBeVisible()
  await expect(expiredDialog(page, en)).toBeVisible({ timeout: 2000 })
  expect((await call()).status()).toBe(401)
  await expiredDialog(page, en)
    .getByRole('button', { name: en('identity.expired.ok') })
    .click()
  await enter(page, person.username, password, en)
  const refusal = page.getByRole('form').getByRole('alert').last()
  await expect(refusal).toHaveText('Account is deactivated. Please contact administrator.')

  // Failed attempts lock the account; activating it clears lock and attempts.
  for (let attempt = 0; attempt < 5; attempt += 1)
    await page.request.post('/v1/auth/login', {
      data: { username_or_email: person.username, password: 'Wrong-2026!' },
    })
  await enter(page, person.username, password, en)
  await expect(refusal).toHaveText('Account is temporarily locked. Please try again later.')
  await confirm('activate')
  await expect(adminPage.getByText(es('users.done.activated', { name }))).toBeVisible()
  await enter(page, person.username, password, en)
  await expect(page).toHaveURL('/services')
})
