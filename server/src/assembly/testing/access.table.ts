/**
 * Who may do what, written down a second time from the product's table of levels and not from the code that decides:
 * the generated test compares the two.
 */
export const people = [
  'superAdmin',
  'admin',
  'manager',
  'dispatcher',
  'viewer',
  'driver',
  'guest',
  /** Signed in, without any scope. */
  'scopeless',
  'nobody',
] as const
export type Person = (typeof people)[number]

/** Where the record lies, seen from the person: whose company and fleets are `own`. */
export const spots = ['own', 'otherFleet', 'otherCompany', 'nowhere'] as const
export type Spot = (typeof spots)[number]

/** `all`: any company; `company`: the person's whole company; `fleet`: the person's fleets in it. */
type Breadth = 'all' | 'company' | 'fleet'
type Row = Partial<Record<Person, Breadth>>

const everybody: Row = {
  superAdmin: 'all',
  admin: 'all',
  manager: 'all',
  dispatcher: 'all',
  viewer: 'all',
  driver: 'all',
  guest: 'all',
  scopeless: 'all',
}
const watchers = { dispatcher: 'fleet', viewer: 'fleet' } as const
const leads = { superAdmin: 'all', admin: 'company', manager: 'fleet' } as const
const rows = {
  anybody: { ...everybody, nobody: 'all' },
  /** Own notifications, own profile. */
  everybodySignedIn: everybody,
  superAdmin: { superAdmin: 'all' },
  admins: { superAdmin: 'all', admin: 'company' },
  users: leads,
  vehiclesEdit: leads,
  vehiclesRead: { ...leads, ...watchers, driver: 'fleet', guest: 'fleet' },
  vehiclesNote: { ...leads, dispatcher: 'fleet' },
  services: { ...leads, dispatcher: 'fleet' },
  /** A driver reads own services only, never every customer of the fleet. */
  servicesRead: { ...leads, ...watchers },
  /** Levels from user up, guests none; more is asked for by the type of a command. */
  commands: { ...leads, ...watchers, driver: 'fleet' },
  /** Guests have no files. */
  historyFiles: { ...leads, ...watchers, driver: 'fleet' },
  /** Contacts belong to the company; writing asks for a manage scope. */
  directoryEdit: { superAdmin: 'all', admin: 'company', manager: 'company', dispatcher: 'company' },
  directoryRead: {
    superAdmin: 'all',
    admin: 'company',
    manager: 'company',
    dispatcher: 'company',
    viewer: 'company',
  },
  companyRead: {
    superAdmin: 'all',
    admin: 'company',
    manager: 'company',
    dispatcher: 'company',
    viewer: 'company',
    driver: 'company',
    guest: 'company',
  },
  /** Whoever stands in a company or fleet at all. */
  insiders: { ...everybody, scopeless: undefined },
  /** What long work was asked for belongs to who asked: the admin, here. */
  ownWork: { admin: 'all' },
} as const satisfies Record<string, Row>

/** Every endpoint and its row; one without a row fails the test. */
export const rowOf: Readonly<Record<string, keyof typeof rows>> = {
  'identity.changePassword': 'everybodySignedIn',
  'identity.changeUserPassword': 'users',
  'identity.confirmReset': 'anybody',
  'identity.forcedPasswordChange': 'anybody',
  'identity.initiateReset': 'anybody',
  'identity.login': 'anybody',
  'identity.logout': 'anybody',
  'identity.refresh': 'anybody',
  'identity.register': 'anybody',
  'account.acceptInvitation': 'anybody',
  'account.readInvitation': 'anybody',
  'account.beginTwoFactor': 'everybodySignedIn',
  'account.changeEmail': 'everybodySignedIn',
  'account.confirmVerification': 'everybodySignedIn',
  'account.disableTwoFactor': 'everybodySignedIn',
  'account.enableTwoFactor': 'everybodySignedIn',
  'account.endOtherSessions': 'everybodySignedIn',
  'account.endSession': 'everybodySignedIn',
  'account.listSessions': 'everybodySignedIn',
  'account.read': 'everybodySignedIn',
  'account.renewRecoveryCodes': 'everybodySignedIn',
  'account.sendVerification': 'everybodySignedIn',
  'account.update': 'everybodySignedIn',
  'users.activate': 'users',
  'users.assign': 'users',
  'users.assignVehicle': 'users',
  'users.changeAssignment': 'users',
  'users.changeLevel': 'admins',
  'users.create': 'users',
  'users.deactivate': 'users',
  'users.remove': 'users',
  'users.endSession': 'users',
  'users.endSessions': 'users',
  'users.forcePasswordChange': 'users',
  'users.invite': 'users',
  'users.linkContact': 'users',
  'users.listAssignments': 'users',
  'users.listInvitations': 'users',
  'users.listSessions': 'users',
  'users.list': 'users',
  'users.read': 'users',
  'users.resendInvitation': 'users',
  'users.resetTwoFactor': 'users',
  'users.revokeInvitation': 'users',
  'users.sendReset': 'users',
  'users.unassign': 'users',
  'users.unassignVehicle': 'users',
  'users.unlinkContact': 'users',
  'users.update': 'users',
  'users.stats': 'users',
  'organisation.profileCompanies': 'everybodySignedIn',
  'organisation.companyDeletion': 'superAdmin',
  'organisation.createCompany': 'superAdmin',
  'organisation.deleteCompany': 'superAdmin',
  'organisation.listCompanies': 'admins',
  'organisation.readCompany': 'companyRead',
  'organisation.updateCompany': 'admins',
  'organisation.createFleet': 'admins',
  'organisation.deleteFleet': 'admins',
  'organisation.fleetDeletion': 'admins',
  'organisation.listFleetUsers': 'admins',
  'organisation.listFleets': 'vehiclesRead',
  'organisation.readFleet': 'vehiclesRead',
  'organisation.readConfiguration': 'vehiclesRead',
  'organisation.saveConfiguration': 'admins',
  'organisation.setFleetUsers': 'admins',
  'organisation.updateFleet': 'admins',
  'tree.move': 'users',
  'tree.previewMove': 'users',
  'tree.search': 'vehiclesRead',
  'tree.children': 'vehiclesRead',
  'tree.whoMayReach': 'users',
  'directory.create': 'directoryEdit',
  'directory.createSystemUser': 'users',
  'directory.remove': 'directoryEdit',
  'directory.export': 'directoryRead',
  'directory.import': 'directoryEdit',
  'directory.inspectImport': 'directoryEdit',
  'directory.list': 'directoryRead',
  'directory.read': 'directoryRead',
  'directory.update': 'directoryEdit',
  'vehicles.create': 'vehiclesEdit',
  'vehicles.delete': 'vehiclesEdit',
  'vehicles.dismissAlarm': 'vehiclesNote',
  'vehicles.list': 'vehiclesRead',
  'vehicles.read': 'vehiclesRead',
  'vehicles.update': 'vehiclesEdit',
  'services.assign': 'services',
  'services.cancel': 'services',
  'services.complete': 'services',
  'services.confirmPickup': 'services',
  'services.counts': 'servicesRead',
  'services.create': 'services',
  'services.delete': 'services',
  'services.dispatch': 'services',
  'services.list': 'servicesRead',
  'services.read': 'servicesRead',
  'services.unassign': 'services',
  'services.update': 'services',
  'dispatch.candidates': 'services',
  'telemetry.dates': 'vehiclesRead',
  'telemetry.export': 'historyFiles',
  'telemetry.models': 'insiders',
  'telemetry.onboarding': 'vehiclesEdit',
  'telemetry.positions': 'vehiclesRead',
  'telemetry.renewSecret': 'vehiclesEdit',
  'telemetry.route': 'vehiclesRead',
  'telemetry.statistics': 'vehiclesRead',
  'devices.attach': 'superAdmin',
  'devices.forget': 'superAdmin',
  'devices.gateway': 'superAdmin',
  'devices.listRejected': 'superAdmin',
  'devices.listUnknown': 'superAdmin',
  'commands.cancel': 'commands',
  'commands.list': 'commands',
  'commands.options': 'commands',
  'commands.read': 'commands',
  'commands.send': 'commands',
  'places.basemap': 'insiders',
  'places.reverse': 'insiders',
  'places.search': 'insiders',
  'audit.kinds': 'admins',
  'audit.export': 'admins',
  'audit.list': 'admins',
  'outbox.list': 'superAdmin',
  'outbox.retry': 'superAdmin',
  'work.cancel': 'ownWork',
  'work.read': 'ownWork',
  'monitoring.health': 'anybody',
  'monitoring.publicSettings': 'anybody',
  'monitoring.certificate': 'superAdmin',
  'monitoring.ready': 'anybody',
}

/** What can be done to a user who stands in no company at all, by those who reach every company. */
export const reachesLoose: ReadonlySet<string> = new Set([
  'identity.changeUserPassword',
  'users.activate',
  'users.changeLevel',
  'users.deactivate',
  'users.remove',
  'users.endSession',
  'users.endSessions',
  'users.forcePasswordChange',
  'users.listAssignments',
  'users.listSessions',
  'users.list',
  'users.read',
  'users.resetTwoFactor',
  'users.sendReset',
  'users.update',
])

/**
 * Whether the product's table lets the person do it there.
 * @param spot null where the call names no place: what matters is whether the person has the row at all
 */
export function isAllowed(endpoint: string, person: Person, spot: Spot | null): boolean {
  const name = rowOf[endpoint]
  if (!name) throw new Error(`${endpoint} has no row in access.table.ts: say who may call it.`)
  const row: Row = rows[name]
  const breadth = row[person]
  if (breadth === undefined) return false
  if (spot === null || spot === 'own') return true
  return spot === 'otherFleet' ? breadth !== 'fleet' : breadth === 'all'
}
