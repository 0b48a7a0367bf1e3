export { readServiceOf } from './services.actions.ts'
export { servicesEndpoints } from './services.endpoints.ts'
export { hasRunningServices } from './services.repository.ts'
