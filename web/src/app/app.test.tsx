import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { someAnswer, someUser } from './session/session.factory.ts'
import { answersFor, nobody, refusal, renderApp, twoOfEach } from './testing.tsx'

vi.setConfig({ testTimeout: 60_000 })

const signedOut = { 'POST /auth/refresh': nobody }
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 20_000 })
async function signIn(user: ReturnType<typeof renderApp>['user'], password = 'Old#1234') {
  await user.type(await screen.findByLabelText('Usuario o correo'), 'marta')
  await user.type(screen.getByLabelText('Contraseña'), password)
  await user.click(screen.getByRole('button', { name: 'Entrar' }))
}

describe('signing in', () => {
  it('shows the form after the spinner, and returns to the requested address', async () => {
    let answerRefresh = () => {}
    const refreshed = new Promise<void>((resolve) => {
      answerRefresh = resolve
    })
    const { user, at } = renderApp('/planning?date=2026-11-21', {
      'POST /auth/refresh': () => refreshed.then(() => nobody),
    })
    expect((await screen.findByRole('status')).textContent).toBe('Autenticando...')
    answerRefresh()
    await heading('Iniciar sesión')
    expect(at()).toBe('/auth/login')
    await signIn(user)
    await heading('Planeación')
    expect(at()).toBe('/planning?date=2026-11-21')
    await waitFor(() => expect(document.title).toBe('Planeación · Rumbo'))
  })

  it('requires both fields before calling the server', async () => {
    const { user, count } = renderApp('/auth/login', signedOut)
    await user.click(await screen.findByRole('button', { name: 'Entrar' }))
    screen.getByText('Escribe tu usuario o correo')
    screen.getByText('Escribe la contraseña')
    expect(count('POST /auth/login')).toBe(0)
  })

  it.each([
    ['invalid_credentials', 401, 'Datos incorrectos. Revisa tu usuario y contraseña.'],
    ['account_deactivated', 403, 'La cuenta está desactivada. Contacta a tu administrador.'],
    ['account_locked', 403, 'La cuenta está bloqueada por un momento. Inténtalo más tarde.'],
    ['something_new', 400, 'Message of the server'],
  ])('shows why it failed: %s', async (code, status, words) => {
    const { user } = renderApp('/auth/login', {
      ...signedOut,
      'POST /auth/login': refusal(status, code, 'Message of the server'),
    })
    await signIn(user)
    await screen.findByText(words)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('asks for the one-time code when the account needs it, and sends it', async () => {
    const login = (body: unknown) =>
      (body as { otp_code?: string }).otp_code === '123456'
        ? { body: someAnswer() }
        : refusal(401, 'otp_required')
    const { user } = renderApp('/auth/login', { ...signedOut, 'POST /auth/login': login })
    await signIn(user)
    const code = await screen.findByLabelText('Código de un solo uso')
    screen.getByText('Esta cuenta pide el código de un solo uso')
    await user.type(code, '12')
    await user.click(screen.getByRole('button', { name: 'Entrar' }))
    screen.getByText('El código de un solo uso lleva 6 dígitos')
    await user.type(code, '3456')
    await user.click(screen.getByRole('button', { name: 'Entrar' }))
    await screen.findByRole('navigation', { name: 'Menú principal' })
  })

  it('shows the password on demand, and the message of the server', async () => {
    const settings = { body: { loginNotice: 'Demo: admin', registration: false, mapsUrlTemplate: '' } }
    const { user } = renderApp('/auth/login', { ...signedOut, 'GET /settings': settings })
    await screen.findByText('Demo: admin')
    expect(screen.queryByRole('link', { name: 'Crear una cuenta' })).toBeNull()
    expect(screen.getByLabelText('Contraseña').getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Mostrar contraseña' }))
    expect(screen.getByLabelText('Contraseña').getAttribute('type')).toBe('text')
  })
})

describe('a forced password change', () => {
  const demanded = { ...signedOut, 'POST /auth/login': refusal(403, 'password_change_required') }

  it('follows the login, checks the current password, and leads back to login', async () => {
    const { user, asked, at } = renderApp('/auth/login', {
      ...demanded,
      'POST /auth/forced-password-change': { body: {} },
    })
    await signIn(user)
    await heading('Debes cambiar tu contraseña')
    expect(at()).toBe('/auth/change-password')
    await user.type(screen.getByLabelText('Contraseña actual'), 'wrong')
    await user.type(screen.getByLabelText('Contraseña nueva'), 'New#12345')
    await user.type(screen.getByLabelText('Confirmar contraseña'), 'New#12346')
    const send = screen.getByRole('button', { name: 'Cambiar contraseña' })
    await user.click(send)
    screen.getByText('Las contraseñas no coinciden')
    await user.type(screen.getByLabelText('Confirmar contraseña'), '{Backspace}5')
    await user.click(send)
    await screen.findByText('La contraseña actual es incorrecta')
    await user.clear(screen.getByLabelText('Contraseña actual'))
    await user.type(screen.getByLabelText('Contraseña actual'), 'Old#1234')
    await user.click(send)
    await heading('Iniciar sesión')
    screen.getByText('Tu contraseña cambió. Entra con la nueva.')
    expect(asked.find((one) => one.call.endsWith('/forced-password-change'))?.body).toMatchObject({
      username_or_email: 'marta',
      new_password: 'New#12345',
    })
  })

  it('shows refusals of the server at their fields: the current password, the one-time code', async () => {
    const record = { username: 'marta', password: '', timestamp: Date.now() }
    sessionStorage.setItem('pendingPasswordChange', JSON.stringify(record))
    const replies = [
      refusal(401, 'invalid_credentials'),
      refusal(401, 'otp_required'),
      refusal(401, 'otp_invalid'),
      refusal(409, 'password_change_not_pending'),
    ]
    const { user } = renderApp('/auth/change-password', {
      ...signedOut,
      'POST /auth/forced-password-change': () => replies.shift() ?? { body: {} },
    })
    const current = await screen.findByLabelText('Contraseña actual')
    await user.type(current, 'Old#1234')
    await user.type(screen.getByLabelText('Contraseña nueva'), 'New#12345')
    await user.type(screen.getByLabelText('Confirmar contraseña'), 'New#12345{Enter}')
    await screen.findByText('La contraseña actual es incorrecta')
    expect(document.activeElement).toBe(current)
    await user.keyboard('{Enter}')
    const code = await screen.findByLabelText('Código de un solo uso')
    await user.type(code, '123456{Enter}')
    await screen.findByText('El código de un solo uso no es válido')
    expect(document.activeElement).toBe(code)
    await user.keyboard('{Enter}')
    await screen.findByText('No hay un cambio de contraseña pendiente. Inicia sesión de nuevo.')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('shows an error when no change is pending', async () => {
    renderApp('/auth/change-password', signedOut)
    await screen.findByText('No hay un cambio de contraseña pendiente. Inicia sesión de nuevo.')
  })

  it('shows an error when the pending change is older than 15 minutes', async () => {
    const timestamp = Date.now() - 16 * 60_000
    const record = { username: 'marta', password: '', timestamp }
    sessionStorage.setItem('pendingPasswordChange', JSON.stringify(record))
    renderApp('/auth/change-password', signedOut)
    await screen.findByText('El cambio de contraseña venció. Inicia sesión de nuevo.')
  })

  it('redirects every page for a user who must change the password', async () => {
    const { at } = renderApp('/map', answersFor({ force_password_change: true }))
    await waitFor(() => expect(at()).toBe('/auth/change-password'))
  })
})

describe('the session-expired dialog', () => {
  it('stays until OK, which goes to login', async () => {
    const { user, client, at } = renderApp('/planning')
    await heading('Planeación')
    client.session.unauthorised()
    const dialog = await screen.findByRole('alertdialog', { name: 'Sesión vencida' })
    await user.keyboard('{Escape}')
    expect(at()).toBe('/planning')
    await user.click(within(dialog).getByRole('button', { name: 'Aceptar' }))
    await heading('Iniciar sesión')
    expect(at()).toBe('/auth/login')
    await signIn(user)
    await heading('Planeación')
  })
})

describe('the menu', () => {
  const items = async () => {
    const menu = await screen.findByRole('navigation', { name: 'Menú principal' }, { timeout: 5000 })
    return within(menu)
      .getAllByRole('link')
      .filter((link) => link.closest('[inert]') === null)
      .map((link) => link.textContent)
  }

  const root = answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] })
  const group = (name: string, expanded: boolean) => screen.findByRole('button', { name, expanded })

  it('shows every item to a super admin, those of administration in closed groups', async () => {
    const { user } = renderApp('/planning', root)
    expect(await items()).not.toContain('Servidor')
    for (const name of ['Negocio', 'Sistema', 'Configuración']) await user.click(await group(name, false))
    const found = await items()
    for (const label of [
      'Panel de control',
      'Despacho',
      'Mapa',
      'Empresas',
      'Clientes',
      'Usuarios',
      'Servidor',
      'Tarifas',
    ]) {
      expect(found).toContain(label)
    }
  })

  it('opens the group of the screen, and remembers what the user opens and closes', async () => {
    const { user, unmount } = renderApp('/planning', root)
    await user.click(await group('Flotilla', true))
    expect(await items()).not.toContain('Mapa')
    await user.click(await group('Sistema', false))
    await user.click(screen.getByRole('link', { name: 'Tareas' }))
    await heading('Tareas')
    unmount()
    const again = renderApp('/jobs', root)
    await group('Flotilla', false)
    await group('Sistema', true)
    await again.user.keyboard('gm')
    await group('Flotilla', true)
  })

  it('hides what the level of a user does not allow', async () => {
    renderApp('/planning', answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] }))
    const found = await items()
    expect(found).toContain('Servicios')
    for (const label of ['Empresas', 'Usuarios', 'Servidor', 'Configuración de flotilla']) {
      expect(found).not.toContain(label)
    }
  })

  it('shows three items to a guest, and redirects any other screen to the vehicle', async () => {
    const guest = { level: 'guest', access_scopes: [{ scope: 'c1,f1,v1', type: 'read' }] } as const
    const { at } = renderApp('/map', answersFor({ ...guest, access_scopes: [...guest.access_scopes] }))
    expect((await items()).filter((label) => label !== 'Rumbo')).toEqual([
      'Detalle de unidad',
      'Notificaciones',
      'Perfil',
    ])
    expect(at()).toBe('/vehicle-details')
  })

  it('marks the current screen', async () => {
    renderApp('/planning')
    await items()
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Planeación')
  })
})

describe('the shell', () => {
  it('offers company and fleet only when there is more than one', async () => {
    renderApp('/planning')
    await heading('Planeación')
    expect(screen.queryByRole('button', { name: /Elegir empresa/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /Elegir flotilla/ })).toBeNull()
    expect(screen.getAllByText('Flotilla f1').length).toBeGreaterThan(0)
  })

  it('changes the fleet', async () => {
    const { user, client } = renderApp('/planning', twoOfEach)
    await heading('Planeación')
    await user.click(screen.getByRole('button', { name: /Elegir flotilla/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Flotilla f2' }))
    await waitFor(() => expect(client.workspace.state().fleet?.id).toBe('f2'))
    expect(sessionStorage.getItem('activeFleetId')).toBe('f2')
  })

  it('shows a user without a company whom to contact', async () => {
    renderApp('/planning', { 'GET /auth/profile/companies': { body: { items: [] } } })
    await screen.findByText('Necesitas estar asignado a una flotilla. Contacta a tu administrador.')
    screen.getByRole('button', { name: 'Copiar mi identificador' })
    screen.getByText(someUser().id)
  })

  it('refuses a screen the level does not allow', async () => {
    renderApp('/companies')
    await heading('Empresas')
    await screen.findByText('No tienes permiso para hacer esto.')
  })

  it('shows that a screen is not available yet', async () => {
    renderApp(
      '/jobs',
      answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] }),
    )
    await heading('Tareas')
    screen.getByText('Esta pantalla todavía no está disponible.')
  })

  it('shows the error page for an unknown address', async () => {
    renderApp('/nowhere')
    await heading('Página no encontrada')
  })

  it('redirects /users to the directory', async () => {
    const { at } = renderApp('/users')
    await heading('Directorio')
    expect(at()).toBe('/directory?view=system-users')
  })

  it('opens screens by keys, but not while the user types', async () => {
    const { user, at } = renderApp('/planning')
    await heading('Planeación')
    // This screen has no search field of its own.
    await user.keyboard('/')
    const search = await screen.findByRole('combobox', { name: 'Buscar o ir a' })
    await user.type(search, 'gg?')
    expect(at()).toBe('/planning')
    await user.clear(search)
    await user.type(search, 'geoc{Enter}')
    await heading('Geocercas')
    await user.keyboard('gr')
    await heading('Radar')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Buscar o ir a' }), '{Escape}')
    await user.keyboard('?')
    await screen.findByRole('dialog', { name: 'Atajos de teclado' })
  })

  it('removes all toasts when the user signs out', async () => {
    const { client } = renderApp('/planning', {
      'GET /fleets/f1': refusal(400, 'something_new', 'Flotilla ocupada'),
    })
    await heading('Planeación')
    await screen.findByText('Flotilla ocupada')
    await act(() => client.session.logout())
    await heading('Iniciar sesión')
    await waitFor(() => expect(screen.queryByText('Flotilla ocupada')).toBeNull())
  })

  it('logs out after a confirmation', async () => {
    const { user, count, at } = renderApp('/planning')
    await heading('Planeación')
    await user.click(screen.getByRole('button', { name: /Tu cuenta/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cerrar sesión' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar sesión' }))
    await heading('Iniciar sesión')
    expect(count('POST /auth/logout')).toBe(1)
    expect(at()).toBe('/auth/login')
    expect(sessionStorage.length).toBe(0)
  })
})
