import { describe, expect, it } from 'vitest'
import { createReportRate } from './report-rate.ts'

const limits = { maxHttpReportsPerMinute: 2, maxPeers: 100 }
const home = '192.0.2.1'
const elsewhere = '198.51.100.7'

describe('createReportRate', () => {
  it('lets nobody at another address use up what a device may send', () => {
    const rate = createReportRate(limits)
    expect(rate.admit(elsewhere, ['a', 'a', 'a'], 0)).toBe(0)
    expect(rate.admit(elsewhere, ['a'], 20_000)).toBe(40_000)
    expect(rate.admit(home, ['a'], 20_000)).toBe(0)
  })

  it('admits a device again once its minute is over, and at once where the clock was set back', () => {
    const rate = createReportRate(limits)
    const hour = 3_600_000
    rate.admit(home, ['a', 'a'], hour)
    expect(rate.admit(home, ['a'], hour + 59_999)).toBe(1)
    expect(rate.admit(home, ['a'], hour + 60_000)).toBe(0)
    expect(rate.admit(home, ['a'], hour + 60_000)).toBe(0)
    expect(rate.admit(home, ['a'], 0)).toBe(0)
    expect(rate.admit(home, ['a'], 1)).toBe(0)
    expect(rate.admit(home, ['a'], 2)).toBe(59_998)
  })
})
