import type { Map as MapLibreMap } from 'maplibre-gl'
import { readServiceStyle, type ServiceStyle } from './service-style.ts'

const firstRetryMs = 5_000
const longestRetryMs = 60_000

/**
 * Shows the layers of a configured style over the basemap, and retries until they load.
 * @param options `above` names the layer they stay below; `onMissing` receives whether they are still missing
 * @returns a function that removes them
 */
export function showServiceStyle(
  map: MapLibreMap,
  url: string,
  { above, onMissing }: { above: () => string | undefined; onMissing: (isMissing: boolean) => void },
): () => void {
  let isOver = false
  let delayMs = firstRetryMs
  let waiting: ReturnType<typeof setTimeout> | undefined

  function add({ sources, layers, glyphs, sprite }: ServiceStyle): void {
    if (sprite !== null) map.setSprite(sprite)
    if (glyphs !== null) map.setGlyphs(glyphs)
    for (const [name, source] of Object.entries(sources)) map.addSource(name, source)
    const below = above()
    for (const layer of layers) map.addLayer(layer, below)
  }

  async function attempt(): Promise<void> {
    try {
      const style = await readServiceStyle(url)
      if (isOver) return
      if (map.isStyleLoaded()) add(style)
      else map.once('load', () => add(style))
      onMissing(false)
    } catch {
      if (isOver) return
      onMissing(true)
      waiting = setTimeout(() => void attempt(), delayMs)
      delayMs = Math.min(longestRetryMs, delayMs * 2)
    }
  }

  void attempt()
  return () => {
    isOver = true
    clearTimeout(waiting)
  }
}
