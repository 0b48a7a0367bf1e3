export {
  bearingDegrees,
  destination,
  distanceMetres,
  earthRadiusMetres,
  headingDifferenceDegrees,
} from './distance.ts'
export {
  type Area,
  type NamedPlace,
  type OsmRegion,
  OsmXmlError,
  parseOsmXml,
  type StreetWay,
} from './osm-xml.ts'
export {
  buildRoadGraph,
  type RoadGraph,
  type Route,
  type RoutePoint,
  type SnappedPlace,
} from './road-graph.ts'
export { type SimplifiedTrack, type SimplifyOptions, simplifyInSteps, simplifyTrack } from './simplify.ts'
export { createStreetLocator, type StreetLocation, type StreetLocator } from './street-locator.ts'
export { type RegionGeoJson, regionGeoJson, type StreetProperties } from './streets-geojson.ts'
export type { Coordinates, HeadingDegrees, Metres, Seconds } from './units.ts'
