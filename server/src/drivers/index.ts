export { driverEndpoints } from './drivers.endpoints.ts'
