export { billingEndpoints } from './billing.endpoints.ts'
export { findTariffsOfZone } from './billing.repository.ts'
