import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { renderApp } from '../../app/testing.tsx'
import { someLiveVehicle } from '../../vehicles/vehicles.factory.ts'

configure({ asyncUtilTimeout: 5000 })
/** Chunks of their own: loaded before the page's clocks run, however busy the machine is. */
beforeAll(async () => {
  await Promise.all([import('../../app/Shell.tsx'), import('./MapScreen.tsx')])
}, 60_000)

const fleet = [
  someLiveVehicle({ vehicleNumber: '104', status: 'active' }),
  someLiveVehicle({ vehicleNumber: '110', status: 'alarmed', make: 'Toyota' }),
  someLiveVehicle({ vehicleNumber: '118', status: 'occupied', speedKmh: 42 }),
]

async function openMap(path = '/map') {
  const view = renderApp(path)
  await screen.findByRole('heading', { level: 1, name: 'Mapa' })
  act(() => view.client.live.store.applySnapshot('f1', fleet))
  const list = await screen.findByRole('list', { name: 'Lista de unidades en el mapa' })
  const numbers = () =>
    within(screen.getByRole('list', { name: 'Lista de unidades en el mapa' }))
      .getAllByRole('button')
      .map((row) => /\d+/.exec(row.textContent ?? '')?.[0])
  return { ...view, list, numbers }
}

it('lists the fleet beside a map that cannot be drawn here, and says why', async () => {
  const { numbers } = await openMap()
  expect(numbers()).toEqual(['110', '118', '104'])
  expect(screen.getByText('Este navegador no puede dibujar el mapa')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Unidades 3 de 3' })).toBeTruthy()
})

it('filters by status, keeps the alarmed and says so, and keeps it in the address', async () => {
  const { user, numbers, at } = await openMap()
  await user.click(screen.getByRole('button', { name: /^Ocupada\s?1$/ }))
  await waitFor(() => expect(numbers()).toEqual(['110', '118']))
  expect(at()).toContain('status=occupied')
  expect(screen.getByText('1 en alarma, mostrada pese al filtro')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Quitar todos los filtros' }))
  await waitFor(() => expect(numbers()).toEqual(['110', '118', '104']))
  await user.click(screen.getByRole('button', { name: 'Elegir todos los filtros' }))
  await waitFor(() => expect(at().match(/status=/g)).toHaveLength(9))
})

it('searches, and offers to remove what hides everything', async () => {
  const { user, numbers } = await openMap()
  await user.keyboard('/')
  await user.keyboard('toyota')
  await waitFor(() => expect(numbers()).toEqual(['110']))
  await user.keyboard('x')
  await user.click(await screen.findByRole('button', { name: 'Quitar filtros y búsqueda' }))
  await waitFor(() => expect(numbers()).toEqual(['110', '118', '104']))
})

it('shows a chosen vehicle with its telemetry and closes it by Escape', async () => {
  const { user, at } = await openMap()
  await user.click(screen.getByRole('button', { name: /^118/ }))
  const card = await screen.findByRole('region', { name: 'Unidad 118' })
  for (const words of ['42', '62', '88', 'km/h']) expect(card.textContent).toContain(words)
  expect(card.textContent).toContain('19.43261, -99.13321')
  expect(at()).toContain('unit=v118')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unidad 118' })).toBeNull())
})

it('holds the list still while auto-refresh is off, and counts what waits', async () => {
  const { user, client } = await openMap()
  const report = (speedKmh: number) =>
    act(() => client.live.store.applyChanges('f1', [{ id: 'v118', speedKmh }], []))
  report(50)
  await screen.findByRole('button', { name: /^118.*50/ })
  await user.click(screen.getByRole('button', { name: /Actualizar solo/ }))
  report(61)
  expect(await screen.findByText('1 unidad con cambios en espera')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^118.*50/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Actualizar solo/ }))
  await screen.findByRole('button', { name: /^118.*61/ })
})
