import { billingEndpoints, findTariffsOfZone } from '../billing/index.ts'
import { commandEndpoints } from '../commands/index.ts'
import { communicationEndpoints, routeRepliesToLink } from '../communication/index.ts'
import { contactsOf, directoryEndpoints, releaseUser } from '../directory/index.ts'
import { dispatchEndpoints, findPredictionOf, planReservations } from '../dispatch/index.ts'
import { driverEndpoints } from '../drivers/index.ts'
import { customRuleEndpoints, eventEndpoints } from '../events/index.ts'
import { followZone, geofenceEndpoints, geofenceFileEndpoints, namesOfFencesOf } from '../geofences/index.ts'
import { identityEndpoints, type Passwords, userEndpoints } from '../identity/index.ts'
import { auditEndpoints, createReadiness, monitoringEndpoints } from '../monitoring/index.ts'
import {
  notificationEndpoints,
  preferenceEndpoints,
  pushEndpoints,
  webhookEndpoints,
} from '../notifications/index.ts'
import {
  assignments,
  createPeople,
  findCompanyNames,
  organisationEndpoints,
  type PeopleLinks,
  peopleEndpoints,
} from '../organisation/index.ts'
import { followCost, paymentEndpoints } from '../payments/index.ts'
import {
  type Geocoding,
  placesEndpoints,
  type RegionOptions,
  type Roads,
  readBasemapOf,
  regionEndpoints,
  roadEndpoints,
  type TileSets,
  tileEndpoints,
  zoneEndpoints,
} from '../places/index.ts'
import { planningEndpoints, planPublishingEndpoints } from '../planning/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { type ConfiguredChannels, configuredMethods } from '../platform/deliveries/channels.ts'
import type { VapidPair } from '../platform/deliveries/keys.ts'
import type { FileStore } from '../platform/files/files.ts'
import type { Answer } from '../platform/http/endpoints.ts'
import { workEndpoints } from '../platform/jobs/work.endpoints.ts'
import type { CertificateFacts } from '../platform/machine/certificate.ts'
import type { Machine } from '../platform/machine/machine-state.ts'
import type { GuardedRequest } from '../platform/upstream/guarded-request.ts'
import {
  followDrivers,
  proofEndpoints,
  serviceImportEndpoints,
  servicesEndpoints,
  trackingEndpoints,
} from '../services/index.ts'
import { shiftEndpoints } from '../shifts/index.ts'
import { telemetryEndpoints } from '../telemetry/index.ts'
import {
  devicePasswordEndpoints,
  findVehicleLinks,
  findVehiclesOfZone,
  vehicleEndpoints,
  vehicleImportEndpoints,
} from '../vehicles/index.ts'
import { watchpointEndpoints } from '../watchpoints/index.ts'
import { createAccounts } from './accounts.ts'
import { companyWork } from './company-work.ts'
import { mapServices } from './map-services.ts'
import { pushLinks } from './push-links.ts'
import { storageServices } from './storage.ts'

export interface AnswerOptions {
  database: Database
  files: FileStore
  clock: Clock
  secret: string
  /** Keys of recovery codes issued under former secrets. */
  formerCodeKeys?: readonly string[]
  dataDir: string
  /** The host shown for trackers while no gateway runs. */
  trackerHost: string
  registration: boolean
  loginNotice: string | null
  mapsUrlTemplate: string
  isServing: () => boolean
  machine: Pick<Machine, 'state'>
  tiles: TileSets
  tilesUrl: string | null
  regions: RegionOptions
  roads: Roads
  geocoding: Geocoding
  passwords: Passwords
  hasSecureCookies: boolean
  /** Base URL of links in mails; called for each mail. */
  publicUrl: () => string
  /** Where people elsewhere reach this server, for links to files; null where that is not configured. */
  linkAddress: string | null
  /** Which channels have a server configured. */
  channels: ConfiguredChannels
  /** For addresses that users enter. */
  guarded: Pick<GuardedRequest, 'check'>
  /** Null: push notifications are not configured. */
  pushKeys: (() => Promise<VapidPair>) | null
  certificate: () => Promise<CertificateFacts>
}

const peopleLinks: PeopleLinks = {
  contactsOf,
  unlinkContactOf: releaseUser,
  vehiclesOf: findVehicleLinks,
}

/** Binds every endpoint of the product to its action. */
export function allAnswers(options: AnswerOptions): Answer[] {
  const identity = { ...options, assignments, isRegistrationOpen: options.registration }
  const people = createPeople(peopleLinks)
  const accounts = createAccounts(identity, people)
  const drivers = { ...options, costChanged: followCost, shiftLinks: { driversChanged: followDrivers } }
  return [
    ...identityEndpoints(identity),
    ...userEndpoints(identity, people),
    ...peopleEndpoints(options.database, peopleLinks),
    ...organisationEndpoints(companyWork),
    ...directoryEndpoints({ accounts, files: options.files }),
    ...vehicleEndpoints,
    ...vehicleImportEndpoints(options.files),
    ...eventEndpoints,
    ...customRuleEndpoints,
    ...shiftEndpoints({ driversChanged: followDrivers }),
    ...servicesEndpoints({ ...options, costChanged: followCost }),
    ...serviceImportEndpoints(options),
    ...billingEndpoints(options),
    ...paymentEndpoints,
    ...proofEndpoints(options),
    ...trackingEndpoints({
      predictionOf: findPredictionOf,
      linkSent: routeRepliesToLink,
      ...options,
      basemap: () => readBasemapOf(options.tiles, options.tilesUrl),
    }),
    ...planningEndpoints,
    ...planPublishingEndpoints(planReservations),
    ...dispatchEndpoints(options),
    ...driverEndpoints(drivers),
    ...commandEndpoints,
    ...telemetryEndpoints(options),
    ...devicePasswordEndpoints(options),
    ...placesEndpoints(options.geocoding),
    ...zoneEndpoints({
      tariffs: findTariffsOfZone,
      vehicles: findVehiclesOfZone,
      fences: namesOfFencesOf,
      cornersChanged: followZone,
    }),
    ...geofenceEndpoints(options),
    ...geofenceFileEndpoints(options),
    ...tileEndpoints(options.tiles, options.tilesUrl),
    ...regionEndpoints(options.regions),
    ...roadEndpoints(options.roads, options.clock),
    ...watchpointEndpoints,
    ...notificationEndpoints({
      database: options.database,
      configured: configuredMethods(options.channels),
      publicUrl: options.publicUrl,
      secret: options.secret,
    }),
    ...preferenceEndpoints,
    ...webhookEndpoints(options),
    ...pushEndpoints({ ...options, pushLinks: pushLinks(drivers) }),
    ...communicationEndpoints({ ...drivers, channels: options.channels, predictionOf: findPredictionOf }),
    ...auditEndpoints({ database: options.database, companies: findCompanyNames }),
    ...workEndpoints,
    ...monitoringEndpoints({
      ...options,
      readiness: createReadiness(options),
      services: () => [...storageServices(options.machine), ...mapServices(options)],
    }),
  ]
}
