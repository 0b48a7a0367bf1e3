import type { Capability } from '@rumbo/contract/access'
import type { TextKey } from '@rumbo/i18n/keys'
import type { ComponentType } from 'react'

/** What every screen is given. */
export interface ScreenProps {
  /** The screen's name in the person's language; also the document's title. */
  title: string
}

export interface ScreenEntry {
  /** `{-$name}` is an optional parameter. */
  path: string
  titleKey: Extract<TextKey, `screens.title.${string}`>
  /** Without it, everybody signed in may open the screen. */
  capability?: Capability
  /** Runs to the edges of the window, without the air around other screens. */
  isFullBleed?: boolean
  load: () => Promise<ComponentType<ScreenProps>>
}

const later = () =>
  import('../screens/not-available/NotAvailableScreen.tsx').then((file) => file.NotAvailableScreen)

/** Screens of the authenticated layout (section 2). Each is a chunk of its own. */
export const staffScreens = {
  main: {
    path: '/main',
    titleKey: 'screens.title.main',
    load: () => import('../screens/main/MainScreen.tsx').then((file) => file.MainScreen),
  },
  fleet: {
    path: '/fleet',
    titleKey: 'screens.title.fleet',
    capability: 'vehicles.read',
    load: () => import('../screens/fleet/FleetScreen.tsx').then((file) => file.FleetScreen),
  },
  fleetConfiguration: {
    path: '/fleet-configuration',
    titleKey: 'screens.title.fleetConfiguration',
    capability: 'fleetConfiguration.edit',
    load: later,
  },
  vehicleDetails: {
    path: '/vehicle-details/{-$vehicleId}',
    titleKey: 'screens.title.vehicleDetails',
    capability: 'vehicles.read',
    load: later,
  },
  companyTree: {
    path: '/company-tree',
    titleKey: 'screens.title.companyTree',
    capability: 'companies.read',
    load: later,
  },
  grid: {
    path: '/grid',
    titleKey: 'screens.title.grid',
    capability: 'vehicles.read',
    isFullBleed: true,
    load: later,
  },
  userManagement: {
    path: '/user-management',
    titleKey: 'screens.title.users',
    capability: 'users.read',
    load: () =>
      import('../screens/user-management/UserManagementScreen.tsx').then((file) => file.UserManagementScreen),
  },
  companies: {
    path: '/companies',
    titleKey: 'screens.title.companies',
    capability: 'companies.edit',
    load: later,
  },
  directory: {
    path: '/directory',
    titleKey: 'screens.title.directory',
    capability: 'directory.read',
    load: later,
  },
  services: {
    path: '/services',
    titleKey: 'screens.title.services',
    capability: 'services.read',
    load: () => import('../screens/services/ServicesScreen.tsx').then((file) => file.ServicesScreen),
  },
  dispatch: {
    path: '/dispatch',
    titleKey: 'screens.title.dispatch',
    capability: 'services.read',
    isFullBleed: true,
    load: () => import('../screens/dispatch/DispatchScreen.tsx').then((file) => file.DispatchScreen),
  },
  planning: {
    path: '/planning',
    titleKey: 'screens.title.planning',
    capability: 'services.read',
    load: later,
  },
  map: {
    path: '/map',
    titleKey: 'screens.title.map',
    capability: 'vehicles.read',
    isFullBleed: true,
    load: () => import('../screens/map/MapScreen.tsx').then((file) => file.MapScreen),
  },
  radar: {
    path: '/radar',
    titleKey: 'screens.title.radar',
    capability: 'vehicles.read',
    isFullBleed: true,
    load: later,
  },
  geofences: {
    path: '/geofences',
    titleKey: 'screens.title.geofences',
    capability: 'geofences.read',
    load: later,
  },
  communication: {
    path: '/communication',
    titleKey: 'screens.title.communication',
    capability: 'services.read',
    load: later,
  },
  notificationList: {
    path: '/notification-list',
    titleKey: 'screens.title.notificationList',
    capability: 'notifications.own',
    load: later,
  },
  eventList: {
    path: '/event-list',
    titleKey: 'screens.title.eventList',
    capability: 'events.read',
    load: later,
  },
  commandsQueue: {
    path: '/commands-queue',
    titleKey: 'screens.title.commandsQueue',
    capability: 'commands.query',
    load: later,
  },
  profile: {
    path: '/profile',
    titleKey: 'screens.title.profile',
    load: () => import('../screens/profile/ProfileScreen.tsx').then((file) => file.ProfileScreen),
  },
  rules: {
    path: '/rules',
    titleKey: 'screens.title.rules',
    capability: 'geofences.edit',
    load: later,
  },
  tariffs: {
    path: '/tariffs',
    titleKey: 'screens.title.tariffs',
    capability: 'fleetConfiguration.edit',
    load: later,
  },
  server: { path: '/server', titleKey: 'screens.title.server', capability: 'monitoring.read', load: later },
  audit: { path: '/audit', titleKey: 'screens.title.audit', capability: 'audit.read', load: later },
  outbox: { path: '/outbox', titleKey: 'screens.title.outbox', capability: 'monitoring.read', load: later },
  unknownDevices: {
    path: '/unknown-devices',
    titleKey: 'screens.title.unknownDevices',
    capability: 'monitoring.read',
    load: later,
  },
  regions: {
    path: '/regions',
    titleKey: 'screens.title.regions',
    capability: 'monitoring.read',
    load: later,
  },
  jobs: { path: '/jobs', titleKey: 'screens.title.jobs', capability: 'monitoring.read', load: later },
} as const satisfies Record<string, ScreenEntry>
export type StaffScreen = keyof typeof staffScreens

/** Screens of the authentication layout. */
export const authScreens = {
  login: {
    path: '/auth/login',
    titleKey: 'screens.title.login',
    load: () => import('../screens/auth-login/LoginScreen.tsx').then((file) => file.LoginScreen),
  },
  register: {
    path: '/auth/register',
    titleKey: 'screens.title.register',
    load: () => import('../screens/auth-register/RegisterScreen.tsx').then((file) => file.RegisterScreen),
  },
  forgotPassword: {
    path: '/auth/forgot-password',
    titleKey: 'screens.title.forgotPassword',
    load: () =>
      import('../screens/auth-reset/ForgotPasswordScreen.tsx').then((file) => file.ForgotPasswordScreen),
  },
  verifyResetCode: {
    path: '/auth/verify-reset-code',
    titleKey: 'screens.title.verifyResetCode',
    load: () =>
      import('../screens/auth-reset/VerifyResetCodeScreen.tsx').then((file) => file.VerifyResetCodeScreen),
  },
  invitation: {
    path: '/auth/invitation/{-$token}',
    titleKey: 'screens.title.invitation',
    load: () =>
      import('../screens/auth-invitation/InvitationScreen.tsx').then((file) => file.InvitationScreen),
  },
  changePassword: {
    path: '/auth/change-password',
    titleKey: 'screens.title.changePassword',
    load: () =>
      import('../screens/auth-change-password/ChangePasswordScreen.tsx').then(
        (file) => file.ChangePasswordScreen,
      ),
  },
  notFound: {
    path: '/auth/404',
    titleKey: 'screens.title.notFound',
    load: () => import('../screens/error/NotFoundScreen.tsx').then((file) => file.NotFoundScreen),
  },
} as const satisfies Record<string, ScreenEntry>

const patternOf = (path: string) => new RegExp(`^${path.replace(/\/\{-\$\w+\}/, '(/[^/]+)?')}/?$`)
const staffPatterns = Object.entries(staffScreens).map(
  ([name, { path }]) => [name as StaffScreen, patternOf(path)] as const,
)
const authPatterns = Object.values(authScreens).map(({ path }) => patternOf(path))

/** The screen of the authenticated layout an address leads to; null for any other. */
export function screenAt(path: string): StaffScreen | null {
  return staffPatterns.find(([, pattern]) => pattern.test(path))?.[0] ?? null
}

/** Whether an address leads to a screen; the root and `/users` only lead on. */
export const isKnownPath = (path: string): boolean =>
  path === '/' ||
  /^\/users\/?$/.test(path) ||
  screenAt(path) !== null ||
  authPatterns.some((pattern) => pattern.test(path))
