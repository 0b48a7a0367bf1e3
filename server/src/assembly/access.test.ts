import type { Endpoint } from '@rumbo/contract/endpoint'
import { allEndpoints } from '@rumbo/contract/index'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccessHarness, type ApiResponse, createAccessHarness } from './testing/access.harness.ts'
import type { Place } from './testing/access.place.ts'
import { placeless } from './testing/access.placeless-samples.ts'
import type { Sample } from './testing/access.sample.ts'
import { placed } from './testing/access.samples.ts'
import {
  isAllowed,
  type Person,
  people,
  reachesLoose,
  rowOf,
  type Spot,
  spots,
} from './testing/access.table.ts'

let harness: AccessHarness
beforeAll(async () => {
  harness = await createAccessHarness()
}, 60_000)
afterAll(() => harness?.close())

function pathOf(endpoint: Endpoint, { params = {}, query }: Sample): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const given = params[name]
    if (given === undefined) throw new Error(`The sample of ${endpoint.name} gives no ${name}.`)
    return given
  })
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

/** `allowed`, `refused`, or what came of it that is neither: a wrong sample, or a fault. */
function outcomeOf(sample: Sample, { status, code, body }: ApiResponse): string {
  if (code !== null && sample.business?.includes(code)) return 'allowed'
  if (status === 401 || status === 403 || status === 404) return 'refused'
  if (status >= 300) return `${status} ${JSON.stringify(body)}`
  const { finds } = sample
  if (finds === undefined) return 'allowed'
  const isFound = typeof finds === 'string' ? JSON.stringify(body).includes(finds) : finds(body)
  return isFound ? 'allowed' : 'refused'
}

function expectation(endpoint: Endpoint, person: Person, spot: Spot | null): 'allowed' | 'refused' {
  const isReal = spot !== 'nowhere' || reachesLoose.has(endpoint.name)
  return isReal && isAllowed(endpoint.name, person, spot) ? 'allowed' : 'refused'
}

/** Identifiers the person may not read: all but those of vehicles they may edit. */
function withheldFrom(person: Person): readonly string[] {
  if (person === 'superAdmin') return []
  const { own, otherFleet, otherCompany } = harness.places
  if (person === 'admin') return otherCompany.identifiers
  const foreign = [...otherFleet.identifiers, ...otherCompany.identifiers]
  return person === 'manager' ? foreign : [...own.identifiers, ...foreign]
}
const leaksIn = (person: Person, { text }: ApiResponse) =>
  withheldFrom(person).filter((value) => text.toLowerCase().includes(value.toLowerCase()))

async function wrongs(endpoint: Endpoint): Promise<string[]> {
  const ofPlace = placed[endpoint.name]
  const ofNone = placeless[endpoint.name]
  if (!ofPlace && !ofNone) throw new Error(`${endpoint.name} has no sample in the files access.*-samples.ts.`)
  const found: string[] = []
  for (const person of people)
    for (const spot of ofPlace ? spots : [null]) {
      const me = harness.me(person)
      const sample = ofPlace ? ofPlace(harness.places[spot ?? 'own'], me) : (ofNone?.(me) ?? {})
      const answer = await harness.callAndRollBack(
        person,
        endpoint.method,
        pathOf(endpoint, sample),
        sample.body,
      )
      const outcome = outcomeOf(sample, answer)
      const expected = expectation(endpoint, person, spot)
      const leaked = leaksIn(person, answer)
      if (leaked.length > 0) found.push(`${person} ${spot ?? ''}: reads ${leaked.join(', ')}`)
      if (outcome !== expected)
        found.push(
          `${person} ${spot ?? ''}: ${expected} by the table, ${outcome} (${answer.status} ${answer.code})`,
        )
    }
  return found
}

describe('every endpoint, for every level and place', () => {
  it('has a row in the table, and every row has an endpoint', () => {
    expect(Object.keys(rowOf).sort()).toEqual(allEndpoints.map(({ name }) => name).sort())
  })

  it.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s answers as the table of levels says',
    async (_name, endpoint) => {
      expect(await wrongs(endpoint)).toEqual([])
    },
    30_000,
  )
})

const idKeys = {
  companyId: 'companies',
  company_id: 'companies',
  fleetId: 'fleets',
  fleet_id: 'fleets',
} as const

/** Every company and fleet an answer names, however deep. */
function placesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  for (const [key, part] of Object.entries(value))
    if (key in idKeys && typeof part === 'string') found.add(part)
    else placesIn(part, found)
  return found
}
const idsOf = (...places: Place[]) => places.flatMap((one) => [one.companyId, one.fleetId, one.spareFleetId])

describe('a list without any filter', () => {
  const lists = allEndpoints.filter(
    ({ method, path, access }) => method === 'GET' && !path.includes(':') && access !== 'public',
  )
  it.each(lists.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s names nothing beyond the scopes',
    async (name, endpoint) => {
      const { own, otherFleet, otherCompany } = harness.places
      for (const person of people) {
        if (person === 'superAdmin') continue
        const required = name === 'tree.whoMayReach' || name.startsWith('places.')
        if (required) continue
        const answer = await harness.callAndRollBack(person, 'GET', endpoint.path)
        const { body } = answer
        expect(leaksIn(person, answer), person).toEqual([])
        const foreign =
          person === 'admin'
            ? idsOf(otherCompany)
            : [...idsOf(otherCompany), otherFleet.fleetId, otherFleet.spareFleetId]
        const named = placesIn(body)
        expect(
          foreign.filter((id) => named.has(id)),
          person,
        ).toEqual([])
        expect(own.companyId).toBeTruthy()
      }
    },
  )
})

describe('identifiers of trackers and papers', () => {
  const readers = ['dispatcher', 'viewer', 'driver', 'guest'] as const
  const searches = ['/vehicles', '/events', '/commands', '/company-tree/search', '/services'] as const

  it('are readable for users who may edit the vehicle', async () => {
    const { own } = harness.places
    for (const person of ['admin', 'manager', 'superAdmin'] as const) {
      const vehicles = await harness.callAndRollBack(
        person,
        'GET',
        `/vehicles?size=100&fleetId=${own.fleetId}`,
      )
      expect(own.identifiers.filter((value) => !vehicles.text.includes(value))).toEqual([])
      const command = await harness.callAndRollBack(person, 'GET', `/commands/${own.commandId}`)
      expect(command.body).toMatchObject({ payload: expect.stringMatching(/IMEI-PLANTED/) })
    }
  })

  it.each(searches)('are found by %s only for users who may read them', async (path) => {
    const { vehicleId } = harness.places.own
    const { body } = await harness.callAndRollBack('superAdmin', 'GET', `/vehicles/${vehicleId}`)
    const { imei, vin, vehicleNumber } = body as { imei: string; vin: string; vehicleNumber: string }
    const found = async (person: Person, search: string) => {
      const { text } = await harness.callAndRollBack(
        person,
        'GET',
        `${path}?${new URLSearchParams({ search })}`,
      )
      return text.includes(vehicleNumber)
    }
    for (const person of readers)
      for (const value of [imei, vin, imei.slice(-5), vin.slice(-5)])
        expect(await found(person, value), `${person} ${value}`).toBe(false)
    if (path === '/services') return
    for (const value of [imei, vin]) expect(await found('manager', value), value).toBe(true)
    expect(await found('viewer', vehicleNumber)).toBe(true)
  })

  it('are not in the record that comes with a conflict, nor in what notes and dismissals answer', async () => {
    const { vehicleId, alarmedVehicleId } = harness.places.own
    const notes = { notesGeneral: 'Revisar', version: 99 }
    const stale = await harness.callAndRollBack('dispatcher', 'PUT', `/vehicles/${vehicleId}/notes`, notes)
    expect(stale).toMatchObject({ status: 409, body: { current: { id: vehicleId, imei: null, vin: null } } })
    expect(leaksIn('dispatcher', stale)).toEqual([])
    const dismissed = await harness.callAndRollBack(
      'dispatcher',
      'POST',
      `/vehicles/${alarmedVehicleId}/dismiss-alarm`,
      {},
    )
    expect(dismissed).toMatchObject({ status: 200, body: { imei: null, insurancePolicy: null } })
    expect(leaksIn('dispatcher', dismissed)).toEqual([])
  })

  it('cannot be used as a sort key', async () => {
    for (const sort of ['imei', 'vin', 'simNumber', 'gpsSerialNumber', 'insurancePolicy'])
      expect((await harness.callAndRollBack('viewer', 'GET', `/vehicles?sort=${sort}`)).status).toBe(422)
  })
})
