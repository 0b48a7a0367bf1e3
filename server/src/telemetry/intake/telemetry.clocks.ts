import type { CompanyClock } from './telemetry.state.ts'

/** Used for an unknown company, whose vehicles were deleted with it, so that nothing is written for them. */
const unknownCompany: CompanyClock = { timeZone: 'UTC', historyDays: 180, roadSpeedLimits: false }

/** The companies' time zones and retention, cached in memory. */
export interface CompanyClocks {
  of(companyId: string): CompanyClock
  has(companyId: string): boolean
  /** Reads all; a call during another one waits for a read that starts after it. */
  read(): Promise<void>
}

/** @param readAll rejects only when the process gives up */
export function createCompanyClocks(readAll: () => Promise<Map<string, CompanyClock>>): CompanyClocks {
  let clocks = new Map<string, CompanyClock>()
  let reading: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function readOnce(): Promise<void> {
    try {
      clocks = await readAll()
    } finally {
      reading = null
    }
  }

  return {
    of: (companyId) => clocks.get(companyId) ?? unknownCompany,
    has: (companyId) => clocks.has(companyId),
    read() {
      if (!reading) {
        reading = readOnce()
        return reading
      }
      const afterThis = () => {
        next = null
        reading ??= readOnce()
        return reading
      }
      next ??= reading.then(afterThis, afterThis)
      return next
    },
  }
}
