export { chargeCrontab, chargeTasks } from './charges/services.charges.jobs.ts'
export { exportServicesWork } from './export/services.export.actions.ts'
export { importServicesWork } from './import/services.import.actions.ts'
export { serviceImportEndpoints } from './import/services.import.endpoints.ts'
export { recordProofsOf } from './proofs/services.proofs.actions.ts'
export { proofEndpoints } from './proofs/services.proofs.endpoints.ts'
export { proofCrontab, proofTasks } from './proofs/services.proofs.jobs.ts'
export { seriesCrontab, seriesTasks } from './series/services.series.jobs.ts'
export { lockService, readServiceOf, showService } from './services.actions.ts'
export { countOpenByStatus } from './services.counts.repository.ts'
export { followDrivers } from './services.drivers.actions.ts'
export { servicesEndpoints } from './services.endpoints.ts'
export type { DriverConcern, ServiceChangedForDriver } from './services.facts.ts'
export { followedServices } from './services.followed.actions.ts'
export {
  assignVehicle,
  type CostChanged,
  cancelServiceOf,
  completeServiceOf,
  confirmPickupOf,
  type SharedRoute,
  sendToDispatch,
  unassignVehicle,
} from './services.moves.actions.ts'
export { countBooked } from './services.outlook.repository.ts'
export { notePaymentMethod, notePayments } from './services.payments.actions.ts'
export { writeCloseout, writePaid } from './services.payments.repository.ts'
export {
  countQueue,
  findNewestWaiting,
  findOpenOfDrivers,
  findOpenServices,
  findRunningRoutes,
  findServicePlaces,
  findWaiting,
  findWithoutVehicle,
  findWithStopsLeft,
  type OpenService,
  type RunningRoute,
  type ServicePlace,
  type WaitingService,
} from './services.queue.repository.ts'
export { countOpenServices, findInOrder as findServicesInOrder, hasCosts } from './services.repository.ts'
export { requireSuited } from './services.suitability.actions.ts'
export { arriveAtStopOf, deliverStopOf } from './stops/services.stops.drivers.actions.ts'
export { watchStopsOfServices } from './stops/services.stops.recording.ts'
export { trackingEndpoints } from './tracking/services.tracking.endpoints.ts'
export type { SentLink } from './tracking/services.tracking.links.actions.ts'
