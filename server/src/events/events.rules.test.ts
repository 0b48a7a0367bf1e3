import { canHandle, eventCategories, eventTypes } from '@rumbo/contract/events.contract'
import { alarmKinds } from '@rumbo/contract/telemetry.device-report.contract'
import { expect, it } from 'vitest'
import { causeOf, classify, isSameEvent, maintenanceOn, occurredAtOf } from './events.rules.ts'

it('every alarm a device can raise is an event; panic and crash are critical', () => {
  for (const kind of alarmKinds) {
    expect(eventTypes).toContain(classify(kind).type)
    expect(eventCategories).toContain(classify(kind).category)
  }
  expect(alarmKinds.filter((kind) => classify(kind).severity === 'critical')).toEqual(['sos', 'crash'])
  expect(classify('overspeed')).toEqual({ type: 'speeding', category: 'driver', severity: 'warning' })
  expect(classify('power_cut').type).toBe('gps_alarm')
  expect([causeOf('critical'), causeOf('warning')]).toEqual(['critical', 'alarmed'])
})

it('an alarm within ten minutes before or after what is open is the same event', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 15, minutes))
  const open = { vehicleId: 'v', kind: 'sos', occurredAt: at(0), lastOccurredAt: at(20) } as const
  const isSame = (minutes: number, more: object = {}) =>
    isSameEvent(open, { vehicleId: 'v', kind: 'sos', at: at(minutes), ...more })
  expect([-11, -10, 0, 15, 30, 31].map((minutes) => isSame(minutes))).toEqual([
    ...[false, true, true],
    ...[true, true, false],
  ])
  expect(isSame(5, { kind: 'crash' })).toBe(false)
  expect(isSame(5, { vehicleId: 'w' })).toBe(false)
})

it('a device’s clock is believed unless it is absurd', () => {
  const receivedAt = '2026-03-02T15:00:00.000Z'
  const of = (fixTime: string | null) => occurredAtOf({ fixTime, receivedAt }).toISOString()
  expect(of('2026-03-01T09:00:00.000Z')).toBe('2026-03-01T09:00:00.000Z')
  expect([of(null), of('2026-03-02T15:11:00.000Z'), of('1980-01-06T00:00:00.000Z')]).toEqual(
    Array.from({ length: 3 }, () => receivedAt),
  )
})

it('maintenance is due a week ahead, and overdue the day after', () => {
  expect([8, 7, 0, -1].map((days) => maintenanceOn(days)?.type ?? null)).toEqual([
    null,
    'maintenance_due',
    'maintenance_due',
    'maintenance_overdue',
  ])
})

it('what is closed stays closed', () => {
  expect(canHandle('active', 'acknowledge')).toBe(true)
  expect(canHandle('acknowledged', 'acknowledge')).toBe(false)
  expect(canHandle('acknowledged', 'resolve')).toBe(true)
  expect(canHandle('resolved', 'dismiss')).toBe(false)
})
