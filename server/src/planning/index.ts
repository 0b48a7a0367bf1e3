export { planningEndpoints } from './planning.endpoints.ts'
export { findPlacesInRoute } from './publishing/planning.own-route.repository.ts'
export { planPublishingEndpoints } from './publishing/planning.publishing.endpoints.ts'
export type { PlannedReservation, PublishingLinks } from './publishing/planning.publishing.links.ts'
