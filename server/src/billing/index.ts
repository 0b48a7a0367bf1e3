export { createPricing, type Pricing } from './billing.charges.actions.ts'
export { billingEndpoints } from './billing.endpoints.ts'
export { findTariffsOfZone } from './billing.repository.ts'
