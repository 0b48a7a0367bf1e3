export { watchpointEndpoints } from './watchpoints.endpoints.ts'
