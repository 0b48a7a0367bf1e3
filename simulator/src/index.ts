export { simulatePastDays } from './past-days.ts'
export { createRandom, type Random } from './random.ts'
export type { Behaviour } from './simulator.ts'
export type { VehicleKind } from './vehicle-kinds.ts'
