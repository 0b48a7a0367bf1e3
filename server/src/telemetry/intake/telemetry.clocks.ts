import type { CompanyClock } from './telemetry.state.ts'

/** Where a company is not known: its vehicles were deleted with it, and nothing is written for them. */
const unknownCompany: CompanyClock = { timeZone: 'UTC', historyDays: 180 }

/** The clocks of companies, in memory. */
export interface CompanyClocks {
  of(companyId: string): CompanyClock
  has(companyId: string): boolean
  /** Reads them all; a call made while another reads is answered by a read that begins after it. */
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
