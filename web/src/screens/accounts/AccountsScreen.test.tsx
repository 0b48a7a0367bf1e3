import type { Account, Statement } from '@rumbo/contract/payments.accounts.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { answersFor, renderApp } from '../../app/testing.tsx'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./AccountsScreen.tsx')])
}, 60_000)

const now = new Date().toISOString()
const account: Account = {
  contactId: 'k1',
  contactName: 'Elena Torres',
  contactCompany: 'Clínica San Rafael',
  companyId: 'c1',
  currency: 'MXN',
  charged: '230.50',
  paid: '100.00',
  balance: '130.50',
  lastAt: now,
}
const statement: Statement = {
  ...account,
  companyName: 'Transportes Anáhuac',
  timeZone: 'America/Mexico_City',
  from: '2026-02-01',
  to: '2026-02-28',
  opening: '150.00',
  charged: '80.50',
  closing: '130.50',
  lines: [
    {
      at: now,
      kind: 'charge',
      serviceId: 's1',
      serviceNumber: 20431,
      detail: 'Ángel',
      method: null,
      amount: '80.50',
      balance: '230.50',
    },
    {
      at: now,
      kind: 'payment',
      serviceId: null,
      serviceNumber: null,
      detail: 'SPEI 4471',
      method: 'transfer',
      amount: '-100.00',
      balance: '130.50',
    },
  ],
}
const list = { body: { items: [account], total: 1, page: 1, size: 25 } }

it('opens an account with its statement, and records what the customer paid', async () => {
  const sent: unknown[] = []
  const asked: string[] = []
  const { user } = renderApp('/accounts', {
    ...answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] }),
    'GET /accounts': (_body, query) => {
      asked.push(query.get('owing') ?? '')
      return list
    },
    'GET /accounts/k1/statement': { body: statement },
    'POST /accounts/k1/payments': (body) => {
      sent.push(body)
      return { status: 201, body: { entryId: 'e1', fleetId: 'f1', companyId: 'c1' } }
    },
  })
  await screen.findByText('$130.50')
  await user.click(screen.getByRole('button', { name: 'Con saldo por cobrar' }))
  await waitFor(() => expect(asked.at(-1)).toBe('true'))
  await user.click(screen.getByRole('button', { name: 'Elena Torres' }))
  const card = within(await screen.findByRole('dialog', { name: 'Elena Torres' }))
  expect((await card.findByRole('link', { name: 'Servicio 20431' })).getAttribute('href')).toContain(
    'service=s1',
  )
  card.getByText('Pago · Transferencia')
  await user.click(card.getByRole('button', { name: 'Registrar pago' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Registrar pago de Elena Torres' }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Monto/ }).value).toBe('130.50')
  await user.click(dialog.getByRole('button', { name: 'Registrar pago' }))
  await screen.findByText('Pago de $130.50 registrado')
  expect(sent).toEqual([{ fleetId: 'f1', method: 'transfer', amount: '130.50', note: null }])
})

it('shows viewers the accounts without payments to record, in English too', async () => {
  renderApp(
    '/accounts?account=k1',
    {
      ...answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] }),
      'GET /accounts': list,
      'GET /accounts/k1/statement': { body: { ...statement, lines: [] } },
    },
    { language: 'en' },
  )
  const card = within(await screen.findByRole('dialog', { name: 'Elena Torres' }))
  await card.findByText('No entries in this period.')
  expect(card.queryByRole('button', { name: 'Record payment' })).toBeNull()
  card.getByRole('button', { name: 'Export' })
})
