export { fenceCrontab, fenceTasks, recordCrossings } from './crossings/geofences.crossings.actions.ts'
export { followZone, namesOfFencesOf } from './geofences.actions.ts'
export { geofenceEndpoints } from './geofences.endpoints.ts'
export { createFenceWatch } from './watch/geofences.watch.ts'
