/** Parts of the map loaded once something is chosen: one chunk, because separate ones would add to the first load. */
export { MapCard } from './MapCard.tsx'
export { VehicleChoice } from './VehicleChoice.tsx'
