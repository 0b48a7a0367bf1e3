import { login, profileCompanies } from '@rumbo/contract/identity.contract'
import { listFleets } from '@rumbo/contract/organisation.contract'
import { listVehicles } from '@rumbo/contract/vehicles.contract'
import { type Call, createCall } from './api-call.ts'
import { demoPassword, fleets } from './demo-data.ts'
import { findStreets, type Place } from './streets.ts'
import { allVehicles } from './vehicles.ts'

/** The dispatcher of the demo, and what it knows once it is signed in. */
export interface DispatcherSession {
  call: Call
  companyId: string
  /** In the order of `fleets`. */
  fleetIds: readonly string[]
  /** Identifiers of devices by vehicle. */
  devices: ReadonlyMap<string, string>
  streets: readonly Place[]
  isSignedIn(): boolean
  signIn(): Promise<void>
  /** Has the dispatcher sign in again before its next round. */
  signOut(): void
}

export function createDispatcherSession(baseUrl: string): DispatcherSession {
  const identifierOf = new Map(allVehicles().map(({ vehicleNumber, imei }) => [vehicleNumber, imei]))
  const devices = new Map<string, string>()
  let token = ''
  const call = createCall(baseUrl, () => token)

  async function findDevices() {
    for (let page = 1; page <= 1 + fleets.length; page += 1) {
      const { items } = await call(listVehicles, { query: { size: 100, page } })
      for (const { id, vehicleNumber } of items) {
        // A dispatcher may not read the identifiers of devices.
        const identifier = identifierOf.get(vehicleNumber)
        if (identifier !== undefined) devices.set(id, identifier)
      }
      if (items.length < 100) break
    }
  }

  const session: DispatcherSession = {
    call,
    companyId: '',
    fleetIds: [],
    devices,
    streets: [],
    isSignedIn: () => token !== '',
    async signIn() {
      const answer = await call(login, { body: { username_or_email: 'despacho', password: demoPassword } })
      token = answer.access_token
      session.companyId = (await call(profileCompanies, {})).items[0]?.id ?? ''
      const found = (await call(listFleets, { query: { company_id: session.companyId } })).items
      session.fleetIds = fleets.map((fleet) => found.find((item) => item.name === fleet.name)?.id ?? '')
      await findDevices()
      session.streets = await findStreets(call)
    },
    signOut() {
      token = ''
    },
  }
  return session
}
