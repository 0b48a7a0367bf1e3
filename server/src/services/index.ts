export { readServiceOf } from './services.actions.ts'
export { servicesEndpoints } from './services.endpoints.ts'
export { countOpenServices } from './services.repository.ts'
