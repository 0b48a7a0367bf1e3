import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { defaultThemeSettings, themeSettingsKey } from '../ui/theme-settings.tsx'
import { someLiveVehicle } from '../vehicles/vehicles.factory.ts'
import { answersFor, renderApp } from './testing.tsx'

configure({ asyncUtilTimeout: 25_000 })
vi.setConfig({ testTimeout: 90_000 })
/** Chunks of their own: loaded before the page's clocks run, however busy the machine is. */
beforeAll(async () => {
  await Promise.all([import('./Shell.tsx'), import('./MenuBadge.tsx'), import('./HorizontalMenu.tsx')])
}, 60_000)

const root = answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] })
const waiting = (total: number) => ({ body: { items: [], total, page: 1, size: 1 } })
const vehicles = (...statuses: ('critical' | 'alarmed' | 'active')[]) =>
  statuses.map((status, at) => someLiveVehicle({ vehicleNumber: `${100 + at}`, status }))
const link = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Menú principal' })).getByRole('link', { name })

it('tells how many vehicles need somebody and how many devices wait, as it changes, and nothing of none', async () => {
  const { client } = renderApp('/planning', { ...root, 'GET /unknown-devices': waiting(120) })
  await screen.findByRole('navigation', { name: 'Menú principal' })
  await waitFor(() => expect(link('Equipos desconocidos, 99+ en espera').textContent).toContain('99+'))
  expect(link('Panel de control').textContent).toBe('Panel de control')

  act(() => client.live.store.applySnapshot('f1', vehicles('critical', 'alarmed', 'active')))
  await waitFor(() => expect(link('Panel de control, 2 por atender').textContent).toMatch(/2$/))
  act(() => client.live.store.applySnapshot('f1', vehicles('active')))
  await waitFor(() => expect(link('Panel de control').textContent).toBe('Panel de control'))
})

it('is told beside the icons of the small menu too', async () => {
  const { user, client } = renderApp('/planning', { ...root, 'GET /unknown-devices': waiting(0) })
  await screen.findByRole('navigation', { name: 'Menú principal' })
  await user.click(screen.getByRole('button', { name: 'Compactar menú' }))
  act(() => client.live.store.applySnapshot('f1', vehicles('alarmed')))
  await waitFor(() => expect(link('Panel de control, 1 por atender')).toBeTruthy())
  expect(link('Equipos desconocidos')).toBeTruthy()
})

it('is told on the button of its group where the menu is a bar', async () => {
  localStorage.setItem(themeSettingsKey, JSON.stringify({ ...defaultThemeSettings, horizontal: true }))
  const { user } = renderApp('/planning', { ...root, 'GET /unknown-devices': waiting(7) })
  const button = await screen.findByRole('button', { name: 'Sistema, 7 en espera' })
  expect(button.textContent).toMatch(/7$/)
  await user.click(button)
  expect(await screen.findByRole('menuitem', { name: 'Equipos desconocidos, 7 en espera' })).toBeTruthy()
})
