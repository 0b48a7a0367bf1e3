import type { LayerSpecification, Map as MapLibreMap, SourceSpecification } from 'maplibre-gl'
import { type BasemapOptions, basemapLayers, basemapPaint, basemapSources } from './basemap-style.ts'

interface Drawn {
  layers: readonly LayerSpecification[]
  sources: Readonly<Record<string, SourceSpecification>>
}

const drawnOf = (ground: BasemapOptions): Drawn => ({
  layers: basemapLayers(ground),
  sources: basemapSources(ground.basemap),
})
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Changes the ground beneath everything else on the map: colours, words, regions that came or went. */
export function createBasemapLayers(map: MapLibreMap, first: BasemapOptions) {
  let ground = first
  let drawn = drawnOf(first)

  /** Colours alone, which is what a change of the scheme needs. */
  function paint(): void {
    for (const [layer, property, value] of basemapPaint(ground)) {
      if (map.getLayer(layer)) map.setPaintProperty(layer, property as never, value as never)
    }
  }

  function redraw(): void {
    const next = drawnOf(ground)
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
    // From the top down, each below the one before it; the first one below what is not ground.
    const own = new Set([...drawn.layers, ...next.layers].map(({ id }) => id))
    let above = map.getLayersOrder().find((id) => !own.has(id))
    for (const layer of next.layers.toReversed()) {
      if (!map.getLayer(layer.id)) map.addLayer(layer, above)
      above = layer.id
    }
    drawn = next
  }

  return {
    /** The lowest layer that is not the ground's. */
    firstAbove: () => {
      const own = new Set(drawn.layers.map(({ id }) => id))
      return map.getLayersOrder().find((id) => !own.has(id) && !id.startsWith('service:'))
    },
    set: (change: Partial<BasemapOptions>) => {
      const before = ground
      ground = { ...ground, ...change }
      if (isSame(before, ground)) return
      if (isSame({ ...before, scheme: ground.scheme }, ground)) {
        paint()
        drawn = drawnOf(ground)
      } else redraw()
    },
  }
}
