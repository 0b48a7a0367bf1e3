import { readFileSync } from 'node:fs'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'

const refused = /4(0[0139]|22) .*\/v1\//

test('a contact is created in four steps: address replaced after confirmation, map, system user', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(refused)
  test.setTimeout(120_000)
  const admin = await world.worker('dir', { level: 'admin' })
  const page = await open(admin, '/directory')
  await page
    .getByRole('button', { name: es('directory.action.add') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: es('directory.action.add') })
  const box = (
    field: 'firstName' | 'lastName' | 'primaryPhone' | 'email' | 'line1' | 'latitude',
    scope = dialog,
  ) =>
    scope.getByRole(field === 'line1' ? 'combobox' : 'textbox', {
      name: new RegExp(`^${es(`directory.field.${field}`)}( \\*|$)`),
    })
  const next = dialog.getByRole('button', { name: es('ui.next') })
  await next.click()
  for (const field of ['firstName', 'lastName', 'primaryPhone'] as const)
    await expect(box(field)).toHaveAttribute('aria-invalid', 'true')
  await box('firstName').fill('Berta')
  await box('lastName').fill('Luna')
  await box('primaryPhone').fill('+52 55 5512 9999')
  await next.click()

  const address = page.getByRole('dialog', { name: es('directory.address.add') })
  const addAddress = async (street: string) => {
    await dialog.getByRole('button', { name: es('directory.address.add') }).click()
    await address.getByRole('combobox', { name: es('directory.field.addressType') }).click()
    await page.getByRole('option', { name: es('directory.addressType.work') }).click()
    await box('line1', address).fill(street)
  }
  const keep = address.getByRole('button', { name: es('directory.address.keep') })
  await addAddress('Reforma 1')
  await keep.click()
  await expect(address).toBeHidden()
  await addAddress('Insurgentes 2')
  await address.getByRole('button', { name: es('directory.address.pick') }).click()
  const map = page.getByRole('dialog', { name: es('directory.address.pickTitle') })
  // The browser was not asked for the permission, so it is denied.
  await map.getByRole('button', { name: es('map.control.locate') }).click()
  await expect(page.getByText(es('map.geolocation.denied'))).toBeVisible()
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 19.4271, longitude: -99.1676 })
  await map.getByRole('button', { name: es('map.control.locate') }).click()
  await expect(map.getByRole('textbox', { name: es('places.pick.coordinates') })).toHaveValue(
    '19.42710, -99.16760',
  )
  await map.getByRole('button', { name: es('places.pick.submit') }).click()
  await expect(box('latitude', address)).toHaveValue(/^19\.4271/)
  await keep.click()
  const question = page.getByRole('alertdialog', { name: es('directory.address.overwrite') })
  await expect(question).toContainText('Reforma 1')
  await question.getByRole('button', { name: es('directory.address.overwriteSubmit') }).click()
  await expect(dialog.getByRole('list', { name: es('directory.field.addresses') })).toContainText(
    'Insurgentes 2',
  )
  await next.click()
  await next.click()

  await dialog.getByRole('radio', { name: new RegExp(`^${es('directory.user.create')}`) }).check()
  const finish = dialog.getByRole('button', { name: es('directory.action.add') })
  await finish.click()
  await expect(dialog.getByText(es('directory.user.emailNeeded'))).toBeVisible()
  await dialog.getByRole('radio', { name: new RegExp(`^${es('directory.user.none')}`) }).check()
  await finish.click()
  await expect(page.getByText(es('directory.done.added', { name: 'Berta Luna' }))).toBeVisible()
})

test('a file with invalid rows is checked, its valid rows are imported, and the list is exported', async ({
  open,
  world,
}) => {
  test.setTimeout(90_000)
  const admin = await world.worker('csv', { level: 'admin' })
  const page = await open(admin, '/directory', { language: 'en' })
  await page.getByRole('button', { name: en('directory.action.import') }).click()
  const dialog = page.getByRole('dialog', { name: en('directory.import.title') })
  const csv =
    'First name;Last name;Primary phone;Email\nMaría;Peña;+52 55 5512 0001;maria@example.com\n;Sola;+52 55 5512 0002;\nJosé;=SUM(A1);+52 55 5512 0003;no-es-correo\n'
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'contactos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${csv}`, 'utf8'),
  })
  await dialog.getByRole('button', { name: en('work.import.check'), exact: true }).click()
  const bad = dialog.getByRole('table', { name: en('work.import.badList') })
  await expect(bad.getByRole('row')).toHaveCount(3)
  await dialog.getByRole('button', { name: en('work.import.good', { count: 1 }) }).click()
  await expect(dialog.getByText(en('work.import.finished'))).toBeVisible()
  await dialog.getByRole('button', { name: en('work.import.close'), exact: true }).click()
  const table = page.getByRole('table', { name: en('directory.list.label') })
  await expect(table.getByRole('row').filter({ hasText: 'María' })).toContainText('Peña')
  await expect(table.getByText('Sola')).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: en('work.export.button') }).click()
  await page.getByRole('menuitem', { name: en('work.export.csv') }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('Peña')
})
