import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { staffScreens } from '../app/navigation/screens.ts'
import { answersFor, renderApp } from '../app/testing.tsx'
import { someCompany } from './organisation.factory.ts'

beforeAll(async () => {
  await Promise.all([
    import('../app/shell/Shell.tsx'),
    staffScreens.companies.load(),
    import('./CompanyCard.tsx'),
    import('./CompanyDialog.tsx'),
  ])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const superAdmin = answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] })
const companies = { 'GET /companies/': listOf(someCompany()) }

describe('the card of a company', () => {
  const nameOfLinks = (dialog: HTMLElement) =>
    within(dialog)
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])

  it('shows its facts without any field, and opens the form and the fleets', async () => {
    const { user, at } = renderApp('/companies', {
      ...superAdmin,
      ...companies,
      'GET /companies/c1': { body: someCompany() },
      'GET /audit': listOf(),
    })
    await user.click(await screen.findByRole('button', { name: /^(?!Acciones).*Transportes Valle/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Transportes Valle' })
    const read = within(dialog)
    await read.findByText('Activa')
    expect(nameOfLinks(dialog)).toEqual([
      ['Llamar a Transportes Valle: +52 55 1234 5678', 'tel:+525512345678'],
      ['Escribir a Transportes Valle: contacto@valle.mx', 'mailto:contacto@valle.mx'],
    ])
    read.getByText('TVA200101AB1')
    read.getByText('40')
    await read.findByText('Sin movimientos registrados.')
    expect(dialog.querySelectorAll('input, textarea, select')).toHaveLength(0)
    expect(at()).toContain('company=c1')
    await user.click(read.getByRole('button', { name: 'Editar empresa' }))
    await screen.findByRole('dialog', { name: 'Editar Transportes Valle' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Editar Transportes Valle' })).toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(at()).not.toContain('company=')
  })

  it('opens from its address in English, without Edit for those who may not', async () => {
    const reader = answersFor({
      level: 'admin',
      access_scopes: [
        { scope: 'c1,*,*', type: 'manage' },
        { scope: 'c2,*,*', type: 'read' },
      ],
    })
    renderApp(
      '/companies?company=c2',
      {
        ...reader,
        ...companies,
        'GET /companies/c2': { body: someCompany({ id: 'c2' }) },
        'GET /audit': listOf(),
      },
      { language: 'en' },
    )
    const dialog = await screen.findByRole('dialog', { name: 'Transportes Valle' })
    await within(dialog).findByRole('region', { name: 'Recent history' })
    expect(nameOfLinks(dialog).map(([name]) => name)).toEqual([
      'Call Transportes Valle: +52 55 1234 5678',
      'Email Transportes Valle: contacto@valle.mx',
    ])
    within(dialog).getByRole('button', { name: 'Fleets' })
    expect(within(dialog).queryByRole('button', { name: 'Edit company' })).toBeNull()
  })
})
