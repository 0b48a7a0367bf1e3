import type { Search } from '@rumbo/contract/dispatch.offers.contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../app/testing.tsx'
import { someService } from '../../services/services.factory.ts'

/** The lazy chunks of a busy machine take time. */
vi.setConfig({ testTimeout: 60_000 })
beforeAll(() => import('../../app/shell/Shell.tsx'), 60_000)
beforeEach(() =>
  (
    window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  ).happyDOM.setViewport({ width: 1440 }),
)

const services = ['Ana Sol', 'Beto Ruiz', 'Caro Paz', 'Dora Gil'].map((customerName, at) =>
  someService({
    id: `s${at + 1}`,
    serviceNumber: 501 + at,
    status: 'on_dispatch',
    customerName,
    version: 2 + at,
  }),
)
const result = (at: number, problem: string | null, vehicleNumber: string | null = null) => ({
  id: `s${at}`,
  serviceNumber: 500 + at,
  problem,
  status: problem === null && vehicleNumber ? 'vehicle_assigned' : 'on_dispatch',
  vehicleNumber,
})

async function openDispatch(some = {}) {
  const view = renderApp('/dispatch', {
    'GET /services': (_body: unknown, query: URLSearchParams) => {
      const items = query.getAll('status').includes('on_dispatch') ? services : []
      return { body: { items, total: items.length, page: 1, size: 100 } }
    },
    'GET /dispatch/searches': { body: { items: [] } },
    ...Object.fromEntries(
      services.map(({ id }) => [`GET /services/${id}/candidates`, { body: { items: [] } }]),
    ),
    ...some,
  })
  const list = await screen.findByRole('list', { name: 'Por despachar' }, { timeout: 30_000 })
  const row = (name: RegExp) => within(list).getByRole('button', { name })
  const sent = (call: string) => view.asked.filter((one) => one.call === call).map(({ body }) => body)
  const selected = () =>
    within(list)
      .queryAllByRole('checkbox', { checked: true })
      .map((box) => box.getAttribute('aria-label'))
  return { ...view, list, row, sent, selected }
}

it('selects by Ctrl, Shift, Space and Shift with the arrows, and clears by Escape', async () => {
  const { user, row, selected } = await openDispatch()
  fireEvent.click(row(/Ana Sol/), { ctrlKey: true })
  expect(selected()).toEqual(['Seleccionar el servicio 501'])
  fireEvent.click(row(/Caro Paz/), { shiftKey: true })
  expect(selected()).toHaveLength(3)
  row(/Ana Sol/).focus()
  await user.keyboard(' ')
  expect(selected()).toEqual(['Seleccionar el servicio 502', 'Seleccionar el servicio 503'])
  await user.keyboard('{Escape}')
  expect(selected()).toEqual([])
  row(/Caro Paz/).focus()
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(selected()).toEqual(['Seleccionar el servicio 503', 'Seleccionar el servicio 504'])
})

it('assigns the best vehicles to the selected services by Enter, and says for each what became of it', async () => {
  const { user, row, sent, selected } = await openDispatch({
    'POST /dispatch/bulk': { body: { items: [result(1, null, '118'), result(2, 'no_vehicle')] } },
  })
  fireEvent.click(row(/Ana Sol/), { ctrlKey: true })
  fireEvent.click(row(/Beto Ruiz/), { ctrlKey: true })
  screen.getByRole('button', { name: 'Asignar las mejores' })
  ;(document.activeElement as HTMLElement | null)?.blur()
  await user.keyboard('{Enter}')
  const sheet = within(await screen.findByRole('dialog', { name: 'Resultado' }))
  expect(sent('POST /dispatch/bulk')).toEqual([
    {
      services: [
        { id: 's1', version: 2 },
        { id: 's2', version: 3 },
      ],
      action: 'assign',
    },
  ])
  const rows = sheet.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/502.*Ninguna unidad apta quedó libre/)
  expect(rows[1]).toMatch(/501.*Asignada la unidad 118/)
  await user.click(sheet.getByRole('button', { name: 'Cerrar' }))
  expect(selected()).toEqual(['Seleccionar el servicio 502'])
})

it('cancels the selected services with who and why, and changes their priority', async () => {
  const { user, row, sent } = await openDispatch({
    'POST /services/bulk': { body: { items: [result(1, null)] } },
  })
  fireEvent.click(row(/Ana Sol/), { ctrlKey: true })
  await user.click(screen.getByRole('button', { name: 'Prioridad' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Crítica' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Resultado' })).getByRole('button', { name: 'Cerrar' }),
  )
  fireEvent.click(row(/Ana Sol/), { ctrlKey: true })
  await user.click(screen.getByRole('button', { name: 'Cancelar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancelar 1 servicio' }))
  await user.click(dialog.getByRole('combobox', { name: '¿Quién cancela?' }))
  await user.click(await screen.findByRole('option', { name: 'El cliente' }))
  await user.click(dialog.getByRole('combobox', { name: /Motivo/ }))
  await user.click(await screen.findByRole('option', { name: 'El servicio está repetido' }))
  await user.click(dialog.getByRole('button', { name: 'Cancelar servicio' }))
  await screen.findByRole('dialog', { name: 'Resultado' })
  expect(sent('POST /services/bulk').map((body) => (body as { change: unknown }).change)).toMatchObject([
    { action: 'prioritise', priorityLevel: 'critical' },
    { action: 'cancel', by: 'client' },
  ])
})

it('names the plan that reserved the vehicle of a service, and opens it from the menu', async () => {
  const reserved: Search = {
    serviceId: 's1',
    state: 'reserved',
    vehicleId: 'v118',
    vehicleNumber: '118',
    expiresAt: null,
    arrivalSeconds: null,
    offers: 0,
    rejections: 0,
    reservedByName: 'Ana Guerrero',
    plan: { id: 'p1', name: 'Lunes', date: '2026-11-25' },
    reservedAt: '2026-11-25T11:50:00.000Z',
    isEstimate: false,
    blockedReason: null,
  }
  const { user, row, list, at } = await openDispatch({
    'GET /dispatch/searches': { body: { items: [reserved] } },
  })
  await within(row(/Ana Sol/)).findByText('Reservada: 118, por el plan «Lunes» del 25/11/2026')
  await user.click(within(list).getByRole('button', { name: 'Acciones de 501' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Abrir el plan «Lunes»' }))
  expect(at()).toContain('/planning?plan=p1&date=2026-11-25')
})

it('holds a service from its menu, and offers to release one that is on hold', async () => {
  const onHold: Search = {
    serviceId: 's1',
    state: 'on_hold',
    vehicleId: null,
    vehicleNumber: null,
    expiresAt: null,
    arrivalSeconds: null,
    offers: 0,
    rejections: 0,
    reservedByName: null,
    plan: null,
    reservedAt: null,
    isEstimate: false,
    blockedReason: null,
  }
  const { user, row, sent, list } = await openDispatch({
    'GET /dispatch/searches': { body: { items: [onHold] } },
    'POST /dispatch/bulk': { body: { items: [result(2, null)] } },
  })
  await within(row(/Ana Sol/)).findByText('Retenido: lo asigna una persona')
  const menu = (name: string) => within(list).getByRole('button', { name: `Acciones de ${name}` })
  await user.click(menu('502'))
  await user.click(await screen.findByRole('menuitem', { name: 'Retener' }))
  await screen.findByText('Servicio 502 retenido: lo asigna una persona')
  expect(sent('POST /dispatch/bulk')).toEqual([{ services: [{ id: 's2', version: 3 }], action: 'hold' }])
  await user.click(menu('501'))
  await screen.findByRole('menuitem', { name: 'Liberar' })
})
