import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../../app/testing.tsx'
import { someFence, someListedFence } from '../../geofences/geofences.factory.ts'
import { someListedUser } from '../../identity/users/users.factory.ts'
import { someNotificationRule } from '../notifications.factory.ts'

const answers: FakeAnswers = {
  ...answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] }),
  'GET /notification-rules': { body: { items: [someNotificationRule()] } },
  'POST /notification-rules/r1/switch': { body: someNotificationRule({ isActive: false }) },
  'GET /companies/c1/quiet-hours': { body: { companyId: 'c1', windows: [], updatedAt: null } },
  'POST /notification-rules/preview': {
    body: {
      events: 9,
      matched: 1,
      notifications: 1,
      unmatched: [{ reason: 'severity', events: 8 }],
      items: [
        {
          eventId: 'e1',
          at: '2026-03-02T12:00:00.000Z',
          vehicleNumber: '104',
          title: 'Exceso de velocidad',
          message: '',
          zones: [],
          recipients: [
            {
              name: 'Ana Ruiz',
              audience: 'De guardia',
              methods: ['in_app'],
              unreached: [
                { method: 'sms', reason: 'not_configured' },
                { method: 'push', reason: 'switched_off' },
              ],
              afterSeconds: null,
            },
            {
              name: 'Beto Díaz',
              audience: 'De guardia',
              methods: ['email'],
              unreached: [],
              afterSeconds: 120,
            },
          ],
        },
      ],
      isCut: false,
    },
  },
}

it('a rule is switched off in the list', async () => {
  const { user, asked } = renderApp('/rules', answers)
  await user.click(await screen.findByRole('switch', { name: 'Usar la regla Seguridad' }))
  await waitFor(() =>
    expect(asked.find(({ call }) => call === 'POST /notification-rules/r1/switch')?.body).toEqual({
      isActive: false,
    }),
  )
})

it('the form shows whom a rule would have reached and why, and the position of a wrong variable', async () => {
  const { user } = renderApp('/rules', answers)
  await user.click(await screen.findByRole('button', { name: 'Seguridad' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar la regla Seguridad' }))
  await user.click(dialog.getByRole('button', { name: /Quién/ }))
  await user.click(dialog.getByRole('button', { name: /Ver a quién habría avisado/ }))
  await dialog.findByText('9 eventos, 1 cumplen la regla, 1 notificaciones')
  dialog.getByText(
    'Ana Ruiz · De guardia · En Rumbo · SMS: El medio no está configurado. Un superadministrador puede configurarlo. · Push: Lo apagó en sus preferencias.',
  )
  dialog.getByText('Si nadie atiende en 120 s · Beto Díaz · De guardia · Correo')
  dialog.getByText('8 eventos no cumplen: otra gravedad')
  await user.click(dialog.getByRole('button', { name: /Textos/ }))
  const title = dialog.getByRole('textbox', { name: 'Título en español' })
  await user.type(title, 'En {{lugarr}')
  dialog.getByText('Posición 4: no existe la variable «lugarr».')
  await user.clear(title)
  await user.click(
    within(dialog.getByRole('group', { name: 'Variables para Título en español' })).getByRole('button', {
      name: '{unidad}',
    }),
  )
  expect((title as HTMLInputElement).value).toBe('{unidad}')
})

it('the form names people, contacts, kinds, vehicles and geofences', async () => {
  const list = (...items: object[]) => ({ body: { items, total: items.length, page: 1, size: 20 } })
  const user7 = someListedUser({ id: 'u7', displayName: 'Rosa Díaz' })
  const { user, asked } = renderApp('/rules', {
    ...answers,
    'GET /users': list(user7),
    'GET /users/u7': { body: { ...user7, accessScopes: [] } },
    'GET /directory/contacts': list(),
    'GET /vehicles': list(),
    'GET /geofences': list(someListedFence({ name: 'Patio norte' })),
    'GET /geofences/g1': { body: someFence({ name: 'Patio norte' }) },
    'PUT /notification-rules/r1': { body: someNotificationRule() },
  })
  await user.click(await screen.findByRole('button', { name: 'Seguridad' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar la regla Seguridad' }))
  await user.click(dialog.getByRole('combobox', { name: 'Clases de evento' }))
  await user.click(await screen.findByRole('option', { name: 'Corte de energía' }))
  await user.click(dialog.getByRole('combobox', { name: 'Geocercas' }))
  await user.click(await screen.findByRole('option', { name: 'Patio norte' }))
  await within(dialog.getByRole('group', { name: 'Geocercas' })).findByText('Patio norte')
  await user.click(dialog.getByRole('button', { name: /Quién/ }))
  await user.click(dialog.getByRole('combobox', { name: 'Personas elegidas' }))
  await user.click(await screen.findByRole('option', { name: /Rosa Díaz/ }))
  await within(dialog.getByRole('group', { name: 'Personas elegidas' })).findByText('Rosa Díaz')
  await user.click(dialog.getByRole('button', { name: /Escalación/ }))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() =>
    expect(asked.find(({ call }) => call === 'PUT /notification-rules/r1')?.body).toMatchObject({
      conditions: { kinds: ['power_cut'], fenceIds: ['g1'] },
      audience: [{ kind: 'onDuty' }, { kind: 'users', ids: ['u7'] }],
    }),
  )
})

it('a refused rule says so, and the quiet hours have their own tab', async () => {
  const { user, asked } = renderApp(
    '/rules',
    { ...answers, 'PUT /notification-rules/r1': refusal(400, 'odd', '') },
    { language: 'en' },
  )
  await user.click(await screen.findByRole('button', { name: 'Security' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the rule Security' }))
  await user.click(dialog.getByRole('button', { name: /Escalation/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Failed to save the rule. Please try again.')
  // Reading a default name in another language does not rename the rule.
  expect(asked.find(({ call }) => call === 'PUT /notification-rules/r1')?.body).toMatchObject({
    name: 'Seguridad',
  })
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('tab', { name: 'Quiet hours' }))
  await screen.findByText('No quiet hours')
})

it('the form names who can configure a method that is not, and warns of texts that an SMS cuts', async () => {
  const { user } = renderApp('/rules', {
    ...answers,
    'GET /notification-methods': {
      body: {
        items: [
          { method: 'sms', isConfigured: false, configurableBy: ['Ana Ruiz'] },
          { method: 'push', isConfigured: false, configurableBy: ['Ana Ruiz'] },
        ],
      },
    },
    'GET /notification-rules': {
      body: {
        items: [
          someNotificationRule({
            methods: ['in_app', 'sms'],
            templates: {
              es: { title: 'Cuidado', message: 'a'.repeat(191) },
              en: { title: 'Careful', message: 'a'.repeat(192) },
            },
          }),
        ],
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Seguridad' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar la regla Seguridad' }))
  await user.click(dialog.getByRole('button', { name: /Cómo/ }))
  await dialog.findByText('SMS: no está configurado. Puede configurarlo: Ana Ruiz.')
  expect(dialog.queryByText(/^Push: no está/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: /Textos/ }))
  expect(dialog.getAllByText(/^Por SMS solo caben 200 caracteres/)).toHaveLength(1)
})
