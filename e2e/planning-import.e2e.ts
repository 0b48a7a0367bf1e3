import { findViolations } from './harness/accessibility.ts'
import { fleetToPlan, instantOn, planningViewport, planPage, tomorrow } from './harness/planning.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'

/** Twelve deliveries: two with addresses that nobody knows, one too heavy for every vehicle. */
function ordersOf(day: string): string {
  const row = (at: number, customer: string, place: string, kg: number) =>
    `P-${at},${customer},55 5555 01${String(at).padStart(2, '0')},Entrega,${place},${day},09:00,17:00,${kg},5`
  return [
    'Referencia,Cliente,Teléfono,Tipo,Dirección,Latitud,Longitud,Fecha,Entrega desde,Entrega hasta,Peso (kg),Minutos',
    ...Array.from({ length: 9 }, (_, at) =>
      row(at + 1, `Cliente ${at + 1}`, `Calle ${at + 1},${19.4 + at / 150},${-99.16 + (at % 3) / 60}`, 40),
    ),
    row(10, 'Marmolería', 'Calle 10,19.44,-99.14', 9000),
    row(11, 'Duda uno', 'Privada Zzyzx 901,,', 40),
    row(12, 'Duda dos', 'Cerrada Qwxyz 902,,', 40),
  ].join('\n')
}

test('orders are imported, doubtful addresses decided, planned and accepted; one that nobody can carry says why', async ({
  open,
  world,
}) => {
  const day = tomorrow()
  const { planner } = await fleetToPlan(
    world,
    { '118': { loadKg: 1200, north: 1 }, '204': { loadKg: 800, north: -1 } },
    { from: instantOn(day, '08:00'), hours: 10 },
  )
  const page = await open(planner, `/planning?date=${day}`, { viewport: planningViewport })
  const { pool, button, head, expectSaved } = planPage(page)
  await button(es('planning.none.create')).click()
  await expect(pool.getByText(es('planning.pool.empty'))).toBeVisible()

  await button(es('imports.action.import')).first().click()
  const task = page.getByRole('dialog', { name: es('imports.title') })
  await task.locator('input[type=file]').setInputFiles({
    name: 'pedidos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(ordersOf(day), 'utf8'),
  })
  await task.getByRole('button', { name: es('work.import.check'), exact: true }).click()
  await task.getByRole('button', { name: /^Importar \d+ filas$/ }).click()
  await expect(task.getByText(es('work.import.finished'))).toBeVisible()
  await task.getByRole('button', { name: es('imports.action.review', { count: 2 }) }).click()

  const review = page.getByRole('dialog', { name: es('imports.review.title') })
  for (const [customer, place] of [
    ['Duda uno', '19.4270, -99.1677'],
    ['Duda dos', '19.4150, -99.1500'],
  ] as const) {
    const form = review.getByRole('form').filter({ hasText: customer })
    await form.getByRole('radio', { name: es('imports.review.other') }).check()
    await form.getByRole('combobox', { name: es('services.field.address') }).fill(place)
    await page.getByRole('option').first().click()
    await form.getByRole('button', { name: es('imports.review.create') }).click()
    await expect(form).toHaveCount(0)
  }
  await expect(review.getByText(es('imports.review.empty'))).toBeVisible()
  await review.getByRole('button', { name: es('ui.close') }).click()
  await expect(pool.getByRole('button', { name: `${es('planning.pool.view.unplanned')} 12` })).toBeVisible()

  await button(es('planPanels.bar.plan')).click()
  const search = page.getByRole('region', { name: es('planPanels.run.title') })
  await search.getByRole('radio', { name: new RegExp(`^${es('planPanels.run.mode.replan')}`) }).check()
  await search.getByRole('button', { name: es('planPanels.run.seconds', { count: 5 }) }).click()
  await search.getByRole('button', { name: es('planPanels.run.start') }).click()
  const proposal = page.getByRole('region', { name: es('planPanels.proposal.title') })
  await expect(proposal).toBeVisible({ timeout: 45_000 })
  const figure = (key: 'orders' | 'unplanned') =>
    proposal.getByRole('table').getByRole('row', { name: new RegExp(`^${es(`planPanels.figures.${key}`)}`) })
  await expect(figure('orders').getByRole('cell')).toHaveText(['0', '11', '+11'])
  await expect(figure('unplanned').getByRole('cell')).toHaveText(['12', '1', '−11'])
  expect(await findViolations(page)).toEqual([])
  await proposal.getByRole('button', { name: es('planPanels.proposal.acceptAll') }).click()
  await expect(proposal).toHaveCount(0)

  await expectSaved()
  await expect(pool.getByRole('button', { name: /^\d+ · / })).toHaveText([/ · Marmolería$/])
  await expect(pool.getByText(/^Pesa 9,000 kg; la unidad más grande lleva 1,200$/)).toBeVisible()
  await expect(
    head('118')
      .or(head('204'))
      .filter({ hasText: /[1-9]\d* paradas?/ })
      .first(),
  ).toBeVisible()
})
