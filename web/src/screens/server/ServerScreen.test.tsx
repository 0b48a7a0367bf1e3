import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersFor, renderApp } from '../../app/testing.tsx'
import { urgencyOf } from '../../monitoring/CertificateCard.tsx'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./ServerScreen.tsx')])
}, 60_000)

const certificate = (some: object = {}) => ({
  body: {
    source: 'file',
    subject: 'rumbo.example',
    issuer: 'Some authority',
    validTo: '2026-04-01T00:00:00.000Z',
    daysLeft: 20,
    error: null,
    ...some,
  },
})
const answers = {
  ...answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] }),
  'GET /server/certificate': certificate(),
  'GET /deliveries': {
    body: {
      items: [],
      total: 0,
      page: 1,
      size: 1,
      isEmailConfigured: true,
      isSmsConfigured: false,
      isPushConfigured: false,
      failing: [],
    },
  },
  'GET /health': { body: { status: 'alive' } },
  'GET /ready': { body: { status: 'ready' } },
}
const region = (name: string) => screen.findByRole('region', { name })

describe('the server screen', () => {
  it('shows certificate, channels and health', async () => {
    renderApp('/server', answers)
    const card = within(await region('Certificado HTTPS'))
    await card.findByText('Vence en 20 días')
    card.getByText('rumbo.example')
    const channels = within(await region('Canales'))
    await channels.findByText('Configurado')
    channels.getByText(/Sin configurar/)
    const health = within(await region('Estado'))
    expect(await health.findAllByText('Responde')).toHaveLength(2)
  })

  it('shows in English an expired certificate, and one that cannot be read', async () => {
    const { unmount } = renderApp(
      '/server',
      { ...answers, 'GET /server/certificate': certificate({ daysLeft: -1 }) },
      { language: 'en' },
    )
    await screen.findByText('It has expired: browsers warn visitors. Renew it.')
    unmount()
    renderApp('/server', {
      ...answers,
      'GET /server/certificate': certificate({ daysLeft: null, validTo: null, error: 'ENOENT' }),
    })
    await screen.findByText('No se pudo leer el certificado: ENOENT')
  })

  it('explains how to set up HTTPS where there is none', async () => {
    renderApp('/server', {
      ...answers,
      'GET /server/certificate': certificate({
        source: 'none',
        subject: null,
        issuer: null,
        validTo: null,
        daysLeft: null,
      }),
    })
    await screen.findByText(/RUMBO_TLS_CERT/)
  })
})

it.each([
  [-1, 'critical'],
  [7, 'critical'],
  [8, 'alarmed'],
  [30, 'alarmed'],
  [31, 'active'],
])('%d days left are shown as %s', (days, colour) => {
  expect(urgencyOf(days)).toBe(colour)
})
