import type { NotificationPreferences } from '@rumbo/contract/notifications.preferences.contract'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createClient } from '../../app/client.ts'
import { ClientProvider } from '../../app/client-context.tsx'
import { type FakeAnswers, fakeFetch, refusal, usualAnswers } from '../../app/testing.tsx'
import { silentSocket } from '../../live/live.factory.ts'
import { pressByKeyboard, quickUser, TestProviders, tabTo } from '../../ui/testing.tsx'
import { PreferencesCard } from './PreferencesCard.tsx'

const preferences: NotificationPreferences = {
  topics: [
    { topic: 'emergencies', methods: ['email', 'push'], leastPriority: 'info', digest: null },
    { topic: 'warnings', methods: ['email'], leastPriority: 'info', digest: null },
  ],
  quietWindows: null,
  email: 'marta@example.com',
  phone: null,
}
const answers: FakeAnswers = {
  ...usualAnswers,
  'GET /notification-preferences': { body: preferences },
  'PUT /notification-preferences': { body: preferences },
  'GET /notification-methods': {
    body: {
      items: [
        { method: 'email', isConfigured: true, configurableBy: [] },
        { method: 'sms', isConfigured: false, configurableBy: ['Ana Ruiz'] },
        { method: 'push', isConfigured: false, configurableBy: [] },
      ],
    },
  },
}

function shown(some: FakeAnswers = {}) {
  const all = { ...answers, ...some }
  const sent: unknown[] = []
  const fetch = fakeFetch((call, body, query) => {
    if (call.startsWith('PUT')) sent.push(body)
    const answer = all[call]
    return typeof answer === 'function' ? answer(body, query) : answer
  })
  const client = createClient({ fetch, connect: silentSocket, tabs: { post: () => {}, listen: () => {} } })
  render(
    <TestProviders>
      <ClientProvider client={client}>
        <PreferencesCard />
      </ClientProvider>
    </TestProviders>,
  )
  return { user: userEvent.setup(quickUser), sent }
}

it('saves the methods of a topic, and leaves the others as they are', async () => {
  const { user, sent } = shown()
  const warnings = within(await screen.findByRole('group', { name: 'Advertencias' }))
  await user.click(warnings.getByRole('button', { name: 'SMS', pressed: false }))
  await user.click(screen.getByRole('switch', { name: 'Usar mis propias horas de silencio' }))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        topics: [preferences.topics[0], { ...preferences.topics[1], methods: ['email', 'sms'] }],
        quietWindows: [],
      },
    ]),
  )
})

it('asks for each mail where the rule gathers them', async () => {
  const { user, sent } = shown()
  const warnings = within(await screen.findByRole('group', { name: 'Advertencias' }))
  await user.click(warnings.getByRole('combobox', { name: /^Correos/ }))
  await user.click(await screen.findByRole('option', { name: 'Uno por notificación' }))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      { topics: [preferences.topics[0], { ...preferences.topics[1], digest: 'each' }] },
    ]),
  )
})

it('names who can configure a method that is not', async () => {
  shown()
  await screen.findByText('SMS: no está configurado. Puede configurarlo: Ana Ruiz.')
  screen.getByText('Push: no está configurado. Un superadministrador puede configurarlo.')
  expect(screen.queryByText(/^Correo: no está/)).toBeNull()
})

it('says that nothing goes to an address nobody verified', async () => {
  shown({ 'GET /notification-preferences': { body: { ...preferences, email: null } } })
  await screen.findByText(/^Tu correo no está verificado/)
  screen.getByText(/^No tienes un teléfono verificado/)
})

it('keeps what was chosen where saving fails', async () => {
  const { user } = shown({ 'PUT /notification-preferences': refusal(400, 'odd', '') })
  const warnings = within(await screen.findByRole('group', { name: 'Advertencias' }))
  await user.click(warnings.getByRole('button', { name: 'SMS', pressed: false }))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await screen.findByText('No se pudieron guardar tus preferencias. Inténtalo de nuevo.')
  warnings.getByRole('button', { name: 'SMS', pressed: true })
})

it('changes methods, priority and own quiet hours by keyboard alone', async () => {
  const { user, sent } = shown()
  const warnings = within(await screen.findByRole('group', { name: 'Advertencias' }))
  await pressByKeyboard(user, warnings.getByRole('button', { name: 'SMS' }), ' ')
  await pressByKeyboard(user, warnings.getByRole('combobox', { name: 'Desde la prioridad' }))
  await screen.findByRole('listbox')
  await user.keyboard('{End}{Enter}')
  const own = screen.getByRole('switch', { name: 'Usar mis propias horas de silencio' })
  await pressByKeyboard(user, own, ' ')
  const hours = within(screen.getByRole('group', { name: 'Horas de silencio' }))
  const add = hours.getByRole('button', { name: 'Agregar horario' })
  await pressByKeyboard(user, add)
  await pressByKeyboard(user, add)
  await pressByKeyboard(user, hours.getByRole('button', { name: 'Quitar el horario 2' }))
  // What was removed had the focus.
  expect(document.activeElement).toBe(add)
  // The days are one stop of Tab; arrows move between them.
  await tabTo(user, hours.getByRole('button', { name: 'lunes' }))
  await user.keyboard('{ArrowRight>5/}')
  expect(document.activeElement).toBe(hours.getByRole('button', { name: 'sábado' }))
  await user.keyboard(' ')
  await pressByKeyboard(user, screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        topics: [
          preferences.topics[0],
          { topic: 'warnings', methods: ['email', 'sms'], leastPriority: 'critical' },
        ],
        quietWindows: [{ days: [1, 2, 3, 4, 5, 6] }],
      },
    ]),
  )
})
