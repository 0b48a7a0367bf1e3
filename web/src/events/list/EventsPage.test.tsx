import type { Event } from '@rumbo/contract/events.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { someEvent } from '../events.factory.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    staffScreens.eventList.load(),
    import('../HandleEventsDialog.tsx'),
  ])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const lead = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const one = someEvent({
  id: '0198c0de-0000-7000-8000-0000000000e1',
  occurrences: 12,
  latitude: 19.43,
  longitude: -99.13,
})
const two = someEvent({
  ...{ id: 'e2', vehicleNumber: '205', type: 'speeding', kind: 'overspeed' },
  ...{ severity: 'warning', category: 'driver' },
})
const resolved = (event: Event, by: string): Event => ({
  ...event,
  status: 'resolved',
  resolved: { at: event.createdAt, by, byId: null },
  version: 2,
})

it('lists events, the latest first, and filters and sorts them by the address', async () => {
  const asked: URLSearchParams[] = []
  const { user, at } = renderApp('/event-list', {
    ...lead,
    'GET /vehicles': listOf(),
    'GET /events': (_body, query) => {
      asked.push(query)
      return listOf(one, two)
    },
  })
  const table = within(await screen.findByRole('table', { name: 'Eventos' }))
  const cells = table.getAllByRole('row').map((row) => row.textContent)
  expect(cells[1]).toContain('Botón de pánico')
  expect(cells[1]).toContain('Crítico')
  expect(cells[2]).toContain('Advertencia')
  const last = () => Object.fromEntries(asked.at(-1) ?? [])
  expect(last()).toMatchObject({ sort: 'lastOccurredAt', order: 'desc', fleetId: 'f1', page: '1' })
  await user.click(screen.getByRole('button', { name: 'Gravedad' }))
  await user.click(screen.getByRole('button', { name: 'Crítico' }))
  await user.click(screen.getByRole('button', { name: 'Activo' }))
  await user.click(screen.getByRole('combobox', { name: 'Tipo de evento' }))
  await user.click(await screen.findByRole('option', { name: 'Choque detectado' }))
  await user.click(screen.getByRole('combobox', { name: 'Categoría' }))
  await user.click(await screen.findByRole('option', { name: 'Seguridad' }))
  await waitFor(() =>
    expect(last()).toMatchObject({
      ...{ sort: 'severity', order: 'asc', severity: 'critical', status: 'active' },
      ...{ type: 'crash_detected', category: 'security' },
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Quitar filtros' }))
  await waitFor(() => expect(at()).toBe('/event-list?sort=severity&order=asc'))
  expect(screen.getByRole('button', { name: 'Crítico' }).getAttribute('aria-pressed')).toBe('false')
  expect(screen.getByRole('combobox', { name: 'Tipo de evento' }).textContent).toBe('Todos los tipos')
})

it('opens an event by keyboard with its facts, resolves it after a confirmation, and closes with Escape', async () => {
  let event: Event = one
  const { user, asked, at } = renderApp('/event-list', {
    ...lead,
    'GET /vehicles': listOf(),
    'GET /events': () => listOf(event, two),
    'GET /events/0198c0de-0000-7000-8000-0000000000e1': () => ({ body: event }),
    'POST /events/0198c0de-0000-7000-8000-0000000000e1/resolve': () => {
      event = resolved(one, 'Rosa Lima')
      return { body: event }
    },
  })
  const table = within(await screen.findByRole('table', { name: 'Eventos' }))
  table.getByRole('button', { name: 'Botón de pánico' }).focus()
  await user.keyboard('{Enter}')
  expect(at()).toBe('/event-list?event=0198c0de-0000-7000-8000-0000000000e1')
  const card = within(await screen.findByRole('dialog', { name: 'Botón de pánico' }))
  await card.findByText('12')
  card.getByText('Emergencia declarada')
  expect(card.getByRole('link', { name: 'Ver en el historial' }).getAttribute('href')).toBe(
    '/fleet/history/v104?date=2026-03-02&at=2026-03-02T18%3A00%3A00.000Z',
  )
  await user.click(card.getByRole('button', { name: 'Resolver' }))
  const question = within(await screen.findByRole('alertdialog', { name: '¿Resolver el evento?' }))
  expect(asked.some(({ call }) => call.startsWith('POST /events'))).toBe(false)
  await user.click(question.getByRole('button', { name: 'Resolver' }))
  await card.findByText(/Rosa Lima/)
  await waitFor(() => expect(screen.queryByRole('alertdialog', { name: '¿Resolver el evento?' })).toBeNull())
  expect(card.queryByRole('button', { name: 'Resolver' })).toBeNull()
  const panel = screen.getByRole('dialog', { name: 'Botón de pánico' })
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(at()).toBe('/event-list'))
})

it('dismisses many at once after a confirmation, and shows the result of each', async () => {
  const { user, asked } = renderApp('/event-list', {
    ...lead,
    'GET /vehicles': listOf(),
    'GET /events': listOf(one, two),
    'POST /events/bulk': () => ({
      body: {
        items: [
          {
            id: '0198c0de-0000-7000-8000-0000000000e1',
            problem: 'event_wrong_state',
            event: resolved(one, 'Ana Ruiz'),
          },
          { id: 'e2', problem: null, event: { ...two, status: 'dismissed' } },
        ],
      },
    }),
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar todas las filas de la página' }))
  await user.click(screen.getByRole('button', { name: 'Descartar' }))
  const form = within(await screen.findByRole('dialog', { name: 'Descartar 2 eventos' }))
  await user.click(form.getByRole('button', { name: 'Descartar' }))
  const result = within(await screen.findByRole('dialog', { name: 'Resultado' }))
  expect(result.getByRole('status').textContent).toBe('1 de 2 descartados')
  expect(result.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Botón de pánico · 104Resuelto antes por Ana Ruiz',
    'Exceso de velocidad · 205Descartado',
  ])
  expect(asked.find(({ call }) => call === 'POST /events/bulk')?.body).toEqual({
    ...{ ids: ['0198c0de-0000-7000-8000-0000000000e1', 'e2'], action: 'dismiss', note: null },
  })
  await user.click(result.getByRole('button', { name: 'Cerrar' }))
  await waitFor(() => expect(screen.queryByText('2 eventos elegidos')).toBeNull())
})

it('shows readers the events without a way to change them, and says what failed', async () => {
  const reader = answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] })
  const { unmount } = renderApp('/event-list', {
    ...reader,
    'GET /vehicles': listOf(),
    'GET /events': listOf(one),
  })
  await screen.findByRole('table', { name: 'Eventos' })
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  unmount()
  const failing = renderApp('/event-list', {
    ...lead,
    'GET /vehicles': listOf(),
    'GET /events': refusal(500, 'internal', ''),
  })
  await screen.findByText(/No se pudieron cargar los eventos|error/i)
  failing.unmount()
  renderApp('/event-list?status=resolved', { ...lead, 'GET /vehicles': listOf(), 'GET /events': listOf() })
  await screen.findByText('Ningún evento cumple con los filtros.')
})

it('shows no events, and no loading, while the days are the wrong way round', async () => {
  renderApp('/event-list?from=2026-03-03&to=2026-03-02', {
    ...lead,
    'GET /vehicles': listOf(),
    'GET /events': listOf(one),
  })
  await screen.findByText('Ningún evento cumple con los filtros.')
  expect(screen.getByText('El primer día va después del último. Corrige uno de los dos.')).toBeTruthy()
})

it('exports what is filtered, in its order, and opens a saved view', async () => {
  const view = {
    ...{ id: '0198c2a4-0000-7000-8000-000000000001', screen: 'events', name: 'Mis críticos', columns: null },
    ...{ address: { severity: ['critical'], concerns: ['assigned'], sort: 'severity' }, isDefault: false },
    updatedAt: one.updatedAt,
  }
  const { user, asked, at } = renderApp('/event-list?order=asc', {
    ...lead,
    'GET /vehicles': listOf(),
    'GET /events': listOf(one, two),
    'GET /companies/c1/service-views': (_body, query) => ({
      body: { items: query.get('screen') === 'events' ? [view] : [] },
    }),
    'POST /events/exports': refusal(403, 'forbidden'),
  })
  await screen.findByRole('table', { name: 'Eventos' })
  await user.click(screen.getByRole('button', { name: 'Vistas' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Mis críticos' }))
  await waitFor(() => expect(at()).toContain('concerns=assigned'))
  expect(screen.getByRole('button', { name: 'Asignados a mí' }).getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Exportar' }))
  await user.click(await screen.findByRole('menuitem', { name: /Excel/ }))
  await waitFor(() => expect(asked.some(({ call }) => call === 'POST /events/exports')).toBe(true))
  expect(asked.find(({ call }) => call === 'POST /events/exports')?.body).toEqual({
    ...{ fleetId: 'f1', search: '', severity: ['critical'], concerns: ['assigned'] },
    ...{ sort: 'severity', order: 'desc', format: 'xlsx', language: 'es' },
  })
})
