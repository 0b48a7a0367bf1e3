export { planningEndpoints } from './planning.endpoints.ts'
