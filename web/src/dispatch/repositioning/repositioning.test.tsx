import type { Suggestion } from '@rumbo/contract/dispatch.repositioning.contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderApp } from '../../app/testing.tsx'
import { someDispatchSettings } from '../dispatch.factory.ts'

const settings = someDispatchSettings()
const suggestion: Suggestion = {
  id: 'g1',
  fleetId: 'f1',
  vehicleId: 'v118',
  vehicleNumber: '118',
  driverName: 'Iván Mora',
  from: { latitude: 19.4, longitude: -99.1 },
  to: { latitude: 19.44, longitude: -99.14 },
  toName: 'Centro',
  expected: 4.2,
  vehiclesThere: 1,
  driveSeconds: 370,
  isEstimate: true,
  savedSeconds: 200,
  suggestedAt: '2026-11-25T12:00:00.000Z',
  expiresAt: '2026-11-25T12:16:00.000Z',
}
const none = { body: { items: [], total: 0, page: 1, size: 100 } }
const answers = {
  'GET /services': none,
  'GET /dispatch/settings/f1': { body: settings },
  'PUT /dispatch/settings/f1': { body: { ...settings, repositions: true, version: 1 } },
  'POST /dispatch/suggestions/g1/dismiss': { body: { done: true } },
}

it('suggested moves are listed with why, and can be withdrawn', async () => {
  const user = userEvent.setup()
  let items = [suggestion]
  const { asked } = renderApp('/dispatch', {
    ...answers,
    'GET /dispatch/settings/f1': { body: someDispatchSettings({ repositions: true }) },
    'GET /dispatch/suggestions': () => ({ body: { items } }),
  })
  await user.click(await screen.findByRole('button', { name: '1 movimiento sugerido' }, { timeout: 20_000 }))
  const list = await screen.findByRole('dialog', { name: 'Movimientos sugeridos a unidades libres' })
  within(list).getByText('118 a Centro · ≈ 6:10')
  within(list).getByText('Se esperan ahí en 20 min: 4.2 solicitudes · unidades ahí: 1 · Iván Mora')
  items = []
  await user.click(within(list).getByRole('button', { name: 'Retirar la sugerencia a la unidad 118' }))
  await expect.poll(() => screen.queryByText('118 a Centro · ≈ 6:10')).toBeNull()
  expect(asked.filter(({ call }) => call === 'POST /dispatch/suggestions/g1/dismiss')).toHaveLength(1)
}, 60_000)

it('repositioning is off until somebody turns it on, within limits', async () => {
  const user = userEvent.setup()
  const { asked } = renderApp('/dispatch', answers)
  await user.click(await screen.findByRole('button', { name: 'Despacho: Manual' }, { timeout: 20_000 }))
  const dialog = await screen.findByRole('dialog', { name: 'Cómo se despacha la flotilla' })
  const most = 'Máximo de unidades en movimiento a la vez'
  expect(within(dialog).queryByRole('textbox', { name: most })).toBeNull()
  await user.click(
    within(dialog).getByRole('checkbox', { name: 'Sugerir movimientos a las unidades libres' }),
  )
  const field = within(dialog).getByRole('textbox', { name: most })
  const save = within(dialog).getByRole('button', { name: 'Guardar' })
  await user.clear(field)
  await user.type(field, '900')
  within(dialog).getByText('Entre 1 y 200')
  expect((save as HTMLButtonElement).disabled).toBe(true)
  await user.clear(field)
  await user.type(field, '8')
  await user.click(save)
  await expect
    .poll(() => asked.filter(({ call }) => call === 'PUT /dispatch/settings/f1').map(({ body }) => body))
    .toMatchObject([{ repositions: true, mostMoving: 8, longestMoveMinutes: 15, hourlyMoveMinutes: 30 }])
}, 60_000)
