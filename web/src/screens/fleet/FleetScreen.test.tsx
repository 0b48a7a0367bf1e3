import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { someEvent } from '../../events/events.factory.ts'
import { someCurrentService } from '../../services/services.factory.ts'
import { someLiveVehicle, someVehicle } from '../../vehicles/vehicles.factory.ts'

/** Loads the lazy chunks before fake timers start, so that a busy machine does not delay them. */
beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./FleetScreen.tsx')])
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
  await screen.findByText('57')
  expect(screen.getAllByText('Ocupada').length).toBeGreaterThan(1)
  expect(count('GET /vehicles')).toBe(before)
})

it('validates a new vehicle before sending it', async () => {
  const { user, count } = await openFleet()
  await user.click(screen.getByRole('button', { name: 'Agregar unidad' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar unidad' }))
  await user.type(dialog.getByRole('textbox', { name: /^VIN/ }), '123')
  await user.type(dialog.getByRole('textbox', { name: /^Año/ }), '2999')
  await user.click(dialog.getByRole('button', { name: 'Agregar unidad' }))
  dialog.getByText('El VIN lleva exactamente 17 caracteres')
  dialog.getByText('El año no puede ser futuro')
  expect(dialog.getAllByText('Este dato es obligatorio').length).toBeGreaterThanOrEqual(8)
  expect(count('POST /vehicles')).toBe(0)
})

it('shows who changed it meanwhile and the differences, and overwrites on request', async () => {
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
  conflict.getByText(/Ana Gil lo cambió hace 2\d s/)
  expect(conflict.getByRole<HTMLInputElement>('radio', { name: 'Placa: NEW-1' }).checked).toBe(true)
  await user.click(conflict.getByRole('button', { name: 'Guardar lo mío' }))
  await screen.findByText('Unidad 104 actualizada')
  expect(sent).toMatchObject([{ version: 3 }, { version: 4, plateNumber: 'A-104-KJM' }])
})

it('deletes after a confirmation, and dismisses an alarm', async () => {
  const { user, count } = await openFleet({
    'DELETE /vehicles/v104': { body: { done: true } },
    'GET /events': listOf(someEvent({ title: null, kind: 'sos', type: 'gps_alarm', occurrences: 3 })),
    'POST /vehicles/v110/dismiss-alarm': { body: someVehicle({ vehicleNumber: '110' }) },
  })
  await choose(user, '104', 'Eliminar unidad')
  const ask = within(await screen.findByRole('alertdialog', { name: '¿Eliminar la unidad 104?' }))
  expect(count('DELETE /vehicles/v104')).toBe(0)
  await user.click(ask.getByRole('button', { name: 'Eliminar unidad' }))
  await screen.findByText('Unidad 104 eliminada')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await choose(user, '110', 'Descartar alarma')
  const alarms = within(
    await screen.findByRole('alertdialog', { name: '¿Descartar las alarmas de la unidad 110?' }),
  )
  await alarms.findByText('Botón de pánico · 3 veces')
  await user.click(alarms.getByRole('button', { name: 'Descartar alarma' }))
  await screen.findByText('Unidad 110. Alarmas cerradas: Botón de pánico')
})

it('changes the status of the selected vehicles, shows each outcome, and keeps the refused ones selected', async () => {
  const sent: unknown[] = []
  const { user } = await openFleet({
    'POST /vehicles/bulk-status': (body: unknown) => {
      sent.push(body)
      return {
        body: {
          items: [
            { id: 'v104', vehicleNumber: '104', result: 'changed', status: 'maintenance' },
            { id: 'v110', vehicleNumber: '110', result: 'forbidden', status: 'alarmed' },
          ],
        },
      }
    },
  })
  await user.click(screen.getByRole('checkbox', { name: 'Seleccionar todas las filas de la página' }))
  await user.click(screen.getByRole('button', { name: 'Cambiar estado' }))
  const form = within(await screen.findByRole('dialog', { name: 'Cambiar el estado de 2 unidades' }))
  await user.type(form.getByRole('textbox', { name: /Motivo/ }), 'Revisión')
  await user.click(form.getByRole('button', { name: 'Cambiar estado' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Resultado' }))
  expect(sheet.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^110No tienes permiso.*En alarma$/),
    expect.stringMatching(/^104Cambiada.*Mantenimiento$/),
  ])
  expect(sent).toEqual([{ ids: ['v104', 'v110'], status: 'maintenance', note: 'Revisión' }])
  await user.click(sheet.getByRole('button', { name: 'Cerrar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /110/ }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /104/ }).checked).toBe(false)
})

it('shows a vehicle read-only, and switches to editing it', async () => {
  const { user } = await openFleet({
    'GET /vehicles/v104': { body: someVehicle({ insurer: 'Seguros del Valle', loadKg: 1500 }) },
    'GET /services-current': { body: { items: [someCurrentService({ vehicleId: 'v104' })] } },
    'GET /vehicles/v104/contacts': {
      body: {
        items: [
          {
            contactId: 'k1',
            role: 'primary_driver',
            isPrimary: true,
            firstName: 'Rosa',
            lastName: 'Ibarra',
            primaryPhone: '+52 55 1234 5678',
            secondaryPhone: null,
            email: null,
            companyName: null,
            directoryRole: 'primary_driver',
            status: 'active',
            since: null,
          },
        ],
      },
    },
    'GET /vehicles/v110': {
      body: someVehicle({
        id: 'v110',
        vehicleNumber: '110',
        fuelLevel: 41,
        lastUpdate: '2026-11-01T12:00:00.000Z',
        lastLocation: {
          latitude: 19.43,
          longitude: -99.13,
          speed: 54,
          heading: 90,
          time: '2026-11-01T12:00:00.000Z',
        },
      }),
    },
  })
  await choose(user, '110', 'Ver unidad')
  const silent = within(await screen.findByRole('dialog', { name: 'Unidad 110' }))
  await silent.findByText('41')
  expect(silent.queryByText('54')).toBeNull()
  await user.click(silent.getAllByRole('button', { name: 'Cerrar' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose(user, '104', 'Ver unidad')
  const shown = within(await screen.findByRole('dialog', { name: 'Unidad 104' }))
  await shown.findByText('Seguros del Valle')
  shown.getByText('1,500')
  shown.getByText('Esta unidad no tiene equipo GPS: no reporta dónde está.')
  await shown.findByRole('link', { name: '20431 · Elena Torres' })
  const [call] = await shown.findAllByRole('link', { name: /Rosa Ibarra/ })
  expect(call?.getAttribute('href')).toBe('tel:+525512345678')
  expect(shown.queryByRole('textbox')).toBeNull()
  await user.click(shown.getByRole('button', { name: 'Editar unidad' }))
  const form = within(await screen.findByRole('dialog', { name: 'Editar unidad 104' }))
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Aseguradora' }).value).toBe('Seguros del Valle')
})

it('asks before input is lost, and keeps notes while another tab is shown', async () => {
  const { user } = await openFleet()
  await choose(user, '104', 'Ver unidad')
  const dialog = within(await screen.findByRole('dialog', { name: 'Unidad 104' }))
  await user.click(dialog.getByRole('tab', { name: 'Notas' }))
  await user.type(dialog.getByRole('textbox', { name: 'Notas generales' }), 'Golpe en la puerta')
  await user.click(dialog.getByRole('tab', { name: 'Información' }))
  await user.click(dialog.getByRole('tab', { name: 'Notas' }))
  dialog.getByDisplayValue('Golpe en la puerta')
  await user.keyboard('{Escape}')
  const ask = within(await screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' }))
  await user.click(ask.getByRole('button', { name: 'Seguir editando' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  dialog.getByDisplayValue('Golpe en la puerta')
  await user.click(dialog.getByRole('button', { name: 'Editar unidad' }))
  await user.click(await screen.findByRole('button', { name: 'Seguir editando' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  dialog.getByDisplayValue('Golpe en la puerta')
  await user.click(dialog.getAllByRole('button', { name: 'Cerrar' })[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it("shows the user's own change also while auto-refresh is off, and nothing else", async () => {
  let plate = 'A-104-KJM'
  let readings = 0
  const { user, client } = await openFleet({
    'GET /vehicles': () => {
      readings += 1
      return listOf(someVehicle({ plateNumber: plate }))
    },
    'PUT /vehicles/v104': (body: unknown) => {
      plate = (body as { plateNumber: string }).plateNumber
      readings = 0
      return { body: someVehicle({ plateNumber: plate, version: 4 }) }
    },
  })
  await user.click(screen.getByRole('switch', { name: 'Actualización automática' }))
  await choose(user, '104', 'Editar unidad')
  const form = within(await screen.findByRole('dialog', { name: 'Editar unidad 104' }))
  const field = form.getByRole('textbox', { name: /^Placa/ })
  await user.clear(field)
  await user.type(field, 'MIA-1')
  // A read right after another one is delayed for a moment.
  act(() => client.data.evict(['vehicles']))
  await user.click(form.getByRole('button', { name: 'Guardar' }))
  await screen.findByText('MIA-1')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(readings).toBeGreaterThan(0))
  plate = 'AJENA-2'
  await act(() => client.data.queryClient.invalidateQueries())
  expect(screen.queryByText('AJENA-2')).toBeNull()
  screen.getByText('MIA-1')
  await choose(user, '104', 'Ver unidad')
  const dialog = within(await screen.findByRole('dialog', { name: 'Unidad 104' }))
  await act(() => client.data.queryClient.invalidateQueries())
  await user.click(dialog.getAllByRole('button', { name: 'Cerrar' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText('AJENA-2')).toBeNull()
})

it('pages the events of a vehicle, and explains a locked action', async () => {
  const event = (at: number) =>
    someEvent({
      id: `e${at}`,
      title: `Aviso ${at}`,
      kind: null,
      type: 'custom',
      severity: 'info',
      isAlarm: false,
    })
  const { user } = await openFleet({
    ...answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] }),
    'GET /vehicles': listOf(vehicle),
    'GET /events': (_body: unknown, query: URLSearchParams) => {
      const page = Number(query.get('page') ?? 1)
      return { body: { items: [event(page)], total: 26, page, size: 25 } }
    },
  })
  await choose(user, '104', 'Ver unidad')
  const dialog = within(await screen.findByRole('dialog', { name: 'Unidad 104' }))
  expect(dialog.queryByRole('button', { name: 'Editar unidad' })).toBeNull()
  await user.click(dialog.getByRole('tab', { name: 'Eventos' }))
  await dialog.findByText('Aviso 1')
  await user.click(dialog.getByRole('button', { name: 'Página siguiente' }))
  await dialog.findByText('Aviso 2')
  await user.click(dialog.getByRole('tab', { name: 'Alarmas' }))
  expect((await dialog.findByRole('button', { name: 'Descartar todas' })).getAttribute('aria-disabled')).toBe(
    'true',
  )
})

it.each([
  ['read', false],
  ['manage', true],
] as const)(
  'shows the fields of identifiers in the vehicle to those with a %s scope: %s',
  async (type, isShown) => {
    const level = type === 'manage' ? 'manager' : 'user'
    const { user } = await openFleet({
      ...answersFor({ level, access_scopes: [{ scope: 'c1,f1,*', type }] }),
      'GET /vehicles': listOf(
        someVehicle({
          vin: '3VWFE21C04M000001',
          imei: '356938035643809',
          simNumber: '5512345678',
          gpsSerialNumber: 'S-1',
          insurancePolicy: 'P-1',
          lastUpdate: null,
        }),
      ),
    })
    await choose(user, '104', 'Ver unidad')
    const dialog = within(await screen.findByRole('dialog', { name: 'Unidad 104' }))
    dialog.getByText('Marca')
    for (const name of [/^VIN/, /IMEI/, /SIM/, /serie/i, /póliza/i])
      expect(dialog.queryAllByText(name).length > 0, String(name)).toBe(isShown)
    const report = isShown ? /equipo GPS todavía no ha reportado/ : /^Todavía no ha reportado/
    dialog.getByText(report)
  },
)
