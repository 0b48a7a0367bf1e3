export { markChanged as markVehiclesChanged } from './changes/vehicles.changes.repository.ts'
export { attachDeviceTo, renewDeviceSecretOf } from './devices/vehicles.devices.actions.ts'
export { findVehicleDevice, type VehicleDevice } from './devices/vehicles.devices.repository.ts'
export {
  devicePasswordEndpoints,
  devicePasswordSeal,
  openedBy,
  sealedDevicePasswords,
} from './devices/vehicles.passwords.actions.ts'
export {
  findDevicePasswords,
  hasDevicePassword,
} from './devices/vehicles.passwords.repository.ts'
export { findDeviceSecrets } from './devices/vehicles.secrets.repository.ts'
export { exportWork as exportVehiclesWork } from './export/vehicles.export.actions.ts'
export { importWork as importVehiclesWork } from './import/vehicles.import.actions.ts'
export { countCrontab, countTasks } from './status/vehicles.counts.actions.ts'
export { type CauseChange, changeCauses, clearCause, setCause } from './status/vehicles.status.actions.ts'
export { lockForStatus as lockVehicles } from './status/vehicles.status.repository.ts'
export { dismissAlarmOf } from './vehicles.actions.ts'
export { findPrimaryDrivers, forgetDriversOf } from './vehicles.drivers.repository.ts'
export { vehicleEndpoints, vehicleImportEndpoints } from './vehicles.endpoints.ts'
export { countByHours } from './vehicles.hours.repository.ts'
export { findVehicleLimits, findVehiclesOfZone } from './vehicles.limits.repository.ts'
export { findVehicleLinks } from './vehicles.links.repository.ts'
export { archiveVehiclesOf, isVehicleAtWork, moveVehicle } from './vehicles.places.actions.ts'
export {
  countVehiclesBy,
  findPlacedVehicle,
  findVehicleNumbers,
  holdInFleet,
  listPlacedVehicles,
  searchPlacedVehicles,
} from './vehicles.places.repository.ts'
export {
  findLastFixes,
  findLiveVehicles,
  findVehicle,
  findVehiclesToDispatch,
  type LockedVehicle,
  liveVehicles,
  lockVehicle,
} from './vehicles.repository.ts'
export { asSeenBy, type StatusCause } from './vehicles.rules.ts'
export { searchConditions } from './vehicles.search.repository.ts'
