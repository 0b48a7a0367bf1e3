import { describe, expect, it } from 'vitest'
import { tokens } from '../ui/tokens.ts'
import { groundLayers, groundPaint, groundStyle } from './basemap-style.ts'
import { isStale, readView, writeView } from './map-model.ts'
import { clusterCounts, imageSvg, markImageId, readMarkImageId } from './vehicle-images.ts'

describe('the ground', () => {
  it('keeps the same layers in both schemes, so that only colours change', () => {
    const ids = (scheme: 'light' | 'dark') => groundLayers(scheme).map(({ id }) => id)
    expect(ids('dark')).toEqual(ids('light'))
    expect(groundPaint('dark').map(([layer, property]) => `${layer} ${property}`)).toEqual(
      groundPaint('light').map(([layer, property]) => `${layer} ${property}`),
    )
    expect(groundPaint('dark')).not.toEqual(groundPaint('light'))
  })

  it('asks nobody for glyphs or tiles', () => {
    const style = groundStyle(null, 'light')
    expect(style.glyphs).toBeUndefined()
    expect(JSON.stringify(style)).not.toContain('http')
  })
})

describe('pictures of marks', () => {
  it('have names that stand for their look, headings in steps of 10 degrees', () => {
    const id = markImageId({ status: 'occupied', headingDegrees: 357, isSelected: true })
    expect(readMarkImageId(id)).toEqual({
      status: 'occupied',
      headingDegrees: 0,
      isSelected: true,
      isStale: false,
    })
    expect(readMarkImageId(markImageId({ status: 'active' }))?.headingDegrees).toBeNull()
    expect(readMarkImageId('something/else')).toBeNull()
  })

  it('are drawn in the colours of the scheme', () => {
    expect(imageSvg(markImageId({ status: 'active' }), 'dark', 1)).toContain(tokens.dark.active)
    expect(imageSvg('pin/A', 'light', 2)).toContain('>A<')
    expect(imageSvg('unknown', 'light', 1)).toBeNull()
  })

  it('sum up every status of a cluster', () => {
    expect(Object.keys(clusterCounts)).toHaveLength(9)
    const ring = imageSvg('ring/1/0/0/0/0/5/0/0/0', 'light', 1) ?? ''
    expect(ring).toContain(tokens.light.critical)
    expect(ring).toContain(tokens.light.active)
  })
})

describe('the view in the address', () => {
  it('comes back as it was written', () => {
    const view = { latitude: 19.4326, longitude: -99.1332, zoom: 13.5 }
    expect(readView(writeView(view))).toEqual(view)
  })
  it.each(['', '1,2', '1,2,3,4', 'a,b,c', '91,0,3', '0,0,99'])('is nothing for %j', (text) => {
    expect(readView(text)).toBeNull()
  })
})

it('calls a position old after a minute', () => {
  expect(isStale({ at: 0 }, 60_000)).toBe(false)
  expect(isStale({ at: 0 }, 60_001)).toBe(true)
  expect(isStale({ at: null }, 60_001)).toBe(false)
})
