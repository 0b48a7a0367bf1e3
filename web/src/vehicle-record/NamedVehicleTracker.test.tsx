import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { staffScreens } from '../app/navigation/screens.ts'
import { type FakeAnswers, renderApp } from '../app/testing.tsx'
import { type Onboarding, someOnboarding } from '../telemetry/devices/devices.factory.ts'
import { someVehicle } from '../vehicles/vehicles.factory.ts'

beforeAll(async () => {
  await Promise.all([
    import('../app/shell/Shell.tsx'),
    staffScreens.fleet.load(),
    import('./VehicleRecordDialog.tsx'),
    import('./NamedVehicleTracker.tsx'),
    import('../telemetry/devices/DeviceDialog.tsx'),
  ])
}, 60_000)

const vehicle = someVehicle({ imei: '866551234567890', gpsModel: 'GT06N' })
const models = {
  body: {
    items: [
      { maker: 'Concox', model: 'GT06N', protocol: 'gt06' },
      { maker: 'Sinotrack', model: 'ST-901', protocol: 'h02' },
    ],
  },
}
const fleet = (some: FakeAnswers): FakeAnswers => ({
  'GET /vehicles': { body: { items: [vehicle], total: 1, page: 1, size: 25 } },
  'GET /device-models': models,
  ...some,
})
const devicePath = 'GET /vehicles/v104/device'

async function open(user: ReturnType<typeof renderApp>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Acciones de 104' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Conectar el equipo GPS' }))
  return within(await screen.findByRole('dialog', { name: 'Conectar el equipo GPS de la unidad 104' }))
}

describe('connecting a tracker', () => {
  it('opens when the address names the vehicle, on any page of the list', async () => {
    const { user, at } = renderApp('/fleet?connect=v104', {
      ...fleet({ [devicePath]: { body: someOnboarding() } }),
      'GET /vehicles': { body: { items: [someVehicle({ id: 'v9' })], total: 26, page: 1, size: 25 } },
      'GET /vehicles/v104': { body: vehicle },
    })
    const name = 'Conectar el equipo GPS de la unidad 104'
    await screen.findByRole('dialog', { name }, { timeout: 15_000 })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(at()).toBe('/fleet')
  })

  it('shows the texts in order, and follows the first contact to the first position', async () => {
    let onboarding = someOnboarding({
      server: { host: '127.0.0.1', isPublic: false, port: 5023, transports: ['tcp'] },
    })
    const { user } = renderApp('/fleet', fleet({ [devicePath]: () => ({ body: onboarding }) }))
    const dialog = await open(user)
    await dialog.findByText(/Esperando al equipo/)
    dialog.getByText(/no pueden llegar a 127.0.0.1/)
    const texts = dialog.getAllByText(/#$/).map(({ textContent }) => textContent)
    expect(texts).toEqual(onboarding.smsSteps)
    await user.click(dialog.getByRole('button', { name: 'Copiar Mensaje 2' }))
    expect(await navigator.clipboard.readText()).toBe('SERVER,1,gps.example.mx,5023,0#')
    const now = new Date().toISOString()
    onboarding = someOnboarding({
      contact: { isConnected: true, lastReportAt: now, protocol: 'gt06', refused: { null_island: 2 } },
    })
    await dialog.findByText(/todavía no envía una posición/)
    dialog.getByText('Posición 0, 0 (2)')
    onboarding = someOnboarding({
      contact: { isConnected: true, lastReportAt: now, lastFixAt: now, protocol: 'gt06' },
    })
    await dialog.findByText(/Está listo/)
    const steps = dialog.getAllByRole('listitem').filter((one) => one.getAttribute('aria-current') === 'step')
    expect(steps).toEqual([])
  })

  it('asks for another model and an access point, and refuses one that a text message cannot contain', async () => {
    const asked: string[] = []
    const { user } = renderApp(
      '/fleet',
      fleet({
        [devicePath]: (_body, query) => {
          asked.push(query.toString())
          return { body: someOnboarding() }
        },
      }),
    )
    const dialog = await open(user)
    const model = await dialog.findByRole('combobox', { name: 'Modelo del equipo GPS' })
    await user.clear(model)
    await user.type(model, 'sino')
    await user.click(await screen.findByRole('option', { name: 'Sinotrack ST-901' }))
    await waitFor(() => expect(asked.at(-1)).toBe('model=Sinotrack+ST-901'))
    const apn = dialog.getByRole('textbox', { name: 'APN de la SIM' })
    await user.type(apn, 'a,b')
    expect(apn.getAttribute('aria-invalid')).toBe('true')
    await user.clear(apn)
    await user.type(apn, 'web.mx')
    await waitFor(() => expect(asked.at(-1)).toBe('model=Sinotrack+ST-901&apn=web.mx'))
    expect(asked.some((query) => query.includes('%2C'))).toBe(false)
  })

  it('sets the password of the device, and asks before it removes it', async () => {
    const save = 'PUT /vehicles/v104/device/password'
    let hasPassword = false
    const { user, asked } = renderApp(
      '/fleet',
      fleet({
        [devicePath]: () => ({ body: someOnboarding({ hasPassword }) }),
        [save]: (body) => {
          hasPassword = (body as { password: string | null }).password !== null
          return { body: { hasPassword } }
        },
      }),
    )
    const sent = () => asked.filter(({ call }) => call === save).map(({ body }) => body)
    const dialog = await open(user)
    await user.click(await dialog.findByRole('button', { name: 'Establecer contraseña' }))
    const form = within(await screen.findByRole('dialog', { name: 'Establecer contraseña' }))
    await user.type(form.getByLabelText('Contraseña del equipo GPS'), 'ab{Enter}')
    expect(sent()).toEqual([])
    await user.type(form.getByLabelText('Contraseña del equipo GPS'), '12{Enter}')
    await dialog.findByText('Hay una contraseña')
    expect(sent()).toEqual([{ password: 'ab12' }])

    const remove = await dialog.findByRole('button', { name: 'Quitar contraseña' })
    await user.click(remove)
    await screen.findByRole('alertdialog', { name: '¿Quitar la contraseña guardada?' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent()).toHaveLength(1)
    await user.click(remove)
    const confirm = within(await screen.findByRole('alertdialog'))
    await user.click(confirm.getByRole('button', { name: 'Quitar contraseña' }))
    await dialog.findByText('Se usa la contraseña de fábrica')
    expect(sent()).toEqual([{ password: 'ab12' }, { password: null }])
  })

  it('configures a phone, and shows its secret once', async () => {
    const phone: Omit<Partial<Onboarding>, 'contact'> = {
      model: 'OsmAnd',
      protocol: 'osmand',
      hint: 'phone_app',
      smsSteps: [],
      server: { host: 'gps.example.mx', isPublic: true, port: 5055, transports: ['http'] },
    }
    let hasSecret = false
    const { user } = renderApp(
      '/fleet',
      fleet({
        [devicePath]: () => ({ body: someOnboarding({ ...phone, hasSecret }) }),
        'POST /vehicles/v104/device/secret': () => {
          hasSecret = true
          return { body: { secret: 'q7-once' } }
        },
      }),
    )
    const dialog = await open(user)
    const address = 'http://gps.example.mx:5055/?id=866551234567890'
    await dialog.findByRole('img', { name: `Código QR con la dirección ${address}` })
    await user.click(dialog.getByRole('button', { name: 'Crear clave' }))
    await dialog.findByText('q7-once')
    dialog.getByText(`${address}&secret=q7-once`)
    await dialog.findByRole('button', { name: 'Crear otra clave' })
  })

  it('opens from the form, which keeps the model that was chosen', async () => {
    const { user } = renderApp('/fleet', fleet({ [devicePath]: { body: someOnboarding() } }))
    await user.click(await screen.findByRole('button', { name: 'Acciones de 104' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Editar unidad' }))
    const form = within(await screen.findByRole('dialog', { name: /Editar unidad 104/ }))
    await user.type(form.getByRole('textbox', { name: 'IMEI' }), '1')
    await user.click(form.getByRole('button', { name: 'Conectar el equipo GPS' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Conectar el equipo GPS de la unidad 104' }),
    )
    dialog.getByText(/El IMEI cambió y no se ha guardado/)
    const model = await dialog.findByRole('combobox', { name: 'Modelo del equipo GPS' })
    await user.clear(model)
    await user.type(model, 'Casero 1')
    await user.click(dialog.getAllByRole('button', { name: 'Cerrar' }).at(-1) as HTMLElement)
    await waitFor(() =>
      expect(form.getByRole('combobox', { name: 'Modelo del GPS' })).toHaveProperty('value', 'Casero 1'),
    )
  })
})
