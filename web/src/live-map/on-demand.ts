/** What the map shows once it is asked for: one chunk, as each of its own would weigh on the first load. */
export { MapCard } from './MapCard.tsx'
export { VehicleChoice } from './VehicleChoice.tsx'
