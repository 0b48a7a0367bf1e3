export { monitoringEndpoints } from './monitoring.endpoints.ts'
