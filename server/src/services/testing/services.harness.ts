import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { buildContact } from '../../directory/directory.factory.ts'
import { directoryEndpoints } from '../../directory/index.ts'
import { dispatchEndpoints, findPredictionOf } from '../../dispatch/index.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { createRoads, type Roads, roadEndpoints } from '../../places/index.ts'
import { regionsOf } from '../../places/roads/places.roads.factory.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Answer } from '../../platform/http/endpoints.ts'
import { vehicleEndpoints } from '../../vehicles/index.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import type { PlaceDeps } from '../doubts/services.doubts.actions.ts'
import { proofEndpoints, servicesEndpoints, trackingEndpoints } from '../index.ts'
import { angel, zocalo } from '../services.factory.ts'
import type { CostChanged } from '../services.moves.actions.ts'

/** Streets everywhere, 40 m from each place. */
const streets: PlaceDeps['geocoding'] = {
  reverse: async (places) => ({
    places: places.map(({ latitude, longitude }) => ({
      name: 'Calle Durango',
      detail: null,
      latitude,
      longitude,
      distanceMetres: 40,
      isApproximate: false,
      kind: 'street',
      precision: null,
      engine: 'region',
      sort: null,
      parts: {
        street: 'Calle Durango',
        number: null,
        neighbourhood: null,
        city: null,
        state: null,
        postalCode: null,
        country: null,
      },
    })),
    isDegraded: false,
  }),
}

/** The endpoints of services, without installed regions. */
export const servicesAnswers = (
  { clock, database }: { clock: Clock; database: Database },
  costChanged: CostChanged = async () => undefined,
) =>
  servicesEndpoints({
    database,
    roads: createRoads({ clock, routingUrl: null, regions: regionsOf() }),
    geocoding: streets,
    costChanged,
  })

/**
 * @param given Default: no installed regions, so that every arrival is an estimate.
 * @param options.more endpoints of domains above
 */
export const createServicesApp = (
  given?: Roads,
  {
    routePatienceMs,
    geocoding = streets,
    more = [],
    ...options
  }: { rateLimits?: boolean; routePatienceMs?: number; more?: readonly Answer[] } & Partial<PlaceDeps> = {},
) =>
  createTestApp({
    ...options,
    answers: ({ directory, database, clock, files }) => {
      const roads = given ?? createRoads({ clock, routingUrl: null, regions: regionsOf() })
      return [
        ...directoryEndpoints(directory),
        ...vehicleEndpoints,
        ...servicesEndpoints({
          database,
          roads,
          geocoding,
          routePatienceMs,
          costChanged: async () => undefined,
        }),
        ...proofEndpoints({ database, files }),
        ...trackingEndpoints({
          database,
          clock,
          roads,
          predictionOf: findPredictionOf,
          linkSent: async () => undefined,
          publicUrl: () => 'https://rumbo.example',
          channels: { email: true, sms: false },
          basemap: async () => ({ world: null, regions: [], service: null }),
        }),
        ...dispatchEndpoints({ database, roads }),
        ...roadEndpoints(roads, clock),
        ...more,
      ]
    },
  })

export const stop = (
  stopType: string,
  address: string,
  place: { latitude: number; longitude: number },
  more = {},
) => ({ stopType, address, ...place, ...more })
export const errorsOf = (problem: Problem) => problem.errors?.map((error) => `${error.path} ${error.code}`)

/** A service, or the problem of a refused move. */
type Moved = Service & Omit<Problem, 'status'>

/** A fleet with vehicle 118 and a contact, its users, and the owner of another company. */
export async function createServicesHarness(test: TestApp) {
  const { ids, people } = await test.build(async (tx) => {
    const companyId = (await buildCompany(tx)).id
    const fleetId = (await buildFleet(tx, { companyId })).id
    const contactId = (await buildContact(tx, { companyId })).id
    const vehicleId = (await buildVehicle(tx, { companyId, fleetId, vehicleNumber: '118', causes: [] })).id
    const foreign = await buildCompany(tx)
    const person = async (
      firstName: string,
      company: string,
      fleet: string | null,
      role: 'dispatcher' | 'fleet_viewer' | 'company_owner' | 'primary_driver',
    ) => {
      const user = await buildUser(tx, {
        level: role === 'company_owner' ? 'admin' : 'user',
        firstName,
        lastName: 'Guerrero',
      })
      await buildAssignment(tx, { userId: user.id, companyId: company, fleetId: fleet, role })
      return user
    }
    return {
      ids: { companyId, fleetId, contactId, vehicleId },
      people: {
        ana: await person('Ana', companyId, fleetId, 'dispatcher'),
        luis: await person('Luis', companyId, fleetId, 'dispatcher'),
        vera: await person('Vera', companyId, fleetId, 'fleet_viewer'),
        otto: await person('Otto', foreign.id, null, 'company_owner'),
        dino: await person('Dino', companyId, fleetId, 'primary_driver'),
      },
    }
  })
  const dispatcher = await test.as(people.ana)
  const minutes = (count: number) => new Date(test.clock.now().getTime() + count * 60_000).toISOString()
  const form = (given: Record<string, unknown> = {}) => ({
    fleetId: ids.fleetId,
    serviceType: 'taxi',
    customerName: 'Elena Torres',
    customerPhone: '+52 55 5512 3456',
    requesterContactId: ids.contactId,
    dispatchTime: minutes(0),
    estimatedCost: '120.5',
    plannedStops: [
      stop('pickup', 'Zócalo', zocalo),
      stop('checkpoint', 'Alameda', zocalo),
      stop('drop', 'Ángel', angel),
    ],
    ...given,
  })
  const created = async (given = {}) =>
    (await dispatcher<Service>('POST', '/services', { body: form(given) })).body
  const move = (call: TestCall, service: Service, verb: string, more = {}) =>
    call<Moved>('POST', `/services/${service.id}/${verb}`, {
      body: { version: service.version, ...more },
    })
  return {
    ...ids,
    people,
    dispatcher,
    second: await test.as(people.luis),
    viewer: await test.as(people.vera),
    outsider: await test.as(people.otto),
    driver: await test.as(people.dino),
    /** The time this many minutes from now. */
    minutes,
    form,
    created,
    move,
    /** Creates a service and applies these status changes. */
    async upTo(...verbs: readonly [string, object?][]): Promise<Service> {
      let service = await created()
      for (const [verb, more] of verbs) service = (await move(dispatcher, service, verb, more)).body
      return service
    },
    statusOfVehicle: async () =>
      (await dispatcher<{ status: string }>('GET', `/vehicles/${ids.vehicleId}`)).body.status,
  }
}
export type ServicesHarness = Awaited<ReturnType<typeof createServicesHarness>>
