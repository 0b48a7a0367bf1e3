import type { ServicePayments } from '@rumbo/contract/payments.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../../app/testing.tsx'
import { someEntry } from '../../payments/payments.factory.ts'
import { someService } from '../../services/services.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./ServicesScreen.tsx')])
}, 60_000)

const manager = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const somePayments = (some: Partial<ServicePayments> = {}): ServicePayments => ({
  serviceId: 's1',
  fleetId: 'f1',
  companyId: 'c1',
  currency: 'MXN',
  paymentMethod: 'cash',
  paymentStatus: 'pending',
  cost: '120.50',
  received: '0.00',
  refunded: '0.00',
  balance: '120.50',
  entries: [],
  ...some,
})
const completed = someService({
  status: 'completed',
  finalCost: '120.50',
  assignedVehicleId: 'v1',
  assignedDriverId: 'd1',
  driverName: 'Iván Mora',
})
const ofService = (some: FakeAnswers): FakeAnswers => ({
  ...manager,
  'GET /services': { body: { items: [completed], total: 1, page: 1, size: 25 } },
  'GET /services/s1': { body: completed },
  'GET /vehicles/v1/contacts': { body: { items: [] } },
  ...some,
})

it('records what is still to be paid, as received by the service’s driver', async () => {
  const sent: unknown[] = []
  let payments = somePayments()
  const { user } = renderApp(
    '/services?service=s1&tab=payment',
    ofService({
      'GET /services/s1/payments': () => ({ body: payments }),
      'POST /services/s1/payments': (body) => {
        sent.push(body)
        payments = somePayments({
          paymentStatus: 'paid',
          received: '120.50',
          balance: '0.00',
          entries: [someEntry({ amount: '120.50' })],
        })
        return { status: 201, body: payments }
      },
    }),
  )
  await screen.findByText('Todavía no hay pagos.')
  await user.click(screen.getByRole('button', { name: 'Registrar pago' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Registrar pago del servicio 20431' }))
  await waitFor(() =>
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Monto/ }).value).toBe('120.50'),
  )
  expect(dialog.getByRole('combobox', { name: 'Quién lo recibió' }).textContent).toBe('Iván Mora')
  await user.click(dialog.getByRole('button', { name: 'Registrar pago' }))
  await screen.findByText('Pago de $120.50 registrado')
  expect(sent).toEqual([{ kind: 'payment', method: 'cash', amount: '120.50', driverId: 'd1', note: null }])
  await screen.findByText('Pagado')
})

it('refuses zero, names what is above the cost, and voids an entry with its reason', async () => {
  const sent: unknown[] = []
  const { user } = renderApp(
    '/services?service=s1&tab=payment',
    ofService({
      'GET /services/s1/payments': {
        body: somePayments({ received: '100.00', balance: '20.50', entries: [someEntry()] }),
      },
      'POST /payments/p1/void': (body) => {
        sent.push(body)
        return refusal(409, 'payment_voided')
      },
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Anular el movimiento de $100.00' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Anular el movimiento de $100.00?' }))
  await user.click(dialog.getByRole('button', { name: 'Anular' }))
  expect(sent).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Monto equivocado')
  await user.click(dialog.getByRole('button', { name: 'Anular' }))
  await dialog.findByText('Este movimiento ya está anulado.')
  expect(sent).toEqual([{ reason: 'Monto equivocado' }])
})
