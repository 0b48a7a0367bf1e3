import { expect, it } from 'vitest'
import { someReview } from './imports.factory.ts'
import { placesOf, startChoice } from './review.rules.ts'

const { stops } = someReview()
const start = stops.map(startChoice)
const chosen = (is: string, place: { latitude: number; longitude: number } | null = null) => [
  { is, address: 'Hamburgo 12', place },
  ...start.slice(1),
]

it('confirms no place by itself', () => {
  expect(placesOf(stops, start)).toBeNull()
})
it('keeps the address of the file with the place of a candidate', () => {
  expect(placesOf(stops, chosen('1'))).toEqual([
    { address: 'Hamburgo 10 int. 3', latitude: 19.29, longitude: -99.65 },
    { address: 'Paseo de la Reforma 222', latitude: 19.4286, longitude: -99.1617 },
  ])
})
it('takes another address once it is located', () => {
  expect(placesOf(stops, chosen('other'))).toBeNull()
  expect(placesOf(stops, chosen('other', { latitude: 1, longitude: 2 }))?.[0]).toEqual({
    address: 'Hamburgo 12',
    latitude: 1,
    longitude: 2,
  })
})
it('takes the place of the file where a person says that it is right', () => {
  const far = stops.map((stop) => ({ ...stop, doubt: 'place_far' as const, latitude: 21, longitude: -94 }))
  const choices = far.map((stop) => ({ ...startChoice(stop), is: 'file' }))
  expect(placesOf(far, choices)?.map(({ latitude }) => latitude)).toEqual([21, 21])
})
it('leaves only another address where nothing was found', () => {
  const [stop] = stops
  expect(stop && startChoice({ ...stop, candidates: [] }).is).toBe('other')
})
