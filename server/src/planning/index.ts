export { planningEndpoints } from './planning.endpoints.ts'
export { planPublishingEndpoints } from './publishing/planning.publishing.endpoints.ts'
export type { PlannedReservation, PublishingLinks } from './publishing/planning.publishing.links.ts'
