import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant } from './lists.ts'
import { noteText } from './text.ts'

export const incidentKinds = [
  'declared',
  'notified',
  'acknowledged',
  'position',
  'contacted',
  'note',
  'resolved',
  'pinned',
  'unpinned',
] as const
export const incidentEntry = z.object({
  id,
  at: instant,
  kind: z.enum(incidentKinds),
  by: z.string(),
  detail: z.string(),
  /** Of `position`: where the vehicle was, and when; null otherwise. */
  place: z.object({ latitude: z.number(), longitude: z.number(), at: instant }).nullable(),
})
export type IncidentEntry = z.infer<typeof incidentEntry>
/** In the order in which they are called. */
export const sosRoles = ['sos_primary', 'sos_secondary', 'insurance_adjuster', 'legal_contact'] as const
export const sosContact = z.object({
  id,
  name: z.string(),
  role: z.enum(sosRoles),
  phone: z.string().nullable(),
  email: z.string().nullable(),
})
export type SosContact = z.infer<typeof sosContact>

const ofRecord = { name: 'dispatch', of: 'record' } as const
export const readIncident = endpoint({
  name: 'incident.read',
  method: 'GET',
  path: '/threads/:id/incident',
  summary: 'The log of an emergency, oldest first, and whom to call, in order',
  access: 'communication.read',
  feature: ofRecord,
  params: idParams,
  output: z.object({ entries: z.array(incidentEntry), contacts: z.array(sosContact) }),
  problems: ['thread_not_found'],
})
export const addIncidentEntry = endpoint({
  name: 'incident.addEntry',
  method: 'POST',
  path: '/threads/:id/incident',
  summary: 'Note what was done about an emergency; entries are never changed',
  access: 'communication.write',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({ kind: z.enum(['contacted', 'note']), detail: noteText(1000).min(1) }),
  output: incidentEntry,
  status: 201,
  problems: ['thread_not_found'],
})
