export { readServiceOf } from './services.actions.ts'
export { servicesEndpoints } from './services.endpoints.ts'
export { countBooked } from './services.outlook.repository.ts'
export { countOpenServices } from './services.repository.ts'
