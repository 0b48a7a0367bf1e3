import { health, publicSettings, ready } from '@rumbo/contract/monitoring.contract'
import type { Database } from '../platform/database/database.ts'
import { type Answer, answerAlone } from '../platform/http/endpoints.ts'
import { problem } from '../platform/problem.ts'

export interface MonitoringOptions {
  database: Database
  loginNotice: string | null
  registration: boolean
  mapsUrlTemplate: string
  /** Whether the process takes new work: false while it drains. */
  isServing: () => boolean
}

/** Alive, ready, and what the login page may know. */
export function monitoringEndpoints(options: MonitoringOptions): Answer[] {
  return [
    answerAlone(health, async () => ({ status: 'alive' as const })),
    answerAlone(ready, async () => {
      if (!options.isServing()) throw problem('unavailable')
      await options.database.reach()
      return { status: 'ready' as const }
    }),
    answerAlone(publicSettings, async () => ({
      loginNotice: options.loginNotice,
      registration: options.registration,
      mapsUrlTemplate: options.mapsUrlTemplate,
    })),
  ]
}
