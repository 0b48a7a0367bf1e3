import { resources } from '@rumbo/i18n'
import { createTranslate } from '@rumbo/i18n/translate'
import { expect, it } from 'vitest'
import type { WordText } from '../../ui/i18n.tsx'
import { fenceDraftOf } from '../fence-draft.rules.ts'
import { someFence } from '../geofences.factory.ts'
import { type EditedFence, fenceDifferences, mergeFences } from './fence-conflict.rules.ts'

const translate = createTranslate(resources)
const t: WordText = (key, ...params) => translate('en', key, ...params)
const edited = (some: Parameters<typeof someFence>[0] = {}): EditedFence => {
  const fence = someFence(some)
  return { fields: fenceDraftOf(fence), shape: fence.shape }
}
const larger = {
  kind: 'circle',
  center: { latitude: 19.43, longitude: -99.13 },
  radiusMetres: 1_500,
} as const

it('lists what differs in words, and keeps by default what only the other person changed', () => {
  const base = edited()
  const mine = edited({ name: 'North', isActive: false })
  const theirs = edited({ name: 'Base N', shape: larger, scope: { kind: 'vehicles', vehicleIds: ['v1'] } })
  expect(fenceDifferences(t, 'en', { base, mine, theirs })).toEqual([
    { key: 'name', label: 'Name', mine: 'North', theirs: 'Base N', isTheirsOnly: false },
    {
      key: 'shape',
      label: 'Shape',
      mine: 'Circle of 250 m',
      theirs: 'Circle of 1,500 m',
      isTheirsOnly: true,
    },
    expect.objectContaining({ key: 'isActive', mine: 'Inactive', theirs: 'Active', isTheirsOnly: false }),
    expect.objectContaining({ key: 'scope', theirs: '1 vehicle', isTheirsOnly: true }),
  ])
})

it('merges the chosen fields, the shape together with its zone', () => {
  const mine = edited({ name: 'North', shape: larger })
  const theirs = edited({ name: 'Base N', zoneId: 'z1', colour: '#000000' })
  const merged = mergeFences(mine, theirs, new Set(['shape', 'colour']))
  expect(merged.fields).toMatchObject({ name: 'North', colour: '#000000', zoneId: 'z1' })
  expect(merged.shape).toEqual(theirs.shape)
  expect(mergeFences(mine, theirs, new Set(['name'])).fields).toMatchObject({ name: 'Base N', zoneId: null })
})
