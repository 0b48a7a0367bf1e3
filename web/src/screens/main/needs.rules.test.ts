import type { GpsCommand } from '@rumbo/contract/commands.contract'
import type { Event } from '@rumbo/contract/events.contract'
import { describe, expect, it } from 'vitest'
import { someLiveVehicle } from '../../live/live.factory.ts'
import { somePlannedStop, someService } from '../../services/services.factory.ts'
import { rankNeeds } from './needs.rules.ts'

const now = Date.parse('2026-03-02T18:00:00.000Z')
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const none = { events: [], waiting: [], running: [], commands: [], vehicleOf: () => undefined }
const anEvent = (some: Partial<Event>) =>
  ({ id: 'e1', status: 'active', severity: 'warning', createdAt: before(5), ...some }) as Event
const aCommand = (some: Partial<GpsCommand>) =>
  ({ id: 'c1', status: 'failed', createdAt: before(5), ...some }) as GpsCommand
const waitingFor = (minutes: number, id = 's1') =>
  someService({ id, status: 'on_dispatch', statusSince: before(minutes), dispatchTime: before(minutes) })

describe('what needs a person', () => {
  it('ranks critical events, unassigned services, silence, lateness, warnings and failed commands', () => {
    const running = someService({ id: 's2', status: 'in_progress', assignedVehicleId: 'v1' })
    const late = someService({
      id: 's3',
      status: 'vehicle_assigned',
      assignedVehicleId: 'v2',
      plannedStops: [somePlannedStop({ timeWindowEnd: before(9) })],
      executedStops: [],
    })
    const needs = rankNeeds(
      {
        events: [anEvent({ id: 'w' }), anEvent({ id: 'k', severity: 'critical', createdAt: before(0) })],
        waiting: [waitingFor(6)],
        running: [running, late],
        commands: [aCommand({})],
        vehicleOf: (id) => someLiveVehicle({ id, at: id === 'v1' ? now - 14 * 60_000 : now }),
      },
      now,
    )
    expect(needs.map(({ id }) => id)).toEqual([
      'event:k',
      'unassigned:s1',
      'silent:s2',
      'late:s3',
      'event:w',
      'command:c1',
    ])
  })

  it('puts what waits longest first among equals', () => {
    const needs = rankNeeds({ ...none, waiting: [waitingFor(4, 'young'), waitingFor(9, 'old')] }, now)
    expect(needs.map(({ id }) => id)).toEqual(['unassigned:old', 'unassigned:young'])
  })

  it('counts an alarm from when it was first told of, however often it came again', () => {
    const often = anEvent({ id: 'often', createdAt: before(20), lastOccurredAt: before(0) })
    const once = anEvent({ id: 'once', createdAt: before(3), lastOccurredAt: before(3) })
    const needs = rankNeeds({ ...none, events: [once, often] }, now)
    expect(needs.map(({ id }) => id)).toEqual(['event:often', 'event:once'])
    expect(needs[0]?.sinceMs).toBe(now - 20 * 60_000)
  })

  it('leaves alone what is quite in order', () => {
    const needs = rankNeeds(
      {
        ...none,
        events: [anEvent({ severity: 'info' }), anEvent({ status: 'acknowledged' })],
        waiting: [waitingFor(2)],
        running: [someService({ status: 'in_progress', assignedVehicleId: 'v1' })],
        commands: [aCommand({ createdAt: before(61) }), aCommand({ status: 'delivered' })],
        vehicleOf: () => someLiveVehicle({ id: 'v1', at: now - 60_000 }),
      },
      now,
    )
    expect(needs).toEqual([])
  })
})
