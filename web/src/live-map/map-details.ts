/** What the map shows once something is chosen: one chunk, because chunks of their own would add to the first load. */
export { MapCard } from './MapCard.tsx'
export { VehicleChoice } from './VehicleChoice.tsx'
