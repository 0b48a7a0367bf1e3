import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { refusal, renderApp } from '../../app/testing.tsx'
import { someLiveVehicle, someVehicle } from '../../vehicles/vehicles.factory.ts'

configure({ asyncUtilTimeout: 5000 })
/** Chunks of their own: loaded before the page's clocks run, however busy the machine is. */
beforeAll(async () => {
  await Promise.all([import('../../app/Shell.tsx'), import('./FleetScreen.tsx')])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const vehicle = someVehicle()
const answers = {
  'GET /vehicles': listOf(vehicle, someVehicle({ id: 'v110', vehicleNumber: '110', status: 'alarmed' })),
}

async function openFleet(some = {}) {
  const view = renderApp('/fleet', { ...answers, ...some })
  await screen.findByRole('heading', { level: 1, name: 'Unidades' })
  await screen.findByRole('button', { name: 'Acciones de 104' })
  return view
}
const choose = async (user: Awaited<ReturnType<typeof openFleet>>['user'], number: string, item: string) => {
  await user.click(screen.getByRole('button', { name: `Acciones de ${number}` }))
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(item) }))
}

it('shows live status and speed without reading the list again', async () => {
  const { client, count } = await openFleet()
  const before = count('GET /vehicles')
  act(() => client.live.store.applySnapshot('f1', [someLiveVehicle({ status: 'occupied', speedKmh: 57 })]))
  expect(await screen.findByText('57')).toBeTruthy()
  expect(screen.getAllByText('Ocupada').length).toBeGreaterThan(1)
  expect(count('GET /vehicles')).toBe(before)
})

it('checks a new vehicle by the rules before sending it', async () => {
  const { user, count } = await openFleet()
  await user.click(screen.getByRole('button', { name: 'Agregar unidad' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar unidad' }))
  await user.type(dialog.getByRole('textbox', { name: /^VIN/ }), '123')
  await user.type(dialog.getByRole('textbox', { name: /^Año/ }), '2999')
  await user.click(dialog.getByRole('button', { name: 'Agregar unidad' }))
  expect(dialog.getByText('El VIN lleva exactamente 17 caracteres')).toBeTruthy()
  expect(dialog.getByText('El año no puede ser futuro')).toBeTruthy()
  expect(dialog.getAllByText('Este dato es obligatorio').length).toBeGreaterThanOrEqual(8)
  expect(count('POST /vehicles')).toBe(0)
}, 20_000)

it('tells who changed it meanwhile and what differs, and saves over it when asked', async () => {
  const current = someVehicle({ plateNumber: 'NEW-1', version: 4 })
  const sent: unknown[] = []
  const { user } = await openFleet({
    'PUT /vehicles/v104': (body: unknown) => {
      sent.push(body)
      return (body as { version: number }).version === 3
        ? {
            status: 409,
            body: {
              ...(refusal(409, 'stale_version').body as object),
              current,
              changedBy: 'Ana Gil',
              changedAt: new Date(Date.now() - 20_000).toISOString(),
            },
          }
        : { body: someVehicle({ version: 5 }) }
    },
  })
  await choose(user, '104', 'Editar unidad')
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar unidad 104' }))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  const conflict = within(
    await screen.findByRole('alertdialog', { name: 'Alguien más cambió este registro' }),
  )
  expect(conflict.getByText(/Ana Gil lo cambió hace 2\d s/)).toBeTruthy()
  expect(conflict.getByRole('row', { name: 'Placa A-104-KJM NEW-1' })).toBeTruthy()
  await user.click(conflict.getByRole('button', { name: 'Guardar lo mío' }))
  expect(await screen.findByText('Unidad 104 actualizada')).toBeTruthy()
  expect(sent).toMatchObject([{ version: 3 }, { version: 4, plateNumber: 'A-104-KJM' }])
}, 20_000)

it('deletes after asking, and dismisses an alarm', async () => {
  const { user, count } = await openFleet({
    'DELETE /vehicles/v104': { body: { done: true } },
    'POST /vehicles/v110/dismiss-alarm': { body: someVehicle({ vehicleNumber: '110' }) },
  })
  await choose(user, '104', 'Eliminar unidad')
  const ask = within(await screen.findByRole('alertdialog', { name: '¿Eliminar la unidad 104?' }))
  expect(count('DELETE /vehicles/v104')).toBe(0)
  await user.click(ask.getByRole('button', { name: 'Eliminar unidad' }))
  expect(await screen.findByText('Unidad 104 eliminada')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await choose(user, '110', 'Descartar alarma')
  expect(await screen.findByText('Alarma de la unidad 110 descartada')).toBeTruthy()
}, 20_000)
