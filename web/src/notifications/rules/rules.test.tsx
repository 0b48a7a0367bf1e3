import type { NotificationRule, RulePreview } from '@rumbo/contract/notifications.rules.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, renderApp } from '../../app/testing.tsx'
import { newRule } from './rule-draft.rules.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    staffScreens.rules.load(),
    import('./RuleDialog.tsx'),
    import('./RuleActivityDialog.tsx'),
  ])
}, 60_000)

const rule: NotificationRule = {
  ...newRule,
  ...{
    id: '0198c0de-0000-7000-8000-0000000000a1',
    companyId: 'c1',
    name: 'Emergencias',
    defaultKey: 'emergency',
  },
  ...{ priority: 'critical', methods: ['in_app', 'push'], lastRaisedAt: null, updatedBy: null, version: 3 },
  escalation: [{ afterSeconds: 60, audience: [{ kind: 'onDuty' }], methods: ['sms'] }],
  updatedAt: '2026-03-02T15:00:00.000Z',
}
const preview: RulePreview = {
  ...{ events: 40, matched: 2, notifications: 4, isCut: false },
  unmatched: [{ reason: 'severity', events: 38 }],
  items: [
    {
      ...{ eventId: 'e1', at: '2026-03-02T15:00:00.000Z', vehicleNumber: '118', message: 'm' },
      title: 'Choque detectado · 118',
      recipients: [{ name: 'Beto Torres', audience: 'onDuty', methods: ['in_app'] }],
    },
  ],
}
const answers = {
  ...answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] }),
  'GET /notification-rules': { body: { items: [rule] } },
  [`PUT /notification-rules/${rule.id}`]: { body: rule },
  [`POST /notification-rules/${rule.id}/switch`]: { body: { ...rule, isActive: false } },
  'POST /notification-rules': { status: 201, body: rule },
  'POST /notification-rules/preview': { body: preview },
}

it('lists the rules of the company, and switches one off', async () => {
  const { user, asked } = renderApp('/rules', answers)
  const table = within(await screen.findByRole('table', { name: 'Reglas de notificación' }))
  expect(table.getAllByRole('row')[1]?.textContent).toContain('De guardia')
  await user.click(table.getByRole('switch', { name: 'Regla «Emergencias» encendida' }))
  await waitFor(() =>
    expect(asked.find(({ call }) => call.endsWith('/switch'))?.body).toEqual({ isActive: false }),
  )
})

it('changes a rule without losing what the form does not show', async () => {
  const { user, asked } = renderApp('/rules', answers)
  const table = within(await screen.findByRole('table', { name: 'Reglas de notificación' }))
  await user.click(table.getByText('Emergencias'))
  const dialog = within(await screen.findByRole('dialog', { name: /Editar la regla/ }))
  await user.click(dialog.getByRole('button', { name: 'Correo' }))
  await user.click(dialog.getByRole('button', { name: 'Gerente de flotilla' }))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(asked.find(({ call }) => call.startsWith('PUT'))).toBeTruthy())
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({
    ...{ name: 'Emergencias', version: 3, methods: ['in_app', 'email', 'push'], escalation: rule.escalation },
    audience: [{ kind: 'onDuty' }, { kind: 'roles', roles: ['fleet_manager'] }],
  })
})

it('names a wrong variable with its position, and sends nothing', async () => {
  const { user, asked } = renderApp('/rules', answers)
  await user.click(await screen.findByRole('button', { name: 'Nueva regla' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nueva regla' }))
  await user.type(dialog.getByRole('textbox', { name: /^Nombre/ }), 'Mía')
  await user.type(dialog.getByRole('textbox', { name: 'Título en español' }), 'Hola {{lugr}')
  await dialog.findByText('«lugr» no es una variable (carácter 6).')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(asked.some(({ call }) => call === 'POST /notification-rules')).toBe(false)
})

it('shows whom a rule would have reached, and why not', async () => {
  const { user } = renderApp('/rules', answers)
  const table = within(await screen.findByRole('table', { name: 'Reglas de notificación' }))
  await user.click(table.getByText('Emergencias'))
  const dialog = within(await screen.findByRole('dialog', { name: /Editar la regla/ }))
  await user.click(dialog.getByRole('button', { name: /¿A quién le habría llegado/ }))
  await dialog.findByText('De 40 eventos cuentan 2: 4 notificaciones.')
  dialog.getByText('38 no: otra gravedad')
  dialog.getByText(/Beto Torres/)
})
