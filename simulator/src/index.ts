export { createManualClock, type ManualClock, type SimulatorClock, systemClock } from './clock.ts'
export { type Direction, parseDirection, parseFleet } from './fleet-file.ts'
export {
  type Arrival,
  createSimulator,
  type DirectionOutcome,
  type SimulatedState,
  type SimulatedVehicle,
  type Simulator,
  type SimulatorOptions,
} from './simulator.ts'
export { type VehicleKind, vehicleKinds } from './vehicle-kinds.ts'
