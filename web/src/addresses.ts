import type { Endpoint } from '@rumbo/contract/endpoint'

type Value = string | number | boolean | null | undefined
export type AddressState = Readonly<Record<string, Value | readonly (string | number)[]>>

/** `?a=1&b=x&b=y` from named values; lists repeat, and what is empty is left out. Starts with `?` or is empty. */
export function queryString(state: AddressState): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(state)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one))
    }
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The reverse of `queryString`: every value is text, a repeated name is a list. */
export function readQuery(search: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const before = found[name]
    found[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  return found
}

const page =
  (path: string) =>
  (state: AddressState = {}) =>
    `${path}${queryString(state)}`

/** Every address inside the application, by screen. The argument becomes the query. */
export const addresses = {
  main: page('/main'),
  fleet: page('/fleet'),
  fleetConfiguration: page('/fleet-configuration'),
  vehicleDetails: (vehicleId?: string, state: AddressState = {}) =>
    `/vehicle-details${vehicleId ? `/${encodeURIComponent(vehicleId)}` : ''}${queryString(state)}`,
  /** Where a vehicle was; `{ date: '2026-03-02' }` for a day of its company's time zone. */
  history: (vehicleId?: string, state: AddressState = {}) =>
    `/fleet/history${vehicleId ? `/${encodeURIComponent(vehicleId)}` : ''}${queryString(state)}`,
  companyTree: page('/company-tree'),
  grid: page('/grid'),
  userManagement: page('/user-management'),
  companies: page('/companies'),
  directory: page('/directory'),
  services: page('/services'),
  accounts: page('/accounts'),
  shifts: page('/shifts'),
  cash: page('/cash'),
  dispatch: page('/dispatch'),
  driver: page('/driver'),
  planning: page('/planning'),
  map: page('/map'),
  radar: page('/radar'),
  geofences: page('/geofences'),
  communication: page('/communication'),
  notificationList: page('/notification-list'),
  eventList: page('/event-list'),
  commandsQueue: page('/commands-queue'),
  profile: page('/profile'),
  rules: page('/rules'),
  tariffs: page('/tariffs'),
  server: page('/server'),
  audit: page('/audit'),
  outbox: page('/outbox'),
  unknownDevices: page('/unknown-devices'),
  regions: page('/regions'),
  jobs: page('/jobs'),
  login: page('/auth/login'),
  register: page('/auth/register'),
  forgotPassword: page('/auth/forgot-password'),
  verifyResetCode: page('/auth/verify-reset-code'),
  changePassword: page('/auth/change-password'),
  notFound: page('/auth/404'),
} as const

interface AddressInput {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
}

/** Address of a call: `/v1`, the endpoint's path with its parameters filled in, and the query. */
export function apiAddress(endpoint: Pick<Endpoint, 'path'>, input: AddressInput = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = input.params?.[name]
    if (value === undefined || value === null || value === '')
      throw new Error(`No value for :${name} of ${endpoint.path}`)
    return encodeURIComponent(String(value))
  })
  return `/v1${path}${queryString((input.query ?? {}) as AddressState)}`
}

/** Address of the live stream, on the host the page came from. */
export function liveAddress(page: Pick<Location, 'protocol' | 'host'>): string {
  return `${page.protocol === 'https:' ? 'wss:' : 'ws:'}//${page.host}/v1/live`
}
