import type { LayerSpecification, Map as MapLibreMap, SourceSpecification } from 'maplibre-gl'
import { type BasemapOptions, basemapLayers, basemapPaint, basemapSources } from './basemap-style.ts'

interface Drawn {
  layers: readonly LayerSpecification[]
  sources: Readonly<Record<string, SourceSpecification>>
}

const drawnOf = (options: BasemapOptions): Drawn => ({
  layers: basemapLayers(options),
  sources: basemapSources(options.basemap),
})
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Updates the basemap below all other layers: colours, language, added or removed regions. */
export function createBasemapLayers(map: MapLibreMap, first: BasemapOptions) {
  let options = first
  let drawn = drawnOf(first)

  /** Updates colours only, as a change of the scheme requires. */
  function paint(): void {
    for (const [layer, property, value] of basemapPaint(options)) {
      if (map.getLayer(layer)) map.setPaintProperty(layer, property as never, value as never)
    }
  }

  function redraw(): void {
    const next = drawnOf(options)
    const changed = new Set(
      Object.keys(drawn.sources).filter((name) => !isSame(drawn.sources[name], next.sources[name])),
    )
    const wanted = new Map(next.layers.map((layer) => [layer.id, layer]))
    for (const layer of drawn.layers) {
      const isOld = 'source' in layer && changed.has(String(layer.source))
      if (isOld || !isSame(layer, wanted.get(layer.id))) map.removeLayer(layer.id)
    }
    for (const name of changed) map.removeSource(name)
    for (const [name, source] of Object.entries(next.sources))
      if (!map.getSource(name)) map.addSource(name, source)
    // Inserted from top to bottom: each layer below the previous one, the first one below all layers of others.
    const own = new Set([...drawn.layers, ...next.layers].map(({ id }) => id))
    let above = map.getLayersOrder().find((id) => !own.has(id))
    for (const layer of next.layers.toReversed()) {
      if (!map.getLayer(layer.id)) map.addLayer(layer, above)
      above = layer.id
    }
    drawn = next
  }

  return {
    /** The lowest layer that does not belong to the basemap. */
    firstAbove: () => {
      const own = new Set(drawn.layers.map(({ id }) => id))
      return map.getLayersOrder().find((id) => !own.has(id) && !id.startsWith('service:'))
    },
    set: (change: Partial<BasemapOptions>) => {
      const before = options
      options = { ...options, ...change }
      if (isSame(before, options)) return
      if (isSame({ ...before, scheme: options.scheme }, options)) {
        paint()
        drawn = drawnOf(options)
      } else redraw()
    },
  }
}
