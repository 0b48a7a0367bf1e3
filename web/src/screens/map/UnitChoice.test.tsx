import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../ui/testing.tsx'
import { someLiveVehicle } from '../../vehicles/vehicles.factory.ts'
import { UnitChoice } from './UnitChoice.tsx'

it('asks which vehicle of a full spot is meant, and tells of those it has no room for', async () => {
  const vehicles = Array.from({ length: 40 }, (_, index) =>
    someLiveVehicle({ vehicleNumber: `${100 + index}` }),
  )
  const onChoose = vi.fn()
  const ids = vehicles.slice(5).map(({ id }) => id)
  const { user } = renderUi(
    <UnitChoice vehicles={vehicles} ids={ids} at={{ x: 0, y: 0 }} onChoose={onChoose} onClose={() => {}} />,
  )
  expect(await screen.findAllByRole('menuitem')).toHaveLength(15)
  expect(screen.getByText('Y 20 unidades más: búscalas en la lista.')).toBeTruthy()
  await user.click(screen.getByRole('menuitem', { name: /^105/ }))
  expect(onChoose).toHaveBeenCalledWith(ids[0])
})
