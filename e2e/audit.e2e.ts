import { readFileSync } from 'node:fs'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'

test('the audit tells who changed what, narrows it, and takes it along', async ({ open, world }) => {
  const admin = await world.worker('auditora', { level: 'admin' })
  const person = await world.worker('auditado', { firstName: 'Nora' })
  const desk = await open(await world.demo('super'), `/user-management?search=${person.username}`)
  await desk.getByRole('button', { name: es('ui.table.rowMenu', { name: 'Nora Torres' }) }).click()
  await desk.getByRole('menuitem', { name: es('users.action.edit'), exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: es('users.form.edit', { name: 'Nora Torres' }) })
  await dialog.getByRole('textbox', { name: /^Nombre/ }).fill('Norma')
  await dialog.getByRole('button', { name: es('ui.save') }).click()
  await expect(dialog).toBeHidden()

  await desk.goto(`/audit?entityId=${person.id}`)
  const table = desk.getByRole('table', { name: es('screens.title.audit') })
  const row = table.getByRole('row').filter({ hasText: es('audit.verb.updated') })
  await expect(row).toContainText('Sofía Ibarra')
  await row.getByRole('button').first().click()
  const changes = desk.getByRole('table', { name: es('audit.changes.title') })
  await expect(changes.getByRole('row').filter({ hasText: 'Norma' })).toContainText('Nora')

  const download = desk.waitForEvent('download')
  await desk.getByRole('button', { name: es('work.export.button') }).click()
  await desk.getByRole('menuitem', { name: es('work.export.csv') }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.charCodeAt(0)).toBe(0xfeff)
  expect(file).toContain('Sofía Ibarra')

  const theirs = await open(admin, `/audit?entityId=${person.id}`)
  await expect(theirs.getByText(es('audit.empty.filteredTitle'))).toBeVisible()
})
