/**
 * When a figure of the server deserves a look: pure, shared by the server and the panel.
 * Percentages are 0 to 100, times milliseconds, the certificate's rest days.
 */
export const serverThresholds = {
  cpuPercent: { amber: 75, red: 90 },
  memoryPercent: { amber: 80, red: 92 },
  diskPercent: { amber: 90, red: 95 },
  connectionsPercent: { amber: 70, red: 90 },
  queryP95Ms: { amber: 100, red: 500 },
  responseP95Ms: { amber: 300, red: 1000 },
  errorPercent: { amber: 1, red: 5 },
  /** Less is worse. */
  certificateDays: { amber: 30, red: 7 },
} as const satisfies Record<string, { amber: number; red: number }>
export type ServerMeasure = keyof typeof serverThresholds
export const serverLevels = ['green', 'amber', 'red'] as const
export type ServerLevel = (typeof serverLevels)[number]

/** The level of a figure; null for one that is not known. */
export function levelOfMeasure(measure: ServerMeasure, value: number | null): ServerLevel | null {
  if (value === null) return null
  const { amber, red } = serverThresholds[measure]
  const isLessWorse = red < amber
  const reaches = (limit: number) => (isLessWorse ? value <= limit : value >= limit)
  if (reaches(red)) return 'red'
  return reaches(amber) ? 'amber' : 'green'
}

export const serviceStates = ['up', 'degraded', 'down', 'off'] as const
export type ServiceState = (typeof serviceStates)[number]
/** `off` is a choice, not a fault: no level. */
export const levelOfService = (state: ServiceState): ServerLevel | null =>
  (({ up: 'green', degraded: 'amber', down: 'red', off: null }) as const)[state]
