import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../ui/testing.tsx'
import { someLiveVehicle } from '../vehicles/vehicles.factory.ts'
import { VehicleChoice } from './VehicleChoice.tsx'

it('asks which vehicle of a crowded spot is meant, and counts those it does not list', async () => {
  const vehicles = Array.from({ length: 40 }, (_, index) =>
    someLiveVehicle({ vehicleNumber: `${100 + index}` }),
  )
  const onChoose = vi.fn()
  const ids = vehicles.slice(5).map(({ id }) => id)
  const { user } = renderUi(
    <VehicleChoice
      {...{ vehicles, ids, onChoose, pins: undefined, pinIds: [] }}
      at={{ x: 0, y: 0 }}
      onClose={() => {}}
    />,
  )
  expect(await screen.findAllByRole('menuitem')).toHaveLength(15)
  screen.getByText('Y 20 unidades más: búscalas en la lista.')
  await user.click(screen.getByRole('menuitem', { name: /^105/ }))
  expect(onChoose).toHaveBeenCalledWith(ids[0])
})

it('offers the service whose pin is covered, beside the vehicle', async () => {
  const vehicle = someLiveVehicle({ vehicleNumber: '118' })
  const pin = (id: string, label: string) => ({ id, label, letter: 'A', latitude: 19.4, longitude: -99.1 })
  const pins = [pin('s1', '20431 · En curso'), pin('s2', '20440 · Creado')]
  const onChoose = vi.fn()
  const { user } = renderUi(
    <VehicleChoice
      {...{ vehicles: [vehicle], ids: [vehicle.id], pins, pinIds: ['s1'], onChoose }}
      at={{ x: 0, y: 0 }}
      onClose={() => {}}
    />,
  )
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Servicio 20431 · En curso',
    expect.stringMatching(/^118 · /),
  ])
  await user.click(screen.getByRole('menuitem', { name: /20431/ }))
  expect(onChoose).toHaveBeenCalledWith(null, 's1')
})
