import { authScreens } from './auth-screens.ts'
import type { ScreenEntry } from './screen-entry.ts'

const later = () =>
  import('../../screens/not-available/NotAvailableScreen.tsx').then((file) => file.NotAvailableScreen)

/** Screens of the authenticated layout (section 2). Each is a chunk of its own. */
export const staffScreens = {
  main: {
    path: '/main',
    titleKey: 'screens.title.main',
    feature: 'control_panel',
    load: () => import('../../screens/main/MainScreen.tsx').then((file) => file.MainScreen),
  },
  fleet: {
    path: '/fleet',
    needsFleet: true,
    titleKey: 'screens.title.fleet',
    capability: 'vehicles.read',
    feature: 'fleet',
    load: () => import('../../screens/fleet/FleetScreen.tsx').then((file) => file.FleetScreen),
  },
  fleetConfiguration: {
    path: '/fleet-configuration',
    needsFleet: true,
    titleKey: 'screens.title.fleetConfiguration',
    capability: 'fleetConfiguration.edit',
    forbiddenKey: 'organisation.error.configurationForbidden',
    load: () =>
      import('../../screens/fleet-configuration/FleetConfigurationScreen.tsx').then(
        (file) => file.FleetConfigurationScreen,
      ),
  },
  vehicleDetails: {
    path: '/vehicle-details/{-$vehicleId}',
    titleKey: 'screens.title.vehicleDetails',
    capability: 'vehicles.read',
    feature: 'vehicle_details',
    load: () =>
      import('../../screens/vehicle-details/VehicleDetailsScreen.tsx').then(
        (file) => file.VehicleDetailsScreen,
      ),
  },
  history: {
    path: '/fleet/history/{-$vehicleId}',
    needsFleet: true,
    titleKey: 'screens.title.history',
    capability: 'vehicles.read',
    feature: 'fleet',
    isFullBleed: true,
    load: () => import('../../screens/history/HistoryScreen.tsx').then((file) => file.HistoryScreen),
  },
  companyTree: {
    path: '/company-tree',
    titleKey: 'screens.title.companyTree',
    capability: 'companies.read',
    feature: 'company_tree',
    load: () =>
      import('../../screens/company-tree/CompanyTreeScreen.tsx').then((file) => file.CompanyTreeScreen),
  },
  grid: {
    path: '/grid',
    needsFleet: true,
    titleKey: 'screens.title.grid',
    capability: 'vehicles.read',
    feature: 'grid',
    isFullBleed: true,
    load: () => import('../../screens/grid/GridScreen.tsx').then((file) => file.GridScreen),
  },
  userManagement: {
    path: '/user-management',
    titleKey: 'screens.title.users',
    capability: 'users.read',
    load: () =>
      import('../../screens/user-management/UserManagementScreen.tsx').then(
        (file) => file.UserManagementScreen,
      ),
  },
  companies: {
    path: '/companies',
    titleKey: 'screens.title.companies',
    capability: 'companies.edit',
    feature: 'companies',
    load: () => import('../../screens/companies/CompaniesScreen.tsx').then((file) => file.CompaniesScreen),
  },
  directory: {
    path: '/directory',
    titleKey: 'screens.title.directory',
    capability: 'directory.read',
    feature: 'directory',
    load: () => import('../../screens/directory/DirectoryScreen.tsx').then((file) => file.DirectoryScreen),
  },
  services: {
    path: '/services',
    needsFleet: true,
    titleKey: 'screens.title.services',
    capability: 'services.read',
    feature: 'services',
    load: () => import('../../screens/services/ServicesScreen.tsx').then((file) => file.ServicesScreen),
  },
  accounts: {
    path: '/accounts',
    needsFleet: true,
    titleKey: 'screens.title.accounts',
    capability: 'payments.read',
    feature: 'services',
    load: () => import('../../screens/accounts/AccountsScreen.tsx').then((file) => file.AccountsScreen),
  },
  shifts: {
    path: '/shifts',
    needsFleet: true,
    titleKey: 'screens.title.shifts',
    capability: 'services.read',
    feature: 'services',
    load: () => import('../../screens/shifts/ShiftsScreen.tsx').then((file) => file.ShiftsScreen),
  },
  cash: {
    path: '/cash',
    needsFleet: true,
    titleKey: 'screens.title.cash',
    capability: 'payments.read',
    feature: 'services',
    load: () => import('../../screens/cash/CashScreen.tsx').then((file) => file.CashScreen),
  },
  dispatch: {
    path: '/dispatch',
    needsFleet: true,
    titleKey: 'screens.title.dispatch',
    capability: 'dispatch.read',
    feature: 'dispatch',
    isFullBleed: true,
    load: () => import('../../screens/dispatch/DispatchScreen.tsx').then((file) => file.DispatchScreen),
  },
  driver: {
    path: '/driver',
    titleKey: 'screens.title.driver',
    isAlone: true,
    load: () => import('../../screens/driver/DriverScreen.tsx').then((file) => file.DriverScreen),
  },
  planning: {
    path: '/planning',
    needsFleet: true,
    titleKey: 'screens.title.planning',
    capability: 'planning.read',
    feature: 'dispatch',
    isFullBleed: true,
    load: () => import('../../screens/planning/PlanningScreen.tsx').then((file) => file.PlanningScreen),
  },
  map: {
    path: '/map',
    needsFleet: true,
    hasFirstTexts: true,
    titleKey: 'screens.title.map',
    capability: 'vehicles.read',
    feature: 'map',
    isFullBleed: true,
    load: () => import('../../screens/map/MapScreen.tsx').then((file) => file.MapScreen),
  },
  radar: {
    path: '/radar',
    needsFleet: true,
    titleKey: 'screens.title.radar',
    capability: 'watchpoints.read',
    feature: 'radar',
    isFullBleed: true,
    load: () => import('../../screens/radar/RadarScreen.tsx').then((file) => file.RadarScreen),
  },
  geofences: {
    path: '/geofences',
    needsFleet: true,
    titleKey: 'screens.title.geofences',
    capability: 'geofences.read',
    feature: 'geofences',
    isFullBleed: true,
    load: () => import('../../screens/geofences/GeofencesScreen.tsx').then((file) => file.GeofencesScreen),
  },
  communication: {
    path: '/communication',
    needsFleet: true,
    titleKey: 'screens.title.communication',
    capability: 'communication.read',
    feature: 'dispatch',
    isFullBleed: true,
    load: () =>
      import('../../screens/communication/CommunicationScreen.tsx').then((file) => file.CommunicationScreen),
  },
  notificationList: {
    path: '/notification-list',
    titleKey: 'screens.title.notificationList',
    capability: 'notifications.own',
    feature: 'notifications',
    load: () =>
      import('../../screens/notifications/NotificationsScreen.tsx').then((file) => file.NotificationsScreen),
  },
  eventList: {
    path: '/event-list',
    needsFleet: true,
    titleKey: 'screens.title.eventList',
    capability: 'events.read',
    feature: 'events',
    load: () => import('../../screens/events/EventsScreen.tsx').then((file) => file.EventsScreen),
  },
  commandsQueue: {
    path: '/commands-queue',
    needsFleet: true,
    titleKey: 'screens.title.commandsQueue',
    capability: 'commands.query',
    feature: 'commands',
    load: () =>
      import('../../screens/commands-queue/CommandsQueueScreen.tsx').then((file) => file.CommandsQueueScreen),
  },
  profile: {
    path: '/profile',
    titleKey: 'screens.title.profile',
    load: () => import('../../screens/profile/ProfileScreen.tsx').then((file) => file.ProfileScreen),
  },
  rules: {
    path: '/rules',
    titleKey: 'screens.title.rules',
    capability: 'notificationRules.read',
    load: () => import('../../screens/rules/RulesScreen.tsx').then((file) => file.RulesScreen),
  },
  tariffs: {
    path: '/tariffs',
    needsFleet: true,
    titleKey: 'screens.title.tariffs',
    capability: 'tariffs.read',
    feature: 'services',
    load: () => import('../../screens/tariffs/TariffsScreen.tsx').then((file) => file.TariffsScreen),
  },
  server: {
    path: '/server',
    titleKey: 'screens.title.server',
    capability: 'monitoring.read',
    load: () => import('../../screens/server/ServerScreen.tsx').then((file) => file.ServerScreen),
  },
  audit: {
    path: '/audit',
    titleKey: 'screens.title.audit',
    capability: 'audit.read',
    load: () => import('../../screens/audit/AuditScreen.tsx').then((file) => file.AuditScreen),
  },
  outbox: {
    path: '/outbox',
    titleKey: 'screens.title.outbox',
    capability: 'monitoring.read',
    load: () => import('../../screens/outbox/OutboxScreen.tsx').then((file) => file.OutboxScreen),
  },
  unknownDevices: {
    path: '/unknown-devices',
    titleKey: 'screens.title.unknownDevices',
    capability: 'devices.expect',
    load: () =>
      import('../../screens/unknown-devices/UnknownDevicesScreen.tsx').then(
        (file) => file.UnknownDevicesScreen,
      ),
  },
  regions: {
    path: '/regions',
    titleKey: 'screens.title.regions',
    capability: 'monitoring.read',
    load: () => import('../../screens/regions/RegionsScreen.tsx').then((file) => file.RegionsScreen),
  },
  jobs: { path: '/jobs', titleKey: 'screens.title.jobs', capability: 'monitoring.read', load: later },
} as const satisfies Record<string, ScreenEntry>
export type StaffScreen = keyof typeof staffScreens
const entries: Record<StaffScreen, ScreenEntry> = staffScreens

const patternOf = (path: string) => new RegExp(`^${path.replace(/\/\{-\$\w+\}/, '(/[^/]+)?')}/?$`)
const staffPatterns = Object.entries(staffScreens).map(
  ([name, { path }]) => [name as StaffScreen, patternOf(path)] as const,
)
const authPatterns = Object.values(authScreens).map(({ path }) => patternOf(path))

/** The screen of the authenticated layout at an address; null for any other address. */
export function screenAt(path: string): StaffScreen | null {
  return staffPatterns.find(([, pattern]) => pattern.test(path))?.[0] ?? null
}

/** Whether the screen at an address fills the window without the menu. */
export const isAloneAt = (path: string): boolean => {
  const screen = screenAt(path)
  return screen !== null && entries[screen].isAlone === true
}

/** Whether an address shows a screen; the root and `/users` only redirect. */
export const isKnownPath = (path: string): boolean =>
  path === '/' ||
  /^\/users\/?$/.test(path) ||
  screenAt(path) !== null ||
  authPatterns.some((pattern) => pattern.test(path))
