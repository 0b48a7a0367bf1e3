import { featureNames, type Tier } from '@rumbo/contract/features'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { someCompany, someFleet } from '../../organisation/organisation.factory.ts'
import { staffScreens } from '../navigation/screens.ts'
import { featureBlock, featuresHere } from '../session/features.rules.ts'
import { answersFor, companyChoice, refusal, renderApp } from '../testing.tsx'

beforeAll(async () => {
  await Promise.all([
    import('./Shell.tsx'),
    staffScreens.dispatch.load(),
    staffScreens.services.load(),
    staffScreens.main.load(),
  ])
}, 60_000)

const admin = answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const fleetWithout = (...off: string[]) => ({
  body: someFleet({
    name: 'Flotilla f1',
    features: featureNames.filter((feature) => !off.includes(feature)),
  }),
})
const companyOf = (tier: Tier) => ({ body: someCompany({ tier }) })
const items = async () =>
  within(await screen.findByRole('navigation', { name: 'Menú principal' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

describe('the available features', () => {
  const starter = { tier: 'starter' } as const
  it('are those of the fleet, else those of the tier, else all', () => {
    expect(featuresHere({ company: starter, fleet: { features: ['map'] } })).toEqual(['map'])
    expect(featuresHere({ company: starter, fleet: null })).not.toContain('dispatch')
    expect(featuresHere({ company: null, fleet: null })).toEqual(featureNames)
  })

  it('are blocked by the tier before a switch', () => {
    const here = { company: starter, fleet: { features: [] } }
    expect(featureBlock('dispatch', here)).toEqual({ why: 'tier', tier: 'professional' })
    expect(featureBlock('grid', here)).toEqual({ why: 'off' })
    expect(featureBlock(undefined, here)).toBeNull()
    expect(featureBlock('map', { company: starter, fleet: { features: ['map'] } })).toBeNull()
  })
})

describe('a feature that is off', () => {
  it('is in neither menu nor shortcuts, and its route explains why and links to the configuration', async () => {
    const { user, at } = renderApp('/dispatch', { ...admin, 'GET /fleets/f1': fleetWithout('dispatch') })
    await screen.findByText('Esta función está apagada en Flotilla f1.')
    const found = await items()
    for (const label of ['Despacho', 'Planeación', 'Comunicación']) expect(found).not.toContain(label)
    expect(found).toContain('Servicios')
    await user.keyboard('gd')
    await user.keyboard('?')
    const sheet = within(await screen.findByRole('dialog', { name: 'Atajos de teclado' }))
    expect(sheet.queryByText('Despacho')).toBeNull()
    sheet.getByText('Servicios')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('link', { name: 'Abrir Configuración de flotilla' }))
    expect(at()).toBe('/fleet-configuration?fleet=f1&feature=dispatch')
  })

  const locked = {
    'GET /companies/c1': companyOf('starter'),
    'GET /fleets/f1': fleetWithout('dispatch', 'services'),
  }
  const ana = { id: 'a1', displayName: 'Ana Ruiz', email: 'ana@example.com' }

  it('names in English the tier that includes it, and whom to ask with the address to write to', async () => {
    renderApp(
      '/dispatch',
      { ...locked, 'GET /companies/c1/administrators': { body: { items: [ana] } } },
      { language: 'en' },
    )
    await screen.findByText('Upgrade to Professional to unlock this feature.')
    const mail = await screen.findByRole('link', { name: /Ana Ruiz/ })
    expect(mail.getAttribute('href')).toBe('mailto:ana@example.com')
    expect(screen.queryByRole('link', { name: 'Open Fleet Configuration' })).toBeNull()
  })

  it('names the company itself where no administrator is known', async () => {
    renderApp('/dispatch', {
      ...locked,
      'GET /companies/c1': { body: someCompany({ tier: 'starter', email: 'hola@example.com' }) },
      'GET /companies/c1/administrators': { body: { items: [] } },
    })
    const mail = await screen.findByRole('link', { name: /hola@example.com/ })
    expect(mail.getAttribute('href')).toBe('mailto:hola@example.com')
  })

  it('leads a super admin to the plan of the company, and an administrator to a request to send', async () => {
    const root = answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] })
    const first = renderApp('/dispatch', { ...locked, ...root })
    expect((await screen.findByRole('link', { name: /^Cambiar el plan de/ })).getAttribute('href')).toBe(
      '/companies?company=c1&edit=tier',
    )
    first.unmount()
    renderApp('/dispatch', { ...locked, ...admin })
    await screen.findByRole('button', { name: 'Copiar solicitud' })
    expect(screen.queryByRole('link', { name: /^Cambiar el plan de/ })).toBeNull()
  })

  it('is not requested by the control panel', async () => {
    const { count } = renderApp('/main', { 'GET /fleets/f1': fleetWithout('services', 'dispatch') })
    await screen.findByRole('heading', { level: 1, name: 'Panel de control' })
    expect(screen.queryByRole('heading', { name: 'Servicios' })).toBeNull()
    expect(count('GET /services-counts')).toBe(0)
    expect(count('GET /services')).toBe(0)
  })

  it('closes an open page when the server reports that the organisation changed', async () => {
    const { answers, emitLive } = renderApp('/planning')
    await screen.findByRole('heading', { level: 1, name: 'Planeación' })
    expect(await items()).toContain('Despacho')
    answers['GET /fleets/f1'] = fleetWithout('dispatch')
    emitLive({ type: 'stale', now: 1, hints: [{ domain: 'organisation', companyId: 'c1', fleetId: 'f1' }] })
    await screen.findByText('Esta función está apagada en Flotilla f1.')
    expect(await items()).not.toContain('Despacho')
  })

  it('closes an open page when one of its calls is refused', async () => {
    renderApp('/services', {
      'GET /services': refusal(403, 'feature_off'),
      'GET /fleets/f1': (() => {
        let isFirst = true
        return () => {
          const answer = isFirst ? fleetWithout() : fleetWithout('services')
          isFirst = false
          return answer
        }
      })(),
    })
    await screen.findByText('Esta función está apagada en Flotilla f1.')
    expect(await items()).not.toContain('Servicios')
  })
})

describe('a company that is removed while its page is open', () => {
  const both = { items: [companyChoice('c1'), companyChoice('c2')] }
  const hint = { type: 'stale', now: 1, hints: [{ domain: 'organisation', companyId: 'c1' }] } as const

  it('is replaced by the next one', async () => {
    const { answers, emitLive, client } = renderApp('/planning', {
      'GET /auth/profile/companies': { body: both },
    })
    await screen.findByRole('heading', { level: 1, name: 'Planeación' })
    answers['GET /auth/profile/companies'] = { body: { items: both.items.slice(1) } }
    answers['GET /companies/c1'] = refusal(403, 'company_denied')
    emitLive({ ...hint, hints: [...hint.hints] })
    await waitFor(() => expect(client.workspace.state().company?.id).toBe('c2'))
    expect(sessionStorage.getItem('activeCompanyId')).toBe('c2')
  })

  it('is replaced by the message for users without a company', async () => {
    const { answers, emitLive } = renderApp('/planning')
    await screen.findByRole('heading', { level: 1, name: 'Planeación' })
    answers['GET /auth/profile/companies'] = { body: { items: [] } }
    emitLive({ ...hint, hints: [...hint.hints] })
    await screen.findByText('Necesitas estar asignado a una flotilla. Contacta a tu administrador.')
    expect(sessionStorage.getItem('activeCompanyId')).toBeNull()
  })
})
