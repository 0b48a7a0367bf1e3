export { exportFencesWork } from './files/geofences.export.actions.ts'
export { importFencesWork } from './files/geofences.import.actions.ts'
export { followZone, namesOfFencesOf } from './geofences.actions.ts'
export { geofenceEndpoints, geofenceFileEndpoints } from './geofences.endpoints.ts'
