import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'

const refused = /4(0[0139]|22) .*\/v1\//

test('a company is added, viewed, edited, given fleets, and deleted by typing its name', async ({
  open,
  world,
  tolerate,
}) => {
  tolerate(refused)
  test.setTimeout(120_000)
  const name = world.unique('Compañía')
  const page = await open(await world.demo('super'), '/companies')
  const choose = async (row: string, action: string) => {
    await page.getByRole('button', { name: es('ui.table.rowMenu', { name: row }) }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await page
    .getByRole('button', { name: es('companies.add') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: es('companies.add') })
  const box = (field: 'name' | 'taxId' | 'legalName' | 'city') =>
    dialog.getByRole('textbox', { name: new RegExp(`^${es(`companies.field.${field}`)}( \\*|$)`) })
  const add = dialog.getByRole('button', { name: es('companies.add') })
  await add.click()
  await expect(dialog.getByText(es('companies.valid.required')).first()).toBeVisible()
  await box('name').fill(name)
  await box('taxId').fill('ABC')
  await expect(dialog.getByText(es('companies.valid.rfc'))).toBeVisible()
  await add.click()
  await expect(page.getByText(es('companies.added', { name }))).toBeVisible()

  await page.getByRole('searchbox', { name: es('companies.search') }).fill(name)
  await choose(name, es('companies.view'))
  const card = page.getByRole('dialog', { name })
  await expect(card.getByText('ABC')).toBeVisible()
  await card.getByRole('button', { name: es('ui.close') }).click()
  await choose(name, es('companies.edit'))
  const edit = page.getByRole('dialog', { name: es('companies.editTitle', { name }) })
  await edit.getByRole('textbox', { name: es('companies.field.city') }).fill('Puebla')
  await edit.getByRole('button', { name: es('ui.save') }).click()
  await expect(page.getByText(es('companies.updated', { name }))).toBeVisible()
  await expect(page.getByRole('table', { name: es('companies.label') }).getByText('Puebla')).toBeVisible()

  await choose(name, es('companies.fleets'))
  const fleets = page.getByRole('dialog', { name: es('companies.fleets.title', { name }) })
  const fleet = world.unique('Flota')
  await fleets.getByRole('button', { name: es('companies.fleets.add') }).click()
  const form = page.getByRole('dialog', { name: es('companies.fleets.add') })
  await form.getByRole('textbox', { name: new RegExp(`^${es('companies.field.name')}`) }).fill(fleet)
  await form.getByRole('button', { name: es('companies.fleets.add') }).click()
  await expect(fleets.getByRole('listitem', { name: fleet })).toBeVisible()
  const isOn = fleets.getByRole('switch', { name: es('companies.fleets.activate', { name: fleet }) })
  await isOn.click()
  const question = page.getByRole('alertdialog', {
    name: es('companies.fleets.deactivateTitle', { name: fleet }),
  })
  await question.getByRole('button', { name: es('companies.fleets.deactivate') }).click()
  await expect(isOn).not.toBeChecked()
  await isOn.click()
  await expect(isOn).toBeChecked()
  await fleets.getByRole('button', { name: es('ui.close') }).click()

  await choose(name, es('companies.delete'))
  const deletion = page.getByRole('alertdialog', { name: es('companies.deletion.title', { name }) })
  await expect(deletion.getByText(es('companies.deletion.fleets', { count: 1 }))).toBeVisible()
  const remove = deletion.getByRole('button', { name: es('companies.delete') })
  await expect(remove).toBeDisabled()
  await deletion.getByRole('textbox').fill(name)
  await remove.click()
  await expect(page.getByText(es('companies.deleted', { name }))).toBeVisible()
  await expect(page.getByText(es('companies.noMatch'))).toBeVisible()
})
