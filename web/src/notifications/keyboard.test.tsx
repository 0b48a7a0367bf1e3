import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answersFor, type FakeAnswers, renderApp } from '../app/testing.tsx'
import { someListedUser } from '../identity/users/users.factory.ts'
import { pressByKeyboard as press, tabTo } from '../ui/testing.tsx'
import { someNotification, someNotificationRule } from './notifications.factory.ts'

it('a rule is created, previewed and saved by keyboard alone', { timeout: 30_000 }, async () => {
  const user7 = someListedUser({ id: 'u7', displayName: 'Rosa Díaz' })
  const list = (...items: object[]) => ({ body: { items, total: items.length, page: 1, size: 20 } })
  const { user, asked } = renderApp('/rules', {
    ...answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] }),
    'GET /notification-rules': { body: { items: [] } },
    'POST /notification-rules': { status: 201, body: someNotificationRule() },
    'POST /notification-rules/preview': {
      body: { events: 4, matched: 0, notifications: 0, unmatched: [], items: [], isCut: false },
    },
    'GET /users': list(user7),
    'GET /users/u7': { body: { ...user7, accessScopes: [] } },
    'GET /directory/contacts': list(),
    'GET /vehicles': list(),
    'GET /geofences': list(),
    'GET /zones': list(),
  })
  await screen.findByText('Sin reglas de notificación')
  await press(user, screen.getByRole('button', { name: 'Nueva regla' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nueva regla' }))
  const button = (name: string | RegExp) => dialog.getByRole('button', { name })
  await tabTo(user, dialog.getByRole('textbox', { name: /^Nombre/ }))
  await user.keyboard('Alarmas de noche')
  await press(user, button('Advertencia'), ' ')
  await press(user, dialog.getByRole('switch', { name: /ponen en alarma/ }), ' ')
  const kinds = dialog.getByRole('combobox', { name: 'Clases de evento' })
  await tabTo(user, kinds)
  await user.keyboard('Corte de energía{ArrowDown}{Enter}{Escape}')
  const add = button('Agregar horario')
  await press(user, add)
  await press(user, button(/^Quitar el horario/))
  // What was removed had the focus.
  expect(document.activeElement).toBe(add)
  await press(user, button('Siguiente'))
  await press(user, await dialog.findByRole('button', { name: 'Invitados de la unidad' }), ' ')
  const people = dialog.getByRole('combobox', { name: 'Personas elegidas' })
  await tabTo(user, people)
  await user.keyboard('Rosa')
  await screen.findByRole('option', { name: /Rosa Díaz/ })
  await user.keyboard('{ArrowDown}{Enter}')
  await dialog.findByRole('button', { name: 'Quitar Rosa Díaz' })
  expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Personas elegidas' }))
  await press(user, button(/habría avisado/))
  await dialog.findByText('4 eventos, 0 cumplen la regla, 0 notificaciones')
  await press(user, button('Siguiente'))
  await press(user, await dialog.findByRole('button', { name: 'Correo' }), ' ')
  await tabTo(user, dialog.getByRole('combobox', { name: 'Prioridad' }))
  await user.keyboard('{Enter}')
  await screen.findByRole('listbox', { name: 'Prioridad' })
  await user.keyboard('{End}{Enter}')
  await press(user, dialog.getByRole('switch', { name: /horas de silencio/ }), ' ')
  await press(user, button('Siguiente'))
  await dialog.findByRole('textbox', { name: 'Título en español' })
  const variables = within(dialog.getByRole('group', { name: 'Variables para Título en español' }))
  await press(user, variables.getByRole('button', { name: '{unidad}' }))
  await press(user, button('Siguiente'))
  const step = await dialog.findByRole('button', { name: 'Agregar un paso' })
  await press(user, step)
  await press(user, button('Quitar el paso 1'))
  expect(document.activeElement).toBe(step)
  await user.keyboard('{Enter}')
  await press(user, button('Guardar'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.find(({ call }) => call === 'POST /notification-rules')?.body).toMatchObject({
    name: 'Alarmas de noche',
    conditions: { severities: ['critical'], kinds: ['power_cut'], isAlarm: true },
    audience: [{ kind: 'onDuty' }, { kind: 'guests' }, { kind: 'users', ids: ['u7'] }],
    methods: ['in_app', 'email'],
    priority: 'critical',
    ignoresQuietHours: true,
    schedule: { windows: [] },
    templates: { es: { title: '{unidad}' } },
    escalation: [{ afterSeconds: 180 }],
  })
})

it('rules are switched, tested and deleted from their menu by keyboard alone', async () => {
  const { user, asked } = renderApp('/rules', {
    ...answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] }),
    'GET /notification-rules': { body: { items: [someNotificationRule()] } },
    'POST /notification-rules/r1/switch': { body: someNotificationRule({ isActive: false }) },
    'POST /notification-rules/r1/test': { body: { notificationId: 'n1' } },
    'DELETE /notification-rules/r1': { body: { done: true } },
    'GET /companies/c1/quiet-hours': { body: { companyId: 'c1', windows: [], updatedAt: null } },
  })
  const calls = (call: string) => asked.filter((one) => one.call === call).length
  await press(user, await screen.findByRole('switch', { name: 'Usar la regla Seguridad' }), ' ')
  await waitFor(() => expect(calls('POST /notification-rules/r1/switch')).toBe(1))
  const choose = async (name: string) => {
    await press(user, screen.getByRole('button', { name: /Acciones.*Seguridad|Seguridad.*acciones/i }))
    const item = await screen.findByRole('menuitem', { name })
    for (let presses = 0; document.activeElement !== item && presses < 9; presses += 1)
      await user.keyboard('{ArrowDown}')
    await user.keyboard('{Enter}')
  }
  await choose('Enviarme una prueba')
  await waitFor(() => expect(calls('POST /notification-rules/r1/test')).toBe(1))
  await choose('Eliminar')
  const question = within(await screen.findByRole('alertdialog'))
  await press(user, question.getByRole('button', { name: 'Eliminar' }))
  await waitFor(() => expect(calls('DELETE /notification-rules/r1')).toBe(1))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await tabTo(user, await screen.findByRole('tab', { name: 'Notificaciones' }))
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}')
  await screen.findByText('Sin horas de silencio')
})

const unread: FakeAnswers = {
  'GET /notifications/counts': { body: { unread: 1, pressing: 0 } },
  'GET /notifications': { body: { items: [someNotification()], total: 1, page: 1, size: 25 } },
  'POST /notifications/read': { body: { unread: 0, pressing: 0, marked: 1 } },
  'POST /notifications/n1/acknowledge': { body: someNotification({ readAt: '2026-03-02T13:00:00.000Z' }) },
}

it('the centre and the list are read and marked by keyboard alone', async () => {
  const { user, asked, at } = renderApp('/notification-list', unread)
  await screen.findByRole('table', { name: 'Lista de notificaciones' })
  await press(user, screen.getByRole('button', { name: 'Notificaciones: 1 sin leer' }))
  const centre = within(await screen.findByRole('dialog', { name: 'Notificaciones' }))
  await tabTo(user, await centre.findByRole('link', { name: /Exceso de velocidad/ }))
  await tabTo(user, centre.getByRole('link', { name: 'Ver todas las notificaciones' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press(user, screen.getByRole('button', { name: 'Marcar todas como leídas' }))
  await screen.findByText('Todo leído')
  // The button is gone; the focus is at the first notification.
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Exceso de velocidad'))
  expect(asked.some(({ call }) => call === 'POST /notifications/read')).toBe(true)
  await user.tab({ shift: true })
  await press(user, screen.getByRole('button', { name: 'Urgente' }), ' ')
  await waitFor(() => expect(at()).toContain('priority=urgent'))
})
