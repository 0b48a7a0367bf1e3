import type { GpsCommand } from '@rumbo/contract/commands.contract'
import type { Event } from '@rumbo/contract/events.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { describe, expect, it } from 'vitest'
import { someLiveVehicle } from '../live/live.factory.ts'
import { someSeries } from '../services/series/series.factory.ts'
import { someService } from '../services/services.factory.ts'
import { someVehicle } from '../vehicles/vehicles.factory.ts'
import { type Need, type NeedSources, rankNeeds } from './needs.rules.ts'

const now = Date.parse('2026-03-02T18:00:00.000Z')
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const all = <Item>(...items: Item[]) => ({ items, total: items.length })
const none = {
  events: all<Event>(),
  services: all<never>(),
  series: all<never>(),
  commands: all<GpsCommand>(),
  papers: all<Vehicle>(),
  timeZone: 'America/Mexico_City',
  vehicleOf: () => undefined,
}
const rank = (sources: Partial<NeedSources>, isHandled = (_: Need) => false) =>
  rankNeeds({ ...none, ...sources }, isHandled, now)
const idsOf = (sources: Partial<NeedSources>) => rank(sources).needs.map(({ id }) => id)
const anEvent = (some: Partial<Event>) =>
  ({ id: 'e1', status: 'active', severity: 'warning', createdAt: before(5), ...some }) as Event
const aCommand = (some: Partial<GpsCommand>) =>
  ({ id: 'c1', status: 'failed', createdAt: before(5), ...some }) as GpsCommand
const aService = (kind: 'unassigned' | 'silent' | 'late', id: string, minutes: number) => ({
  kind,
  since: before(minutes),
  prediction: null,
  service: someService({ id, assignedVehicleId: kind === 'unassigned' ? null : `v-${id}` }),
})

describe('items that need attention', () => {
  it('rank critical events, unassigned services, missing reports, overdue services, warnings and failed commands', () => {
    const ids = idsOf({
      events: all(anEvent({ id: 'k', severity: 'critical', createdAt: before(0) }), anEvent({ id: 'w' })),
      services: all(aService('unassigned', 's1', 6), aService('silent', 's2', 14), aService('late', 's3', 9)),
      commands: all(aCommand({})),
    })
    expect(ids).toEqual(['event:k', 'unassigned:s1', 'silent:s2', 'late:s3', 'event:w', 'command:c1'])
  })

  it('include recurring services that cannot be created, until the series ends', () => {
    const failing = someSeries({ id: 'r1', failingSince: before(30) })
    const { needs } = rank({
      series: all(failing, someSeries({ id: 'r2', state: 'ended', failingSince: before(30) })),
      services: all(aService('late', 's3', 9)),
      commands: all(aCommand({})),
    })
    expect(needs.map(({ id }) => id)).toEqual(['late:s3', 'series:r1', 'command:c1'])
    expect(needs[1]?.sinceMs).toBe(now - 30 * 60_000)
  })

  it('list a late service once, although the server raised an event of its delay', () => {
    const delay = { type: 'service_delay', category: 'vehicle' } as const
    const events = all(
      anEvent({ id: 'd1', ...delay, ruleId: 's3' }),
      anEvent({ id: 'd2', ...delay, ruleId: 'elsewhere' }),
    )
    const found = rank({ events, services: all(aService('late', 's3', 9)) })
    expect(found.needs.map(({ id }) => id)).toEqual(['late:s3', 'event:d2'])
    expect(found.total).toBe(2)
  })

  it('put the oldest first among equals', () => {
    const services = all(aService('unassigned', 'young', 4), aService('unassigned', 'old', 9))
    expect(idsOf({ services })).toEqual(['unassigned:old', 'unassigned:young'])
  })

  it('count an alarm from its first report, however often it was repeated', () => {
    const often = anEvent({ id: 'often', createdAt: before(20), lastOccurredAt: before(0) })
    const once = anEvent({ id: 'once', createdAt: before(3), lastOccurredAt: before(3) })
    const { needs } = rank({ events: all(once, often) })
    expect(needs.map(({ id }) => id)).toEqual(['event:often', 'event:once'])
    expect(needs[0]?.sinceMs).toBe(now - 20 * 60_000)
  })

  it('exclude handled items, commands of over an hour ago, and a vehicle that reports again', () => {
    const sources = {
      events: all(
        anEvent({ id: 'taken' }),
        anEvent({ status: 'acknowledged' }),
        anEvent({ severity: 'info' }),
      ),
      services: all(aService('silent', 's2', 14)),
      commands: all(aCommand({ createdAt: before(61) }), aCommand({ id: 'c2', status: 'delivered' })),
      vehicleOf: (id: string) => someLiveVehicle({ id, at: now - 60_000 }),
    }
    expect(rank(sources, ({ id }) => id === 'event:taken')).toEqual({ needs: [], total: 0, hasMore: false })
  })

  it('count unread items, and show nothing that ranks below them', () => {
    const services = { items: [aService('unassigned', 's1', 9)], total: 101 }
    const found = rank({ services, events: all(anEvent({ id: 'w' })) })
    expect(found).toMatchObject({ total: 102, hasMore: true, needs: [{ id: 'unassigned:s1' }] })
    const critical = { items: [anEvent({ id: 'k', severity: 'critical' })], total: 300 }
    expect(rank({ services, events: critical })).toMatchObject({ total: 401, needs: [{ id: 'event:k' }] })
  })

  it('list papers that have expired or expire within two weeks, one by one, below what happens now', () => {
    // The second of March in Mexico City.
    const papers = all(
      someVehicle({ id: 'both', insuranceExpiresOn: '2026-03-01', licenceExpiresOn: '2026-03-02' }),
      someVehicle({ id: 'soon', insuranceExpiresOn: '2026-03-16', licenceExpiresOn: '2026-03-17' }),
    )
    const events = all(anEvent({ id: 'm', category: 'maintenance' }))
    const { needs, total } = rank({ papers, events, commands: all(aCommand({})) })
    expect(needs.map(({ id, isGrave }) => [id, isGrave])).toEqual([
      ['command:c1', false],
      ['paper:insurance:both', true],
      ['event:m', false],
      ['paper:licence:both', false],
      ['paper:insurance:soon', false],
    ])
    expect(total).toBe(5)
  })

  it('show only expired papers while later ones are not loaded', () => {
    const papers = { items: [someVehicle({ id: 'v1', insuranceExpiresOn: '2026-02-20' })], total: 130 }
    const events = all(anEvent({ id: 'm', category: 'maintenance' }))
    expect(rank({ papers, events })).toMatchObject({
      needs: [{ id: 'paper:insurance:v1' }],
      total: 131,
      hasMore: true,
    })
  })
})
