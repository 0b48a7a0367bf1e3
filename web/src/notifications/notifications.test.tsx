import type { Notification } from '@rumbo/contract/notifications.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { staffScreens } from '../app/navigation/screens.ts'
import { answersFor, refusal, renderApp } from '../app/testing.tsx'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([
    import('../app/shell/Shell.tsx'),
    staffScreens.notificationList.load(),
    import('./NotificationBell.tsx'),
    import('./NotificationCentre.tsx'),
    import('./NotificationAnnouncer.tsx'),
  ])
}, 60_000)

const id = (last: string) => `0198c0de-0000-7000-8000-0000000000${last}`
const some = (given: Partial<Notification>): Notification => ({
  ...{ id: id('a1'), companyId: id('c1'), fleetId: id('f1'), vehicleId: id('d1'), vehicleNumber: '118' },
  ...{ kind: 'event', title: 'Exceso de velocidad · 118', message: '118 (ABC-1) · Gravedad: Advertencia' },
  ...{ priority: 'normal', type: 'warning', status: 'sent', count: 1, readAt: null, acknowledgedAt: null },
  ...{ createdAt: '2026-03-02T15:00:00.000Z', lastAt: '2026-03-02T15:00:00.000Z' },
  ...{ path: '/event-list?event=x', eventId: id('e1'), serviceId: null, canAcknowledge: true },
  why: { rule: 'Alarmas de las unidades', audience: 'onDuty' },
  ...given,
})
const speeding = some({})
const emergency = some({
  ...{ id: id('a2'), title: 'Emergencia declarada · 205', priority: 'critical', type: 'error', count: 3 },
  lastAt: '2026-03-02T15:05:00.000Z',
})
const listOf = (...items: Notification[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const counts = (unread: number, pressing = 0) => ({ body: { unread, pressing } })
const lead = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const answers = {
  ...lead,
  'GET /notifications/counts': counts(2, 1),
  'GET /notifications': listOf(emergency, speeding),
  'POST /notifications/read': { body: { marked: 1, unread: 1, pressing: 1 } },
  'GET /duty': { body: { items: [] } },
}

describe('the list of notifications', () => {
  it('marks the chosen ones or all as read', async () => {
    const { user, asked } = renderApp('/notification-list', answers)
    const table = within(await screen.findByRole('table', { name: 'Notificaciones' }))
    expect(table.getAllByRole('row')[1]?.textContent).toContain('Emergencia declarada · 205 · 3 veces')
    await user.click(table.getByRole('checkbox', { name: /Exceso de velocidad/ }))
    await user.click(screen.getByRole('button', { name: 'Marcar como leídas' }))
    const read = () => asked.filter(({ call }) => call === 'POST /notifications/read').map(({ body }) => body)
    await waitFor(() => expect(read()).toEqual([{ ids: [speeding.id] }]))
    await user.click(screen.getByRole('button', { name: 'Marcar todas como leídas' }))
    await waitFor(() => expect(read()).toContainEqual({ allUntil: emergency.lastAt }))
  })

  it('opens one with its reason and what became of it by each method', async () => {
    const { user, at } = renderApp('/notification-list', {
      ...answers,
      [`GET /notifications/${emergency.id}/reach`]: {
        body: {
          items: [
            { method: 'in_app', status: 'delivered', at: emergency.lastAt, detail: null },
            { method: 'sms', status: 'failed', at: emergency.lastAt, detail: 'no_address' },
          ],
        },
      },
      [`POST /notifications/${emergency.id}/acknowledge`]: { body: emergency },
    })
    const table = within(await screen.findByRole('table', { name: 'Notificaciones' }))
    await user.click(table.getByText(/Emergencia declarada/))
    const card = within(await screen.findByRole('dialog', { name: /Emergencia declarada/ }))
    await card.findByText('No tienes un dato verificado para este método')
    card.getByText('Por estar de guardia o a cargo')
    expect(at()).toContain(`notification=${emergency.id}`)
    await user.click(card.getByRole('button', { name: 'Enterado' }))
    await screen.findByText('Enterado: el evento quedó como atendido.')
  })

  it('filters by the address, and says what failed', async () => {
    const asked: string[] = []
    renderApp('/notification-list?state=unread&priority=critical', {
      ...answers,
      'GET /notifications': (_body, query) => {
        asked.push(`${query.get('isRead')} ${query.get('priority')}`)
        return refusal(500, 'internal')
      },
    })
    await screen.findByText('No se pudieron cargar las notificaciones. Inténtalo de nuevo.')
    expect(asked).toContain('false critical')
  })
})

describe('the bell', () => {
  it('counts what is unread and opens the latest', async () => {
    const { user, at } = renderApp('/notification-list', answers)
    const bell = await screen.findByRole('button', { name: 'Notificaciones: 2 sin leer' })
    await user.click(bell)
    const centre = within(await screen.findByRole('dialog', { name: 'Notificaciones' }))
    await user.click(await centre.findByRole('button', { name: /Exceso de velocidad/ }))
    await waitFor(() => expect(at()).toContain('/event-list'))
  })

  it('follows the live stream, which also announces what is new', async () => {
    const { emitLive } = renderApp('/notification-list', answers)
    await screen.findByRole('button', { name: 'Notificaciones: 2 sin leer' })
    await waitFor(() => {
      emitLive({ type: 'inbox', now: 1, counts: { unread: 3, pressing: 2 }, newest: [emergency] })
      expect(screen.getByRole('button', { name: 'Notificaciones: 3 sin leer' })).toBeTruthy()
    })
    await screen.findByRole('button', { name: 'Abrir' })
  })
})
