import { act, configure, screen, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { addresses } from '../../addresses.ts'
import { staffScreens } from '../../app/navigation/screens.ts'
import { renderApp } from '../../app/testing.tsx'
import { someLiveVehicle, someVehicle } from '../vehicles.factory.ts'

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), staffScreens.vehicleDetails.load()])
}, 60_000)

it('offers the vehicles of the fleet when the address names none', async () => {
  const vehicle = someVehicle({ id: '0190a000-0000-7000-8000-000000000104' })
  const { user, at, client } = renderApp(addresses.vehicleDetails(), {
    [`GET /vehicles/${vehicle.id}`]: { body: vehicle },
  })
  await screen.findByRole('heading', { name: '¿Qué unidad quieres ver?' })
  const [first, second] = [
    someLiveVehicle({ id: vehicle.id, vehicleNumber: '104' }),
    someLiveVehicle({ vehicleNumber: '118', status: 'occupied' }),
  ]
  act(() => client.live.store.applySnapshot('f1', [first, second]))
  const list = within(await screen.findByRole('list', { name: 'Unidades' }))
  expect(list.getAllByRole('link')).toHaveLength(2)
  list.getByRole('link', { name: /^118 ?Ocupada/ })
  await user.click(list.getByRole('link', { name: /^104/ }))
  await screen.findByRole('heading', { level: 1, name: 'Detalle de unidad · 104' })
  expect(at()).toContain(addresses.vehicleDetails(vehicle.id))
})
