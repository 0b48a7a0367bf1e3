import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { staffScreens } from '../app/navigation/screens.ts'
import { answersFor, type FakeAnswers, renderApp } from '../app/testing.tsx'
import { someAddress, someContact } from './directory.factory.ts'

beforeAll(async () => {
  await Promise.all([
    import('../app/shell/Shell.tsx'),
    staffScreens.directory.load(),
    import('./ContactCard.tsx'),
    import('./ContactDialog.tsx'),
  ])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const lead = answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const answers: FakeAnswers = { ...lead, 'GET /directory/contacts': listOf(someContact()) }

describe('the card of a contact', () => {
  const elena = someContact({
    addresses: [someAddress()],
    emergencyContact: 'Raúl Torres',
    emergencyPhone: '55 1111 2222',
  })
  const card = { 'GET /directory/contacts/k1': { body: elena } }
  const nameOfLinks = (dialog: HTMLElement) =>
    within(dialog)
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])

  it('shows how to reach the person, without any field, and opens the form', async () => {
    const { user, at } = renderApp('/directory', {
      ...answers,
      ...card,
      'GET /audit': listOf({
        id: 'a1',
        at: '2026-11-21T15:00:00.000Z',
        actorId: 'u9',
        actorName: 'Ana Gil',
        address: null,
        companyId: 'c1',
        companyName: 'Empresa c1',
        action: 'contact.updated',
        entity: 'contact',
        entityId: 'k1',
        entityName: 'Elena Torres',
        changes: { jobTitle: ['Almacén', 'Compras'] },
      }),
    })
    await user.click(await screen.findByRole('button', { name: /^(?!Acciones).*Elena Torres/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Elena Torres' })
    const read = within(dialog)
    await read.findByText('Cliente')
    read.getByText('Activo')
    expect(nameOfLinks(dialog)).toEqual([
      ['Llamar a Elena Torres: +52 55 5512 3456', 'tel:+525555123456'],
      ['Escribir a Elena Torres: elena@example.com', 'mailto:elena@example.com'],
      ['Llamar a Raúl Torres: 55 1111 2222', 'tel:5511112222'],
    ])
    read.getByText(/Paseo de la Reforma 222/)
    read.getByText(/Sin usuario/)
    const history = within(await read.findByRole('region', { name: 'Historial reciente' }))
    await history.findByText('Ana Gil')
    expect(dialog.querySelectorAll('input, textarea, select')).toHaveLength(0)
    expect(at()).toContain('contact=k1')
    await user.click(read.getByRole('button', { name: 'Editar contacto' }))
    await screen.findByRole('dialog', { name: 'Editar a Elena Torres' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Editar a Elena Torres' })).toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(at()).not.toContain('contact=')
  })

  it('of a driver has cards, which are added and removed', async () => {
    const sent: unknown[] = []
    const driver = someContact({ role: 'primary_driver' })
    const refused = { at: '2026-03-02T12:00:00.000Z', reason: 'licence_expired', vehicleNumber: '118' }
    const { user } = renderApp('/directory?contact=k1', {
      ...answers,
      'GET /directory/contacts/k1': { body: driver },
      'GET /drivers/k1/cards': {
        body: {
          items: [
            { id: 'x1', companyId: 'c1', driverId: 'k1', card: '1A2B', refused, createdAt: refused.at },
          ],
        },
      },
      'POST /drivers/k1/cards': (body) => {
        sent.push(body)
        return {
          status: 201,
          body: {
            id: 'x2',
            companyId: 'c1',
            driverId: 'k1',
            card: '77',
            refused: null,
            createdAt: refused.at,
          },
        }
      },
      'DELETE /driver-cards/x1': (body) => {
        sent.push(body)
        return { body: { done: true } }
      },
    })
    const list = within(await screen.findByRole('list', { name: 'Tarjetas de identificación' }))
    list.getByText('1A2B')
    list.getByText(/No inició turno .+ en la unidad 118: licencia vencida/)
    screen.getByText(/no tiene usuario del sistema: su tarjeta lo identifica, pero no inicia turnos/)
    const field = screen.getByRole('textbox', { name: 'Número de tarjeta' })
    await user.type(field, '0000')
    await user.click(screen.getByRole('button', { name: 'Agregar tarjeta' }))
    await screen.findByText('Escribe el número de la tarjeta')
    expect(sent).toEqual([])
    await user.clear(field)
    await user.type(field, '00-77')
    await user.click(screen.getByRole('button', { name: 'Agregar tarjeta' }))
    await screen.findByText('Tarjeta asignada')
    expect(sent).toEqual([{ card: '00-77' }])
    await user.click(list.getByRole('button', { name: 'Quitar la tarjeta 1A2B' }))
    await waitFor(() => expect(sent).toHaveLength(2))
  })

  it('of a driver with a system user does not say that the cards start no shift', async () => {
    const user = { id: 'u7', username: 'elena', level: 'user', status: 'active' } as const
    const driver = someContact({ role: 'primary_driver', user })
    renderApp(
      '/directory?contact=k1',
      {
        ...answers,
        'GET /directory/contacts/k1': { body: driver },
        'GET /drivers/k1/cards': { body: { items: [] } },
      },
      { language: 'en' },
    )
    await screen.findByText(/^No cards/)
    expect(screen.queryByText(/starts no shift/)).toBeNull()
  })

  it('opens from its address in English, and offers a reader neither Edit nor the history', async () => {
    const reader = answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] })
    const view = renderApp('/directory?contact=k1', { ...answers, ...reader, ...card }, { language: 'en' })
    const dialog = await screen.findByRole('dialog', { name: 'Elena Torres' })
    const read = within(dialog)
    await read.findByText('Client')
    expect(nameOfLinks(dialog).map(([name]) => name)).toEqual([
      'Call Elena Torres: +52 55 5512 3456',
      'Email Elena Torres: elena@example.com',
      'Call Raúl Torres: 55 1111 2222',
    ])
    expect(read.queryByRole('button', { name: 'Edit contact' })).toBeNull()
    expect(read.queryByRole('region', { name: 'Recent history' })).toBeNull()
    expect(view.count('GET /audit')).toBe(0)
  })
})
