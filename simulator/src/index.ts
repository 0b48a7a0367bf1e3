export { createManualClock, type ManualClock, type SimulatorClock, systemClock } from './clock.ts'
export { type Direction, parseDirection, parseFleet } from './fleet-file.ts'
export { generatedIdentifier, generateVehicles } from './generated-fleet.ts'
export { type PastDaysOptions, type PastReport, simulatePastDays } from './past-days.ts'
export { createRandom, type Random } from './random.ts'
export {
  type Arrival,
  type Behaviour,
  createSimulator,
  type DirectionOutcome,
  type SimulatedState,
  type SimulatedVehicle,
  type Simulator,
  type SimulatorOptions,
} from './simulator.ts'
export { type VehicleKind, vehicleKinds } from './vehicle-kinds.ts'
