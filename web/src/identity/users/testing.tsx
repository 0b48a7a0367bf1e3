import { screen, within } from '@testing-library/react'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, type FakeAnswers, renderApp } from '../../app/testing.tsx'
import { someAssignment, someListedUser, someSignIn } from './users.factory.ts'

/** Loads the lazy chunks before fake timers start, so that a busy machine does not delay them. */
export async function loadUserChunks() {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    staffScreens.userManagement.load(),
    import('./UserDialog.tsx'),
    import('./LevelDialog.tsx'),
    import('./SetPasswordDialog.tsx'),
    import('./AssignmentDialog.tsx'),
    import('./LinkDialog.tsx'),
    import('./GuestVehicleDialog.tsx'),
    import('./InviteDialog.tsx'),
  ])
}

export const pageOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const itemsOf = (...items: unknown[]) => ({ body: { items } })
export const luis = someListedUser()
export const asAdmin = answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
export const asSuperAdmin = answersFor({
  level: 'super_admin',
  access_scopes: [{ scope: '*,*,*', type: 'manage' }],
})
export const stats = { total: 7, active: 5, superAdmins: 1, managers: 2, pending: 1, locked: 1 }

/** Opens the users screen with one listed user. Default viewer: an admin. */
export async function openUsers(some: FakeAnswers = {}, user = luis) {
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
export const dialogNamed = async (name: string | RegExp) =>
  within(await screen.findByRole('dialog', { name }))
export const questionNamed = async (name: string | RegExp) =>
  within(await screen.findByRole('alertdialog', { name }))
export const pick = async (
  user: Awaited<ReturnType<typeof openUsers>>['user'],
  within_: ReturnType<typeof within>,
  field: RegExp,
  option: string,
) => {
  await user.click(await within_.findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}
