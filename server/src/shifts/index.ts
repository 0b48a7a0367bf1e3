export { findLatestShift } from './shifts.drivers.repository.ts'
export { findDriverOnDuty, findDriversOnDuty } from './shifts.eligibility.actions.ts'
export { shiftEndpoints } from './shifts.endpoints.ts'
