import * as z from 'zod'
import * as billing from './billing.contract.ts'
import * as commands from './commands.contract.ts'
import * as communicationAside from './communication.aside.contract.ts'
import * as communicationBroadcasts from './communication.broadcasts.contract.ts'
import * as communication from './communication.contract.ts'
import * as communicationIncident from './communication.incident.contract.ts'
import * as communicationMessages from './communication.messages.contract.ts'
import * as communicationRequests from './communication.requests.contract.ts'
import * as communicationTemplates from './communication.templates.contract.ts'
import * as directory from './directory.contract.ts'
import * as directoryFiles from './directory.files.contract.ts'
import * as dispatchBulk from './dispatch.bulk.contract.ts'
import * as dispatchChanges from './dispatch.changes.contract.ts'
import * as dispatch from './dispatch.contract.ts'
import * as dispatchEngine from './dispatch.engine.contract.ts'
import * as dispatchFigures from './dispatch.figures.contract.ts'
import * as dispatchLateness from './dispatch.lateness.contract.ts'
import * as dispatchOffers from './dispatch.offers.contract.ts'
import * as dispatchRepositioning from './dispatch.repositioning.contract.ts'
import * as drivers from './drivers.contract.ts'
import * as driverThreads from './drivers.threads.contract.ts'
import type { Endpoint } from './endpoint.ts'
import * as eventsComments from './events.comments.contract.ts'
import * as events from './events.contract.ts'
import * as eventsCustom from './events.custom.contract.ts'
import * as eventsCustomTest from './events.custom-test.contract.ts'
import * as eventsEmergency from './events.emergency.contract.ts'
import * as eventsFiles from './events.files.contract.ts'
import * as geofencesBulk from './geofences.bulk.contract.ts'
import * as geofences from './geofences.contract.ts'
import * as geofencesCrossings from './geofences.crossings.contract.ts'
import * as geofencesFiles from './geofences.files.contract.ts'
import * as geofencesHistoryTest from './geofences.history-test.contract.ts'
import * as account from './identity.account.contract.ts'
import * as identity from './identity.contract.ts'
import * as invitations from './identity.invitations.contract.ts'
import * as usersAssignments from './identity.users.assignments.contract.ts'
import * as users from './identity.users.contract.ts'
import * as usersLinks from './identity.users.links.contract.ts'
import * as usersSecurity from './identity.users.security.contract.ts'
import * as live from './live.contract.ts'
import * as audit from './monitoring.audit.contract.ts'
import * as monitoring from './monitoring.contract.ts'
import * as deliveries from './monitoring.deliveries.contract.ts'
import * as serverStatus from './monitoring.status.contract.ts'
import * as notifications from './notifications.contract.ts'
import * as notificationPreferences from './notifications.preferences.contract.ts'
import * as push from './notifications.push.contract.ts'
import * as notificationRules from './notifications.rules.contract.ts'
import * as webhooks from './notifications.webhooks.contract.ts'
import * as organisation from './organisation.contract.ts'
import * as panel from './organisation.panels.contract.ts'
import * as companyTree from './organisation.tree.contract.ts'
import * as accounts from './payments.accounts.contract.ts'
import * as cash from './payments.cash.contract.ts'
import * as payments from './payments.contract.ts'
import * as places from './places.contract.ts'
import * as regions from './places.regions.contract.ts'
import * as roads from './places.roads.contract.ts'
import * as zones from './places.zones.contract.ts'
import * as planningAhead from './planning.ahead.contract.ts'
import * as planning from './planning.contract.ts'
import * as planningPublish from './planning.publish.contract.ts'
import * as planningRuns from './planning.runs.contract.ts'
import * as planningSchedules from './planning.schedules.contract.ts'
import * as planningWorkspace from './planning.workspace.contract.ts'
import * as servicesBulk from './services.bulk.contract.ts'
import * as servicesCallers from './services.callers.contract.ts'
import * as servicesCharges from './services.charges.contract.ts'
import * as services from './services.contract.ts'
import * as servicesCurrent from './services.current.contract.ts'
import * as servicesFiles from './services.files.contract.ts'
import * as servicesGroups from './services.groups.contract.ts'
import * as servicesImports from './services.imports.contract.ts'
import * as servicesProofs from './services.proofs.contract.ts'
import * as servicesSeries from './services.series.contract.ts'
import * as servicesStops from './services.stops.contract.ts'
import * as servicesTemplates from './services.templates.contract.ts'
import * as servicesTracking from './services.tracking.contract.ts'
import * as servicesTransitions from './services.transitions.contract.ts'
import * as servicesViews from './services.views.contract.ts'
import * as shiftsCards from './shifts.cards.contract.ts'
import * as shifts from './shifts.contract.ts'
import * as shiftsDrivers from './shifts.drivers.contract.ts'
import * as telemetry from './telemetry.contract.ts'
import * as devices from './telemetry.devices.contract.ts'
import * as expected from './telemetry.expected.contract.ts'
import * as inspection from './telemetry.inspection.contract.ts'
import * as readings from './telemetry.readings.contract.ts'
import * as vehiclesChanges from './vehicles.changes.contract.ts'
import * as vehiclesContacts from './vehicles.contacts.contract.ts'
import * as vehicles from './vehicles.contract.ts'
import * as vehiclesDevices from './vehicles.devices.contract.ts'
import * as vehiclesFiles from './vehicles.files.contract.ts'
import * as vehiclesStatus from './vehicles.status.contract.ts'
import * as approach from './watchpoints.approach.contract.ts'
import * as watchpoints from './watchpoints.contract.ts'
import * as work from './work.contract.ts'

const contracts = [
  identity,
  account,
  users,
  usersSecurity,
  usersAssignments,
  usersLinks,
  invitations,
  organisation,
  panel,
  companyTree,
  directory,
  directoryFiles,
  vehicles,
  vehiclesChanges,
  vehiclesContacts,
  vehiclesDevices,
  vehiclesFiles,
  vehiclesStatus,
  telemetry,
  devices,
  expected,
  readings,
  inspection,
  commands,
  events,
  eventsCustom,
  eventsCustomTest,
  eventsEmergency,
  eventsComments,
  eventsFiles,
  services,
  servicesTransitions,
  servicesCurrent,
  servicesSeries,
  servicesStops,
  billing,
  zones,
  payments,
  cash,
  accounts,
  servicesBulk,
  servicesCallers,
  servicesCharges,
  servicesFiles,
  servicesProofs,
  servicesGroups,
  servicesImports,
  servicesTemplates,
  servicesTracking,
  servicesViews,
  shifts,
  shiftsCards,
  shiftsDrivers,
  dispatch,
  dispatchBulk,
  dispatchChanges,
  dispatchEngine,
  dispatchFigures,
  dispatchLateness,
  dispatchOffers,
  dispatchRepositioning,
  planningAhead,
  planning,
  planningWorkspace,
  planningRuns,
  planningPublish,
  planningSchedules,
  drivers,
  places,
  regions,
  roads,
  approach,
  watchpoints,
  geofences,
  geofencesBulk,
  geofencesCrossings,
  geofencesFiles,
  geofencesHistoryTest,
  audit,
  deliveries,
  work,
  monitoring,
  serverStatus,
  webhooks,
  push,
  notifications,
  notificationRules,
  notificationPreferences,
  communication,
  communicationMessages,
  communicationRequests,
  communicationTemplates,
  communicationBroadcasts,
  communicationIncident,
  communicationAside,
  driverThreads,
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every endpoint of the product, for OpenAPI, the generated endpoint list and the checks. */
export const allEndpoints: readonly Endpoint[] = contracts.flatMap((contract) =>
  Object.values(contract).filter(isEndpoint),
)

/** The object schemas that contract files export, by their names in OpenAPI: `vehicle` is `Vehicle`. */
export const namedSchemas: ReadonlyMap<string, z.ZodObject> = new Map(
  [...contracts, live].flatMap((contract) =>
    Object.entries(contract).flatMap(([name, value]) =>
      value instanceof z.ZodObject ? [[`${name[0]?.toUpperCase()}${name.slice(1)}`, value] as const] : [],
    ),
  ),
)
