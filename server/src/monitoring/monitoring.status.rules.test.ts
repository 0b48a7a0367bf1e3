import { levelOfMeasure, levelOfService } from '@rumbo/contract/monitoring.status-levels'
import { expect, it } from 'vitest'
import type { Backlog, ProcessRow } from './monitoring.status.repository.ts'
import {
  channelService,
  databaseService,
  jobsService,
  liveStreamService,
  serviceOfRole,
} from './monitoring.status.rules.ts'

const now = new Date('2026-03-02T15:00:00.000Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const process = (role: string, seenSecondsAgo: number, busSilentMs = 0): ProcessRow => ({
  roles: [role],
  host: 'aqui',
  pid: 1,
  startedAt: secondsAgo(3600),
  seenAt: secondsAgo(seenSecondsAgo),
  figures: { memoryBytes: 1, cpuPercent: 1, loopDelayMs: 1, busSilentMs, gauges: { viewers: 3 } },
  activeUsers: [],
})
const noDeliveries = { failed: 0, waiting: 0, late: 0, isBroken: false }
const backlog = (given: Partial<Backlog> = {}): Backlog => ({
  databaseBytes: 1,
  databaseSince: secondsAgo(7200),
  maxConnections: 100,
  connections: 20,
  jobsWaiting: 0,
  jobsRunning: 0,
  jobsFailed: 0,
  oldestJobSeconds: 0,
  deliveries: { email: noDeliveries, sms: noDeliveries },
  isMailboxFailing: false,
  ...given,
})

it('figures have levels, which are inverted for the remaining days of the certificate', () => {
  expect([10, 75, 95].map((value) => levelOfMeasure('cpuPercent', value))).toEqual(['green', 'amber', 'red'])
  expect([90, 30, 7, -3].map((value) => levelOfMeasure('certificateDays', value))).toEqual([
    ...['green', 'amber', 'red', 'red'],
  ])
  expect(levelOfMeasure('diskPercent', null)).toBeNull()
  expect([levelOfService('up'), levelOfService('down'), levelOfService('off')]).toEqual([
    'green',
    'red',
    null,
  ])
})

it('a role is up, degraded, down since its last heartbeat, or off', () => {
  const of = (...seen: number[]) =>
    serviceOfRole(
      'gateway',
      seen.map((one) => process('gateway', one)),
      now,
    )
  expect(of(3)).toMatchObject({ state: 'up', since: secondsAgo(3600).toISOString(), reason: null })
  expect(of(3, 40)).toMatchObject({ state: 'degraded', reason: 'some_silent', figures: { processes: 1 } })
  expect(of(40)).toMatchObject({ state: 'down', reason: 'silent', since: secondsAgo(40).toISOString() })
  expect(of()).toMatchObject({ state: 'off' })
})

it('the live stream requires the bus, the database disk space, and jobs a worker', () => {
  expect(liveStreamService([process('api', 1)], now)).toMatchObject({ state: 'up', figures: { viewers: 3 } })
  expect(liveStreamService([process('api', 1, 60_000)], now)).toMatchObject({ reason: 'bus_lost' })
  expect(databaseService(backlog({ connections: 75 })).state).toBe('up')
  expect(databaseService(backlog({ connections: 95 }))).toMatchObject({ reason: 'connections' })
  expect(databaseService(null)).toMatchObject({ state: 'down', reason: 'unreachable' })
  const worker = serviceOfRole('worker', [process('worker', 1)], now)
  const deadWorker = serviceOfRole('worker', [process('worker', 100)], now)
  expect(jobsService(worker, backlog({ jobsWaiting: 4, oldestJobSeconds: 5 })).state).toBe('up')
  expect(jobsService(worker, backlog({ jobsWaiting: 4, oldestJobSeconds: 500 }))).toMatchObject({
    state: 'degraded',
    reason: 'waiting_long',
    figures: { waiting: 4, oldestSeconds: 500 },
  })
  expect(jobsService(deadWorker, backlog({ jobsWaiting: 1 }))).toMatchObject({ reason: 'nobody_works' })
})

it('a channel without a server is off, one that fails degraded', () => {
  const failing = backlog({
    deliveries: { email: { ...noDeliveries, failed: 2 }, sms: { ...noDeliveries, waiting: 3, late: 3 } },
  })
  expect(channelService('email', false, failing)).toMatchObject({ state: 'off', reason: 'not_configured' })
  expect(channelService('email', true, failing)).toMatchObject({ reason: 'deliveries_failed' })
  expect(channelService('sms', true, failing)).toMatchObject({ reason: 'deliveries_wait' })
  const broken = backlog({ deliveries: { email: noDeliveries, sms: { ...noDeliveries, isBroken: true } } })
  expect(channelService('sms', true, broken)).toMatchObject({ state: 'degraded', reason: 'receiver_fails' })
  const unread = backlog({ isMailboxFailing: true })
  expect(channelService('email', true, unread)).toMatchObject({ state: 'degraded', reason: 'mailbox_fails' })
  expect(channelService('sms', true, unread).state).toBe('up')
  expect(channelService('sms', true, backlog()).state).toBe('up')
})
