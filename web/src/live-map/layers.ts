/** Optional layers of the map, by their names in the address. */
export const mapLayers = ['services', 'fences', 'trail'] as const
export type MapLayer = (typeof mapLayers)[number]

export const readLayers = (values: readonly string[]): MapLayer[] =>
  mapLayers.filter((layer) => values.includes(layer))
