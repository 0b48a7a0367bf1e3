import { describe, expect, it } from 'vitest'
import { tokens } from '../ui/theme/tokens.ts'
import { imageSvg, markImageId, readMarkImageId } from './layers/vehicle-images.ts'
import { boxAround, isStale, readView, writeView } from './map-model.ts'

describe('images of marks', () => {
  it('have names that encode their look, headings in steps of 10 degrees', () => {
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
    expect(imageSvg('pin/!', 'light', 2)).toContain('>!<')
    expect(imageSvg('unknown', 'light', 1)).toBeNull()
  })
})

describe('the view in the address', () => {
  it('is parsed as it was formatted', () => {
    const view = { latitude: 19.4326, longitude: -99.1332, zoom: 13.5 }
    expect(readView(writeView(view))).toEqual(view)
  })
  it.each(['', '1,2', '1,2,3,4', 'a,b,c', '91,0,3', '0,0,99'])('is null for %j', (text) => {
    expect(readView(text)).toBeNull()
  })
})

it('calls a position old after a minute', () => {
  expect(isStale({ at: 0 }, 60_000)).toBe(false)
  expect(isStale({ at: 0 }, 60_001)).toBe(true)
  expect(isStale({ at: null }, 60_001)).toBe(false)
})

describe('the box around points', () => {
  const at = (longitude: number) => ({ longitude, latitude: 5 })
  it.each([
    ['around them', [at(-99), at(-98)], [-99, 5, -98, 5]],
    ['over the date line by the short way', [at(179), at(-178), at(178)], [178, 5, 182, 5]],
    ['of one point', [at(10)], [10, 5, 10, 5]],
    ['of a longitude beyond 180', [at(179), at(181)], [179, 5, 181, 5]],
  ])('is %s', (_, points, box) => {
    expect(boxAround(points)).toEqual(box)
  })
})
