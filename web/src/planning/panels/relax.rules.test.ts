import { planSettings } from '@rumbo/contract/planning.contract'
import type { LeftOutReason } from '@rumbo/contract/planning.runs.contract'
import type { Order } from '@rumbo/contract/planning.workspace.contract'
import { someLeftOut, someOrder, someOrderStop } from '@rumbo/planning/planning.factory'
import { expect, it } from 'vitest'
import { relaxationOf } from './relax.rules.ts'

const settings = planSettings.parse({ pickupToleranceMinutes: 60, mostKilometres: 60, mostStops: 8 })
const stops = [someOrderStop({ stopId: 'pickup', stopType: 'pickup' }), someOrderStop({ stopId: 'drop' })]
const ride = (some: Partial<Order> = {}) => someOrder({ serviceType: 'taxi', stops, ...some })
const offered = (
  reason: Partial<LeftOutReason> & Pick<LeftOutReason, 'code'>,
  order = ride(),
  by = settings,
) => relaxationOf(someLeftOut(reason), order, by)

it.each(['window', 'window_impossible'] as const)('raises the tolerance that decides alone: %s', (code) => {
  const missed = { code, late: 720, stopId: 'pickup' }
  expect(offered(missed)).toEqual({ kind: 'tolerance', settings: { pickupToleranceMinutes: 75 } })
  const elsewhere = { kind: 'service' }
  // The window of the drop, or of several stops.
  expect(offered({ ...missed, stopId: 'drop' })).toEqual(elsewhere)
  expect(offered({ ...missed, stopId: null })).toEqual(elsewhere)
  // What the tolerance does not count for: packages, a window of its own, no tolerance.
  for (const serviceType of ['delivery', 'package'] as const)
    expect(offered(missed, ride({ serviceType }))).toEqual(elsewhere)
  const closing = [{ ...stops[0]!, windowEnd: '2026-11-23T14:20:00.000Z' }, stops[1]!]
  expect(offered(missed, ride({ stops: closing }))).toEqual(elsewhere)
  expect(offered(missed, ride(), { ...settings, pickupToleranceMinutes: null })).toEqual(elsewhere)
  // More than may be set.
  expect(offered({ ...missed, late: 86_400 })).toEqual(elsewhere)
})

it('changes nothing of the plan where windows exclude each other', () => {
  expect(offered({ code: 'windows_exclude', late: 60, stopId: 'pickup' })).toEqual({ kind: 'service' })
})

it('lifts the limit that is exceeded, or all where several are', () => {
  expect(offered({ code: 'limits', limit: 'metres' })).toMatchObject({ settings: { mostKilometres: null } })
  expect(offered({ code: 'limits', limit: 'seconds' })).toMatchObject({ settings: { mostMinutes: null } })
  expect(offered({ code: 'limits', limit: 'stops' })).toEqual({
    kind: 'limitStops',
    settings: { mostStops: null },
  })
  expect(offered({ code: 'limits' })).toEqual({
    kind: 'limits',
    settings: { mostStops: null, mostMinutes: null, mostKilometres: null },
  })
})
