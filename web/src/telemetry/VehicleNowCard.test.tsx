import { configure, screen, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { addresses } from '../addresses.ts'
import { renderApp } from '../app/testing.tsx'
import { someVehicle } from '../vehicles/vehicles.factory.ts'

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })
beforeAll(() => import('../app/shell/Shell.tsx'), 60_000)

it('shows what the device stated last of a vehicle outside the chosen fleet', async () => {
  const vehicle = someVehicle({
    id: '0190a000-0000-7000-8000-000000000104',
    fleetId: 'f9',
    ignition: false,
    satellites: 9,
    standSince: '2026-03-02T14:50:00.000Z',
    lastLocation: {
      latitude: 19.4,
      longitude: -99.1,
      speed: 0,
      heading: null,
      time: new Date().toISOString(),
    },
  })
  renderApp(addresses.vehicleDetails(vehicle.id), { [`GET /vehicles/${vehicle.id}`]: { body: vehicle } })
  const card = within(await screen.findByRole('region', { name: 'Ahora' }))
  expect(card.getByText('Motor').nextElementSibling?.textContent).toBe('Apagado')
  card.getByText('9')
  expect(card.getByText(/^Detenida/).textContent).toMatch(/desde/)
})
