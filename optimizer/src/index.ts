export type { ArisingViolation } from './edit/arising.ts'
export {
  comparePlans,
  type PlanComparison,
  type PlanFigures,
  type RouteDifference,
  type WholePlanFigures,
} from './edit/compare-plans.ts'
export { mergeRoutes, reverseRoute, splitRoute, swapVehicles } from './edit/operations.ts'
export { type OrderOptions, optimizeOrder } from './edit/optimize-order.ts'
export {
  type Gap,
  type GapCost,
  gapCosts,
  type MovedRequest,
  type MovePreview,
  moveRequests,
  previewMove,
  type Removal,
} from './edit/preview-move.ts'
export type { RouteOrder, RouteStop } from './edit/route-order.ts'
export { type TimedRoute, timeRoute } from './edit/time-route.ts'
export type { Violation } from './edit/violations.ts'
export type * from './problem/problem.ts'
export { reasonsOf } from './reasons.ts'
export { solve } from './solve.ts'
export { planInThreads } from './threads/planner.ts'
export { runPlanningThread } from './threads/program.ts'
