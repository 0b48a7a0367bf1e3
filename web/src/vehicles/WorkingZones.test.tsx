import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../app/testing.tsx'
import { someVehicle } from './vehicles.factory.ts'

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })

/** Opens the vehicles, and of vehicle 104 what an item of its menu opens. */
async function openFor104(item: string, answers: Record<string, unknown>) {
  const view = renderApp('/fleet', { 'GET /vehicles': listOf(someVehicle()), ...answers })
  await view.user.click(await screen.findByRole('button', { name: 'Acciones de 104' }, { timeout: 20_000 }))
  await view.user.click(await screen.findByRole('menuitem', { name: new RegExp(item) }))
  return view
}

it('limits a vehicle to zones of its fleet, and shows them; without zones nothing asks for any', async () => {
  const zone = { id: 'z1', companyId: 'c1', fleetId: 'f1', name: 'Centro Histórico', corners: [], version: 1 }
  const sent: unknown[] = []
  const zoned = someVehicle({ workingZoneIds: ['z1'], version: 4 })
  const { user, unmount } = await openFor104('Editar unidad', {
    'GET /zones': listOf(zone),
    'GET /vehicles/v104': { body: zoned },
    'PUT /vehicles/v104': (body: unknown) => {
      sent.push(body)
      return { body: zoned }
    },
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar unidad 104' }))
  await user.click(await dialog.findByRole('combobox', { name: 'Zonas de trabajo' }))
  await user.click(await screen.findByRole('option', { name: 'Centro Histórico' }))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await screen.findByText('Unidad 104 actualizada')
  expect(sent).toMatchObject([{ workingZoneIds: ['z1'] }])
  unmount()

  const view = await openFor104('Editar unidad', { 'GET /zones': listOf() })
  await screen.findByRole('dialog', { name: 'Editar unidad 104' })
  await waitFor(() => expect(view.count('GET /zones')).toBe(1))
  expect(screen.queryByRole('combobox', { name: 'Zonas de trabajo' })).toBeNull()
})

it('shows the zones that a vehicle works in with its record', async () => {
  const zones = ['Centro Histórico', 'Aeropuerto'].map((name, at) => ({
    id: `z${at}`,
    companyId: 'c1',
    fleetId: 'f1',
    name,
    corners: [],
    version: 1,
  }))
  const zoned = someVehicle({ workingZoneIds: ['z0', 'z1'] })
  await openFor104('Ver unidad', {
    'GET /vehicles': listOf(zoned),
    'GET /vehicles/v104': { body: zoned },
    'GET /zones': listOf(...zones),
  })
  await screen.findByText('Centro Histórico, Aeropuerto')
})
