declare module 'topojson-client' {
  import type { FeatureCollection, MultiLineString } from 'geojson'

  /** A TopoJSON topology as world-atlas publishes it. */
  export interface Topology {
    objects: Record<string, object>
  }
  export function feature(topology: Topology, object: object): FeatureCollection
  export function mesh(
    topology: Topology,
    object: object,
    isWanted: (a: object, b: object) => boolean,
  ): MultiLineString
}
