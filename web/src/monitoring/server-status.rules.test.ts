import { expect, it } from 'vitest'
import { sparkPath } from '../ui/Sparkline.tsx'
import {
  asDiagnostics,
  levelOf,
  overTheHour,
  rangeOf,
  type ServerStatus,
  shownValue,
  timeParts,
} from './server-status.rules.ts'

const status = {
  at: '2026-03-02T18:00:00.000Z',
  version: '0.1.0',
  uptimeSeconds: 93_784,
  hostUptimeSeconds: 100_000,
  current: { cpuPercent: 91, connections: 90, connectionsPercent: 75, activeUsers: 4, errorPercent: null },
  memory: { usedBytes: 1, totalBytes: 2 },
  disk: null,
  database: { bytes: 10, maxConnections: 120 },
  cpus: 2,
  certificateDays: null,
  services: [
    { name: 'gateway', part: null, state: 'down', since: null, reason: 'silent', figures: { processes: 1 } },
  ],
  processes: [],
} as unknown as ServerStatus

it('compares each figure with its threshold, connections with their share; some have no threshold', () => {
  expect(levelOf(status, 'cpuPercent')).toBe('red')
  expect(levelOf(status, 'connections')).toBe('amber')
  expect(levelOf(status, 'activeUsers')).toBeNull()
  expect(levelOf(status, 'errorPercent')).toBeNull()
})

it('formats time, network and range', () => {
  expect(timeParts(93_784)).toEqual({ days: 1, hours: 2, minutes: 3 })
  expect(shownValue('networkInPerSecond', 12_500)).toBe(12.5)
  expect(shownValue('cpuPercent', 12.5)).toBe(12.5)
  expect(rangeOf([3, null, 9])).toEqual({ min: 3, max: 9 })
  expect(rangeOf([null])).toBeNull()
})

it('distributes the history over the hour, with gaps where nothing was measured', () => {
  const at = Date.parse(status.at)
  const ago = (seconds: number) => at - seconds * 1000
  const history = { time: [ago(4000), ago(3599), ago(3590), ago(35), ago(5), ago(0)] }
  const line = overTheHour({ at: status.at, history }, [9, 4, 7, null, 1, 2])
  expect(line).toHaveLength(120)
  expect(line.slice(0, 2)).toEqual([7, null])
  expect(line.slice(-2)).toEqual([null, 2])
})

it('renders everything as text, including a service that is down', () => {
  const text = asDiagnostics(status)
  expect(text).toContain('gateway: down · silent · {"processes":1}')
  expect(text).toContain('disk: –')
  expect(text).toContain('cpuPercent: 91')
})

it('interrupts the line where values are unknown', () => {
  expect(sparkPath([0, 10, null, 5], 10)).toBe('M0.0 27.0L40.0 1.0M120.0 14.0h0')
  expect(sparkPath([])).toBe('')
})
