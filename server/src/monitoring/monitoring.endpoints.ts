import { health, publicSettings, readCertificate, ready } from '@rumbo/contract/monitoring.contract'
import type { CertificateFacts } from '../platform/certificate.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { type Answer, answerAlone } from '../platform/http/endpoints.ts'
import { problem } from '../platform/problem.ts'
import { outboxEndpoints } from './monitoring.outbox.endpoints.ts'

export interface MonitoringOptions {
  database: Database
  loginNotice: string | null
  registration: boolean
  mapsUrlTemplate: string
  /** Whether the process takes new work: false while it drains. */
  isServing: () => boolean
  clock: Clock
  /** The certificate people meet. */
  certificate: () => Promise<CertificateFacts>
  /** Which channels have a server. */
  channels: { email: boolean; sms: boolean }
}

const dayMs = 24 * 3600_000

/** Alive, ready, what the login page may know, the certificate, and the outgoing box. */
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
    answerAlone(readCertificate, async () => {
      const { validTo, ...facts } = await options.certificate()
      return {
        ...facts,
        validTo: validTo?.toISOString() ?? null,
        // A day that has begun counts no more: what ends tonight has 0 days left.
        daysLeft: validTo && Math.floor((validTo.getTime() - options.clock.now().getTime()) / dayMs),
      }
    }),
    ...outboxEndpoints(options.channels),
  ]
}
