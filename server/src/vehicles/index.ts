export { dismissAlarmOf, readVehicleOf } from './vehicles.actions.ts'
export { countCrontab, countTasks } from './vehicles.counts.actions.ts'
export { attachDeviceTo, renewDeviceSecretOf } from './vehicles.devices.actions.ts'
export { findVehicleDevice, type VehicleDevice } from './vehicles.devices.repository.ts'
export { forgetDriversOf } from './vehicles.drivers.repository.ts'
export { vehicleEndpoints, vehicleImportEndpoints } from './vehicles.endpoints.ts'
export { exportWork as exportVehiclesWork } from './vehicles.export.actions.ts'
export type { VehicleChanged } from './vehicles.facts.ts'
export { countByHours } from './vehicles.hours.repository.ts'
export { importWork as importVehiclesWork } from './vehicles.import.actions.ts'
export { findVehicleLinks } from './vehicles.links.repository.ts'
export { archiveVehiclesOf, isVehicleAtWork, moveVehicle } from './vehicles.places.actions.ts'
export {
  countVehiclesBy,
  findPlacedVehicle,
  listPlacedVehicles,
  searchPlacedVehicles,
} from './vehicles.places.repository.ts'
export {
  countByStatus,
  findLiveVehicles,
  findVehicle,
  type LockedVehicle,
  liveVehicles,
  lockVehicle,
} from './vehicles.repository.ts'
export { asSeenBy, isAssignable, type StatusCause, searchPatterns, statusOf } from './vehicles.rules.ts'
export { searchConditions } from './vehicles.search.repository.ts'
export { findDeviceSecrets } from './vehicles.secrets.repository.ts'
export { type CauseChange, changeCauses, clearCause, setCause } from './vehicles.status.actions.ts'
export { lockForStatus as lockVehicles } from './vehicles.status.repository.ts'
