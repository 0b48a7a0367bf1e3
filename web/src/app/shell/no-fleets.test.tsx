import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { staffScreens } from '../navigation/screens.ts'
import { answersFor, renderApp } from '../testing.tsx'

beforeAll(async () => {
  await Promise.all([import('./Shell.tsx'), staffScreens.main.load()])
}, 60_000)

const none = { 'GET /fleets/': { body: { items: [], total: 0, page: 1, size: 100 } } }
const admin = answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const ofFleets = Object.values(staffScreens).filter((entry) => 'needsFleet' in entry)

describe('a company without fleets', () => {
  it('offers those who may add one the form, on the page itself', async () => {
    const { user } = renderApp('/map', { ...none, ...admin })
    await user.click(await screen.findByRole('button', { name: 'Agregar flotilla' }))
    await screen.findByRole('dialog', { name: 'Agregar flotilla' })
  })

  it.each(ofFleets)('has a next step at $path', async ({ path }) => {
    renderApp(path.replace('/{-$vehicleId}', ''), { ...none, ...admin })
    await screen.findByRole('button', { name: 'Agregar flotilla' })
  })

  it('has a next step on the control panel', async () => {
    renderApp('/main', { ...none, ...admin })
    await screen.findByRole('button', { name: 'Agregar flotilla' })
  })

  it('names to everyone else whom to ask', async () => {
    const ana = { id: 'a1', displayName: 'Ana Ruiz', email: 'ana@example.com' }
    renderApp(
      '/grid',
      { ...none, 'GET /companies/c1/administrators': { body: { items: [ana] } } },
      { language: 'en' },
    )
    await screen.findByText('No Fleets Available')
    await screen.findByText(/Contact a super admin or admin to get access to a fleet/)
    await screen.findByRole('link', { name: /Ana Ruiz/ })
    expect(screen.queryByRole('button', { name: 'Add fleet' })).toBeNull()
  })

  it('leads a super admin without any company to the form of a company', async () => {
    renderApp('/map', {
      ...answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] }),
      'GET /auth/profile/companies': { body: { items: [] } },
    })
    expect((await screen.findByRole('link', { name: 'Agregar empresa' })).getAttribute('href')).toBe(
      '/companies?add=1',
    )
  })
})
