import type { Locator, Page } from '@playwright/test'
import { buildEvent } from '@rumbo/server/events/events.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { findViolations } from './harness/accessibility.ts'
import { expect, test } from './harness/test.ts'
import { en, es } from './harness/texts.ts'

const choose = async (page: Page, number: string, item: string, words = es) => {
  await page.getByRole('button', { name: words('ui.table.rowMenu', { name: number }), exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
const box = (scope: Locator, name: string) =>
  scope.getByRole('textbox', { name: new RegExp(`^${name}`) }).first()
const pick = async (page: Page, scope: Locator, name: string, option: string) => {
  await scope.getByRole('combobox', { name: new RegExp(`^${name}`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a vehicle is added with its skills, and simultaneous edits are merged field by field', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(/409 .*\/v1\/vehicles\//)
  const person = await world.worker('flota', { level: 'manager' })
  const page = await open(person, '/fleet?add=true')
  const dialog = page.getByRole('dialog', { name: es('vehicles.action.add') })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/fleet')
  const texts = [
    ['vehicles.field.vehicleNumber', 'N-1'],
    ['vehicles.field.plateNumber', 'ABC-1'],
    ['vehicles.field.make', 'Nissan'],
    ['vehicles.field.model', 'Urvan'],
    ['vehicles.field.year', '2023'],
    ['vehicleRecord.field.seats', '14'],
    ['vehicleRecord.field.insurer', 'Seguros del Valle'],
  ] as const
  for (const [key, value] of texts) await box(dialog, es(key)).fill(value)
  await pick(page, dialog, es('vehicles.field.type'), es('vehicles.type.van'))
  await pick(page, dialog, es('vehicles.field.color'), es('vehicleForm.colour.white'))
  await pick(page, dialog, es('vehicles.field.fuelType'), es('vehicleForm.fuel.diesel'))
  const skills = dialog.getByRole('combobox', { name: es('vehicleRecord.field.skills') })
  await skills.fill('rampa')
  await skills.press('Enter')
  const submit = dialog.getByRole('button', { name: es('vehicles.action.add') })
  await submit.click()
  await expect(dialog.getByText(es('vehicleForm.valid.required')).first()).toBeVisible()
  const installed = dialog.getByRole('group', { name: new RegExp(es('vehicles.field.installationDate')) })
  await installed.getByRole('spinbutton').first().click()
  await page.keyboard.type('15012024')
  await submit.click()
  await expect(page.getByText(es('vehicles.done.added', { number: 'N-1' }))).toBeVisible()

  const other = await open(person, '/fleet', { language: 'en' })
  await choose(other, 'N-1', en('vehicles.action.edit'), en)
  const theirs = other.getByRole('dialog', { name: en('vehicleForm.form.edit', { number: 'N-1' }) })
  await choose(page, 'N-1', es('vehicles.action.edit'))
  const mine = page.getByRole('dialog', { name: es('vehicleForm.form.edit', { number: 'N-1' }) })
  await expect(mine.getByText('rampa', { exact: true })).toBeVisible()
  await box(theirs, en('vehicles.field.plateNumber')).fill('THEIRS-1')
  await box(theirs, en('vehicles.field.model')).fill('NV350')
  await theirs.getByRole('button', { name: en('ui.save') }).click()
  await expect(other.getByText(en('vehicles.done.updated', { number: 'N-1' }))).toBeVisible()
  await box(mine, es('vehicles.field.model')).fill('Urvan XL')
  await mine.getByRole('button', { name: es('ui.save') }).click()
  const conflict = page.getByRole('alertdialog', { name: es('ui.conflict.title') })
  await expect(
    conflict.getByRole('radio', { name: `${es('vehicles.field.plateNumber')}: THEIRS-1` }),
  ).toBeChecked()
  await conflict.getByRole('radio', { name: `${es('vehicles.field.model')}: Urvan XL` }).check()
  await conflict.getByRole('button', { name: es('vehicleForm.merge') }).click()
  const row = page
    .getByRole('table', { name: es('vehicles.list.label') })
    .getByRole('row')
    .nth(1)
  await expect(row).toContainText('THEIRS-1')
  await expect(row).toContainText('Urvan XL')
})

test('a bulk status change shows a result per vehicle, an alarm is closed, and a file is checked before its import', async ({
  open,
  world,
}) => {
  const person = await world.worker('flotilla', { level: 'manager' })
  const { companyId, fleetId } = person
  await world.build(async (tx) => {
    const fields = { companyId, fleetId }
    await buildVehicle(tx, { ...fields, vehicleNumber: 'A-1', causes: [] })
    await buildVehicle(tx, { ...fields, vehicleNumber: 'A-2', causes: ['occupied'] })
    const { id } = await buildVehicle(tx, { ...fields, vehicleNumber: 'A-3', causes: [] })
    await buildEvent(tx, { ...fields, vehicleId: id, kind: 'sos' })
  })
  const page = await open(person, '/fleet')
  const rowOf = (number: string) =>
    page
      .getByRole('table', { name: es('vehicles.list.label') })
      .getByRole('row')
      .filter({ has: page.getByText(number, { exact: true }) })
  for (const number of ['A-1', 'A-2'])
    await page.getByRole('checkbox', { name: es('ui.table.selectRow', { name: number }) }).check()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: es('vehicleForm.bulk.change') }).click()
  const form = page.getByRole('dialog', { name: es('vehicleForm.bulk.title', { count: 2 }) })
  await form.getByLabel(es('vehicleForm.bulk.note')).fill('Verificación')
  await form.getByRole('button', { name: es('vehicleForm.bulk.submit') }).click()
  const sheet = page.getByRole('dialog', { name: es('vehicleForm.bulk.result') })
  const results = sheet.getByRole('listitem')
  for (const number of ['A-1', 'A-2'])
    await expect(results.filter({ has: page.getByText(number, { exact: true }) })).toContainText(
      es('vehicleRecord.bulk.changed'),
    )
  await sheet.getByRole('button', { name: es('ui.close') }).click()
  await expect(rowOf('A-1')).toContainText(es('vehicles.status.maintenance'))

  await choose(page, 'A-3', es('vehicles.action.view'))
  const dialog = page.getByRole('dialog', { name: es('vehicleForm.form.view', { number: 'A-3' }) })
  await dialog.getByRole('tab', { name: es('vehicles.tab.alarms') }).click()
  await expect(dialog.getByText(es('events.kind.sos')).first()).toBeVisible()
  await dialog.getByRole('button', { name: es('vehicleForm.alarms.dismissAll') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: es('vehicles.action.dismissAlarm') })
    .click()
  await expect(dialog.getByText(es('vehicleForm.alarms.openNone'))).toBeVisible()
  await dialog
    .getByRole('button', { name: es('ui.close') })
    .last()
    .click()
  await expect(rowOf('A-3')).toContainText(es('vehicles.status.active'))

  const english = await open(person, '/fleet', { language: 'en' })
  await english.getByRole('button', { name: en('vehicleForm.import.button') }).click()
  const task = english.getByRole('dialog', { name: en('vehicleForm.import.title') })
  const csv =
    'Número de unidad,Placa,Marca,Modelo,Año,Tipo,Color,Combustible,Fecha de instalación\n' +
    'B-1,BBB-1,Nissan,Versa,2023,Sedán,Blanco,Gasolina,2024-01-15\n' +
    'B-2,BBB-2,Nissan,Versa,2999,Sedán,Blanco,Gasolina,2024-01-15\n'
  await task.locator('input[type=file]').setInputFiles({
    name: 'unidades.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv, 'utf8'),
  })
  await task.getByRole('button', { name: en('work.import.check'), exact: true }).click()
  const bad = task.getByRole('table', { name: en('work.import.badList') }).getByRole('row')
  await expect(bad).toHaveCount(2)
  await expect(bad.last()).toContainText(en('fields.year_future'))
  await task.getByRole('button', { name: en('work.import.good', { count: 1 }) }).click()
  await expect(task.getByText(en('work.import.finished'))).toBeVisible()
  await task.getByRole('button', { name: en('work.import.close'), exact: true }).click()
  await expect(
    english.getByRole('row').filter({ has: english.getByText('BBB-1', { exact: true }) }),
  ).toContainText(en('vehicles.type.sedan'))
  await expect(english.getByText('BBB-2')).toHaveCount(0)
})
