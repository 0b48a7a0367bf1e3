import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersFor, refusal, renderApp } from '../app/testing.tsx'

beforeAll(async () => {
  await Promise.all([import('../app/shell/Shell.tsx'), import('./DeliveriesPage.tsx')])
}, 60_000)

const root = answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] })
const someDelivery = (some: object = {}) => ({
  id: '0190a000-0000-7000-8000-0000000000f1',
  channel: 'email',
  recipient: 'ana@example.com',
  language: 'es',
  subject: 'Tu código',
  body: 'Tu código es 123456.\nVence en 15 minutos.',
  status: 'failed',
  attempts: 5,
  error: '550 mailbox unavailable',
  createdAt: '2026-03-02T15:00:00.000Z',
  sentAt: null,
  ...some,
})
const box = (items: unknown[], some: object = {}) => ({
  body: {
    items,
    total: items.length,
    page: 1,
    size: 25,
    isEmailConfigured: true,
    isSmsConfigured: true,
    isPushConfigured: true,
    failing: [],
    ...some,
  },
})
const readPath = `GET /deliveries/${someDelivery().id}`
const attempt = {
  number: 5,
  endedAt: '2026-03-02T19:21:00.000Z',
  milliseconds: 1_200,
  error: '550 mailbox unavailable',
}
const retryPath = `POST /deliveries/${someDelivery().id}/retry`

describe('the deliveries', () => {
  it('shows a delivery as its recipient reads it, and sends it again', async () => {
    const { user, at, count } = renderApp('/outbox', {
      ...root,
      'GET /deliveries': box([someDelivery()]),
      [readPath]: { body: { ...someDelivery(), failedAttempts: [attempt] } },
      [retryPath]: { body: someDelivery({ status: 'pending' }) },
    })
    await user.click(await screen.findByRole('button', { name: 'Tu código' }))
    const dialog = await screen.findByRole('dialog', { name: 'Tu código' })
    expect(at()).toContain('delivery=')
    within(dialog).getByText(/Tu código es 123456/)
    const attempts = await within(dialog).findByRole('list', { name: 'Intentos fallidos' })
    expect(within(attempts).getByRole('listitem').textContent).toMatch(
      /Intento 5 .* 1.2 sEl servidor respondió: «550 mailbox unavailable»/,
    )
    await user.click(within(dialog).getByRole('button', { name: 'Enviar de nuevo' }))
    await screen.findByText('El envío volvió a la fila.')
    expect(count(retryPath)).toBe(1)
  })

  it('keeps a delivery open that is no longer in the list', async () => {
    let items = [someDelivery()]
    const { user } = renderApp('/outbox?status=failed', {
      ...root,
      'GET /deliveries': () => box(items),
      [readPath]: () => ({
        body: { ...someDelivery(items.length > 0 ? {} : { status: 'pending' }), failedAttempts: [attempt] },
      }),
      [retryPath]: () => {
        items = []
        return { body: someDelivery({ status: 'pending' }) }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Tu código' }))
    const dialog = await screen.findByRole('dialog', { name: 'Tu código' })
    await user.click(within(dialog).getByRole('button', { name: 'Enviar de nuevo' }))
    await within(dialog).findByText('En espera')
    await screen.findByText('Ningún envío coincide')
    screen.getByRole('dialog', { name: 'Tu código' })
  })

  it.each([
    ['es', 'No hay servidor de correo configurado (SMTP_URL)', 'Guardado aquí'],
    ['en', 'No mail server is configured (SMTP_URL)', 'Kept here'],
  ] as const)(
    'shows in %s that no server is configured, and offers no sending',
    async (language, banner, kept) => {
      const { user } = renderApp(
        '/outbox',
        {
          ...root,
          'GET /deliveries': box([someDelivery({ status: 'kept', error: null })], {
            isEmailConfigured: false,
            isSmsConfigured: false,
            isPushConfigured: true,
          }),
        },
        { language },
      )
      await screen.findByText((text) => text.startsWith(banner))
      expect(screen.getAllByText(kept).length).toBeGreaterThan(0)
      await user.click(screen.getByRole('button', { name: /Tu código ana@/ }))
      expect(await screen.findAllByRole('menuitem')).toHaveLength(1)
    },
  )

  it('filters by status, kept in the address', async () => {
    const asked: (string | null)[] = []
    const { user, at } = renderApp('/outbox', {
      ...root,
      'GET /deliveries': (_body, query) => {
        asked.push(query.get('status'))
        return box([])
      },
    })
    await screen.findByText('Sin envíos')
    await user.click(screen.getByRole('button', { name: 'Con error' }))
    expect(at()).toBe('/outbox?status=failed')
    await screen.findByText('Ningún envío coincide')
    expect(asked.at(-1)).toBe('failed')
  })

  it('reports that a delivery could not be queued', async () => {
    const { user } = renderApp('/outbox', {
      ...root,
      'GET /deliveries': box([someDelivery()]),
      [retryPath]: refusal(409, 'channel_not_configured'),
    })
    await user.click(await screen.findByRole('button', { name: /Tu código ana@/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Enviar de nuevo' }))
    await screen.findByRole('alert')
  })

  it('shows that the text of a code was removed, and names a server that fails', async () => {
    const failing = {
      channel: 'email',
      receiver: 'mail.example.com:587',
      failures: 6,
      failingSince: '2026-03-02T14:00:00.000Z',
      openUntil: '2026-03-02T15:01:00.000Z',
      error: 'connect ECONNREFUSED',
    }
    const sent = someDelivery({ status: 'sent', body: '', error: null, sentAt: '2026-03-02T15:00:01.000Z' })
    const { user } = renderApp('/outbox', {
      ...root,
      'GET /deliveries': box([sent], { failing: [failing] }),
      [readPath]: { body: { ...sent, failedAttempts: [] } },
    })
    await screen.findByText(/mail.example.com:587 falla desde .*connect ECONNREFUSED/)
    await user.click(screen.getByRole('button', { name: 'Tu código' }))
    const dialog = await screen.findByRole('dialog', { name: 'Tu código' })
    within(dialog).getByText(/El texto se borró porque/)
  })

  it.each([
    [-60_000, 'Los envíos esperan. El siguiente se envía como prueba.'],
    [3_600_000, /El siguiente se prueba después de/],
  ])(
    'shows what becomes of the next delivery of a failing server, whose pause ends in %i ms',
    async (ms, text) => {
      const failing = {
        channel: 'email',
        receiver: 'mail.example.com:587',
        failures: 5,
        failingSince: '2026-03-02T14:00:00.000Z',
        openUntil: new Date(Date.now() + ms).toISOString(),
        error: 'connect ECONNREFUSED',
      }
      renderApp('/outbox', { ...root, 'GET /deliveries': box([], { failing: [failing] }) })
      await screen.findByText(text)
    },
  )

  it('sends a test by a configured channel', async () => {
    const bodies: unknown[] = []
    const { user } = renderApp('/outbox', {
      ...root,
      'GET /deliveries': box([]),
      'POST /deliveries/test': (body) => {
        bodies.push(body)
        return { body: { done: true } }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Enviar prueba' }))
    const dialog = await screen.findByRole('dialog', { name: 'Enviar una prueba' })
    await user.click(within(dialog).getByRole('combobox', { name: 'Canal' }))
    await user.click(await screen.findByRole('option', { name: 'SMS' }))
    await user.type(within(dialog).getByRole('textbox', { name: /Teléfono/ }), '+52 55 1234 5678')
    await user.click(within(dialog).getByRole('button', { name: 'Enviar' }))
    await screen.findByText('La prueba está en la fila de envíos.')
    expect(bodies).toEqual([{ channel: 'sms', recipient: '+52 55 1234 5678', language: 'es' }])
  })
})
