import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FakeAnswers } from '../../app/testing.tsx'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'
import { dialogNamed, loadUserChunks, luis, openUsers, pageOf, pick, questionNamed } from './testing.tsx'
import { someAssignment, someInvitation, someListedUser } from './users.factory.ts'

beforeAll(loadUserChunks, 60_000)

describe('actions that are not allowed', () => {
  it('show a reason that several share once, above them', async () => {
    const { user } = await openUsers({}, someListedUser({ mayChange: false }))
    await user.click(screen.getByRole('button', { name: 'Acciones de Luis García' }))
    const item = await screen.findByRole('menuitem', { name: /^Eliminar/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(item.textContent).toBe('Eliminar')
    const reason = screen.getByText(/^Su nivel no es menor que el tuyo/)
    expect(item.getAttribute('aria-describedby')).toBe(reason.id)
    expect(screen.getByRole('menuitem', { name: 'Ver detalles' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('refuse a vehicle to a guest without a contact', async () => {
    const guest = someListedUser({ level: 'guest', fleetId: null, fleetName: null, fleetRole: null })
    const { user } = await openUsers({}, guest)
    await user.click(screen.getByRole('button', { name: 'Acciones de Luis García' }))
    const item = await screen.findByRole('menuitem', { name: /^Asignar unidad/ })
    expect(item.textContent).toContain(
      'El usuario debe estar vinculado a un contacto del directorio antes de asignarle una unidad',
    )
  })

  it('a linked guest gets a vehicle', async () => {
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
    await screen.findByText('Luis García ve la unidad 104')
    expect(bodyOf('PUT /users/u-luis/vehicle')).toEqual({ vehicleId: 'v104' })
  })
})

describe('details', () => {
  const open = async (some: FakeAnswers = {}, user = luis) => {
    const view = await openUsers(some, user)
    await view.user.click(screen.getByRole('button', { name: /Luis García luis_g/ }))
    return { ...view, drawer: await dialogNamed('Luis García') }
  }

  it('assignments: role, primary flag, since when and by whom; changing and ending', async () => {
    const { user, drawer, bodyOf, count, at } = await open({
      'PUT /users/u-luis/assignments/a1': { body: someAssignment({ role: 'dispatcher' }) },
      'DELETE /users/u-luis/assignments/a1': { body: { done: true } },
    })
    expect(at()).toContain('user=u-luis')
    await drawer.findByText('Principal')
    drawer.getByText(/por Marta Ruiz/)
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
    await screen.findByText('Asignación terminada')
    expect(count('DELETE /users/u-luis/assignments/a1')).toBe(1)
  })

  it('security: the lock, the sessions by device, and ending one', async () => {
    const { user, drawer } = await open(
      { 'DELETE /users/u-luis/sessions/s1': { body: { done: true } } },
      someListedUser({ status: 'locked' }),
    )
    await user.click(drawer.getByRole('tab', { name: 'Seguridad' }))
    await drawer.findByText(/bloqueada por intentos fallidos/)
    await drawer.findByText('Firefox en Linux')
    drawer.getByText(/10\.0\.0\.7/)
    await user.click(drawer.getByRole('button', { name: 'Cerrar la sesión en Firefox en Linux' }))
    await screen.findByText('Sesión cerrada')
  })

  it('activity: the audit about the user, and by the user', async () => {
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
    await drawer.findByText('Marta Ruiz')
    drawer.getByText(/a@b\.mx → luis@example\.com/)
    await user.click(drawer.getByRole('button', { name: 'Lo que hizo este usuario' }))
    await waitFor(() => expect(count('GET /audit')).toBe(2))
  })
})

it('invites by e-mail, and sends again or withdraws pending invitations', async () => {
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
  await screen.findByText('Invitación enviada a ana@flota.mx')
  expect(bodyOf('POST /invitations')).toMatchObject({ level: 'user', fleetId: 'f1', role: 'fleet_member' })
  await user.click(dialog.getByRole('button', { name: 'Reenviar la invitación a nueva@example.com' }))
  await screen.findByText('Invitación enviada a nueva@example.com')
  await user.click(dialog.getByRole('button', { name: 'Retirar la invitación a nueva@example.com' }))
  await screen.findByText('Invitación a nueva@example.com retirada')
})

describe('a failure without a text of its own', () => {
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
  it.each(failing)('%s', async (item, call, words) => {
    const { user, choose } = await openUsers({ [call]: { status: 400, body: {} } })
    await choose(item)
    const ask = await screen.findByRole('alertdialog')
    const buttons = within(ask).getAllByRole('button')
    await user.click(buttons.at(-1) as HTMLElement)
    await screen.findByText(words)
    screen.getByRole('alertdialog')
  })

  it('uses the text of the specification in English', async () => {
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
    await screen.findByText('Failed to activate user. Please try again.')
  })
})
