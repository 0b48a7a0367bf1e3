import type { ScreenEntry } from './screen-entry.ts'

/** Screens of the authentication layout. */
export const authScreens = {
  login: {
    path: '/auth/login',
    hasFirstTexts: true,
    titleKey: 'screens.title.login',
    load: () => import('../../screens/auth-login/LoginScreen.tsx').then((file) => file.LoginScreen),
  },
  register: {
    path: '/auth/register',
    hasFirstTexts: true,
    titleKey: 'screens.title.register',
    load: () => import('../../screens/auth-register/RegisterScreen.tsx').then((file) => file.RegisterScreen),
  },
  forgotPassword: {
    path: '/auth/forgot-password',
    hasFirstTexts: true,
    titleKey: 'screens.title.forgotPassword',
    load: () =>
      import('../../screens/auth-reset/ForgotPasswordScreen.tsx').then((file) => file.ForgotPasswordScreen),
  },
  verifyResetCode: {
    path: '/auth/verify-reset-code',
    hasFirstTexts: true,
    titleKey: 'screens.title.verifyResetCode',
    load: () =>
      import('../../screens/auth-reset/VerifyResetCodeScreen.tsx').then((file) => file.VerifyResetCodeScreen),
  },
  invitation: {
    path: '/auth/invitation/{-$token}',
    titleKey: 'screens.title.invitation',
    load: () =>
      import('../../screens/auth-invitation/InvitationScreen.tsx').then((file) => file.InvitationScreen),
  },
  changePassword: {
    path: '/auth/change-password',
    hasFirstTexts: true,
    titleKey: 'screens.title.changePassword',
    load: () =>
      import('../../screens/auth-change-password/ChangePasswordScreen.tsx').then(
        (file) => file.ChangePasswordScreen,
      ),
  },
  notFound: {
    path: '/auth/404',
    hasFirstTexts: true,
    titleKey: 'screens.title.notFound',
    load: () => import('../../screens/not-found/NotFoundScreen.tsx').then((file) => file.NotFoundScreen),
  },
} as const satisfies Record<string, ScreenEntry>
