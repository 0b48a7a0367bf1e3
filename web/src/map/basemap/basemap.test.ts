import type { TileSource } from '@rumbo/contract/places.contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readServiceStyle, takeOver } from '../layers/service-style.ts'
import {
  type Basemap,
  type BasemapOptions,
  basemapLayers,
  basemapPaint,
  basemapSources,
  basemapStyle,
} from './basemap-style.ts'
import { createTileHealth } from './tile-health.ts'

const source = (set: string, more: Partial<TileSource> = {}): TileSource => ({
  set,
  title: set,
  version: '0123456789ab',
  bounds: [-9, 40, -8, 42],
  minZoom: 8,
  maxZoom: 14,
  attribution: '© OpenStreetMap',
  isApproximate: false,
  hasPlaces: true,
  ...more,
})
const basemap: Basemap = {
  world: source('world', { minZoom: 0, maxZoom: 6 }),
  regions: [source('porto'), source('centro', { hasPlaces: false })],
  service: null,
}
const optionsOf = (more: Partial<BasemapOptions> = {}): BasemapOptions => ({
  basemap,
  scheme: 'light',
  language: 'es',
  ...more,
})

describe('the basemap', () => {
  it('has the same layers in both schemes, so that only colours change', () => {
    const ids = (scheme: 'light' | 'dark') => basemapLayers(optionsOf({ scheme })).map(({ id }) => id)
    expect(ids('dark')).toEqual(ids('light'))
    expect(new Set(ids('light')).size).toBe(ids('light').length)
    const painted = (scheme: 'light' | 'dark') => basemapPaint(optionsOf({ scheme }))
    expect(painted('dark').map(([layer, property]) => `${layer} ${property}`)).toEqual(
      painted('light').map(([layer, property]) => `${layer} ${property}`),
    )
    expect(painted('dark')).not.toEqual(painted('light'))
  })

  it('draws a region across the date line on both sides, without names of the world in either', () => {
    const across = { ...basemap, regions: [source('taveuni', { bounds: [179, -17, 181, -16] })] }
    expect(basemapSources(across)['region-taveuni']).toMatchObject({ bounds: [-180, -17, 180, -16] })
    const names = JSON.stringify(basemapLayers(optionsOf({ basemap: across })))
    expect(names).toContain('[179,-17],[180,-17],[180,-16],[179,-16]')
    expect(names).toContain('[-180,-17],[-179,-17],[-179,-16],[-180,-16]')
    expect(basemapSources(basemap)['region-porto']).toMatchObject({ bounds: [-9, 40, -8, 42] })
  })

  it('requests letters and tiles from its own server only', () => {
    const style = basemapStyle(optionsOf())
    expect(style.glyphs).toBeUndefined()
    const asked = JSON.stringify(style).match(/https?:\/\/[^/"]+/g) ?? []
    expect(new Set(asked)).toEqual(new Set([new URL(location.href).origin]))
  })

  it('draws the streets of all regions below any name, by version', () => {
    const ids = basemapLayers(optionsOf()).map(({ id }) => id)
    const names = ids.findIndex((id) => id.startsWith('street-names'))
    expect(ids.findLastIndex((id) => id.startsWith('street-') && id.endsWith('-fill:centro'))).toBeLessThan(
      names,
    )
    expect(JSON.stringify(basemapSources(basemap)['region-porto'])).toContain(
      '/v1/tiles/porto/0123456789ab/{z}/{x}/{y}',
    )
  })

  it('names places in the current language, and those of a region once', () => {
    const towns = (language: 'es' | 'en') =>
      JSON.stringify(basemapLayers(optionsOf({ language })).find(({ id }) => id === 'town-names'))
    expect(towns('es')).toContain('nameEs')
    expect(towns('en')).toContain('nameEn')
    expect(towns('es')).toContain('within')
    const unnamed = { ...basemap, regions: [source('centro', { hasPlaces: false })] }
    expect(JSON.stringify(basemapLayers(optionsOf({ basemap: unnamed })))).not.toContain('within')
  })

  it('is plain land without any region', () => {
    expect(basemapLayers(optionsOf({ basemap: null })).map(({ type }) => type)).toEqual(['background'])
  })

  it('draws raster tiles of a configured service above its own', () => {
    const service = { kind: 'raster' as const, url: 'https://tiles.example/{z}/{x}/{y}.png' }
    const layers = basemapLayers(optionsOf({ basemap: { ...basemap, service } }))
    expect(layers.at(-1)).toMatchObject({ type: 'raster', source: 'service' })
  })
})

describe('a configured style', () => {
  const url = 'https://tiles.example/styles/calm.json'
  const style = {
    glyphs: '../fonts/{fontstack}/{range}.pbf',
    sources: { streets: { type: 'vector', tiles: ['/data/{z}/{x}/{y}.pbf'] } },
    layers: [
      { id: 'land', type: 'background' },
      { id: 'roads', type: 'line', source: 'streets' },
    ],
  }

  it('is adopted with prefixed names and absolute addresses', () => {
    const taken = takeOver(style, url)
    expect(taken.glyphs).toBe('https://tiles.example/fonts/{fontstack}/{range}.pbf')
    expect(taken.sources['service:streets']).toMatchObject({
      tiles: ['https://tiles.example/data/{z}/{x}/{y}.pbf'],
    })
    expect(taken.layers.at(1)).toMatchObject({ id: 'service:roads', source: 'service:streets' })
  })

  it.each([null, 'no', { layers: [] }, { sources: {} }])('is refused for %j', (wrong) => {
    expect(() => takeOver(wrong, url)).toThrow(/invalid style/)
  })

  it('is refused for an answer of 503', async () => {
    const get = async () => new Response('', { status: 503 })
    await expect(readServiceStyle(url, get)).rejects.toThrow('503')
  })
})

describe('the health of tiles', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function createHarness() {
    const reported: boolean[] = []
    const retried: (readonly string[])[] = []
    const health = createTileHealth({
      retry: (sources) => retried.push(sources),
      onChange: (areMissing) => reported.push(areMissing),
    })
    return { reported, retried, health }
  }

  it('reports missing streets once, retries at growing intervals, and reports their return', () => {
    const { reported, retried, health } = createHarness()
    health.failed('region-porto')
    health.failed('region-porto')
    expect(reported).toEqual([true])
    vi.advanceTimersByTime(2_000)
    expect(retried).toEqual([['region-porto']])
    health.failed('region-porto')
    vi.advanceTimersByTime(3_900)
    expect(retried).toHaveLength(1)
    vi.advanceTimersByTime(100)
    expect(retried).toHaveLength(2)
    vi.advanceTimersByTime(3_000)
    expect(reported).toEqual([true, false])
  })

  it('counts tiles that do not arrive, and a style being retried, as missing', () => {
    const { reported, health } = createHarness()
    health.loading(true)
    vi.advanceTimersByTime(12_000)
    expect(reported).toEqual([true])
    health.loading(false)
    health.hold(true)
    health.hold(false)
    expect(reported).toEqual([true, false, true, false])
  })

  it('is reset together with its map', () => {
    const { retried, health } = createHarness()
    health.failed('world')
    health.stop()
    vi.advanceTimersByTime(600_000)
    expect(retried).toEqual([])
  })
})
