export { dispatchEndpoints } from './dispatch.endpoints.ts'
export { createDispatchEngine } from './engine/dispatch.engine.ts'
export { acceptOfferOf, giveBackOf, rejectOfferOf } from './offers/dispatch.offers.actions.ts'
export { findOpenOffers } from './offers/dispatch.offers.repository.ts'
