import { configure, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersFor, type FakeAnswers, refusal, renderApp, twoOfEach } from '../../app/testing.tsx'
import { someAssignment, someInvitation, someListedUser, someSignIn } from '../../users/users.factory.ts'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'

configure({ asyncUtilTimeout: 5000 })
/** Chunks of their own: loaded before the page's clocks run, however busy the machine is. */
beforeAll(async () => {
  await Promise.all([
    import('../../app/Shell.tsx'),
    import('./UserManagementScreen.tsx'),
    import('../../users/UserDialog.tsx'),
    import('../../users/LevelDialog.tsx'),
    import('../../users/SetPasswordDialog.tsx'),
    import('../../users/AssignmentDialog.tsx'),
    import('../../users/LinkDialog.tsx'),
    import('../../users/GuestVehicleDialog.tsx'),
    import('../../users/InviteDialog.tsx'),
  ])
}, 60_000)

const slow = 30_000
const pageOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const itemsOf = (...items: unknown[]) => ({ body: { items } })
const luis = someListedUser()
const asAdmin = answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const asSuperAdmin = answersFor({
  level: 'super_admin',
  access_scopes: [{ scope: '*,*,*', type: 'manage' }],
})
const stats = { total: 7, active: 5, superAdmins: 1, managers: 2, pending: 1, locked: 1 }

async function openUsers(some: FakeAnswers = {}, user = luis) {
  const view = renderApp('/user-management', {
    ...asAdmin,
    'GET /users': pageOf(user),
    'GET /users/stats': { body: stats },
    [`GET /users/${user.id}`]: {
      body: { ...user, accessScopes: [{ scope: 'c1,f1,*', type: 'read' }] },
    },
    [`GET /users/${user.id}/assignments`]: itemsOf(someAssignment()),
    [`GET /users/${user.id}/sessions`]: itemsOf(someSignIn()),
    'GET /audit': pageOf(),
    ...some,
  })
  await screen.findByRole('button', { name: `Acciones de ${user.displayName}` })
  const choose = async (item: RegExp | string) => {
    await view.user.click(screen.getByRole('button', { name: `Acciones de ${user.displayName}` }))
    await view.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const bodyOf = (call: string) => view.asked.find((one) => one.call === call)?.body
  return { ...view, choose, bodyOf }
}
const dialogNamed = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const questionNamed = async (name: string | RegExp) =>
  within(await screen.findByRole('alertdialog', { name }))
const pick = async (
  user: Awaited<ReturnType<typeof openUsers>>['user'],
  within_: ReturnType<typeof within>,
  field: RegExp,
  option: string,
) => {
  await user.click(within_.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('the list', () => {
  it(
    'shows figures and people, and a figure filters by address',
    async () => {
      const { user, at } = await openUsers()
      const row = within(await screen.findByRole('row', { name: /Luis García/ }))
      expect(row.getByText('luis_g')).toBeTruthy()
      expect(row.getByText('Conductor titular')).toBeTruthy()
      expect(row.getByText(/Sin verificación en dos pasos/)).toBeTruthy()
      expect(row.getByText(/Correo verificado/)).toBeTruthy()
      expect(row.getByText('Nunca')).toBeTruthy()
      await user.click(screen.getByRole('button', { name: 'Mostrar Gerentes: 2' }))
      expect(at()).toBe('/user-management?level=manager')
      expect(screen.getByRole('button', { name: 'Mostrar Gerentes: 2' }).getAttribute('aria-pressed')).toBe(
        'true',
      )
      await user.click(screen.getByRole('button', { name: 'Quitar filtros' }))
      expect(at()).toBe('/user-management')
    },
    slow,
  )

  it(
    'filters by level, status, company and fleet',
    async () => {
      const { user, at } = await openUsers({ ...asSuperAdmin, ...twoOfEach })
      const page = within(screen.getByRole('main'))
      await pick(user, page, /^Estado/, 'Bloqueado')
      await pick(user, page, /^Empresa/, 'Empresa c2')
      await pick(user, page, /^Flotilla/, 'Flotilla f2')
      expect(at()).toBe('/user-management?status=locked&company=c2&fleet=f2')
      await pick(user, page, /^Empresa/, 'Todas las empresas')
      expect(at()).toBe('/user-management?status=locked')
    },
    slow,
  )

  it(
    'says that the users could not be loaded',
    async () => {
      renderApp('/user-management', {
        ...asAdmin,
        'GET /users': { status: 400, body: {} },
        'GET /users/stats': { body: stats },
      })
      expect(await screen.findByText('No se pudieron cargar los usuarios. Inténtalo de nuevo.')).toBeTruthy()
    },
    slow,
  )
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

  it(
    'tells at each field what is missing, and sends nothing',
    async () => {
      const { user, count } = await openUsers()
      await user.click(screen.getByRole('button', { name: 'Agregar usuario' }))
      const dialog = await dialogNamed('Agregar usuario')
      await user.type(dialog.getByLabelText(/^Contraseña/), `Aa1!${'a'.repeat(60)}`)
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
        expect(dialog.getByText(words)).toBeTruthy()
      }
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'))
      expect(count('POST /users')).toBe(0)
    },
    slow,
  )

  it(
    'an admin chooses among manager, user and guest, and gives a place with role',
    async () => {
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
      expect(await screen.findByText('Ana Gil ya es usuario')).toBeTruthy()
      expect(view.bodyOf('POST /users')).toMatchObject({
        username: 'ana_77',
        level: 'manager',
        forcePasswordChange: true,
        assignment: { companyId: 'c1', fleetId: 'f1', role: 'fleet_manager', isPrimary: true },
      })
    },
    slow,
  )

  it(
    'a guest has no fleet fields, and the form says why',
    async () => {
      const view = await openUsers({ 'POST /users': refusal(409, 'username_taken') })
      await view.user.click(screen.getByRole('button', { name: 'Agregar usuario' }))
      const dialog = await dialogNamed('Agregar usuario')
      await fillIn(view.user, dialog)
      await pick(view.user, dialog, /^Nivel/, 'Invitado')
      expect(dialog.getByText(/Un invitado no se asigna a flotillas/)).toBeTruthy()
      expect(dialog.queryByRole('combobox', { name: /^Flotilla/ })).toBeNull()
      await view.user.click(dialog.getByRole('button', { name: 'Agregar usuario' }))
      expect((await dialog.findAllByText('Este usuario ya existe')).length).toBe(2)
      expect(view.bodyOf('POST /users')).toMatchObject({ level: 'guest', companyId: 'c1', assignment: null })
    },
    slow,
  )

  it(
    'without a fleet to assign to, it says whom to ask',
    async () => {
      const view = await openUsers({
        ...answersFor({ level: 'manager' }),
        'GET /fleets/': pageOf(),
      })
      await view.user.click(screen.getByRole('button', { name: 'Agregar usuario' }))
      const dialog = await dialogNamed('Agregar usuario')
      await pick(view.user, dialog, /^Nivel/, 'Usuario')
      expect(await dialog.findByText('No hay flotillas disponibles')).toBeTruthy()
      expect(dialog.getByText(/Pide a un superadministrador o administrador/)).toBeTruthy()
    },
    slow,
  )
})

describe('changing', () => {
  it(
    'tells who was faster, and saves over it when asked',
    async () => {
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
      expect(dialog.getByText('El nivel se cambia aparte, con Cambiar nivel.')).toBeTruthy()
      await user.click(dialog.getByRole('button', { name: 'Guardar' }))
      const conflict = await questionNamed('Alguien más cambió este registro')
      expect(conflict.getByRole('row', { name: 'Teléfono — 5512345678' })).toBeTruthy()
      await user.click(conflict.getByRole('button', { name: 'Guardar lo mío' }))
      expect(await screen.findByText('Datos de Luis García actualizados')).toBeTruthy()
      expect(sent).toMatchObject([{ version: 3 }, { version: 4, phone: null }])
    },
    slow,
  )

  it(
    'a change of level says what it ends',
    async () => {
      const { user, choose, bodyOf } = await openUsers({
        'PUT /users/u-luis/level': { body: someListedUser({ level: 'guest' }) },
      })
      await choose('Cambiar nivel')
      const dialog = await dialogNamed('Cambiar el nivel de Luis García')
      expect(dialog.getAllByRole('radio')).toHaveLength(3)
      await user.click(dialog.getByRole('radio', { name: /Invitado/ }))
      expect(dialog.getByText('Terminan todas sus asignaciones a empresas y flotillas.')).toBeTruthy()
      await user.click(dialog.getByRole('button', { name: 'Cambiar nivel' }))
      expect(await screen.findByText('Luis García ahora es Invitado')).toBeTruthy()
      expect(bodyOf('PUT /users/u-luis/level')).toEqual({ level: 'guest' })
    },
    slow,
  )

  it(
    'deletes only after the user name is typed',
    async () => {
      const { user, choose } = await openUsers({ 'DELETE /users/u-luis': { body: { done: true } } })
      await choose('Eliminar')
      const ask = await questionNamed('¿Eliminar a Luis García?')
      const confirm = ask.getByRole('button', { name: 'Eliminar' }) as HTMLButtonElement
      expect(confirm.disabled).toBe(true)
      await user.type(ask.getByRole('textbox'), 'luis_g')
      await user.click(confirm)
      expect(await screen.findByText('Luis García fue eliminado')).toBeTruthy()
    },
    slow,
  )

  it(
    'sets a password, with the change at the next login',
    async () => {
      const { user, choose, bodyOf } = await openUsers({
        'POST /auth/user/u-luis/change-password': { body: { done: true } },
      })
      await choose('Poner una contraseña')
      const dialog = await dialogNamed('Poner contraseña a Luis García')
      await user.click(dialog.getByRole('button', { name: 'Guardar contraseña' }))
      expect(dialog.getByText('Escribe la contraseña')).toBeTruthy()
      await user.type(dialog.getByLabelText(/^Contraseña/), 'Nueva-Clave9!')
      await user.type(dialog.getByLabelText(/^Confirmar/), 'Nueva-Clave9!')
      await user.click(dialog.getByRole('button', { name: 'Guardar contraseña' }))
      expect(await screen.findByText('Contraseña de Luis García guardada')).toBeTruthy()
      expect(bodyOf('POST /auth/user/u-luis/change-password')).toEqual({
        new_password: 'Nueva-Clave9!',
        force_password_change: true,
      })
    },
    slow,
  )
})

describe('what is not allowed', () => {
  it(
    'says why beside each action',
    async () => {
      const { user } = await openUsers({}, someListedUser({ mayChange: false }))
      await user.click(screen.getByRole('button', { name: 'Acciones de Luis García' }))
      const item = await screen.findByRole('menuitem', { name: /^Eliminar/ })
      expect(item.getAttribute('aria-disabled')).toBe('true')
      expect(item.textContent).toContain('Su nivel no es menor que el tuyo')
      expect(screen.getByRole('menuitem', { name: 'Ver detalles' }).getAttribute('aria-disabled')).toBeNull()
    },
    slow,
  )

  it(
    'a guest needs the directory before a vehicle',
    async () => {
      const guest = someListedUser({ level: 'guest', fleetId: null, fleetName: null, fleetRole: null })
      const { user } = await openUsers({}, guest)
      await user.click(screen.getByRole('button', { name: 'Acciones de Luis García' }))
      const item = await screen.findByRole('menuitem', { name: /^Asignar unidad/ })
      expect(item.textContent).toContain(
        'El usuario debe estar vinculado a un contacto del directorio antes de asignarle una unidad',
      )
    },
    slow,
  )

  it(
    'a linked guest gets a vehicle',
    async () => {
      const guest = someListedUser({ level: 'guest', contact: { id: 'k1', name: 'Luis García' } })
      const { user, choose, bodyOf } = await openUsers(
        {
          'GET /vehicles': pageOf(someVehicle()),
          'PUT /users/u-luis/vehicle': {
            body: { ...guest, vehicle: { id: 'v104', vehicleNumber: '104', plateNumber: 'A-104-KJM' } },
          },
        },
        guest,
      )
      await choose('Asignar unidad')
      const dialog = await dialogNamed('Asignar unidad a Luis García')
      await user.click(dialog.getByRole('combobox', { name: /^Unidad/ }))
      await user.click(await screen.findByRole('option', { name: /104/ }))
      await user.click(dialog.getByRole('button', { name: 'Asignar unidad' }))
      expect(await screen.findByText('Luis García ve la unidad 104')).toBeTruthy()
      expect(bodyOf('PUT /users/u-luis/vehicle')).toEqual({ vehicleId: 'v104' })
    },
    slow,
  )
})

describe('details', () => {
  const open = async (some: FakeAnswers = {}, user = luis) => {
    const view = await openUsers(some, user)
    await view.user.click(screen.getByRole('button', { name: /Luis García luis_g/ }))
    return { ...view, drawer: await dialogNamed('Luis García') }
  }

  it(
    'assignments: role, primary flag, since when and by whom; changed and ended',
    async () => {
      const { user, drawer, bodyOf, count, at } = await open({
        'PUT /users/u-luis/assignments/a1': { body: someAssignment({ role: 'dispatcher' }) },
        'DELETE /users/u-luis/assignments/a1': { body: { done: true } },
      })
      expect(at()).toContain('user=u-luis')
      expect(await drawer.findByText('Principal')).toBeTruthy()
      expect(drawer.getByText(/por Marta Ruiz/)).toBeTruthy()
      await user.click(drawer.getByRole('button', { name: 'Acciones de Flotilla f1' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Cambiar' }))
      const dialog = await dialogNamed('Cambiar la asignación de Luis García')
      await pick(user, dialog, /^Función/, 'Despachador')
      await user.click(dialog.getByRole('checkbox', { name: 'Asignación activa' }))
      await user.click(dialog.getByRole('button', { name: 'Guardar' }))
      await screen.findByText('Asignación guardada')
      expect(bodyOf('PUT /users/u-luis/assignments/a1')).toEqual({
        role: 'dispatcher',
        isPrimary: true,
        isActive: false,
      })
      await waitFor(() => expect(screen.queryByRole('dialog', { name: /Cambiar la asignación/ })).toBeNull())
      await user.click(drawer.getByRole('button', { name: 'Acciones de Flotilla f1' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Terminar asignación' }))
      const ask = await questionNamed('¿Terminar la asignación de Luis García a Flotilla f1?')
      await user.click(ask.getByRole('button', { name: 'Terminar asignación' }))
      expect(await screen.findByText('Asignación terminada')).toBeTruthy()
      expect(count('DELETE /users/u-luis/assignments/a1')).toBe(1)
    },
    slow,
  )

  it(
    'security: the lock, the sessions by device, and ending one',
    async () => {
      const { user, drawer } = await open(
        { 'DELETE /users/u-luis/sessions/s1': { body: { done: true } } },
        someListedUser({ status: 'locked' }),
      )
      await user.click(drawer.getByRole('tab', { name: 'Seguridad' }))
      expect(await drawer.findByText(/bloqueada por intentos fallidos/)).toBeTruthy()
      expect(await drawer.findByText('Firefox en Linux')).toBeTruthy()
      expect(drawer.getByText(/10\.0\.0\.7/)).toBeTruthy()
      await user.click(drawer.getByRole('button', { name: 'Terminar la sesión en Firefox en Linux' }))
      expect(await screen.findByText('Sesión terminada')).toBeTruthy()
    },
    slow,
  )

  it(
    'activity: the audit about the user, and by the user',
    async () => {
      const entry = {
        id: 'e1',
        at: '2026-03-02T12:00:00.000Z',
        actorId: 'a',
        actorName: 'Marta Ruiz',
        address: '10.0.0.7',
        companyId: 'c1',
        companyName: 'Empresa c1',
        action: 'user.updated',
        entity: 'user',
        entityId: 'u-luis',
        entityName: 'Luis García',
        changes: { email: ['a@b.mx', 'luis@example.com'] },
      }
      const { user, drawer, count } = await open({ 'GET /audit': pageOf(entry) })
      await user.click(drawer.getByRole('tab', { name: 'Actividad' }))
      expect(await drawer.findByText('Marta Ruiz')).toBeTruthy()
      expect(drawer.getByText(/a@b\.mx → luis@example\.com/)).toBeTruthy()
      await user.click(drawer.getByRole('button', { name: 'Lo que hizo este usuario' }))
      await waitFor(() => expect(count('GET /audit')).toBe(2))
    },
    slow,
  )
})

it(
  'invites by e-mail, and sends again or withdraws what waits',
  async () => {
    const { user, bodyOf } = await openUsers({
      'GET /invitations': pageOf(someInvitation()),
      'POST /invitations': { status: 201, body: someInvitation({ email: 'ana@flota.mx' }) },
      'POST /invitations/i1/resend': { body: someInvitation() },
      'DELETE /invitations/i1': { body: { done: true } },
    })
    await user.click(screen.getByRole('button', { name: 'Invitar' }))
    const dialog = await dialogNamed('Invitar por correo')
    await user.type(dialog.getByRole('textbox', { name: /^Correo/ }), 'ana@flota.mx')
    await pick(user, dialog, /^Flotilla/, 'Flotilla f1')
    await user.click(dialog.getByRole('button', { name: 'Enviar invitación' }))
    expect(await screen.findByText('Invitación enviada a ana@flota.mx')).toBeTruthy()
    expect(bodyOf('POST /invitations')).toMatchObject({ level: 'user', fleetId: 'f1', role: 'fleet_member' })
    await user.click(dialog.getByRole('button', { name: 'Reenviar la invitación a nueva@example.com' }))
    expect(await screen.findByText('Invitación enviada a nueva@example.com')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Retirar la invitación a nueva@example.com' }))
    expect(await screen.findByText('Invitación a nueva@example.com retirada')).toBeTruthy()
  },
  slow,
)

describe('a failure without words of its own', () => {
  const failing = [
    ['Desactivar', 'POST /users/u-luis/deactivate', 'No se pudo desactivar el usuario. Inténtalo de nuevo.'],
    [
      'Restablecer contraseña',
      'POST /users/u-luis/send-password-reset',
      'No se pudo enviar el correo para restablecer la contraseña',
    ],
    [
      'Obligar a cambiar contraseña',
      'POST /users/u-luis/force-password-change',
      'No se pudo obligar al cambio de contraseña. Inténtalo de nuevo.',
    ],
  ] as const
  it.each(failing)(
    '%s',
    async (item, call, words) => {
      const { user, choose } = await openUsers({ [call]: { status: 400, body: {} } })
      await choose(item)
      const ask = await screen.findByRole('alertdialog')
      const buttons = within(ask).getAllByRole('button')
      await user.click(buttons.at(-1) as HTMLElement)
      expect(await screen.findByText(words)).toBeTruthy()
      expect(screen.getByRole('alertdialog')).toBeTruthy()
    },
    slow,
  )

  it(
    'is the specification’s in English',
    async () => {
      const { user } = await openUsers(
        { 'POST /users/u-luis/activate': { status: 400, body: {} } },
        {
          ...luis,
          status: 'inactive',
        },
      )
      await user.click(screen.getByRole('button', { name: /^ES\./ }))
      await user.click(await screen.findByRole('button', { name: 'Actions for Luis García' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Activate' }))
      const ask = within(await screen.findByRole('alertdialog', { name: 'Activate Luis García?' }))
      await user.click(ask.getByRole('button', { name: 'Activate' }))
      expect(await screen.findByText('Failed to activate user. Please try again.')).toBeTruthy()
    },
    slow,
  )
})
