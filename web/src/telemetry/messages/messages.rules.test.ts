import { inspectionRule } from '@rumbo/contract/telemetry.inspection.contract'
import { expect, it } from 'vitest'
import { someDeviceMessage } from './messages.factory.ts'
import { byteRuns, byteText, understandingOf, withLater } from './messages.rules.ts'

it('marks unread bytes, also at both ends', () => {
  expect(byteRuns('78780a01ff', [[2, 4]])).toEqual([
    { hex: '78 78', isUnread: false },
    { hex: '0a 01', isUnread: true },
    { hex: 'ff', isUnread: false },
  ])
  expect(byteRuns('7878', [])).toEqual([{ hex: '78 78', isUnread: false }])
  expect(
    byteRuns('7878', [
      [0, 1],
      [1, 2],
    ]).map(({ isUnread }) => isUnread),
  ).toEqual([true, true])
  expect(byteRuns('', [])).toEqual([])
})

it('shows printable characters', () => {
  expect(byteText('2a48510d0a')).toBe('*HQ··')
})

it('adds later messages once, and keeps the last 200', () => {
  const [one, two] = [someDeviceMessage({ number: 1 }), someDeviceMessage({ number: 2 })]
  expect(withLater([one], [one, two])).toEqual([one, two])
  const same = [one]
  expect(withLater(same, [one])).toBe(same)
  const many = Array.from({ length: 250 }, (_, at) => someDeviceMessage({ number: at + 3 }))
  expect(withLater([one, two], many).map(({ number }) => number)[0]).toBe(253 - inspectionRule.messages)
})

it('says how much was understood', () => {
  const reports = [{ ...someDeviceMessage().reports[0], leftOut: { batteryPercent: 250 } }]
  expect(understandingOf(someDeviceMessage())).toBe('fine')
  expect(understandingOf(someDeviceMessage({ checksumHolds: false }))).toBe('partly')
  expect(understandingOf({ ...someDeviceMessage(), reports } as never)).toBe('partly')
  for (const kind of ['unread', 'refused', 'skipped'] as const)
    expect(understandingOf(someDeviceMessage({ kind }))).toBe('not')
})
