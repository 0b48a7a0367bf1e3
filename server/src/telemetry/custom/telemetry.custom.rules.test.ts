import { describe, expect, it } from 'vitest'
import { followRule, phaseOf, type ReportTime } from './telemetry.custom.rules.ts'
import type { CustomRuleState } from './telemetry.custom.ts'

const minute = 60_000
interface Seen extends Partial<ReportTime> {
  at: number
  isMet: boolean
}
/** When events are raised; times in minutes. */
function raised(rule: { seconds?: number; cooldownSeconds?: number }, reports: readonly Seen[]): number[] {
  let state: CustomRuleState | null = null
  return reports.flatMap(({ at, fixAt, isMet }) => {
    const followed = followRule(
      { id: 'r1', version: 1, seconds: 0, cooldownSeconds: 0, ...rule },
      state,
      { at: at * minute, fixAt: fixAt == null ? null : fixAt * minute },
      isMet,
    )
    // Kept as text in between, as a restart does.
    state = JSON.parse(JSON.stringify(followed.state)) as CustomRuleState | null
    return followed.isFound ? [at] : []
  })
}
const met = (...minutes: number[]): Seen[] => minutes.map((at) => ({ at, isMet: true }))
const unmet = (...minutes: number[]): Seen[] => minutes.map((at) => ({ at, isMet: false }))

describe('a custom rule', () => {
  it('is raised once while it is met, and again after it was not', () => {
    expect(raised({}, [...met(1, 2, 3), ...unmet(4), ...met(5, 6)])).toEqual([1, 5])
  })

  it('waits for its seconds without interruption', () => {
    expect(raised({ seconds: 300 }, met(0, 2, 4, 5, 6))).toEqual([5])
    expect(raised({ seconds: 300 }, [...met(0, 4), ...unmet(4.5), ...met(5, 8, 9.9, 10)])).toEqual([10])
  })

  it('counts nothing over a gap of more than an hour', () => {
    expect(raised({ seconds: 300 }, met(0, 61, 62, 66))).toEqual([66])
    expect(raised({ seconds: 300 }, met(0, 60))).toEqual([60])
  })

  it('counts by the device’s clock where reports arrive together', () => {
    const late = [0, 3, 6].map((fixAt) => ({ at: 100, fixAt, isMet: true }))
    expect(raised({ seconds: 300 }, late)).toEqual([100])
  })

  it('is not raised by a device clock that goes back, or that reports without a fix', () => {
    expect(
      raised({ seconds: 300 }, [
        { at: 0, fixAt: 60, isMet: true },
        { at: 1, fixAt: 0, isMet: true },
        { at: 2, isMet: true },
      ]),
    ).toEqual([])
  })

  it('raises no other event before its cool-down is over, and then one for what still holds', () => {
    expect(
      raised({ cooldownSeconds: 600 }, [...met(0), ...unmet(1), ...met(2, 5, 9), ...unmet(11), ...met(12)]),
    ).toEqual([0, 12])
    expect(raised({ cooldownSeconds: 600 }, [...met(0), ...unmet(1), ...met(2, 9, 10, 11)])).toEqual([0, 10])
  })

  it('is forgotten once nothing of it matters', () => {
    const rule = { id: 'r1', version: 1, seconds: 0, cooldownSeconds: 60 }
    const first = followRule(rule, null, { at: 0, fixAt: null }, true).state
    expect(phaseOf(first)).toBe('raised')
    const cooling = followRule(rule, first, { at: 30_000, fixAt: null }, false).state
    expect(phaseOf(cooling)).toBe('idle')
    expect(followRule(rule, cooling, { at: 40_000, fixAt: null }, false).state).toBe(cooling)
    expect(followRule(rule, cooling, { at: 60_000, fixAt: null }, false).state).toBeNull()
    // Nothing to write while it stays raised.
    expect(followRule(rule, first, { at: 50_000, fixAt: null }, true).state).toBe(first)
  })
})
