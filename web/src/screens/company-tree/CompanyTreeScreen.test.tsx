import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersFor, type FakeAnswer, renderApp } from '../../app/testing.tsx'
import { someListedUser } from '../../identity/users/users.factory.ts'
import { someFleet } from '../../organisation/organisation.factory.ts'
import { someNode } from '../../organisation/tree.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./CompanyTreeScreen.tsx')])
})

const counts = { fleets: 2, vehicles: 3, drivers: 1, users: 2 }
const company = someNode({
  key: 'company:c1',
  kind: 'company',
  id: 'c1',
  name: 'Anáhuac',
  counts,
  childCount: 2,
})
const second = someNode({
  key: 'company:c2',
  kind: 'company',
  id: 'c2',
  companyId: 'c2',
  name: 'Veloz',
  status: 'suspended',
  childCount: 1,
})
const fleet = (id: string, name: string) =>
  someNode({
    key: `fleet:${id}`,
    parentKey: 'company:c1',
    kind: 'fleet',
    id,
    fleetId: id,
    name,
    counts,
    childCount: 3,
  })
const group = someNode({
  key: 'users:f1',
  parentKey: 'fleet:f1',
  kind: 'users',
  id: 'f1',
  fleetId: 'f1',
  name: '',
  childCount: 1,
})
const person = someNode({
  key: 'user:u1:f1',
  parentKey: 'users:f1',
  kind: 'user',
  id: 'u1',
  fleetId: 'f1',
  name: 'Ana Ríos',
  role: 'dispatcher',
  level: 'user',
})
const children: Record<string, unknown[]> = {
  '': [company, second],
  'company:c1': [fleet('f1', 'Norte'), fleet('f2', 'Sur')],
  'fleet:f1': [group],
  'users:f1': [person],
}
const part = (items: unknown[]): FakeAnswer => ({ body: { items, total: items.length } })

const open = (more: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/company-tree', {
    ...answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] }),
    'GET /company-tree/nodes': (_, query) => part(children[query.get('parent') ?? ''] ?? []),
    'GET /company-tree/access': { body: { items: [], superAdmins: 1 } },
    'GET /users/u1': {
      body: {
        ...someListedUser({ id: 'u1', username: 'ana', displayName: 'Ana Ríos' }),
        accessScopes: [{ scope: 'c1,f1,*', type: 'manage' }],
      },
    },
    ...more,
  })
const item = (name: RegExp) => screen.findByRole('treeitem', { name })

describe('the company tree', () => {
  it('is operated by keys: arrows open and move, letters jump', async () => {
    const { user } = open()
    const first = await item(/^Anáhuac/)
    expect(first.getAttribute('aria-expanded')).toBe('false')
    expect(first.getAttribute('aria-level')).toBe('1')
    expect(await item(/^Veloz, Suspendida/)).toBeDefined()
    first.focus()
    await user.keyboard('{ArrowRight}')
    const north = await item(/^Norte/)
    expect(north.getAttribute('aria-level')).toBe('2')
    expect(north.getAttribute('aria-setsize')).toBe('2')
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(document.activeElement).toBe(north))
    await user.keyboard('s')
    await waitFor(async () => expect(document.activeElement).toBe(await item(/^Sur/)))
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Norte/ })).toBeNull())
    await user.keyboard('{End}')
    await waitFor(async () => expect(document.activeElement).toBe(await item(/^Veloz/)))
  })

  it('shows the people a user reaches, as that user sees them', async () => {
    const { user } = open()
    ;(await item(/^Anáhuac/)).focus()
    await user.keyboard('{ArrowRight}')
    await item(/^Norte/)
    await user.keyboard('{ArrowDown}{ArrowRight}')
    await item(/^Usuarios/)
    await user.keyboard('{ArrowDown}{ArrowRight}')
    await item(/^Ana Ríos/)
    await user.keyboard('{ArrowDown}{Enter}')
    const detail = await screen.findByRole('region', { name: 'Detalle' })
    await within(detail).findByText('c1,f1,*')
    within(detail).getByText('Gestiona')
    await user.click(within(detail).getByRole('button', { name: 'Ver con sus ojos' }))
    await screen.findByText('Así lo ve Ana Ríos')
    await item(/^Norte.*Gestiona$/)
    await item(/^Sur.*No ve$/)
    await item(/^Anáhuac.*Ve una parte$/)
  })

  it('moves a fleet after showing who gains and loses access, and undoes it', async () => {
    const consequences = {
      fromFleetName: 'Norte',
      toFleetName: 'Sur',
      gaining: [],
      losing: [],
      vehiclesGained: 2,
      vehiclesLost: 5,
      openServices: 0,
      obstacle: null,
    }
    const { user, asked } = open({
      'GET /fleets/': {
        body: {
          items: [someFleet({ id: 'f1', name: 'Norte' }), someFleet({ id: 'f2', name: 'Sur' })],
          total: 2,
          page: 1,
          size: 100,
        },
      },
      'POST /company-tree/move-preview': { body: consequences },
      'POST /company-tree/move': { body: consequences },
      'GET /company-tree/search': {
        body: {
          items: [company, fleet('f1', 'Norte'), group, person],
          matches: [person.key],
          reasons: [{ key: person.key, field: 'phone', value: '+52 55 4012 1105' }],
          isCut: false,
        },
      },
    })
    await user.type(await screen.findByRole('searchbox', { name: 'Buscar en el árbol' }), 'ana')
    await user.click(await item(/^Ana Ríos/))
    await user.click(await screen.findByRole('button', { name: 'Mover a…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Mover Ana Ríos' })
    await user.click(within(dialog).getByRole('combobox', { name: /Flotilla de destino/ }))
    await user.click(await screen.findByRole('option', { name: 'Sur' }))
    await within(dialog).findByText('Deja de ver 5 unidades y empieza a ver 2.')
    await user.click(within(dialog).getByRole('button', { name: 'Mover' }))
    await screen.findByText('Ana Ríos pasó a Sur')
    await user.click(screen.getByRole('button', { name: /Deshacer/ }))
    await waitFor(() =>
      expect(asked.filter(({ call }) => call === 'POST /company-tree/move').map(({ body }) => body)).toEqual([
        { kind: 'user', id: 'u1', fromFleetId: 'f1', toFleetId: 'f2' },
        { kind: 'user', id: 'u1', fromFleetId: 'f2', toFleetId: 'f1' },
      ]),
    )
  })
})
