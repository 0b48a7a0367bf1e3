import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { answersFor, refusal, renderApp, twoOfEach } from '../../app/testing.tsx'
import { someConfiguration } from '../../organisation/organisation.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./FleetConfigurationScreen.tsx')])
}, 60_000)

const admin = answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const configuration = { 'GET /fleets/f1/configuration': { body: someConfiguration('professional') } }
const listOf = () => ({ body: { items: [], total: 0, page: 1, size: 25 } })
const featureSwitch = (name: string) => screen.findByRole('switch', { name })

it('shows five categories, core always on, and what a higher tier would unlock', async () => {
  renderApp('/fleet-configuration', { ...admin, ...configuration }, { language: 'en' })
  for (const name of ['Core', 'Operations', 'Visualization', 'Advanced', 'Business'])
    await screen.findByRole('region', { name })
  const core = await featureSwitch('Control Panel')
  expect(core).toHaveProperty('checked', true)
  expect(core).toHaveProperty('disabled', true)
  const tree = await featureSwitch('Company Tree')
  expect(tree).toHaveProperty('disabled', true)
  screen.getByText('Upgrade to Enterprise to unlock this feature.')
  expect(screen.getAllByText('Always on')).toHaveLength(4)
})

it('saves the switches, and reads company and fleet again', async () => {
  const sent: unknown[] = []
  const { user, count } = renderApp('/fleet-configuration', {
    ...admin,
    ...configuration,
    'PUT /fleets/f1/configuration': (body: unknown) => {
      sent.push(body)
      return { body: someConfiguration('professional', ['services']) }
    },
  })
  await user.click(await featureSwitch('Servicios'))
  screen.getByText('1 cambio sin guardar')
  screen.getByText('Necesita también Servicios, que está apagada.')
  const before = count('GET /fleets/f1')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await screen.findByText('Configuración de Centro guardada')
  await waitFor(() => expect(count('GET /fleets/f1')).toBeGreaterThan(before))
  expect(screen.queryByText('1 cambio sin guardar')).toBeNull()
  const [body] = sent as { enabled: string[]; version: number }[]
  expect(body?.version).toBe(4)
  expect(body?.enabled).toContain('dispatch')
  expect(body?.enabled).not.toContain('services')
  expect(body?.enabled).not.toContain('company_tree')
})

it('discards changes, and asks before another fleet replaces unsaved changes', async () => {
  const { user, at } = renderApp('/fleet-configuration', {
    ...admin,
    ...twoOfEach,
    ...configuration,
    'GET /fleets/f2/configuration': { body: { ...someConfiguration(), fleetId: 'f2' } },
  })
  await user.click(await featureSwitch('Radar'))
  await user.click(screen.getByRole('button', { name: 'Descartar' }))
  expect(await featureSwitch('Radar')).toHaveProperty('checked', true)
  await user.click(await featureSwitch('Radar'))
  await user.click(screen.getByRole('combobox', { name: 'Flotilla' }))
  await user.click(await screen.findByRole('option', { name: 'Flotilla f2' }))
  const ask = within(await screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' }))
  expect(at()).not.toContain('fleet=f2')
  await user.click(ask.getByRole('button', { name: 'Salir sin guardar' }))
  await waitFor(() => expect(at()).toContain('fleet=f2'))
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Radar' })).toHaveProperty('checked', true))
})

it('asks before a link, Back or a reload discards changes', async () => {
  const some = { ...admin, ...configuration, 'GET /vehicles': listOf() }
  const { user, at, history } = renderApp('/fleet', some, { hasBrowserHistory: true })
  await screen.findByRole('heading', { level: 1, name: 'Unidades' })
  act(() => history.push('/fleet-configuration'))
  await user.click(await featureSwitch('Radar'))
  const keeps = async (leave: () => unknown) => {
    await leave()
    const ask = within(await screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' }))
    expect(at()).toContain('/fleet-configuration')
    await user.click(ask.getByRole('button', { name: 'Seguir editando' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await featureSwitch('Radar')).toHaveProperty('checked', false)
  }
  await keeps(() => user.click(screen.getByRole('link', { name: 'Mapa' })))
  await keeps(() => act(() => history.back()))
  const reload = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(reload)
  expect(reload.defaultPrevented).toBe(true)
})

it('shows what somebody else saved meanwhile, and adopts it', async () => {
  const theirs = { ...someConfiguration('professional', ['map']), version: 5 }
  const { user, answers } = renderApp('/fleet-configuration', { ...admin, ...configuration })
  answers['PUT /fleets/f1/configuration'] = () => {
    answers['GET /fleets/f1/configuration'] = { body: theirs }
    const body = refusal(409, 'stale_version').body as object
    return { status: 409, body: { ...body, current: theirs, changedBy: 'Ana Gil' } }
  }
  await user.click(await featureSwitch('Radar'))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  const conflict = within(await screen.findByRole('alertdialog', { name: /Alguien más cambió/ }))
  conflict.getByRole('row', { name: 'Radar No Sí' })
  conflict.getByRole('row', { name: 'Mapa Sí No' })
  await user.click(conflict.getByRole('button', { name: 'Usar lo guardado' }))
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Mapa' })).toHaveProperty('checked', false))
  expect(await featureSwitch('Radar')).toHaveProperty('checked', true)
})

it.each([
  ['es', 'No tienes permiso para configurar flotillas.'],
  ['en', "You don't have permission to manage fleet configurations."],
] as const)('is refused to those who may not edit it: %s', async (language, words) => {
  renderApp('/fleet-configuration', configuration, { language })
  await screen.findByText(words)
  expect(screen.queryByRole('switch')).toBeNull()
})

it.each([
  ['es', 'No se pudo cargar la configuración de la flotilla. Inténtalo de nuevo.'],
  ['en', 'Failed to load fleet configuration. Please try again.'],
] as const)('shows that it could not be loaded: %s', async (language, words) => {
  const broken = { 'GET /fleets/f1/configuration': { status: 400, body: {} } }
  renderApp('/fleet-configuration', { ...admin, ...broken }, { language })
  await screen.findByText(words)
})
