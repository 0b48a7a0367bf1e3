import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { someCommand } from '../../commands/commands.factory.ts'
import { someEvent } from '../../events/events.factory.ts'
import { someService } from '../../services/services.factory.ts'
import { defaultThemeSettings, themeSettingsKey } from '../../ui/theme/theme-settings.tsx'
import { staffScreens } from '../navigation/screens.ts'
import { answersFor, type FakeAnswer, refusal, renderApp } from '../testing.tsx'

configure({ asyncUtilTimeout: 25_000 })
vi.setConfig({ testTimeout: 90_000 })
/** Loads the lazy chunks before fake timers start, so that a busy machine does not delay them. */
beforeAll(async () => {
  await Promise.all([
    import('./Shell.tsx'),
    import('../../attention/AttentionBadge.tsx'),
    import('../../telemetry/devices/UnknownDevicesBadge.tsx'),
    import('./HorizontalMenu.tsx'),
  ])
  await staffScreens.main.load()
}, 60_000)

const root = answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] })
const waiting = (total: number) => ({ body: { items: [], total, page: 1, size: 1 } })
const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const needsOf = (...items: unknown[]) => ({ body: { ...listOf(...items).body, changesAt: null } })
const nothing = { 'GET /events': listOf(), 'GET /dispatch/needs': needsOf(), 'GET /commands': listOf() }
const events = (...ids: string[]) => listOf(...ids.map((id) => someEvent({ id })))
const link = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Menú principal' })).getByRole('link', { name })

it('shows the numbers of open attention items and waiting devices as they change, and nothing at zero', async () => {
  const { user, client, answers } = renderApp('/planning', {
    ...root,
    ...nothing,
    'GET /unknown-devices': waiting(120),
  })
  await screen.findByRole('navigation', { name: 'Menú principal' })
  const system = await screen.findByRole('button', { name: 'Sistema, 99+ en espera' })
  expect(system.textContent).toContain('99+')
  await user.click(system)
  await waitFor(() => expect(link('Equipos desconocidos, 99+ en espera').textContent).toContain('99+'))
  screen.getByRole('button', { name: 'Sistema', expanded: true })
  expect(link('Panel de control').textContent).toBe('Panel de control')

  answers['GET /events'] = events('e1', 'e2')
  act(() => client.data.evict(['events']))
  await waitFor(() => expect(link('Panel de control, 2 por atender').textContent).toMatch(/2$/))
  answers['GET /events'] = events()
  act(() => client.data.evict(['events']))
  await waitFor(() => expect(link('Panel de control').textContent).toBe('Panel de control'))
})

it('equals the number in the list of the Control Panel, also while an action on an item runs', async () => {
  const before = new Date(Date.now() - 10 * 60_000).toISOString()
  const late = {
    kind: 'unassigned',
    since: before,
    prediction: null,
    service: someService({ status: 'on_dispatch' }),
  }
  let refuse: ((answer: FakeAnswer) => void) | undefined
  const { user } = renderApp('/main', {
    ...root,
    ...nothing,
    'GET /events': events('e1'),
    'GET /dispatch/needs': needsOf(late),
    'GET /commands': listOf(someCommand({ id: 'badge', status: 'failed' })),
    'GET /companies/c1/panel': { body: { order: [], hidden: [] } },
    'GET /unknown-devices': waiting(0),
    'POST /events/e1/acknowledge': () =>
      new Promise<FakeAnswer>((resolve) => {
        refuse = resolve
      }),
  })
  const list = await screen.findByRole('list', { name: 'Te necesitan' })
  const both = (count: number) =>
    waitFor(() =>
      expect([
        within(list).getAllByRole('listitem').length,
        link(`Panel de control, ${count} por atender`),
      ]).toEqual([count, expect.anything()]),
    )
  await both(3)
  await user.click(within(list).getByRole('button', { name: /^Reconocer/ }))
  await both(2)
  await waitFor(() => expect(refuse).toBeDefined())
  act(() => refuse?.(refusal(403, 'forbidden')))
  await both(3)
})

it('is also shown beside the icons of the small menu', async () => {
  const { user } = renderApp('/planning', {
    ...root,
    ...nothing,
    'GET /events': events('e1'),
    'GET /unknown-devices': waiting(0),
  })
  await screen.findByRole('navigation', { name: 'Menú principal' })
  await user.click(screen.getByRole('button', { name: 'Compactar menú' }))
  await waitFor(() => link('Panel de control, 1 por atender'))
  await user.click(screen.getByRole('button', { name: 'Sistema' }))
  link('Equipos desconocidos')
})

it('is shown on the button of its group in the horizontal menu', async () => {
  localStorage.setItem(themeSettingsKey, JSON.stringify({ ...defaultThemeSettings, horizontal: true }))
  const { user } = renderApp('/planning', { ...root, 'GET /unknown-devices': waiting(7) })
  const button = await screen.findByRole('button', { name: 'Sistema, 7 en espera' })
  expect(button.textContent).toMatch(/7$/)
  await user.click(button)
  await screen.findByRole('menuitem', { name: 'Equipos desconocidos, 7 en espera' })
})
