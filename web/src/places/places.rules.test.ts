import { expect, it, vi } from 'vitest'
import { optionOfCoordinates, optionsOf, readAsked } from './address-options.rules.ts'
import { requestPlaceName } from './place-names.ts'
import { somePlace } from './places.factory.ts'

it('distinguishes searches, coordinates and invalid coordinates', () => {
  expect(readAsked(' r ')).toEqual({ is: 'nothing' })
  expect(readAsked(' Reforma 222 ')).toEqual({ is: 'search', text: 'Reforma 222' })
  expect(readAsked('19°25\'57"N 99°07\'59"O')).toMatchObject({
    is: 'coordinates',
    latitude: expect.closeTo(19.4325, 3),
  })
  expect(readAsked('91.2, -99.1')).toEqual({ is: 'wrong', problem: 'latitude_range' })
})

it('keeps the best first, and those of one kind together', () => {
  const options = optionsOf([
    somePlace({ kind: 'street', name: 'a' }),
    somePlace({ kind: 'town', name: 'b' }),
    somePlace({ kind: 'street', name: 'c', detail: null }),
  ])
  expect(options.map(({ name, address }) => [name, address])).toEqual([
    ['a', 'a, Juárez'],
    ['c', 'c'],
    ['b', 'b, Juárez'],
  ])
  expect(new Set(options.map(({ key }) => key)).size).toBe(3)
})

it('offers coordinates with their street if known', () => {
  const point = { latitude: 19.42841, longitude: -99.16273 }
  expect(optionOfCoordinates(point, null)).toMatchObject({
    address: '19.42841, -99.16273',
    detail: null,
    parts: null,
  })
  expect(optionOfCoordinates(point, somePlace())).toMatchObject({
    ...point,
    address: 'Paseo de la Reforma 222, Juárez',
    detail: '19.42841, -99.16273',
  })
})

it('requests the names of many places in one call, and of one place in a plain one', async () => {
  const call = vi.fn(
    async (_endpoint: { name: string }, input: { body?: { points: { latitude: number }[] } }) =>
      input.body
        ? {
            places: input.body.points.map(({ latitude }) => (latitude > 1 ? null : somePlace({ latitude }))),
            isDegraded: false,
          }
        : { place: somePlace(), isDegraded: true },
  )
  const ask = (latitude: number) => requestPlaceName(call as never, { latitude, longitude: 0 }, 'es')
  const places = await Promise.all([ask(0), ask(1), ask(2)])
  expect(places.map(({ place }) => place?.latitude ?? null)).toEqual([0, 1, null])
  expect(places.some(({ isDegraded }) => isDegraded)).toBe(false)
  expect(await ask(0)).toEqual({ place: somePlace(), isDegraded: true })
  expect(call.mock.calls.map(([endpoint]) => endpoint.name)).toEqual(['places.reverseAll', 'places.reverse'])
  call.mockRejectedValueOnce(new Error('gone'))
  await expect(Promise.all([ask(0), ask(1)])).rejects.toThrow('gone')
})
