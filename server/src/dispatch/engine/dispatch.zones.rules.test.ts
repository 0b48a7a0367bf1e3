import type { Zone } from '@rumbo/contract/places.zones.contract'
import { expect, it } from 'vitest'
import { zonesAtOf } from './dispatch.zones.rules.ts'

const zone = (id: string, corners: Zone['corners']): Zone => ({
  id,
  companyId: 'c1',
  fleetId: 'f1',
  name: id,
  corners,
  version: 1,
})
/** Half of a square, beside one that overlaps it, and one that no vehicle works in. */
const zones = [
  zone('triangle', [
    [-99.2, 19.4],
    [-99.1, 19.4],
    [-99.2, 19.5],
  ]),
  zone('square', [
    [-99.2, 19.4],
    [-99.15, 19.4],
    [-99.15, 19.45],
    [-99.2, 19.45],
  ]),
  zone('unused', [
    [-99.3, 19.3],
    [-99, 19.3],
    [-99, 19.6],
    [-99.3, 19.6],
  ]),
]

it('a place lies in the zones that vehicles work in, by their sides and not their bounds', () => {
  const zonesAt = zonesAtOf([{ zones: ['triangle', 'square'] }, { zones: [] }, {}], zones)
  expect(zonesAt({ latitude: 19.42, longitude: -99.18 })).toEqual(['triangle', 'square'])
  expect(zonesAt({ latitude: 19.48, longitude: -99.19 })).toEqual(['triangle'])
  // Within the bounds of the triangle only.
  expect(zonesAt({ latitude: 19.48, longitude: -99.12 })).toEqual([])
})

it('without a vehicle that is limited, zones play no part', () => {
  expect(zonesAtOf([{ zones: [] }, {}], zones)({ latitude: 19.42, longitude: -99.18 })).toBeUndefined()
})
