import { act, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { staffScreens } from '../app/navigation/screens.ts'
import { refusal, renderApp } from '../app/testing.tsx'
import { someCommand, someOptions } from '../commands/commands.factory.ts'
import type { CommandOptions } from '../commands/commands.rules.ts'
import { someLiveVehicle, someVehicle } from '../vehicles/vehicles.factory.ts'

beforeAll(async () => {
  await Promise.all([
    import('../app/shell/Shell.tsx'),
    staffScreens.fleet.load(),
    import('./NamedVehicleCommands.tsx'),
  ])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const slow = { obstacle: null, speedKmh: 0, fixTime: new Date().toISOString(), mayInsist: false } as const

async function openTab(options: CommandOptions, some = {}) {
  const sent: unknown[] = []
  const view = renderApp('/fleet?commands=v104', {
    'GET /vehicles': listOf(someVehicle()),
    'GET /vehicles/v104': { body: someVehicle({ imei: '356938035643809' }) },
    'GET /vehicles/v104/command-options': { body: options },
    'GET /commands': listOf(someCommand({ status: 'delivered', canCancel: false })),
    'POST /commands': (body: unknown) => {
      sent.push(body)
      return { status: 201, body: someCommand(body as object) }
    },
    ...some,
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Unidad 104' }))
  await dialog.findByRole('group', { name: 'Consultas' })
  return { ...view, dialog, sent }
}

describe('the GPS Commands tab', () => {
  it('shows why commands are unavailable, and the outcome of earlier ones', async () => {
    const { user, dialog } = await openTab(
      someOptions(
        { isConnected: false },
        { lock_doors: { isSupported: false }, factory_reset: { isAllowed: false } },
      ),
    )
    dialog.getByText(/^El equipo no está conectado/)
    const locked = dialog.getByRole('button', { name: 'Cerrar puertas' })
    expect(locked.getAttribute('aria-disabled')).toBe('true')
    dialog.getByText('Cerrar puertas: este equipo no lo tiene.')
    dialog.getByText(
      'Restablecer de fábrica: necesitas permisos de un nivel superior para ejecutar estos comandos.',
    )
    await user.click(locked)
    expect(screen.queryByRole('dialog', { name: /Cerrar puertas/ })).toBeNull()
    await dialog.findByText('Entregado')
  })

  it('validates the parameters at their fields before sending', async () => {
    const { user, dialog, sent } = await openTab(someOptions())
    await user.click(dialog.getByRole('button', { name: 'Fijar límite de velocidad' }))
    const form = within(await screen.findByRole('dialog', { name: 'Fijar límite de velocidad: unidad 104' }))
    await user.click(form.getByRole('button', { name: 'Enviar comando' }))
    form.getByText('Este dato es obligatorio')
    await user.type(form.getByRole('textbox', { name: /Velocidad máxima/ }), '300')
    form.getByText('Escribe un número entero de 1 a 255')
    await user.clear(form.getByRole('textbox', { name: /Velocidad máxima/ }))
    await user.type(form.getByRole('textbox', { name: /Velocidad máxima/ }), '80')
    await user.click(form.getByRole('button', { name: 'Enviar comando' }))
    await screen.findByText('Fijar límite de velocidad: en cola para la unidad 104')
    expect(sent).toEqual([
      {
        vehicleId: 'v104',
        type: 'set_speed_limit',
        priority: 'medium',
        reason: null,
        parameters: { speedKmh: 80 },
      },
    ])
  })
})

describe('stopping an engine', () => {
  const openStop = async (options: CommandOptions, some = {}) => {
    const view = await openTab(options, some)
    await view.user.click(view.dialog.getByRole('button', { name: 'Apagar motor' }))
    const stop = within(await screen.findByRole('alertdialog', { name: 'Apagar el motor de la unidad 104' }))
    return { ...view, stop, submit: stop.getByRole<HTMLButtonElement>('button', { name: 'Apagar motor' }) }
  }

  it('requires a reason and the typed number of the vehicle', async () => {
    const { user, stop, submit, sent } = await openStop(someOptions({ stopEngine: slow }))
    await user.click(submit)
    stop.getByText('Escribe el motivo')
    stop.getByText('No coincide con el número de la unidad')
    await user.type(stop.getByRole('textbox', { name: /^Motivo/ }), 'Robo reportado')
    await user.type(stop.getByRole('textbox', { name: /^Escribe 104/ }), '104')
    await user.click(submit)
    await screen.findByText('Apagar motor: en cola para la unidad 104')
    expect(sent).toEqual([
      {
        vehicleId: 'v104',
        type: 'stop_engine',
        priority: 'critical',
        reason: 'Robo reportado',
        confirmation: '104',
        insists: false,
      },
    ])
  })

  it('is locked as soon as the live stream reports a fast vehicle, without an override below admin', async () => {
    const { client, stop, submit } = await openStop(someOptions({ stopEngine: slow }))
    expect(submit.disabled).toBe(false)
    act(() => client.live.store.applySnapshot('f1', [someLiveVehicle({ speedKmh: 57 })]))
    await stop.findByText(/^No se puede apagar ahora: la unidad va a más de 20 km\/h/)
    stop.getByText('57')
    expect(submit.disabled).toBe(true)
    expect(stop.queryByRole('checkbox')).toBeNull()
  })

  it('is locked while two connections claim the device, also for users who may override', async () => {
    const stopEngine = { ...slow, obstacle: 'device_claimed', mayInsist: true } as const
    const { stop, submit } = await openStop(someOptions({ stopEngine, isClaimed: true }))
    await stop.findByText(/^No se puede apagar ahora: dos conexiones dicen ser el equipo/)
    expect(submit.disabled).toBe(true)
    expect(stop.queryByRole('checkbox')).toBeNull()
  })

  it('offers an override to users who may, and shows a late refusal', async () => {
    const stopEngine = { ...slow, obstacle: 'no_recent_fix', fixTime: null, mayInsist: true } as const
    const { user, stop, submit } = await openStop(someOptions({ stopEngine }), {
      'POST /commands': refusal(403, 'command_level'),
    })
    expect(submit.disabled).toBe(true)
    await user.click(stop.getByRole('checkbox', { name: /^Apagar de todos modos/ }))
    await user.type(stop.getByRole('textbox', { name: /^Motivo/ }), 'Robo')
    await user.type(stop.getByRole('textbox', { name: /^Escribe 104/ }), '104')
    await user.click(submit)
    await stop.findByText('Necesitas permisos de un nivel superior para ejecutar estos comandos.')
  })
})
