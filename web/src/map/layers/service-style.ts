import type { LayerSpecification, SourceSpecification } from 'maplibre-gl'

/** The parts of a configured style that are adopted; names of sources and layers get a prefix. */
export interface ServiceStyle {
  sources: Record<string, SourceSpecification>
  layers: LayerSpecification[]
  glyphs: string | null
  sprite: string | null
}

const timeoutMs = 10_000
const own = (name: string) => `service:${name}`

/** Resolves an address relative to the style; placeholders stay as they are. */
const absolute = (address: string, base: string) =>
  new URL(address, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}')

/** @throws Error if the style does not load within ten seconds or is invalid */
export async function readServiceStyle(url: string, get: typeof fetch = fetch): Promise<ServiceStyle> {
  const answer = await get(url, { signal: AbortSignal.timeout(timeoutMs), credentials: 'omit' })
  if (!answer.ok) throw new Error(`The map service answered ${answer.status}.`)
  return takeOver(await answer.json(), url)
}

function withAbsoluteUrls(source: Record<string, unknown>, styleUrl: string): SourceSpecification {
  const copy = { ...source }
  if (typeof source.url === 'string') copy.url = absolute(source.url, styleUrl)
  if (Array.isArray(source.tiles)) copy.tiles = source.tiles.map((tile) => absolute(String(tile), styleUrl))
  return copy as unknown as SourceSpecification
}

/** The pure part of `readServiceStyle`. @throws Error if the style is invalid */
export function takeOver(style: unknown, url: string): ServiceStyle {
  const { sources, layers, glyphs, sprite } = (style ?? {}) as Record<string, unknown>
  if (typeof sources !== 'object' || sources === null || !Array.isArray(layers))
    throw new Error('The map service returned an invalid style.')
  return {
    sources: Object.fromEntries(
      Object.entries(sources as Record<string, Record<string, unknown>>).map(([name, source]) => [
        own(name),
        withAbsoluteUrls(source, url),
      ]),
    ),
    layers: layers.map((layer: Record<string, unknown>) => {
      const owned = { ...layer, id: own(String(layer.id)) }
      return typeof layer.source === 'string' ? { ...owned, source: own(layer.source) } : owned
    }) as LayerSpecification[],
    glyphs: typeof glyphs === 'string' ? absolute(glyphs, url) : null,
    sprite: typeof sprite === 'string' ? absolute(sprite, url) : null,
  }
}
