import type { CloseoutDetails } from '@rumbo/contract/payments.cash.contract'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { answersFor, renderApp } from '../../app/testing.tsx'
import { someCloseout, someEntry, someOpenCash } from '../../payments/payments.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./CashScreen.tsx')])
}, 60_000)

const manager = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const cash = someOpenCash()
const closeout: CloseoutDetails = { ...someCloseout(), payments: [someEntry()], corrections: [] }

it('closes out the cash of a driver, and requires a note where cash is missing', async () => {
  const sent: unknown[] = []
  const { user } = renderApp('/cash', {
    ...manager,
    'GET /cash/open': { body: { items: [cash] } },
    'GET /cash/open/d1': { body: { ...cash, payments: [someEntry()] } },
    'GET /cash/closeouts': { body: { items: [], total: 0, page: 1, size: 25 } },
    'GET /cash/closeouts/x1': { body: closeout },
    'POST /cash/closeouts': (body) => {
      sent.push(body)
      return { status: 201, body: closeout }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Hacer corte de Iván Mora' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corte de caja de Iván Mora' }))
  await user.type(dialog.getByRole('textbox', { name: /^Contado/ }), '200')
  await dialog.findByText('Faltan $20.50')
  await user.click(dialog.getByRole('button', { name: 'Cerrar corte' }))
  expect(sent).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: /^Nota/ }), 'Faltó cambio')
  await user.click(dialog.getByRole('button', { name: 'Cerrar corte' }))
  await screen.findByText('Corte 12 cerrado')
  expect(sent).toEqual([
    { fleetId: 'f1', driverId: 'd1', expected: '220.50', counted: '200', note: 'Faltó cambio' },
  ])
  await screen.findByRole('heading', { name: 'Corte 12' })
})

it('closes out what a driver is given back', async () => {
  const sent: unknown[] = []
  const owed = { ...cash, owed: '-30.00' }
  const { user } = renderApp('/cash', {
    ...manager,
    'GET /cash/open': { body: { items: [owed] } },
    'GET /cash/open/d1': { body: { ...owed, payments: [someEntry()] } },
    'GET /cash/closeouts': { body: { items: [], total: 0, page: 1, size: 25 } },
    'GET /cash/closeouts/x1': { body: closeout },
    'POST /cash/closeouts': (body) => {
      sent.push(body)
      return { status: 201, body: closeout }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Hacer corte de Iván Mora' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corte de caja de Iván Mora' }))
  await user.type(dialog.getByRole('textbox', { name: /^Contado/ }), '-30')
  dialog.getByText('Negativo: lo que se le devolvió al conductor.')
  await dialog.findByText('Cuadra')
  await user.click(dialog.getByRole('button', { name: 'Cerrar corte' }))
  await screen.findByText('Corte 12 cerrado')
  expect(sent).toMatchObject([{ expected: '-30.00', counted: '-30', note: null }])
})

it('shows cash to those who may not close it out, in English too', async () => {
  renderApp('/cash', {
    ...answersFor({
      language: 'en',
      level: 'user',
      access_scopes: [{ scope: 'c1,f1,*', type: 'read' }],
    }),
    'GET /cash/open': { body: { items: [{ ...cash, runningServices: [20431] }] } },
    'GET /cash/closeouts': { body: { items: [closeout], total: 1, page: 1, size: 25 } },
  })
  await screen.findByText('Iván Mora', { selector: 'li *' })
  screen.getByText(/20431/)
  expect(screen.queryByRole('button', { name: /Iván Mora/ })).toBeNull()
})
