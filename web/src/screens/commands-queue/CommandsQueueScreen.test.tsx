import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { answersFor, refusal, renderApp, twoOfEach } from '../../app/testing.tsx'
import { someCommand } from '../../commands/commands.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./CommandsQueueScreen.tsx')])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const failed = someCommand({
  id: 'k2',
  type: 'stop_engine',
  status: 'failed',
  priority: 'critical',
  reason: 'Robo reportado',
  errorMessage: 'delivery_unknown',
  payload: 'RELAY,1#',
  canCancel: false,
})
/** Created for each test: a command created at import would be older by the time a slow machine shows it. */
const answers = () => ({ 'GET /commands': listOf(someCommand(), failed) })
const menuOf = (name: string) => screen.findByRole('button', { name: `Acciones de ${name}` })

it('lists commands by number, make and model, counts down, and shows the outcome of a command below it', async () => {
  const { user, at } = renderApp('/commands-queue', answers())
  await screen.findByRole('heading', { level: 1, name: 'Cola de comandos' })
  const table = within(await screen.findByRole('table', { name: 'Comandos GPS' }))
  expect(table.getAllByText('104 Nissan Versa')).toHaveLength(2)
  // The page's clock shows whole seconds, so it may be up to one second behind.
  table.getByText(/vence en (9:\d\d|10:0[01])/)
  screen.getByText('1 a 2 de 2')
  await user.click(table.getByRole('button', { name: 'Apagar motor' }))
  expect(at()).toBe('/commands-queue?command=k2')
  await table.findByText(/^Entrega desconocida/)
  table.getByText('Robo reportado')
  table.getByText('RELAY,1#')
})

it('sorts in both directions and filters by status, type and fleet, kept in the address', async () => {
  const asked: URLSearchParams[] = []
  const { user, at } = renderApp('/commands-queue', {
    ...twoOfEach,
    'GET /commands': (_body, query) => {
      asked.push(query)
      return listOf(someCommand())
    },
  })
  const last = () => asked.at(-1)
  await screen.findByRole('table', { name: 'Comandos GPS' })
  expect([last()?.get('sort'), last()?.get('order'), last()?.get('fleetId')]).toEqual([
    'createdAt',
    'desc',
    'f1',
  ])
  for (const [header, sort] of [
    ['Prioridad', 'priority'],
    ['Estado', 'status'],
    ['Comando', 'commandType'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: header }))
    expect(at()).toContain(`sort=${sort}&order=asc`)
    await user.click(screen.getByRole('button', { name: header }))
    expect(at()).toContain(`sort=${sort}&order=desc`)
  }
  await user.click(screen.getByRole('button', { name: 'Entregado' }))
  await user.click(screen.getByRole('combobox', { name: 'Flotilla' }))
  await user.click(await screen.findByRole('option', { name: 'Todas las flotillas' }))
  await user.click(screen.getByRole('combobox', { name: 'Comando' }))
  await user.click(await screen.findByRole('option', { name: 'Apagar motor' }))
  await screen.findByRole('table', { name: 'Comandos GPS' })
  expect(last()?.getAll('status')).toEqual(['delivered'])
  expect(last()?.get('type')).toBe('stop_engine')
  expect([last()?.get('fleetId'), last()?.get('companyId')]).toEqual([null, 'c1'])
})

it('cancels waiting commands, refreshes a status, and explains why others cannot be cancelled', async () => {
  const { user, count } = renderApp('/commands-queue', {
    ...answers(),
    'POST /commands/k1/cancel': { body: someCommand({ status: 'cancelled', canCancel: false }) },
    'GET /commands/k2': { body: failed },
  })
  await user.click(await menuOf('Consultar estado 104'))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancelar comando' }))
  await screen.findByText('Consultar estado cancelado para la unidad 104')
  expect(count('POST /commands/k1/cancel')).toBe(1)
  await user.click(await menuOf('Apagar motor 104'))
  const locked = await screen.findByRole('menuitem', { name: /^Cancelar comando/ })
  expect(locked.textContent).toContain('Ya terminó')
  await user.click(screen.getByRole('menuitem', { name: 'Actualizar estado' }))
  await screen.findByText('Apagar motor, unidad 104: Falló')
})

it('words failures as specified', async () => {
  const refused = { status: 400, body: {} }
  const { user } = renderApp(
    '/commands-queue',
    {
      ...answers(),
      'POST /commands/k1/cancel': refused,
      'GET /commands/k1': refusal(404, 'command_not_found'),
    },
    { language: 'en' },
  )
  await user.click(await screen.findByRole('button', { name: 'Actions for Query status 104' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel command' }))
  await screen.findByText('Failed to cancel command. Please try again.')
  await user.click(screen.getByRole('button', { name: 'Actions for Query status 104' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Refresh status' }))
  await screen.findByText('Command not found. It may no longer exist.')
})

it('shows changes announced by the live stream', async () => {
  const { answers: server, emitLive } = renderApp('/commands-queue', { ...answers() })
  const table = within(await screen.findByRole('table', { name: 'Comandos GPS' }))
  server['GET /commands'] = listOf(someCommand({ status: 'delivered', canCancel: false }))
  emitLive({
    type: 'stale',
    now: 1,
    hints: [{ domain: 'commands', id: 'k1', fleetId: 'f1', companyId: 'c1' }],
  })
  await table.findByText('Entregado')
})

it('is refused to a guest', async () => {
  const { count } = renderApp('/commands-queue', {
    ...answers(),
    ...answersFor({ level: 'guest', access_scopes: [{ scope: 'c1,f1,v104', type: 'read' }] }),
  })
  await screen.findByRole('heading', { level: 1 })
  expect(count('GET /commands')).toBe(0)
})
