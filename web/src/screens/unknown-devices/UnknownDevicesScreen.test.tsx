import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { someUnknownDevice } from '../../telemetry/devices/devices.factory.ts'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./UnknownDevicesScreen.tsx')])
}, 60_000)

const root = {
  ...answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] }),
  'GET /settings': {
    body: {
      loginNotice: null,
      registration: true,
      mapsUrlTemplate: 'https://maps.example/{latitude}/{longitude}',
    },
  },
}
const page = (items: unknown[], some: object = {}) => ({
  body: { items, total: items.length, page: 1, size: 25, ...some },
})
const { identifier } = someUnknownDevice()
const attachPath = 'POST /unknown-devices/attach'

async function choose(user: ReturnType<typeof renderApp>['user'], option: RegExp) {
  await user.click(await screen.findByRole('button', { name: identifier }))
  const dialog = await screen.findByRole('dialog', { name: `Poner ${identifier} en una unidad` })
  await user.click(within(dialog).getByRole('combobox', { name: /Unidad/ }))
  await user.click(await screen.findByRole('option', { name: option }))
  return dialog
}

describe('devices without a vehicle', () => {
  it('are assigned to a vehicle in one step', async () => {
    const { user, asked } = renderApp('/unknown-devices', {
      ...root,
      'GET /unknown-devices': page([someUnknownDevice()]),
      'GET /vehicles': page([someVehicle()]),
      [attachPath]: { body: someVehicle({ imei: identifier }) },
    })
    expect(await screen.findByRole('link', { name: 'Ver 19.43261, -99.13321 en el mapa' })).toHaveProperty(
      'href',
      'https://maps.example/19.43261/-99.13321',
    )
    screen.getByText('Conectado')
    const dialog = await choose(user, /^104/)
    await user.click(within(dialog).getByRole('button', { name: 'Poner en la unidad' }))
    await screen.findByText(`El equipo ${identifier} está en la unidad 104.`)
    expect(asked.find(({ call }) => call === attachPath)?.body).toEqual({
      identifier,
      vehicleId: 'v104',
      replaces: false,
    })
  })

  it('replace another device only after a warning', async () => {
    const { user, asked } = renderApp('/unknown-devices', {
      ...root,
      'GET /unknown-devices': page([someUnknownDevice()]),
      'GET /vehicles': page([
        someVehicle({ imei: '111' }),
        someVehicle({ id: 'v105', vehicleNumber: '105' }),
      ]),
      [attachPath]: (body) =>
        (body as { replaces: boolean }).replaces
          ? { body: someVehicle({ imei: identifier }) }
          : refusal(409, 'vehicle_has_device'),
    })
    const dialog = await choose(user, /^104.*Tiene el equipo 111/)
    expect(within(dialog).getByRole('status').textContent).toContain('La unidad 104 ya tiene el equipo 111')
    // Somebody assigned a device to 105 after the list was read.
    await user.click(within(dialog).getByRole('combobox', { name: /Unidad/ }))
    await user.click(await screen.findByRole('option', { name: /^105/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Poner en la unidad' }))
    await within(dialog).findByText(/La unidad 105 ya tiene otro equipo/)
    await user.click(within(dialog).getByRole('button', { name: 'Reemplazar el equipo' }))
    await screen.findByText(/está en la unidad/)
    expect(asked.filter(({ call }) => call === attachPath).map(({ body }) => body)).toMatchObject([
      { vehicleId: 'v105', replaces: false },
      { vehicleId: 'v105', replaces: true },
    ])
  })

  it('are removed from the list, and a device that has a vehicle meanwhile is reported', async () => {
    const { user } = renderApp(
      '/unknown-devices',
      {
        ...root,
        'GET /unknown-devices': page([
          someUnknownDevice(),
          someUnknownDevice({ identifier: '222', lastFix: null }),
        ]),
        'POST /unknown-devices/forget': (body) =>
          (body as { identifier: string }).identifier === '222'
            ? refusal(404, 'device_not_found')
            : { body: { done: true } },
      },
      { language: 'en' },
    )
    const forget = async (name: RegExp) => {
      await user.click(await screen.findByRole('button', { name }))
      await user.click(await screen.findByRole('menuitem', { name: 'Take off the list' }))
    }
    await forget(/8665\d+ ?.*ctions|ctions.*8665/i)
    await screen.findByText(/was taken off the list/)
    await forget(/222 ?.*ctions|ctions.*222/i)
    await screen.findByText('Device not found. It may have a vehicle by now.')
  })
})

describe('rejected reports', () => {
  it('are described, counted, and filtered by reason in the address', async () => {
    const asked: (string | null)[] = []
    const { user, at } = renderApp('/unknown-devices', {
      ...root,
      'GET /unknown-devices': page([]),
      'GET /rejected-reports': (_body, query) => {
        asked.push(query.get('reason'))
        return page(
          [
            {
              id: 'r1',
              receivedAt: '2026-03-02T15:00:00.000Z',
              deviceIdentifier: identifier,
              vehicleNumber: '104',
              protocol: 'gt06',
              reason: 'speed',
              detail: null,
              fixTime: '2026-03-02T15:00:00.000Z',
              latitude: 19.4,
              longitude: -99.1,
              speedKmh: 400,
            },
          ],
          {
            counts: [
              { protocol: 'gt06', reason: 'speed', reports: 3 },
              { protocol: 'h02', reason: 'speed', reports: 4 },
            ],
          },
        )
      },
    })
    await screen.findByText('Ningún equipo sin unidad')
    await user.click(screen.getByRole('tab', { name: 'Reportes rechazados' }))
    expect(at()).toBe('/unknown-devices?tab=rejected')
    await screen.findByRole('cell', { name: 'Velocidad imposible' })
    await user.click(screen.getByRole('button', { name: 'Velocidad imposible 7' }))
    expect(at()).toContain('reason=speed')
    await screen.findByRole('button', { name: 'Velocidad imposible 7', pressed: true })
    expect(asked.at(-1)).toBe('speed')
  })
})

describe('the gateway', () => {
  const line = { connections: 2, reports: 1234, badChecksums: 5, refused: 6, unread: 8 }
  it('shows its ports and what was received', async () => {
    renderApp('/unknown-devices?tab=gateway', {
      ...root,
      'GET /device-gateway': {
        body: {
          host: 'gps.example.mx',
          protocols: [
            { ...line, protocol: 'gt06', port: 5023, transports: ['tcp'] },
            { ...line, protocol: 'osmand', port: null, transports: ['http'] },
          ],
          connectionLimit: 20_000,
          refusedConnections: 9,
        },
      },
    })
    await screen.findByText('4 de 20,000')
    screen.getByRole('row', { name: 'GT06 5023 TCP 2 1,234 5 6 8' })
    screen.getByRole('columnheader', { name: 'No entendidos' })
    screen.getByRole('row', { name: /^OsmAnd Cerrado HTTP/ })
  })

  it('shows that none is running', async () => {
    renderApp('/unknown-devices?tab=gateway', {
      ...root,
      'GET /device-gateway': {
        body: { host: '127.0.0.1', protocols: [], connectionLimit: null, refusedConnections: 0 },
      },
    })
    await screen.findByText(/No hay ningún receptor en marcha/)
  })
})
