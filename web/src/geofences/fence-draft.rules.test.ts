import { createFence } from '@rumbo/contract/geofences.contract'
import { translate } from '@rumbo/i18n'
import { describe, expect, it } from 'vitest'
import type { WordText } from '../ui/i18n.tsx'
import { checkFence, distinctTags, refusedFields } from './fence-check.rules.ts'
import { emptyFence, type FenceDraft, fenceBodyOf, fenceDraftOf, newTrigger } from './fence-draft.rules.ts'
import { someFence } from './geofences.factory.ts'

const t: WordText = (key, ...params) => translate('es', key, ...params)
const check = (some: Partial<FenceDraft>, shape: Parameters<typeof checkFence>[3] = null) =>
  checkFence(t, 'es', { ...emptyFence, name: 'Base', ...some }, shape)
const common = {
  severity: 'critical' as const,
  schedule: { windows: [{ days: [1, 2], from: '22:00', to: '06:00' }], holidays: 'except' as const },
  cooldownSeconds: 90,
}

describe('the form of a geofence', () => {
  it('gives back a stored fence as it was, with the ids of its triggers', () => {
    const {
      id: _,
      companyId,
      fleetId,
      version,
      shapeVersion,
      shape,
      ...stored
    } = someFence({
      description: 'Patio de noche',
      scope: { kind: 'vehicles', vehicleIds: ['v1'] },
      triggers: [
        { ...common, id: 'a', kind: 'dwell', minutes: 30 },
        { ...common, id: 'b', kind: 'speeding', limitKmh: 20, seconds: 0 },
        { ...common, id: 'c', kind: 'off_route', metres: 0, seconds: 5 },
        { ...common, id: 'd', kind: 'missed_checkpoint', fenceIds: ['g3', 'g2'] },
        { ...common, id: 'e', kind: 'wrong_direction' },
      ],
    })
    expect(fenceBodyOf(fenceDraftOf(someFence(stored)))).toEqual(stored)
  })

  it('gives new triggers no id, and what the contract takes', () => {
    const triggers = (['entry', 'exit', 'dwell', 'speeding', 'wrong_direction', 'off_route'] as const).map(
      newTrigger,
    )
    const body = fenceBodyOf({ ...emptyFence, name: '  Base ', triggers })
    expect(body.name).toBe('Base')
    const parsed = createFence.body?.safeParse({
      ...body,
      fleetId: '0198c0de-0000-7000-8000-000000000001',
      shape: someFence().shape,
    })
    expect(parsed?.error).toBeUndefined()
    expect(body.triggers?.every(({ id }) => id === undefined)).toBe(true)
  })
})

describe('its errors', () => {
  it('are none for what is right', () => {
    expect(check({ triggers: [newTrigger('entry'), newTrigger('off_route')] }, 'route')).toEqual({})
  })
  it.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['a tag too long', { tags: ['a'.repeat(41)] }, 'tags'],
    ['no vehicle', { scope: { kind: 'vehicles', vehicleIds: [] } }, 'scope'],
    ['a figure that is none', { triggers: [{ ...newTrigger('dwell'), minutes: 'x' }] }, 'triggers.0.minutes'],
    ['no dwell at all', { triggers: [{ ...newTrigger('dwell'), minutes: '0' }] }, 'triggers.0.minutes'],
    [
      'half a second',
      { triggers: [{ ...newTrigger('entry'), cooldownSeconds: '0.5' }] },
      'triggers.0.cooldownSeconds',
    ],
    ['no checkpoint', { triggers: [newTrigger('missed_checkpoint')] }, 'triggers.0.fenceIds'],
    [
      'a schedule without days',
      { triggers: [{ ...newTrigger('exit'), windows: [{ days: [], from: '08:00', to: '09:00' }] }] },
      'triggers.0.schedule',
    ],
  ] as [string, Partial<FenceDraft>, string][])('name %s', (_name, some, field) => {
    expect(Object.keys(check(some))).toEqual([field])
  })
  it('name triggers that only routes have, once another shape is drawn', () => {
    const triggers = [newTrigger('off_route')]
    expect(check({ triggers }, 'circle')).toEqual({ 'triggers.0.kind': 'Esto solo se vigila en rutas' })
    expect(check({ triggers })).toEqual({})
  })
  it('ignore figures that a kind of trigger does not have', () => {
    expect(check({ triggers: [{ ...newTrigger('entry'), minutes: 'x' }] })).toEqual({})
  })
  it('of the server are shown at the same fields', () => {
    const errors = [
      { path: 'body.triggers.1.kind', code: 'route_without_direction' },
      { path: 'body.triggers.0.schedule.windows.2.from', code: 'wrong_format' },
      { path: 'body.shape.corners', code: 'sides_cross' },
    ]
    expect(Object.keys(refusedFields(t, errors))).toEqual([
      'triggers.1.kind',
      'triggers.0.schedule',
      'shape.corners',
    ])
  })
})

it('takes tags that differ in case or accents for the same', () => {
  expect(distinctTags([' Clientes ', 'clientes', 'Almacén', 'almacen', ''])).toEqual(['Clientes', 'Almacén'])
})
