import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, renderApp } from '../../app/testing.tsx'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'
import { someUnknownDevice } from './devices.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), staffScreens.unknownDevices.load()])
}, 60_000)

const root = answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] })
const page = (items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const { identifier } = someUnknownDevice()

describe('a new vehicle', () => {
  const owner = (id: string) => ({ id, name: `Empresa ${id}` })
  const openMenu = async (user: ReturnType<typeof renderApp>['user'], name: string) =>
    user.click(await screen.findByRole('button', { name: new RegExp(`^(?=.*cciones).*\\b${name}$`) }))

  it('is made with a device without one: its form has the device, and the list is read again', async () => {
    const sent: unknown[] = []
    let items = [someUnknownDevice()]
    const { user } = renderApp('/unknown-devices', {
      ...root,
      'GET /unknown-devices': () => page(items),
      'POST /vehicles': (body) => {
        sent.push(body)
        items = []
        return { body: someVehicle({ vehicleNumber: '700', imei: identifier }) }
      },
    })
    await openMenu(user, identifier)
    await user.click(await screen.findByRole('menuitem', { name: 'Crear unidad con este equipo' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Agregar unidad' }))
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'IMEI' }).value).toBe(identifier)
    for (const [label, text] of [
      ['Número de unidad', '700'],
      ['Placa', 'B-700'],
      ['Marca', 'Nissan'],
      ['Modelo', 'Versa'],
      ['Año', '2024'],
    ] as const) {
      await user.click(dialog.getByRole('textbox', { name: new RegExp(`^${label}`) }))
      await user.paste(text)
    }
    for (const [label, option] of [
      ['Tipo', 'Sedán'],
      ['Color', 'Blanco'],
      ['Combustible', 'Gasolina'],
    ] as const) {
      await user.click(dialog.getByRole('combobox', { name: new RegExp(`^${label}`) }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    const installed = within(dialog.getByRole('group', { name: /^Fecha de instalación/ }))
    for (const part of installed.getAllByRole('spinbutton')) {
      await user.click(part)
      await user.keyboard('{ArrowDown}')
    }
    await user.click(dialog.getByRole('button', { name: 'Agregar unidad' }))
    await screen.findByText('Ningún equipo sin unidad')
    expect(sent).toMatchObject([{ fleetId: 'f1', vehicleNumber: '700', imei: identifier }])
  })

  it('is not offered for a device that another company expects', async () => {
    const { user } = renderApp('/unknown-devices', {
      ...root,
      'GET /unknown-devices': page([
        someUnknownDevice({ identifier: '111', expectedBy: owner('c1') }),
        someUnknownDevice({ identifier: '222', expectedBy: owner('c2') }),
      ]),
    })
    const offered = async (name: string) => {
      await openMenu(user, name)
      const items = await screen.findAllByRole('menuitem')
      await user.keyboard('{Escape}')
      return items.map(({ textContent }) => textContent).includes('Crear unidad con este equipo')
    }
    expect([await offered('111'), await offered('222')]).toEqual([true, false])
  })
})
