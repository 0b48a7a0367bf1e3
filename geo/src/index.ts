export {
  bearingDegrees,
  destination,
  distanceMetres,
  headingDifferenceDegrees,
} from './geometry/distance.ts'
export {
  simplifyInSteps,
  simplifyTrack,
} from './geometry/simplify.ts'
export { parseOsmXml } from './osm/osm-xml.ts'
export {
  buildRoadGraph,
  type RoadGraph,
  type Route,
} from './roads/road-graph.ts'
export { createStreetLocator } from './roads/street-locator.ts'

export type { Coordinates } from './units.ts'
