import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './lists.ts'

export const health = endpoint({
  name: 'monitoring.health',
  method: 'GET',
  path: '/health',
  summary: 'The process is alive',
  access: 'public',
  output: z.object({ status: z.literal('alive') }),
})
const readyParts = ['api', 'gateway', 'worker', 'database'] as const
/** A part of the installation that cannot serve at this moment. */
export interface NotReady {
  part: (typeof readyParts)[number]
  /** `silent`: no heartbeat for some seconds. */
  reason: 'starting' | 'silent' | 'down' | 'draining' | 'unreachable'
}
export const ready = endpoint({
  name: 'monitoring.ready',
  method: 'GET',
  path: '/ready',
  summary: 'The database answers and every role in use is fulfilled; with `part` only that part is asked for',
  access: 'public',
  query: z.strictObject({ part: z.enum(readyParts).optional() }),
  output: z.object({ status: z.literal('ready') }),
  problems: ['not_ready'],
})
/** What the page may know before anyone signs in. */
export const publicSettings = endpoint({
  name: 'monitoring.publicSettings',
  method: 'GET',
  path: '/settings',
  summary: 'Settings the login page needs',
  access: 'public',
  output: z.object({
    loginNotice: z.string().nullable(),
    registration: z.boolean(),
    mapsUrlTemplate: z.string(),
  }),
})

export const readCertificate = endpoint({
  name: 'monitoring.certificate',
  method: 'GET',
  path: '/server/certificate',
  summary: 'The certificate people meet: from its file, or read from the proxy in front',
  access: 'monitoring.read',
  output: z.object({
    source: z.enum(['file', 'proxy', 'none']),
    subject: z.string().nullable(),
    issuer: z.string().nullable(),
    validTo: instant.nullable(),
    daysLeft: z.number().int().nullable(),
    /** Why it could not be read. */
    error: z.string().nullable(),
  }),
})
