export { followZone, namesOfFencesOf } from './geofences.actions.ts'
export { geofenceEndpoints } from './geofences.endpoints.ts'
