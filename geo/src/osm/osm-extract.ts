import type { Tags } from './osm-xml.ts'

/**
 * An OpenStreetMap extract in compact form: what tiles, place index and road graph of a region are built from,
 * whichever file format it came in.
 */
export interface OsmExtract {
  /**
   * Columns by node index, ids ascending; places in 1e-7 degrees, as OpenStreetMap stores them. Across the date line
   * longitudes go on beyond ±180 degrees.
   */
  readonly nodes: {
    readonly ids: Float64Array
    readonly latitudes: Int32Array
    readonly longitudes: Int32Array
  }
  /** Nodes that say something of themselves: places, addresses, points of interest, barriers. */
  readonly taggedNodes: readonly { readonly index: number; readonly tags: Tags }[]
  /** Lines and rings; one that leaves the extract is cut there, into several of the same id. */
  readonly ways: readonly ExtractWay[]
  readonly relations: readonly ExtractRelation[]
  /** Degrees; of the nodes, and beyond ±180 as they are. */
  readonly bounds: { west: number; south: number; east: number; north: number }
  /** The file's own description, for example that its geometry is approximate. */
  readonly note: string | null
  /** Attribution of the data, shown in the map's corner. */
  readonly attribution: string
  /** The moment the data is of (ISO), where the file says so. */
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
