import type { Tags } from './osm-xml.ts'

/**
 * An OpenStreetMap extract in compact form, independent of its file format: the source of a region's tiles, place index
 * and road graph.
 */
export interface OsmExtract {
  /**
   * Columns by node index, ids ascending; coordinates in 1e-7 degrees, as OpenStreetMap stores them. Longitudes of an
   * extract across the date line continue beyond ±180 degrees.
   */
  readonly nodes: {
    readonly ids: Float64Array
    readonly latitudes: Int32Array
    readonly longitudes: Int32Array
  }
  /** Nodes with descriptive tags: places, addresses, points of interest, barriers. */
  readonly taggedNodes: readonly { readonly index: number; readonly tags: Tags }[]
  /** Lines and rings; a way that leaves the extract is split there into several with the same id. */
  readonly ways: readonly ExtractWay[]
  readonly relations: readonly ExtractRelation[]
  /** Bounds of the nodes in degrees; longitudes may exceed ±180 as theirs do. */
  readonly bounds: { west: number; south: number; east: number; north: number }
  /** The file's own description, for example that its geometry is approximate. */
  readonly note: string | null
  /** Attribution of the data, shown in the map's corner. */
  readonly attribution: string
  /** Timestamp of the data (ISO 8601), if the file states it. */
  readonly dataAt?: string
}

export interface ExtractWay {
  readonly id: number
  /** Indexes into `OsmExtract.nodes`; first and last are equal on a ring. */
  readonly nodes: Uint32Array
  readonly tags: Tags
}

export interface ExtractRelation {
  readonly id: number
  readonly tags: Tags
  readonly members: readonly {
    readonly type: 'node' | 'way' | 'relation'
    readonly ref: number
    readonly role: string
  }[]
}
