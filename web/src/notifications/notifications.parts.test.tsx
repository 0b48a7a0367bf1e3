import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createClient } from '../app/client.ts'
import { ClientProvider } from '../app/client-context.tsx'
import { type FakeAnswers, fakeFetch, usualAnswers } from '../app/testing.tsx'
import { silentSocket } from '../live/live.factory.ts'
import { pressByKeyboard, renderUi } from '../ui/testing.tsx'
import { PushCard } from './preferences/PushCard.tsx'
import { labelOf, type PushBrowser } from './preferences/push-browser.ts'
import { WebhookDialog } from './webhooks/WebhookDialog.tsx'
import { WebhookLog } from './webhooks/WebhookLog.tsx'

const webhook = {
  ...{ id: 'w1', companyId: 'c1', fleetIds: [], name: 'Mi sistema', url: 'https://hooks.example/a' },
  ...{ isActive: true, disabledReason: null, failingSince: null, secrets: [], version: 1 },
}
/** A part of a page with the answers of the server; records what was sent. */
function renderPart(node: React.ReactNode, some: FakeAnswers) {
  const sent: { call: string; body: unknown }[] = []
  const answers: FakeAnswers = { ...usualAnswers, ...some }
  const fetch = fakeFetch((call, body, query) => {
    sent.push({ call, body })
    const answer = answers[call]
    return typeof answer === 'function' ? answer(body, query) : answer
  })
  const tabs = { post: () => {}, listen: () => {} }
  const client = createClient({ fetch, connect: silentSocket, tabs })
  const view = renderUi(<ClientProvider client={client}>{node}</ClientProvider>)
  return { ...view, bodies: (of: string) => sent.filter(({ call }) => call === of).map(({ body }) => body) }
}

function fakeBrowser(permission: NotificationPermission | null): PushBrowser {
  return {
    permission: () => permission,
    request: async () => 'granted',
    subscribe: async () => ({ endpoint: 'https://push.example/1', p256dh: 'B', auth: 'A' }),
    unsubscribe: async () => undefined,
    label: () => 'Chrome, Android',
  }
}
const device = {
  ...{ id: 'd1', label: 'Chrome, Android', isOwnSession: true },
  ...{ createdAt: '2026-03-02T15:00:00.000Z', lastSuccessAt: null },
}

it('switches push on for this device, tests it and removes it', async () => {
  let items: object[] = []
  const { user, bodies } = renderPart(<PushCard browser={fakeBrowser('default')} />, {
    'GET /push/key': { body: { publicKey: 'BKey' } },
    'GET /push/subscriptions': () => ({ body: { items } }),
    'POST /push/subscriptions': () => {
      items = [device]
      return { status: 201, body: device }
    },
    'POST /push/test': { body: { browsers: 1 } },
    'DELETE /push/subscriptions/d1': () => {
      items = []
      return { body: { done: true } }
    },
  })
  const on = await screen.findByRole('button', { name: 'Activar en este equipo' })
  await expect.poll(() => on.hasAttribute('disabled')).toBe(false)
  await user.click(on)
  const list = within(await screen.findByRole('list', { name: 'Equipos que reciben notificaciones' }))
  list.getByText('Este equipo')
  expect(bodies('POST /push/subscriptions')).toEqual([
    { endpoint: 'https://push.example/1', p256dh: 'B', auth: 'A', label: 'Chrome, Android', language: 'es' },
  ])
  await user.click(screen.getByRole('button', { name: 'Enviar prueba' }))
  await screen.findByText('Se envió una prueba a 1 equipo.')
  await pressByKeyboard(user, list.getByRole('button', { name: 'Quitar Chrome, Android' }))
  const again = await screen.findByRole('button', { name: 'Activar en este equipo' })
  // What was removed had the focus.
  await expect.poll(() => document.activeElement).toBe(again)
})

it.each([
  ['BKey', 'denied' as const, /Bloqueaste las notificaciones/],
  ['BKey', null, /no recibe notificaciones push/],
  [null, 'default' as const, /no están configuradas/],
])('says why push cannot be switched on (%s, %s)', async (publicKey, permission, reason) => {
  renderPart(<PushCard browser={fakeBrowser(permission)} />, {
    'GET /push/key': { body: { publicKey } },
    'GET /push/subscriptions': { body: { items: [] } },
  })
  expect((await screen.findByRole('status')).textContent).toMatch(reason)
  expect(screen.getByRole('button', { name: 'Activar en este equipo' }).hasAttribute('disabled')).toBe(true)
})

it('names who can configure push where nobody did', async () => {
  renderPart(<PushCard browser={fakeBrowser('default')} />, {
    'GET /push/key': { body: { publicKey: null } },
    'GET /push/subscriptions': { body: { items: [] } },
    'GET /notification-methods': {
      body: { items: [{ method: 'push', isConfigured: false, configurableBy: ['Ana Ruiz'] }] },
    },
  })
  await screen.findByText('Push: no está configurado. Puede configurarlo: Ana Ruiz.')
})

it('creates a webhook, after the address is whole, and hands over its secret', async () => {
  let secret: string | null = null
  const { user, bodies } = renderPart(
    <WebhookDialog
      webhook={null}
      companyId="c1"
      onSaved={(_, made) => {
        secret = made
      }}
      onClose={() => {}}
    />,
    { 'POST /webhooks': { status: 201, body: { ...webhook, secret: 'whsec_1' } } },
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo webhook' }))
  await user.type(dialog.getByRole('textbox', { name: /Nombre/ }), 'Mi sistema')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  dialog.getByText(/Escribe una dirección completa/)
  expect(bodies('POST /webhooks')).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: /Dirección/ }), 'hooks.example/a')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => secret).toBe('whsec_1')
  expect(bodies('POST /webhooks')).toMatchObject([{ companyId: 'c1', url: 'https://hooks.example/a' }])
})

it('shows the calls of a webhook with their errors, and repeats one', async () => {
  const call = {
    ...{ id: 'x1', type: 'event.raised', status: 'failed', attempts: 8, error: 'The webhook answered 500.' },
    ...{ body: '{}', createdAt: '2026-03-02T15:00:00.000Z', sentAt: null, nextAttemptAt: null },
  }
  const { user, bodies } = renderPart(<WebhookLog webhook={webhook} onClose={() => {}} />, {
    'GET /webhooks/w1/deliveries': { body: { items: [call], total: 1, page: 1, size: 50 } },
    'POST /webhooks/w1/deliveries/x1/replay': { body: { ...call, status: 'pending', error: null } },
  })
  const list = within(await screen.findByRole('list', { name: 'Llamadas de los últimos 30 días' }))
  await list.findByText('The webhook answered 500.')
  await user.click(list.getByRole('button', { name: /^Repetir event\.raised/ }))
  await screen.findByText('La llamada se hace otra vez.')
  expect(bodies('POST /webhooks/w1/deliveries/x1/replay')).toHaveLength(1)
})

it.each([
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36', 'Chrome, Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox, Linux'],
  ['curl/8', 'Web'],
])('names the browser of %s', (userAgent, label) => expect(labelOf(userAgent)).toBe(label))
