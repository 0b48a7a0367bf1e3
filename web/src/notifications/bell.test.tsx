import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeAnswers, refusal, renderApp } from '../app/testing.tsx'
import { someNotification } from './notifications.factory.ts'

const answers = (...items: ReturnType<typeof someNotification>[]): FakeAnswers => ({
  'GET /notifications/counts': { body: { unread: items.length, pressing: 0 } },
  'GET /notifications': { body: { items, total: items.length, page: 1, size: 10 } },
  'POST /notifications/read': { body: { unread: 0, pressing: 0, marked: items.length } },
})
const inbox = (unread: number, ...newest: ReturnType<typeof someNotification>[]) =>
  ({ type: 'inbox', now: 1, counts: { unread, pressing: 0 }, newest }) as const

it('the bell counts what is unread, follows the live stream, and marks all as read until the newest', async () => {
  const { user, emitLive, asked } = renderApp('/profile', answers(someNotification()))
  await screen.findByRole('button', { name: 'Notificaciones: 1 sin leer' })
  emitLive(inbox(3))
  await user.click(await screen.findByRole('button', { name: 'Notificaciones: 3 sin leer' }))
  const centre = within(await screen.findByRole('dialog', { name: 'Notificaciones' }))
  const link = await centre.findByRole('link', { name: /Exceso de velocidad · 104/ })
  expect(link.getAttribute('href')).toBe('/event-list?event=e1')
  expect(centre.getByRole('link', { name: 'Ver todas las notificaciones' }).getAttribute('href')).toBe(
    '/notification-list',
  )
  await user.click(centre.getByRole('button', { name: 'Marcar todas como leídas' }))
  await screen.findByRole('button', { name: 'Notificaciones', hidden: true })
  expect(asked.find(({ call }) => call === 'POST /notifications/read')?.body).toEqual({
    allUntil: '2026-03-02T12:05:00.000Z',
  })
})

it('a list that fails says so in the words of the specification', async () => {
  const failing = { ...answers(someNotification()), 'GET /notifications': refusal(400, 'odd', '') }
  const { user } = renderApp('/profile', failing, { language: 'en' })
  await user.click(await screen.findByRole('button', { name: 'Notifications: 1 unread' }))
  await screen.findByText('Failed to load notifications. Please try again.')
})

it('new notifications are announced politely, critical ones at once, each with its link', async () => {
  const { user, emitLive, at } = renderApp('/profile', answers())
  await screen.findByRole('button', { name: 'Notificaciones' })
  emitLive(inbox(0))
  emitLive(
    inbox(
      2,
      someNotification({ id: 'n2', title: 'Con calma', type: 'warning', priority: 'normal', path: null }),
      someNotification({ id: 'n3', title: 'Emergencia en 104', type: 'info', priority: 'critical' }),
    ),
  )
  const region = within(await screen.findByRole('region', { name: 'Avisos' }))
  const texts = (role: string) => region.getAllByRole(role).map(({ textContent }) => textContent)
  expect(texts('status').join()).toContain('Con calma')
  expect(texts('alert').join()).toContain('Emergencia en 104')
  await user.click(region.getAllByRole('button', { name: 'Abrir' })[1] as HTMLElement)
  expect(at()).toBe('/event-list?event=e1')
})

it.each([
  ['es', 'Reconocida por Carla Torres', 'Notificaciones'],
  ['en', 'Acknowledged by Carla Torres', 'Notifications'],
] as const)(
  'what a colleague attended to says so, and counts no more (%s)',
  async (language, words, bell) => {
    const one = someNotification()
    const attended = { as: 'acknowledged', by: 'Carla Torres' } as const
    let item = one
    const { user, emitLive } = renderApp(
      '/profile',
      {
        ...answers(one),
        'GET /notifications': () => ({ body: { items: [item], total: 1, page: 1, size: 10 } }),
      },
      { language },
    )
    const region = () => screen.queryByRole('region', { name: language === 'es' ? 'Avisos' : 'Notices' })
    await screen.findByRole('button', { name: new RegExp(`^${bell}: 1 `) })
    const urgent = someNotification({ id: 'n3', title: 'Emergencia en 104', priority: 'critical' })
    emitLive({ type: 'inbox', now: 1, counts: { unread: 2, pressing: 1 }, newest: [urgent] })
    await screen.findAllByText('Emergencia en 104')
    item = { ...one, readAt: '2026-03-02T13:00:00.000Z', attended }
    emitLive({ type: 'inbox', now: 2, counts: { unread: 0, pressing: 0 }, newest: [] })
    await user.click(await screen.findByRole('button', { name: bell }))
    await screen.findByText(words)
    // Nor does the urgent one stay on screen.
    await waitFor(() => expect(region()?.textContent ?? '').not.toContain('Emergencia en 104'))
  },
)
