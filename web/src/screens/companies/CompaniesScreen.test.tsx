import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { someListedUser } from '../../identity/users/users.factory.ts'
import { someCompany, someFleet } from '../../organisation/organisation.factory.ts'

/** Loads the lazy chunks before fake timers start, so that a busy machine does not delay them. */
beforeAll(async () => {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    import('./CompaniesScreen.tsx'),
    import('../../organisation/CompanyDialog.tsx'),
    import('../../organisation/FleetsDialog.tsx'),
  ])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const superAdmin = answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] })
const admin = answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const companies = { 'GET /companies/': listOf(someCompany()) }
type View = Awaited<ReturnType<typeof open>>

async function open(some = {}, language: 'es' | 'en' = 'es') {
  const view = renderApp('/companies', { ...superAdmin, ...companies, ...some }, { language })
  await screen.findByRole('heading', { level: 1, name: language === 'es' ? 'Empresas' : 'Companies' })
  await screen.findByRole('button', { name: /(Acciones de|Actions for) Transportes Valle/ })
  return view
}
async function choose(user: View['user'], item: string) {
  await user.click(screen.getByRole('button', { name: /(Acciones de|Actions for) Transportes Valle/ }))
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${item}`) }))
}
const stale = (current: unknown) => ({
  status: 409,
  body: {
    ...(refusal(409, 'stale_version').body as object),
    current,
    changedBy: 'Ana Gil',
    changedAt: new Date(Date.now() - 20_000).toISOString(),
  },
})

it('shows verified mark, plan, status and counts', async () => {
  await open()
  const row = within(screen.getByRole('row', { name: /Transportes Valle/ }))
  row.getByTitle('Empresa verificada')
  for (const words of ['Professional', 'Activa', 'TVA200101AB1', 'Ciudad de México', '40', '35', '12'])
    row.getByText(words)
})

it('keeps search and filters in the address', async () => {
  const { user, at } = await open()
  await user.click(screen.getByRole('button', { name: 'Suspendida' }))
  expect(at()).toContain('status=suspended')
  await user.type(screen.getByRole('searchbox'), 'valle')
  await waitFor(() => expect(at()).toContain('search=valle'))
})

it('reports in both languages that the companies could not be loaded', async () => {
  for (const [language, words] of [
    ['es', 'No se pudieron cargar las empresas. Inténtalo de nuevo.'],
    ['en', 'Error loading companies. Please try again.'],
  ] as const) {
    const view = renderApp(
      '/companies',
      { ...superAdmin, 'GET /companies/': { status: 400, body: {} } },
      { language },
    )
    await screen.findByText(words)
    view.unmount()
  }
})

it('warns of an unusual RFC in Mexico, and saves it', async () => {
  const sent: unknown[] = []
  const { user } = await open({
    'POST /companies/': (body: unknown) => {
      sent.push(body)
      return { status: 201, body: someCompany({ name: 'Nueva' }) }
    },
  })
  await user.click(screen.getByRole('button', { name: 'Agregar empresa' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar empresa' }))
  await user.click(dialog.getByRole('button', { name: 'Agregar empresa' }))
  dialog.getByText('Este dato es obligatorio')
  expect(sent).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: /^Nombre/ }), 'Nueva')
  await user.type(dialog.getByRole('textbox', { name: 'RFC' }), 'ABC')
  dialog.getByText(/No tiene la forma de un RFC/)
  await user.clear(dialog.getByRole('textbox', { name: 'País' }))
  await user.type(dialog.getByRole('textbox', { name: 'País' }), 'Chile')
  expect(dialog.queryByText(/No tiene la forma de un RFC/)).toBeNull()
  dialog.getByRole('textbox', { name: 'Identificador fiscal' })
  await user.click(dialog.getByRole('button', { name: 'Agregar empresa' }))
  await screen.findByText('Empresa Nueva agregada')
  expect(sent).toMatchObject([
    { name: 'Nueva', taxId: 'ABC', country: 'Chile', tier: 'starter', email: null },
  ])
})

it('shows who changed it meanwhile, and sends neither tier nor status for an admin', async () => {
  const sent: unknown[] = []
  const { user } = await open({
    ...admin,
    'PUT /companies/c1': (body: unknown) => {
      sent.push(body)
      return (body as { version: number }).version === 3
        ? stale(someCompany({ city: 'Toluca', version: 4 }))
        : { body: someCompany({ version: 5 }) }
    },
  })
  expect(screen.queryByRole('button', { name: 'Agregar empresa' })).toBeNull()
  await choose(user, 'Editar empresa')
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar Transportes Valle' }))
  dialog.getByText(/Solo un superadministrador/)
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  const conflict = within(await screen.findByRole('alertdialog', { name: /Alguien más cambió/ }))
  conflict.getByRole('row', { name: 'Ciudad Ciudad de México Toluca' })
  await user.click(conflict.getByRole('button', { name: 'Guardar lo mío' }))
  await screen.findByText('Empresa Transportes Valle actualizada')
  expect(sent).toMatchObject([{ version: 3 }, { version: 4, city: 'Ciudad de México' }])
  for (const body of sent) expect(body).not.toHaveProperty('tier')
})

const preview = { name: 'x', fleets: 2, vehicles: 1, users: 0, contacts: 3, openServices: 0, obstacle: null }

it('lists what is deleted with a company, and deletes it once its name is typed', async () => {
  const { user, count } = await open(
    { 'GET /companies/c1/deletion': { body: preview }, 'DELETE /companies/c1': { body: { done: true } } },
    'en',
  )
  await choose(user, 'Delete company')
  const ask = within(await screen.findByRole('alertdialog', { name: 'Delete Transportes Valle?' }))
  await ask.findByText('2 fleets')
  ask.getByText('1 vehicle')
  expect(ask.queryByText(/the access of/)).toBeNull()
  const confirm = ask.getByRole('button', { name: 'Delete company' })
  expect(confirm).toHaveProperty('disabled', true)
  await user.type(ask.getByRole('textbox'), 'Transportes Valle')
  await user.click(confirm)
  await screen.findByText('Company Transportes Valle deleted')
  expect(count('DELETE /companies/c1')).toBe(1)
})

it('reports that a company could not be deleted when the server gives no reason', async () => {
  const { user } = await open(
    { 'GET /companies/c1/deletion': { body: preview }, 'DELETE /companies/c1': { status: 400, body: {} } },
    'en',
  )
  await choose(user, 'Delete company')
  const ask = within(await screen.findByRole('alertdialog', { name: 'Delete Transportes Valle?' }))
  await user.type(await ask.findByRole('textbox'), 'Transportes Valle')
  await user.click(ask.getByRole('button', { name: 'Delete company' }))
  await screen.findByText('Failed to delete company')
})

it('explains why a company cannot be deleted now', async () => {
  const { user } = await open({
    'GET /companies/c1/deletion': { body: { ...preview, openServices: 2, obstacle: 'company_not_empty' } },
  })
  await choose(user, 'Eliminar empresa')
  const ask = within(await screen.findByRole('alertdialog', { name: '¿Eliminar Transportes Valle?' }))
  await ask.findByText('2 servicios sin terminar')
  ask.getByText('La empresa tiene servicios sin terminar. Complétalos o cancélalos primero.')
  expect(ask.queryByRole('textbox')).toBeNull()
  expect(ask.getByRole('button', { name: 'Eliminar empresa' })).toHaveProperty('disabled', true)
})

const fleets = listOf(someFleet(), someFleet({ id: 'f2', name: 'Norte', is_active: false, manager: null }))
const people = [
  { userId: 'u1', displayName: 'Marta Ruiz', username: 'marta', role: 'manager', isPrimary: true },
  { userId: 'u2', displayName: 'Luis Paz', username: 'luis', role: 'other', isPrimary: false },
]
async function openFleets(some = {}) {
  const view = await open({ 'GET /fleets/': fleets, ...some })
  await choose(view.user, 'Flotillas')
  const dialog = within(await screen.findByRole('dialog', { name: 'Flotillas de Transportes Valle' }))
  await dialog.findByRole('listitem', { name: 'Norte' })
  return { ...view, dialog }
}

it('adds a fleet, and shows at the name field that the name is in use', async () => {
  let tries = 0
  const { user, dialog } = await openFleets({
    'GET /users': listOf(someListedUser({ id: 'u1', displayName: 'Marta Ruiz', username: 'marta' })),
    'POST /fleets/': () => {
      tries += 1
      return tries === 1 ? refusal(409, 'name_taken') : { status: 201, body: someFleet({ name: 'Sur' }) }
    },
  })
  await user.click(dialog.getByRole('button', { name: 'Agregar flotilla' }))
  const form = within(await screen.findByRole('dialog', { name: 'Agregar flotilla' }))
  await user.click(form.getByRole('button', { name: 'Agregar flotilla' }))
  form.getByText('Este dato es obligatorio')
  await user.type(form.getByRole('textbox', { name: /^Nombre/ }), 'Sur')
  await user.click(form.getByRole('combobox', { name: /Responsable/ }))
  await user.click(await screen.findByRole('option', { name: /Marta Ruiz/ }))
  await user.click(form.getByRole('button', { name: 'Agregar flotilla' }))
  await form.findByText('Este nombre ya se usa. Elige otro.')
  expect(form.getByRole('textbox', { name: /^Nombre/ }).getAttribute('aria-invalid')).toBe('true')
  await user.click(form.getByRole('button', { name: 'Agregar flotilla' }))
  await screen.findByText('Flotilla Sur agregada')
})

it('deactivates a fleet after a confirmation, and activates it at once', async () => {
  const sent: unknown[] = []
  const put = (body: unknown) => {
    sent.push(body)
    return { body: someFleet() }
  }
  const { user, dialog } = await openFleets({ 'PUT /fleets/f1': put, 'PUT /fleets/f2': put })
  await user.click(dialog.getByRole('switch', { name: 'Flotilla Norte activa' }))
  await screen.findByText('Flotilla Norte activada')
  await user.click(dialog.getByRole('switch', { name: 'Flotilla Centro activa' }))
  const ask = within(await screen.findByRole('alertdialog', { name: '¿Desactivar Centro?' }))
  expect(sent).toHaveLength(1)
  await user.click(ask.getByRole('button', { name: 'Desactivar' }))
  await screen.findByText('Flotilla Centro desactivada')
  expect(sent).toMatchObject([{ is_active: true }, { is_active: false, name: 'Centro', managerId: 'u1' }])
})

it('saves managers, members and viewers with their primary flag, and keeps other roles', async () => {
  const sent: unknown[] = []
  const { user, dialog } = await openFleets({
    'GET /fleets/f1/users': { body: { items: people } },
    'GET /users': listOf(someListedUser({ id: 'u3', displayName: 'Eva Sol', username: 'eva' })),
    'PUT /fleets/f1/users': (body: unknown) => {
      sent.push(body)
      return { body: { items: people } }
    },
  })
  await user.click(dialog.getByRole('button', { name: 'Acciones de Centro' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Usuarios asignados/ }))
  const form = within(await screen.findByRole('dialog', { name: 'Usuarios de Centro' }))
  await form.findByText('Luis Paz')
  await user.selectOptions(form.getByRole('combobox', { name: 'Función de Marta Ruiz' }), 'viewer')
  await user.click(form.getByRole('combobox', { name: 'Agregar usuario' }))
  await user.click(await screen.findByRole('option', { name: /Eva Sol/ }))
  await user.click(await form.findByRole('switch', { name: 'Flotilla principal de Eva Sol' }))
  await user.click(form.getByRole('button', { name: 'Guardar' }))
  await screen.findByText('Usuarios de Centro guardados')
  expect(sent).toEqual([
    {
      items: [
        { userId: 'u1', role: 'viewer', isPrimary: true },
        { userId: 'u3', role: 'member', isPrimary: true },
      ],
    },
  ])
})
