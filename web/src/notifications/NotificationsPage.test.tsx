import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeAnswers, refusal, renderApp } from '../app/testing.tsx'
import { someNotification } from './notifications.factory.ts'

const items = [
  someNotification(),
  someNotification({
    id: 'n2',
    title: 'Entró a la geocerca',
    priority: 'info',
    canAcknowledge: false,
    count: 3,
  }),
]
const answers: FakeAnswers = {
  'GET /notifications/counts': { body: { unread: 2, pressing: 0 } },
  'GET /notifications': { body: { items, total: 2, page: 1, size: 25 } },
  'POST /notifications/read': { body: { unread: 1, pressing: 0, marked: 1 } },
  'POST /notifications/n1/acknowledge': { body: someNotification({ readAt: '2026-03-02T13:00:00.000Z' }) },
  'GET /notifications/n1/reach': {
    body: {
      items: [
        { method: 'email', status: 'failed', at: '2026-03-02T12:06:00.000Z', detail: 'No existe el buzón' },
      ],
    },
  },
}
const table = async (name = 'Lista de notificaciones') => within(await screen.findByRole('table', { name }))

it('lists, selects and marks as read, and says how many are unread', async () => {
  const { user, asked } = renderApp('/notification-list', answers)
  await screen.findByText('2 notificaciones sin leer')
  const list = await table()
  list.getByText('· 3 veces')
  await user.click(list.getByRole('checkbox', { name: /Entró a la geocerca/ }))
  await user.click(screen.getByRole('button', { name: 'Marcar como leídas' }))
  await screen.findByText('1 notificación sin leer')
  expect(asked.find(({ call }) => call === 'POST /notifications/read')?.body).toEqual({ ids: ['n2'] })
  expect(screen.queryByRole('button', { name: 'Marcar como leídas' })).toBeNull()
})

it('keys move, select, mark as read and open, with the reach of each method', async () => {
  const { user, asked, at } = renderApp('/notification-list', answers)
  await table()
  await user.keyboard('jjkx')
  expect(document.activeElement?.textContent).toContain('Exceso de velocidad')
  screen.getAllByText('1 notificación seleccionada')
  await user.keyboard('e')
  await waitFor(() =>
    expect(asked.find(({ call }) => call === 'POST /notifications/read')?.body).toEqual({ ids: ['n1'] }),
  )
  await user.keyboard('{Enter}')
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('El servidor respondió: «No existe el buzón»')
  drawer.getByText('Regla «Seguridad»: De guardia')
  expect(at()).toBe('/notification-list?notification=n1')
  await user.click(drawer.getByRole('button', { name: 'Reconocer' }))
  await waitFor(() =>
    expect(asked.some(({ call }) => call === 'POST /notifications/n1/acknowledge')).toBe(true),
  )
})

it('opens one that a link leads to and the list does not hold', async () => {
  const { at } = renderApp('/notification-list?notification=n9', {
    ...answers,
    'GET /notifications/n9': { body: someNotification({ id: 'n9', title: 'Batería baja · 104' }) },
    'GET /notifications/n9/reach': { body: { items: [] } },
  })
  await within(await screen.findByRole('dialog')).findByText('Batería baja · 104')
  expect(at()).toBe('/notification-list?notification=n9')
})

it('says that a notification of a link does not exist', async () => {
  renderApp('/notification-list?notification=n8', {
    ...answers,
    'GET /notifications/n8': refusal(404, 'not_found'),
  })
  await screen.findByText(/^No se encontró lo que buscas/)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('asks for what the filters say, and clears them where nothing matches', async () => {
  const queries: string[] = []
  const { user } = renderApp('/notification-list?state=unread&priority=urgent&kind=odd', {
    ...answers,
    'GET /notifications': (_, query) => {
      queries.push(query.toString())
      return { body: { items: [], total: 0, page: 1, size: 25 } }
    },
  })
  await screen.findByText('Ninguna notificación con estos filtros')
  expect(queries[0]).toContain('isRead=false')
  expect(queries[0]).toContain('priority=urgent')
  expect(queries[0]).not.toContain('kind')
  await user.click(screen.getAllByRole('button', { name: 'Quitar filtros' })[0] as HTMLElement)
  await screen.findByText('Sin notificaciones')
})

it('failures are worded as in the specification', async () => {
  const { user } = renderApp(
    '/notification-list',
    { ...answers, 'POST /notifications/read': refusal(400, 'odd', '') },
    { language: 'en' },
  )
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await screen.findByText('Failed to mark notifications as read. Please try again.')
})
