import { canHandle, eventCategories, eventTypes } from '@rumbo/contract/events.contract'
import { alarmKinds } from '@rumbo/contract/telemetry.device-report.contract'
import { expect, it } from 'vitest'
import { causeOf, classify, maintenanceOn, occurredAtOf } from './events.rules.ts'

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
