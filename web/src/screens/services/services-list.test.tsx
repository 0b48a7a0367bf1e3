import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { answersFor, type FakeAnswers, renderApp } from '../../app/testing.tsx'
import { someService } from '../../services/services.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./ServicesScreen.tsx')])
}, 60_000)

const services = [
  someService(),
  someService({ id: 's2', serviceNumber: 20432, status: 'on_dispatch', version: 4 }),
]
const view = {
  id: '0192f0c0-0000-7000-8000-000000000001',
  name: 'Urgentes',
  address: { priority: 'critical', sort: 'customerName', order: 'asc' },
  columns: null,
  screen: 'services' as const,
  isDefault: false,
  updatedAt: '2026-03-02T12:00:00.000Z',
}
const answers = (some: FakeAnswers = {}): FakeAnswers => ({
  'GET /services': { body: { items: services, total: 2, page: 1, size: 25 } },
  'GET /companies/c1/service-views': { body: { items: [view] } },
  ...some,
})

it('changes the selected services at once, shows the result for each, and keeps the refused selected', async () => {
  const sent: unknown[] = []
  const { user } = renderApp(
    '/services',
    answers({
      'POST /services/bulk': (body) => {
        sent.push(body)
        return {
          body: {
            items: [
              { id: 's1', serviceNumber: 20431, problem: null, status: 'on_dispatch' },
              { id: 's2', serviceNumber: 20432, problem: 'service_wrong_state', status: 'on_dispatch' },
            ],
          },
        }
      },
    }),
  )
  await user.click(await screen.findByRole('checkbox', { name: /20431/ }))
  await user.click(screen.getByRole('checkbox', { name: /20432/ }))
  await user.click(screen.getByRole('button', { name: 'Enviar a despacho' }))
  const result = within(await screen.findByRole('dialog', { name: 'Resultado' }))
  result.getByText('1 de 2 listos. Los demás quedan seleccionados.')
  result.getByText('No se puede: está «Buscando unidad»')
  await user.click(result.getByRole('button', { name: 'Cerrar' }))
  expect(sent).toEqual([
    {
      services: [
        { id: 's1', version: 1 },
        { id: 's2', version: 4 },
      ],
      change: { action: 'dispatch' },
    },
  ])
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /20431/ }).checked).toBe(false),
  )
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /20432/ }).checked).toBe(true)
})

it('has no selection for those who may only read', async () => {
  renderApp(
    '/services',
    answers(answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] })),
  )
  await screen.findByText('20431')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('shows a saved view, and saves the present one under a name', async () => {
  const newId = '0192f0c0-0000-4000-8000-000000000002'
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(newId)
  onTestFinished(() => void vi.restoreAllMocks())
  const asked: URLSearchParams[] = []
  const saved: unknown[] = []
  const answer = { body: { items: services, total: 2, page: 1, size: 25 } }
  const { user } = renderApp(
    '/services',
    answers({
      'GET /services': (_body, query) => {
        asked.push(query)
        return answer
      },
      [`PUT /companies/c1/service-views/${newId}`]: (body) => {
        saved.push(body)
        return { body: { ...view, id: newId, name: 'Por cliente' } }
      },
    }),
  )
  const button = await screen.findByRole('button', { name: 'Vistas' })
  await user.click(button)
  await user.click(
    await screen
      .findByRole('menuitemradio', { name: 'Urgentes' })
      .catch(() => screen.findByRole('menuitem', { name: 'Urgentes' })),
  )
  await waitFor(() => expect(asked.at(-1)?.get('priorityLevel')).toBe('critical'))
  expect(asked.at(-1)?.get('sort')).toBe('customerName')
  await screen.findByRole('button', { name: 'Urgentes' })
  await user.click(screen.getByRole('button', { name: 'Urgentes' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Guardar esta vista' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Guardar esta vista' }))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await dialog.findByText('Este dato es obligatorio')
  await user.type(dialog.getByRole('textbox', { name: /^Nombre de la vista/ }), 'Por cliente')
  await user.click(dialog.getByRole('checkbox', { name: 'Mostrar al abrir la lista' }))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await screen.findByText('Vista «Por cliente» guardada')
  expect(saved).toEqual([
    {
      screen: 'services',
      name: 'Por cliente',
      address: { priority: 'critical', sort: 'customerName', order: 'asc' },
      columns: null,
      isDefault: true,
    },
  ])
})

it('opens with the default view, unless the address says what to show', async () => {
  const usual = { 'GET /companies/c1/service-views': { body: { items: [{ ...view, isDefault: true }] } } }
  const first = renderApp('/services', answers(usual))
  await screen.findByRole('button', { name: 'Urgentes' })
  first.unmount()
  renderApp('/services?status=created', answers(usual))
  await screen.findByText('20431')
  await screen.findByRole('button', { name: 'Vistas' })
})

it('duplicates a service: the same content, without its times, price and payment', async () => {
  const original = someService({
    status: 'completed',
    estimatedCost: '98.50',
    paymentStatus: 'paid',
    dispatchTime: '2026-02-01T10:00:00.000Z',
    notes: 'Llamar al llegar',
  })
  const sent: { dispatchTime: string }[] = []
  const { user } = renderApp(
    '/services',
    answers({
      'GET /services': { body: { items: [original], total: 1, page: 1, size: 25 } },
      'GET /directory/contacts': { body: { items: [], total: 0, page: 1, size: 8 } },
      'POST /services': (body) => {
        sent.push(body as { dispatchTime: string })
        return { status: 201, body: someService({ id: 's9', serviceNumber: 20440 }) }
      },
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Acciones de 20431' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicar servicio' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo servicio' }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await dialog.findByRole('group', { name: 'Paradas' })
  await user.click(dialog.getByRole('button', { name: 'Crear servicio' }))
  await screen.findByText('Servicio 20440 creado')
  expect(sent).toMatchObject([
    {
      fleetId: original.fleetId,
      customerName: original.customerName,
      requesterContactId: original.requesterContactId,
      notes: 'Llamar al llegar',
      estimatedCost: null,
      paymentStatus: 'pending',
      plannedStops: original.plannedStops.map(({ address }) => ({ address, timeWindowStart: null })),
    },
  ])
  expect(Date.parse(sent[0]?.dispatchTime ?? '')).toBeGreaterThan(Date.parse(original.dispatchTime))
})

it('exports what the filters show, in the order of the list', async () => {
  const sent: unknown[] = []
  const { user } = renderApp(
    '/services?status=created&sort=customerName&order=asc&period=all',
    answers({
      'POST /services/exports': (body) => {
        sent.push(body)
        return { status: 202, body: { workId: '0192f0c0-0000-7000-8000-000000000009' } }
      },
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Exportar' }))
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    fleetId: 'f1',
    status: ['created'],
    sort: 'customerName',
    order: 'asc',
    format: 'csv',
    language: 'es',
  })
})
