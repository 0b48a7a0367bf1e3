import { readFileSync } from 'node:fs'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'

test('the audit shows who changed what, filters it and exports it', async ({ open, world }) => {
  const admin = await world.worker('auditora', { level: 'admin' })
  const person = await world.worker('auditado', { firstName: 'Nora' })
  const adminPage = await open(await world.demo('super'), `/user-management?search=${person.username}`)
  await adminPage.getByRole('button', { name: es('ui.table.rowMenu', { name: 'Nora Torres' }) }).click()
  await adminPage.getByRole('menuitem', { name: es('users.action.edit'), exact: true }).click()
  const dialog = adminPage.getByRole('dialog', { name: es('users.form.edit', { name: 'Nora Torres' }) })
  await dialog.getByRole('textbox', { name: /^Nombre/ }).fill('Norma')
  await dialog.getByRole('button', { name: es('ui.save') }).click()
  await expect(dialog).toBeHidden()

  await adminPage.goto(`/audit?entityId=${person.id}`)
  const table = adminPage.getByRole('table', { name: es('screens.title.audit') })
  const row = table.getByRole('row').filter({ hasText: es('audit.verb.updated') })
  await expect(row).toContainText('Sofía Ibarra')
  await row.getByRole('button').first().click()
  const changes = adminPage.getByRole('table', { name: es('audit.changes.title') })
  await expect(changes.getByRole('row').filter({ hasText: 'Norma' })).toContainText('Nora')

  const download = adminPage.waitForEvent('download')
  await adminPage.getByRole('button', { name: es('work.export.button') }).click()
  await adminPage.getByRole('menuitem', { name: es('work.export.csv') }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.charCodeAt(0)).toBe(0xfeff)
  expect(file).toContain('Sofía Ibarra')

  const theirs = await open(admin, `/audit?entityId=${person.id}`)
  await expect(theirs.getByText(es('audit.empty.filteredTitle'))).toBeVisible()
})
