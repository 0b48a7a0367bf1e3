export { planningEndpoints } from './planning.endpoints.ts'
export { watchPlans } from './planning.watch.ts'
