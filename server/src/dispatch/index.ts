export { dispatchEndpoints } from './dispatch.endpoints.ts'
