import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { answersFor, renderApp, twoOfEach, usualAnswers } from '../../app/testing.tsx'
import { someLiveVehicle, someVehicle } from '../../vehicles/vehicles.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./FleetScreen.tsx')])
}, 60_000)

const asked: (string | null)[][] = []
const vehicles = (_body: unknown, query: URLSearchParams) => {
  asked.push([query.get('fleetId'), query.get('companyId')])
  const items = [someVehicle(), someVehicle({ id: 'v2', vehicleNumber: '220', fleetId: 'f2' })]
  return { body: { items, total: 2, page: 1, size: 25 } }
}

it('offers all fleets first where there are several, and lists then name the fleet of each row', async () => {
  const { user, client } = renderApp('/fleet', { ...twoOfEach, 'GET /vehicles': vehicles })
  await user.click(await screen.findByRole('button', { name: /^Flotilla: Flotilla f1\. / }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getAllByRole('menuitemradio').map((item) => item.textContent)).toEqual([
    'Todas mis flotillas',
    'Flotilla f1',
    'Flotilla f2',
  ])
  await user.click(menu.getByRole('menuitemradio', { name: 'Todas mis flotillas' }))
  await screen.findByRole('button', { name: /^Flotilla: Todas mis flotillas\. / })
  await screen.findByRole('columnheader', { name: 'Flotilla' })
  expect(asked.at(-1)).toEqual([null, 'c1'])
  const row = within(screen.getByRole('row', { name: /220/ }))
  row.getByText('Flotilla f2')
  // Both fleets are watched.
  act(() => {
    client.live.store.applySnapshot('f1', [])
    client.live.store.applySnapshot('f2', [someLiveVehicle({ id: 'v2', fleetId: 'f2', speedKmh: 57 })])
  })
  await row.findByText('57')
})

it('asks for the fleet of a new vehicle while all are shown', async () => {
  sessionStorage.setItem('activeFleetId', 'all')
  const manager = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
  const { user, count } = renderApp('/fleet', { ...twoOfEach, ...manager, 'GET /vehicles': vehicles })
  await screen.findByRole('button', { name: /^Flotilla: Todas mis flotillas\. / })
  await user.click(await screen.findByRole('button', { name: 'Agregar unidad' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar unidad' }))
  await user.click(dialog.getByRole('button', { name: 'Agregar unidad' }))
  expect(count('POST /vehicles')).toBe(0)
  const fleet = dialog.getByRole('combobox', { name: /^Flotilla/ })
  expect(fleet.getAttribute('aria-invalid')).toBe('true')
  await user.click(fleet)
  await user.click(await screen.findByRole('option', { name: 'Flotilla f2' }))
  await waitFor(() => expect(fleet.textContent).toBe('Flotilla f2'))
})

it('does not offer all fleets to someone who reaches one', async () => {
  sessionStorage.setItem('activeFleetId', 'all')
  renderApp('/fleet', { ...usualAnswers, 'GET /vehicles': vehicles })
  await screen.findByTitle('Flotilla: Flotilla f1')
  expect(screen.queryByRole('columnheader', { name: 'Flotilla' })).toBeNull()
})
