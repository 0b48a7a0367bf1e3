import type { Account } from '@rumbo/contract/identity.account.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { someUser } from '../../app/session/session.factory.ts'
import { refusal, renderApp } from '../../app/testing.tsx'

beforeAll(async () => {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    import('./ProfileScreen.tsx'),
    import('../../identity/TwoFactorDialog.tsx'),
  ])
})

const account = (some: Partial<Account> = {}): Account => ({
  id: '018f0000-0000-7000-8000-000000000001',
  username: 'ana',
  firstName: 'Ana',
  lastName: 'Ríos',
  displayName: 'Ana Ríos',
  email: 'ana@example.com',
  phone: '55 1234 5678',
  level: 'manager',
  language: 'es',
  avatar: { type: 'initials', color: 'primary' },
  emailVerified: false,
  phoneVerified: true,
  twoFactorEnabled: false,
  recoveryCodesLeft: 0,
  passwordChangedAt: null,
  notificationEmail: null,
  notificationPhone: null,
  channels: [
    { channel: 'email', isConfigured: true },
    { channel: 'sms', isConfigured: false },
  ],
  createdAt: '2026-03-02T15:00:00.000Z',
  lastLogin: null,
  version: 3,
  ...some,
})
const session = (id: string, isCurrent: boolean, userAgent: string) => ({
  id,
  startedAt: '2026-03-02T15:00:00.000Z',
  lastUsedAt: '2026-03-02T15:30:00.000Z',
  address: '10.0.0.7',
  userAgent,
  isCurrent,
})
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile/15E148 Safari/604.1'

const open = (some: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/profile', {
    'GET /auth/profile': { body: account() },
    'GET /auth/sessions': { body: { items: [session('s1', true, windows), session('s2', false, iphone)] } },
    ...some,
  })
const region = (name: string) => screen.findByRole('region', { name })

describe('the profile', () => {
  it('saves names by the rules of section 5, with the version that was read', async () => {
    const { user, asked } = open({ 'PUT /auth/profile': { body: account({ version: 4 }) } })
    const form = await screen.findByRole('form', { name: 'Datos personales' })
    const name = within(form).getByLabelText('Nombre')
    await user.clear(name)
    await user.click(within(form).getByRole('button', { name: 'Guardar cambios' }))
    within(form).getByText('Escribe el nombre')
    await user.click(name)
    await user.paste('A'.repeat(101))
    await user.tab()
    within(form).getByText('El nombre lleva de 1 a 100 caracteres')
    await user.clear(name)
    await user.type(name, 'Anita')
    await user.click(within(form).getByRole('button', { name: 'Guardar cambios' }))
    await screen.findByText('Perfil actualizado')
    expect(asked.find(({ call }) => call === 'PUT /auth/profile')?.body).toMatchObject({
      firstName: 'Anita',
      lastName: 'Ríos',
      version: 3,
    })
  })

  it('changes the avatar at once', async () => {
    const { user, asked } = open({ 'PUT /auth/profile': { body: account({ version: 4 }) } })
    await user.click(within(await region('Avatar')).getByRole('button', { name: 'Morado' }))
    await waitFor(() =>
      expect(asked.find(({ call }) => call === 'PUT /auth/profile')?.body).toMatchObject({
        avatar: { type: 'initials', color: 'in_service' },
      }),
    )
  })

  it('distinguishes devices, and ends the session of another one', async () => {
    const { user, count } = open({ 'DELETE /auth/sessions/s2': { body: { done: true } } })
    const sessions = await region('Sesiones abiertas')
    await within(sessions).findByText('Chrome en Windows')
    await user.click(within(sessions).getByRole('button', { name: 'Cerrar la sesión de Safari en iPhone' }))
    await screen.findByText('Sesión cerrada')
    expect(count('DELETE /auth/sessions/s2')).toBe(1)
  })

  it('enables the second factor: password, code, recovery codes', async () => {
    let tries = 0
    const { user } = open({
      'POST /auth/profile/two-factor/begin': (body) =>
        (body as { password: string }).password === 'Right-2026!'
          ? { body: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Rumbo:ana?secret=JBSWY3DPEHPK3PXP' } }
          : refusal(422, 'current_password_incorrect'),
      'POST /auth/profile/two-factor/enable': () => {
        tries += 1
        return tries === 1
          ? refusal(422, 'otp_incorrect')
          : { body: { recoveryCodes: ['abcd-efgh', 'ijkl-mnop'] } }
      },
    })
    await user.click(within(await region('Contraseña y acceso')).getByRole('button', { name: 'Activar' }))
    const dialog = await screen.findByRole('dialog', { name: 'Verificación en dos pasos' })
    const next = () => user.click(within(dialog).getByRole('button', { name: 'Siguiente' }))
    await user.type(within(dialog).getByLabelText('Contraseña actual'), 'Wrong-2026!')
    await next()
    await within(dialog).findByText('La contraseña actual es incorrecta')
    await user.clear(within(dialog).getByLabelText('Contraseña actual'))
    await user.type(within(dialog).getByLabelText('Contraseña actual'), 'Right-2026!')
    await next()
    await within(dialog).findByRole('img', { name: /Código QR/ })
    within(dialog).getByText('JBSW Y3DP EHPK 3PXP')
    await user.type(within(dialog).getByLabelText('Código de un solo uso'), '12345')
    await next()
    within(dialog).getByText('El código de un solo uso lleva 6 dígitos')
    await user.type(within(dialog).getByLabelText('Código de un solo uso'), '6')
    await next()
    await within(dialog).findByText('El código de un solo uso no es válido')
    await waitFor(() =>
      expect(document.activeElement).toBe(within(dialog).getByLabelText('Código de un solo uso')),
    )
    await user.type(within(dialog).getByLabelText('Código de un solo uso'), '654321')
    await next()
    await within(dialog).findByText('abcd-efgh')
    await user.keyboard('{Escape}')
    await within(dialog).findByText(/luego elige «Ya los guardé»/)
    within(dialog).getByText('abcd-efgh')
    for (const name of ['Cerrar', 'Atrás']) expect(within(dialog).queryByRole('button', { name })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Ya los guardé' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps the form when the code to disable the second factor is wrong', async () => {
    const { user } = open({
      'GET /auth/profile': { body: account({ twoFactorEnabled: true, recoveryCodesLeft: 10 }) },
      'POST /auth/profile/two-factor/disable': refusal(422, 'otp_incorrect'),
    })
    await user.click(within(await region('Contraseña y acceso')).getByRole('button', { name: 'Desactivar' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Contraseña actual'), 'Right-2026!')
    const code = within(dialog).getByLabelText('Código de un solo uso')
    await user.type(code, '654321')
    await user.keyboard('{Enter}')
    await within(dialog).findByText('El código de un solo uso no es válido')
    expect(document.activeElement).toBe(code)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('ends the session after a password change; 63 characters pass and 64 do not', async () => {
    const { user, asked } = open({ 'POST /auth/change-password': { body: { user: someUser() } } })
    await user.click(
      within(await region('Contraseña y acceso')).getByRole('button', { name: 'Cambiar contraseña' }),
    )
    const form = await screen.findByRole('form', { name: 'Cambiar contraseña' })
    const long = `Aa1!${'x'.repeat(60)}`
    await user.type(within(form).getByLabelText('Contraseña actual'), 'Right-2026!')
    await user.click(within(form).getByLabelText('Contraseña nueva'))
    await user.paste(long)
    await user.type(within(form).getByLabelText('Confirmar contraseña'), 'other')
    await user.click(within(form).getByRole('button', { name: 'Cambiar contraseña' }))
    within(form).getByText('La contraseña lleva al menos 8 caracteres y menos de 64')
    within(form).getByText('Las contraseñas no coinciden')
    for (const label of ['Contraseña nueva', 'Confirmar contraseña']) {
      await user.clear(within(form).getByLabelText(label))
      await user.click(within(form).getByLabelText(label))
      await user.paste(long.slice(0, 63))
    }
    await user.click(within(form).getByRole('button', { name: 'Cambiar contraseña' }))
    await screen.findByText('Tu contraseña cambió. Entra con la nueva.')
    expect(asked.filter(({ call }) => call === 'POST /auth/change-password')).toHaveLength(1)
  })

  it('verifies the e-mail by a code', async () => {
    const { user } = open({
      'POST /auth/profile/verification': { body: { done: true } },
      'POST /auth/profile/verification/confirm': (body) =>
        (body as { code: string }).code === '123456'
          ? { body: account({ emailVerified: true }) }
          : refusal(422, 'verification_invalid'),
    })
    await user.click(
      within(await region('Correo y teléfono')).getByRole('button', { name: 'Verificar correo' }),
    )
    const form = await screen.findByRole('form', { name: 'Verificar correo' })
    const code = within(form).getByLabelText('Código de verificación')
    await user.type(code, '654321')
    await user.click(within(form).getByRole('button', { name: 'Verificar' }))
    await within(form).findByText('El código no es correcto o ya venció. Pide uno nuevo.')
    expect(document.activeElement).toBe(code)
    await user.clear(code)
    await user.type(code, '123456')
    await user.click(within(form).getByRole('button', { name: 'Verificar' }))
    await screen.findByText('Listo: ana@example.com quedó verificado')
  })
})
