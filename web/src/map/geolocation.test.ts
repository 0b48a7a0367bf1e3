import { afterEach, describe, expect, it, vi } from 'vitest'
import { findMe } from './geolocation.ts'

type Geolocation = Pick<globalThis.Geolocation, 'getCurrentPosition'>
const withGeolocation = (geolocation: Geolocation | undefined) =>
  vi.stubGlobal('navigator', { ...navigator, geolocation })

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('finding the user', () => {
  it('returns the place that the browser provides', async () => {
    withGeolocation({
      getCurrentPosition: (found) =>
        found({ coords: { latitude: 19.43, longitude: -99.13 } } as GeolocationPosition),
    })
    expect(await findMe()).toEqual({ latitude: 19.43, longitude: -99.13 })
  })

  it.each([
    [1, 'denied'],
    [2, 'unavailable'],
    [3, 'timeout'],
    [9, 'unavailable'],
  ])('reports failure %i as %s', async (code, problem) => {
    withGeolocation({
      getCurrentPosition: (_found, failed) => failed?.({ code } as GeolocationPositionError),
    })
    expect(await findMe()).toEqual({ problem })
  })

  it('reports that the browser does not support it', async () => {
    withGeolocation(undefined)
    expect(await findMe()).toEqual({ problem: 'unsupported' })
  })
})
