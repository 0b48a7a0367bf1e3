import { directoryEndpoints } from '../directory/index.ts'
import { dispatchEndpoints } from '../dispatch/index.ts'
import { identityEndpoints } from '../identity/index.ts'
import { auditEndpoints, monitoringEndpoints } from '../monitoring/index.ts'
import { assignments, findCompanyNames, organisationEndpoints } from '../organisation/index.ts'
import { createPlaces, placesEndpoints } from '../places/index.ts'
import type { CertificateFacts } from '../platform/certificate.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Answer } from '../platform/http/endpoints.ts'
import { workEndpoints } from '../platform/work.endpoints.ts'
import { hasRunningServices, servicesEndpoints } from '../services/index.ts'
import { countByStatus, vehicleEndpoints } from '../vehicles/index.ts'

export interface AnswerOptions {
  database: Database
  clock: Clock
  secret: string
  dataDir: string
  registration: boolean
  loginNotice: string | null
  mapsUrlTemplate: string
  isServing: () => boolean
  /** Told of a region file that cannot be read; the other regions serve. */
  onRegionFailure: (file: string, error: Error) => void
  hasSecureCookies: boolean
  /** Where people reach the pages; asked at each mail. */
  publicUrl: () => string
  /** Which channels have a server. */
  channels: { email: boolean; sms: boolean }
  certificate: () => Promise<CertificateFacts>
}

/** Every endpoint of the product bound to its action: the one place where the API is put together. */
export function allAnswers(options: AnswerOptions): Answer[] {
  const places = createPlaces({
    directory: `${options.dataDir}/regions`,
    onFailure: options.onRegionFailure,
  })
  return [
    ...identityEndpoints({ ...options, assignments, isRegistrationOpen: options.registration }),
    ...organisationEndpoints({
      async countVehicles(tx, companyId) {
        return Object.values(await countByStatus(tx, { companyId })).reduce((sum, count) => sum + count, 0)
      },
      async hasOpenWork(tx, companyId) {
        return (
          (await hasRunningServices(tx, companyId)) ||
          Object.keys(await countByStatus(tx, { companyId })).length > 0
        )
      },
    }),
    ...directoryEndpoints,
    ...vehicleEndpoints,
    ...servicesEndpoints,
    ...dispatchEndpoints,
    ...placesEndpoints(places),
    ...auditEndpoints({ database: options.database, companies: findCompanyNames }),
    ...workEndpoints,
    ...monitoringEndpoints(options),
  ]
}
