import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersFor, refusal, renderApp, twoOfEach } from '../../app/testing.tsx'
import {
  asAdmin,
  asSuperAdmin,
  dialogNamed,
  loadUserChunks,
  openUsers,
  pageOf,
  pick,
  questionNamed,
  stats,
} from '../../identity/users/testing.tsx'
import { someListedUser } from '../../identity/users/users.factory.ts'
import { someFleet } from '../../organisation/organisation.factory.ts'

beforeAll(loadUserChunks, 60_000)

it('opens an invitation when the address asks for it', async () => {
  const { user, at } = renderApp('/user-management?invite=true', {
    ...asAdmin,
    'GET /users': pageOf(),
    'GET /users/stats': { body: stats },
    'GET /invitations': pageOf(),
  })
  const name = 'Invitar por correo'
  await screen.findByRole('dialog', { name }, { timeout: 15_000 })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(at()).toBe('/user-management')
})

describe('the list', () => {
  it('shows figures and people; a figure filters the list, kept in the address', async () => {
    const { user, at } = await openUsers()
    const row = within(await screen.findByRole('row', { name: /Luis García/ }))
    row.getByText('luis_g')
    row.getByText('Conductor principal')
    row.getByText(/Sin verificación en dos pasos/)
    row.getByText(/Correo verificado/)
    row.getByText('Nunca')
    await user.click(screen.getByRole('button', { name: /^Gerentes/ }))
    expect(at()).toBe('/user-management?level=manager')
    expect(screen.getByRole('button', { name: /^Gerentes/ }).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Quitar filtros' }))
    expect(at()).toBe('/user-management')
  })

  it('filters by level, status, company and fleet', async () => {
    const { user, at } = await openUsers({ ...asSuperAdmin, ...twoOfEach })
    const page = within(screen.getByRole('main'))
    await pick(user, page, /^Estado/, 'Bloqueado')
    await pick(user, page, /^Empresa/, 'Empresa c2')
    await pick(user, page, /^Flotilla/, 'Flotilla f2')
    expect(at()).toBe('/user-management?status=locked&company=c2&fleet=f2')
    await pick(user, page, /^Empresa/, 'Todas las empresas')
    expect(at()).toBe('/user-management?status=locked')
  })

  it('reports that the users could not be loaded', async () => {
    renderApp('/user-management', {
      ...asAdmin,
      'GET /users': { status: 400, body: {} },
      'GET /users/stats': { body: stats },
    })
    await screen.findByText('No se pudieron cargar los usuarios. Inténtalo de nuevo.')
  })
})

describe('adding', () => {
  const fillIn = async (
    user: Awaited<ReturnType<typeof openUsers>>['user'],
    dialog: ReturnType<typeof within>,
  ) => {
    await user.type(dialog.getByRole('textbox', { name: /^Nombre/ }), 'Ana')
    await user.type(dialog.getByRole('textbox', { name: /^Apellidos/ }), 'Gil')
    await user.type(dialog.getByRole('textbox', { name: /^Correo/ }), 'ana@flota.mx')
    await user.type(dialog.getByRole('textbox', { name: /^Usuario/ }), 'ana_77')
    await user.click(dialog.getByRole('button', { name: 'Generar contraseña' }))
  }

  it('shows at each field what is missing, and sends nothing', async () => {
    const { user, count } = await openUsers()
    await user.click(screen.getByRole('button', { name: 'Agregar usuario' }))
    const dialog = await dialogNamed('Agregar usuario')
    await user.click(dialog.getByLabelText(/^Contraseña/))
    await user.paste(`Aa1!${'a'.repeat(60)}`)
    await user.click(dialog.getByRole('button', { name: 'Agregar usuario' }))
    expect(dialog.getByRole('alert').textContent).toBe('Completa todos los campos obligatorios.')
    for (const words of [
      'Escribe el usuario',
      'Escribe el nombre',
      'Escribe los apellidos',
      'Escribe el correo',
      'La contraseña lleva al menos 8 caracteres y menos de 64',
      'Confirma la contraseña',
      'Elige el nivel',
    ]) {
      dialog.getByText(words)
    }
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'))
    expect(count('POST /users')).toBe(0)
  })

  it('offers an admin manager, user and guest, with company, role and fleet', async () => {
    const view = await openUsers({
      'POST /users': { status: 201, body: someListedUser({ displayName: 'Ana Gil' }) },
    })
    await view.user.click(screen.getByRole('button', { name: 'Agregar usuario' }))
    const dialog = await dialogNamed('Agregar usuario')
    await fillIn(view.user, dialog)
    await view.user.click(dialog.getByRole('combobox', { name: /^Nivel/ }))
    const options = (await screen.findAllByRole('option')).map((one) => one.textContent)
    expect(options).toEqual(['Gerente', 'Usuario', 'Invitado'])
    await view.user.click(screen.getByRole('option', { name: 'Gerente' }))
    await pick(view.user, dialog, /^Flotilla/, 'Flotilla f1')
    await view.user.click(dialog.getByRole('button', { name: 'Agregar usuario' }))
    await screen.findByText('Ana Gil ya es usuario')
    expect(view.bodyOf('POST /users')).toMatchObject({
      username: 'ana_77',
      level: 'manager',
      forcePasswordChange: true,
      assignment: { companyId: 'c1', fleetId: 'f1', role: 'fleet_manager', isPrimary: true },
    })
  })

  it('shows a guest no fleet fields, and explains why', async () => {
    const view = await openUsers({ 'POST /users': refusal(409, 'username_taken') })
    await view.user.click(screen.getByRole('button', { name: 'Agregar usuario' }))
    const dialog = await dialogNamed('Agregar usuario')
    await fillIn(view.user, dialog)
    await pick(view.user, dialog, /^Nivel/, 'Invitado')
    dialog.getByText(/Un invitado no se asigna a flotillas/)
    expect(dialog.queryByRole('combobox', { name: /^Flotilla/ })).toBeNull()
    await view.user.click(dialog.getByRole('button', { name: 'Agregar usuario' }))
    expect((await dialog.findAllByText('Este usuario ya existe')).length).toBe(2)
    expect(view.bodyOf('POST /users')).toMatchObject({ level: 'guest', companyId: 'c1', assignment: null })
  })

  it('shows whom to contact if there is no fleet to assign to', async () => {
    const view = await openUsers({
      ...answersFor({ level: 'manager' }),
      'GET /fleets/': pageOf(),
    })
    await view.user.click(screen.getByRole('button', { name: 'Agregar usuario' }))
    const dialog = await dialogNamed('Agregar usuario')
    await pick(view.user, dialog, /^Nivel/, 'Usuario')
    await dialog.findByText('No hay flotillas disponibles')
    dialog.getByText(/Pide a un superadministrador o administrador/)
  })

  it('offers an administrator a first fleet there, without sending the user', async () => {
    const view = await openUsers({
      'GET /fleets/': pageOf(),
      'POST /fleets/': { status: 201, body: someFleet({ name: 'Taxis' }) },
    })
    await view.user.click(screen.getByRole('button', { name: 'Agregar usuario' }))
    const dialog = await dialogNamed('Agregar usuario')
    await pick(view.user, dialog, /^Nivel/, 'Usuario')
    await dialog.findByText('No hay flotillas disponibles')
    await view.user.click(dialog.getByRole('button', { name: 'Agregar flotilla' }))
    const form = await dialogNamed('Agregar flotilla')
    await view.user.click(form.getByLabelText(/^Nombre/))
    await view.user.paste('Taxis')
    await view.user.click(form.getByRole('button', { name: 'Agregar flotilla' }))
    await waitFor(() => expect(view.count('POST /fleets/')).toBe(1))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Agregar flotilla' })).toBeNull())
    await dialogNamed('Agregar usuario')
    expect(dialog.queryByText('Completa todos los campos obligatorios.')).toBeNull()
  })
})

describe('changing', () => {
  it('shows who saved first, and overwrites it when confirmed', async () => {
    const current = someListedUser({ phone: '5512345678', version: 4 })
    const sent: unknown[] = []
    const { user, choose } = await openUsers({
      'PUT /users/u-luis': (body: unknown) => {
        sent.push(body)
        if ((body as { version: number }).version === 4) return { body: someListedUser({ version: 5 }) }
        const stale = refusal(409, 'stale_version').body as object
        return {
          status: 409,
          body: { ...stale, current, changedBy: 'Ana Gil', changedAt: new Date().toISOString() },
        }
      },
    })
    await choose('Editar')
    const dialog = await dialogNamed('Editar a Luis García')
    expect(dialog.queryByLabelText(/^Contraseña/)).toBeNull()
    dialog.getByText('El nivel se cambia aparte, con Cambiar nivel.')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    const conflict = await questionNamed('Alguien más cambió este registro')
    conflict.getByRole('row', { name: 'Teléfono — 5512345678' })
    await user.click(conflict.getByRole('button', { name: 'Guardar lo mío' }))
    await screen.findByText('Datos de Luis García actualizados')
    expect(sent).toMatchObject([{ version: 3 }, { version: 4, phone: null }])
  })

  it('lists what a change of level ends', async () => {
    const { user, choose, bodyOf } = await openUsers({
      'PUT /users/u-luis/level': { body: someListedUser({ level: 'guest' }) },
    })
    await choose('Cambiar nivel')
    const dialog = await dialogNamed('Cambiar el nivel de Luis García')
    expect(dialog.getAllByRole('radio')).toHaveLength(3)
    await user.click(dialog.getByRole('radio', { name: /Invitado/ }))
    dialog.getByText('Terminan todas sus asignaciones a empresas y flotillas.')
    await user.click(dialog.getByRole('button', { name: 'Cambiar nivel' }))
    await screen.findByText('Luis García ahora es Invitado')
    expect(bodyOf('PUT /users/u-luis/level')).toEqual({ level: 'guest' })
  })

  it('deletes only after the user name is typed', async () => {
    const { user, choose } = await openUsers({ 'DELETE /users/u-luis': { body: { done: true } } })
    await choose('Eliminar')
    const ask = await questionNamed('¿Eliminar a Luis García?')
    const confirm = ask.getByRole('button', { name: 'Eliminar' }) as HTMLButtonElement
    expect(confirm.disabled).toBe(true)
    await user.type(ask.getByRole('textbox'), 'luis_g')
    await user.click(confirm)
    await screen.findByText('Luis García fue eliminado')
  })

  it('sets a password, with a forced change at the next login', async () => {
    const { user, choose, bodyOf } = await openUsers({
      'POST /auth/user/u-luis/change-password': { body: { done: true } },
    })
    await choose('Poner una contraseña')
    const dialog = await dialogNamed('Poner contraseña a Luis García')
    await user.click(dialog.getByRole('button', { name: 'Guardar contraseña' }))
    dialog.getByText('Escribe la contraseña')
    await user.type(dialog.getByLabelText(/^Contraseña/), 'Nueva-Clave9!')
    await user.type(dialog.getByLabelText(/^Confirmar/), 'Nueva-Clave9!')
    await user.click(dialog.getByRole('button', { name: 'Guardar contraseña' }))
    await screen.findByText('Contraseña de Luis García guardada')
    expect(bodyOf('POST /auth/user/u-luis/change-password')).toEqual({
      new_password: 'Nueva-Clave9!',
      force_password_change: true,
    })
  })
})
