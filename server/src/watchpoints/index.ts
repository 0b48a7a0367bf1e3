export { watchApproaches } from './watchpoints.approach.watch.ts'
export { watchpointEndpoints } from './watchpoints.endpoints.ts'
