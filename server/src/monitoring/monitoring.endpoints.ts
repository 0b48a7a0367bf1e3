import {
  health,
  type NotReady,
  publicSettings,
  readCertificate,
  ready,
} from '@rumbo/contract/monitoring.contract'
import { readServerStatus } from '@rumbo/contract/monitoring.status.contract'
import type { Database } from '../platform/database/database.ts'
import { type Answer, answerAlone } from '../platform/http/endpoints.ts'
import { notReady } from '../platform/problem.ts'
import { deliveryEndpoints } from './monitoring.deliveries.endpoints.ts'
import { createStatusReader, daysLeftOf, type StatusOptions } from './monitoring.status.actions.ts'

export interface MonitoringOptions extends StatusOptions {
  database: Database
  loginNotice: string | null
  registration: boolean
  mapsUrlTemplate: string
  /** Returns the parts of the installation that are not ready. */
  readiness: () => Promise<readonly NotReady[]>
}

/** Endpoints of health, readiness, public settings, certificate, server status and deliveries. */
export function monitoringEndpoints(options: MonitoringOptions): Answer[] {
  const readStatus = createStatusReader(options)
  return [
    answerAlone(health, async () => ({ status: 'alive' as const })),
    answerAlone(ready, async ({ query: { part: asked } }) => {
      const missing = (await options.readiness()).filter(({ part }) => asked === undefined || part === asked)
      if (missing.length > 0) throw notReady(missing)
      return { status: 'ready' as const }
    }),
    answerAlone(publicSettings, async () => ({
      loginNotice: options.loginNotice,
      registration: options.registration,
      mapsUrlTemplate: options.mapsUrlTemplate,
    })),
    answerAlone(readCertificate, async () => {
      const { validTo, ...facts } = await options.certificate()
      return {
        ...facts,
        validTo: validTo?.toISOString() ?? null,
        daysLeft: daysLeftOf(validTo, options.clock.now()),
      }
    }),
    answerAlone(readServerStatus, readStatus),
    ...deliveryEndpoints(options.channels),
  ]
}
