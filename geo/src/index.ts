export {
  bearingDegrees,
  destination,
  distanceMetres,
  earthRadiusMetres,
  headingDifferenceDegrees,
} from './geometry/distance.ts'
export {
  type SimplifiedTrack,
  type SimplifyOptions,
  simplifyInSteps,
  simplifyTrack,
} from './geometry/simplify.ts'
export {
  type Area,
  type NamedPlace,
  type OsmRegion,
  OsmXmlError,
  parseOsmXml,
  type StreetWay,
} from './osm/osm-xml.ts'
export {
  buildRoadGraph,
  type RoadGraph,
  type Route,
  type RoutePoint,
  type SnappedPlace,
} from './roads/road-graph.ts'
export { createStreetLocator, type StreetLocation, type StreetLocator } from './roads/street-locator.ts'
export { type RegionGeoJson, regionGeoJson, type StreetProperties } from './roads/streets-geojson.ts'
export type { Coordinates, HeadingDegrees, Metres, Seconds } from './units.ts'
