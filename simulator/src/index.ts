export { createManualClock, type ManualClock, type SimulatorClock, systemClock } from './clock.ts'
export { type Direction, parseDirection, parseFleet } from './fleet-file.ts'
export { createCrowd, crowdIdentifier } from './generated-fleet.ts'
export { drivePast, type PastOptions, type PastPoint } from './past-days.ts'
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
