export { createPlaces, type Places } from './places.actions.ts'
export { placesEndpoints } from './places.endpoints.ts'
