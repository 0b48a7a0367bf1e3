/**
 * Who may do what, according to the product's table of levels and independent of the code; the generated test compares
 * both.
 */
export const people = [
  'superAdmin',
  'admin',
  'manager',
  'dispatcher',
  'viewer',
  'driver',
  'guest',
  /** A signed-in user without any scope. */
  'scopeless',
  'nobody',
] as const
export type Person = (typeof people)[number]

/** Where the record is relative to the person, whose company and fleets are `own`. */
export const spots = ['own', 'otherFleet', 'otherCompany', 'nowhere'] as const
export type Spot = (typeof spots)[number]

/** `all`: any company; `company`: the person's whole company; `fleet`: the person's fleets in it. */
type Breadth = 'all' | 'company' | 'fleet'
export type Row = Partial<Record<Person, Breadth>>

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
export const rows = {
  anybody: { ...everybody, nobody: 'all' },
  /** For own notifications and the own profile. */
  everybodySignedIn: everybody,
  superAdmin: { superAdmin: 'all' },
  admins: { superAdmin: 'all', admin: 'company' },
  users: leads,
  vehiclesEdit: leads,
  vehiclesRead: { ...leads, ...watchers, driver: 'fleet', guest: 'fleet' },
  vehiclesNote: { ...leads, dispatcher: 'fleet' },
  services: { ...leads, dispatcher: 'fleet' },
  cashClose: leads,
  /** The shift of one driver. */
  ownShift: { driver: 'fleet' },
  accountsPay: { ...leads, dispatcher: 'fleet' },
  /** Customers belong to the company; only charges of the fleets within reach are summed. */
  accountsRead: { ...leads, manager: 'company', dispatcher: 'company', viewer: 'company' },
  /** Records of the fleet, except a driver's own vehicle and services. */
  servicesRead: { ...leads, ...watchers },
  /** Levels from user up, without guests; drivers only for own records. */
  staffReads: { ...leads, ...watchers, driver: 'fleet' },
  /** Guests have no files. */
  historyFiles: { ...leads, ...watchers, driver: 'fleet' },
  /** Contacts belong to the company; writing requires a manage scope. */
  directoryEdit: { superAdmin: 'all', admin: 'company', manager: 'company', dispatcher: 'company' },
  directoryRead: {
    superAdmin: 'all',
    admin: 'company',
    manager: 'company',
    dispatcher: 'company',
    viewer: 'company',
  },
  /** Own records about a company that staff keep. */
  companyStaff: {
    superAdmin: 'all',
    admin: 'company',
    manager: 'company',
    dispatcher: 'company',
    viewer: 'company',
    driver: 'company',
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
  /** Everyone with an assignment in a company or fleet. */
  insiders: { ...everybody, scopeless: undefined },
  /** Those who are contacts that drive. */
  ownPhone: { driver: 'all' },
  /** Insiders without guests. */
  staff: { ...everybody, scopeless: undefined, guest: undefined },
  /** Long work is visible to the person who started it, here the admin. */
  ownWork: { admin: 'all' },
} as const satisfies Record<string, Row>

/** Endpoints by the row of the table that says who may call them. */
export type Rows = Readonly<Record<string, keyof typeof rows>>
