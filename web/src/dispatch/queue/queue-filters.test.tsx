import { screen, waitFor, within } from '@testing-library/react'
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

const group = (some: object) => ({
  isWaiting: true,
  serviceType: 'taxi',
  priorityLevel: 'medium',
  isLate: false,
  handling: 'manual',
  isMine: false,
  zoneIds: [],
  count: 1,
  ...some,
})
const taxi = someService({ id: 's1', status: 'on_dispatch', customerName: 'Ana Sol' })
const view = {
  id: '0192f0c0-0000-7000-8000-00000000000a',
  screen: 'dispatch',
  name: 'Envíos',
  address: { type: ['delivery'] },
  columns: null,
  isDefault: false,
  updatedAt: '2026-03-01T00:00:00.000Z',
}

function openDispatch(path = '/dispatch') {
  const asked: URLSearchParams[] = []
  const rendered = renderApp(path, {
    'GET /services': (_body: unknown, query: URLSearchParams) => {
      asked.push(query)
      const isWaiting = query.getAll('status').includes('on_dispatch')
      const items = isWaiting && query.get('serviceType') === null ? [taxi] : []
      return { body: { items, total: items.length, page: 1, size: 100 } }
    },
    'GET /services-groups': {
      body: {
        groups: [group({ count: 5 }), group({ serviceType: 'delivery', isLate: true, count: 3 })],
        zones: [],
      },
    },
    'GET /companies/c1/service-views': { body: { items: [view] } },
  })
  const last = (status: string) => asked.findLast((query) => query.getAll('status').includes(status))
  return { ...rendered, last }
}

it('narrows both lists on the server by chips with counts, and offers to remove the filter', async () => {
  const { user, last, at } = openDispatch()
  await screen.findByText('Ana Sol', { exact: false }, { timeout: 30_000 })
  const chips = within(screen.getByRole('group', { name: 'Filtros' }))
  await chips.findByRole('button', { name: 'Taxi 5' })
  await user.click(chips.getByRole('button', { name: 'Con retraso 3' }))
  await chips.findByRole('button', { name: 'Taxi 0' })
  await user.click(chips.getByRole('button', { name: 'Reparto 3' }))
  await waitFor(() => expect(last('on_dispatch')?.get('serviceType')).toBe('delivery'))
  await waitFor(() => expect(last('in_progress')?.get('isLate')).toBe('true'))
  expect(at()).toContain('type=delivery')
  const pane = within(screen.getByRole('region', { name: 'Por despachar' }))
  await pane.findByText('Ningún servicio con estos filtros')
  await user.click(pane.getByRole('button', { name: 'Quitar filtros' }))
  await screen.findByText('Ana Sol', { exact: false })
})

it('applies a saved view of the monitor', async () => {
  const { user, last } = openDispatch()
  await user.click(await screen.findByRole('button', { name: 'Vistas' }, { timeout: 30_000 }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Envíos' }))
  await waitFor(() => expect(last('on_dispatch')?.get('serviceType')).toBe('delivery'))
})
