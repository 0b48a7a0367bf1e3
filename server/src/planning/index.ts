export { findPlannedFleets } from './live/planning.live.repository.ts'
export type { PlannedArrival } from './live/planning.live.rules.ts'
export { predictPublished, readPublished, storePublished } from './live/planning.predictions.ts'
export { planningEndpoints } from './planning.endpoints.ts'
