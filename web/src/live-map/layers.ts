/** What may be drawn on the map beside the vehicles, by its name in the address. */
export const mapLayers = ['services', 'trail'] as const
export type MapLayer = (typeof mapLayers)[number]

export const readLayers = (values: readonly string[]): MapLayer[] =>
  mapLayers.filter((layer) => values.includes(layer))
