import * as z from 'zod'
import { directoryStatuses } from './directory.contract.ts'
import { endpoint } from './endpoint.ts'
import { calendarDate, done, id, idParams, instant, onePlace, placeFields, version } from './lists.ts'
import { optionalName, optionalNote } from './text.ts'

/** Why a driver gets no services now. */
export const ineligibilities = [
  'driver_inactive',
  'licence_missing',
  'licence_expired',
  'hours_exceeded',
  'on_break',
  'no_shift',
] as const
export type Ineligibility = (typeof ineligibilities)[number]

/** `driving_licence` is the driver's; a vehicle's circulation permit is `licenceExpiresOn` of the vehicle. */
export const documentKinds = ['driving_licence', 'driver_permit', 'medical_certificate', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const driverDocument = z.object({
  id,
  companyId: id,
  driverId: id,
  kind: z.enum(documentKinds),
  /** What it is, of kind `other`. */
  title: z.string().nullable(),
  number: z.string().nullable(),
  /** Class of a licence, such as B or E1. */
  class: z.string().nullable(),
  expiresOn: calendarDate.nullable(),
  note: z.string().nullable(),
  updatedAt: instant,
  version,
})
export type DriverDocument = z.infer<typeof driverDocument>

export const driver = z.object({
  id,
  companyId: id,
  name: z.string(),
  phone: z.string(),
  status: z.enum(directoryStatuses),
  licence: z
    .object({
      number: z.string().nullable(),
      class: z.string().nullable(),
      expiresOn: calendarDate.nullable(),
    })
    .nullable(),
  documents: z.number().int(),
  /** The earliest day on which a document expires. */
  nextExpiry: calendarDate.nullable(),
  /** Time on duty within the last 24 hours and the last seven days, without planned breaks. */
  dayMinutes: z.number().int(),
  weekMinutes: z.number().int(),
  /** The running shift, else the planned one of this moment. */
  shift: z
    .object({
      id,
      fleetId: id,
      vehicleId: id,
      vehicleNumber: z.string(),
      endsAt: instant,
      isRunning: z.boolean(),
    })
    .nullable(),
  /** Empty: eligible. */
  reasons: z.array(z.enum(ineligibilities)),
})
export type Driver = z.infer<typeof driver>

export const dutyLimits = z.object({
  companyId: id,
  /** Null: of the whole company. */
  fleetId: id.nullable(),
  /** Null: no limit. */
  dayHours: z.number().nullable(),
  weekHours: z.number().nullable(),
  needsLicence: z.boolean(),
  /** Whether a card presented in a vehicle starts the shift of its driver. */
  startsByCard: z.boolean(),
  /** After how many minutes without ignition a shift started by card ends; null: `cardRemovedMinutes` after the removal. */
  ignitionOffMinutes: z.number().int().nullable(),
  /** Where they are set: a fleet without limits of its own has those of its company. */
  source: z.enum(['fleet', 'company', 'default']),
  /** 0 where none are stored for this place. */
  version: z.number().int().min(0),
})
export type DutyLimits = z.infer<typeof dutyLimits>

const ofPlace = [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] as const
const documentFields = {
  kind: z.enum(documentKinds),
  title: optionalName(100),
  number: optionalName(40),
  class: optionalName(20),
  expiresOn: calendarDate.nullable().default(null),
  note: optionalNote(500),
}
interface DocumentInput {
  kind: DocumentKind
  title: string | null
  number: string | null
}
function checkDocument({ kind, title, number }: DocumentInput, context: z.core.$RefinementCtx): void {
  const refuse = (path: string) =>
    context.addIssue({ code: 'custom', path: [path], params: { code: 'required' } })
  if (kind === 'other' && !title) refuse('title')
  if (kind === 'driving_licence' && !number) refuse('number')
}

export const listDrivers = endpoint({
  name: 'shifts.drivers',
  method: 'GET',
  path: '/shifts/drivers',
  summary: 'Drivers of the company with a system user: documents, time on duty, and why one gets no services',
  access: 'shifts.read',
  feature: { name: 'services', of: ofPlace },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({ items: z.array(driver) }),
})
export const listDocuments = endpoint({
  name: 'shifts.documents',
  method: 'GET',
  path: '/drivers/:id/documents',
  summary: 'The documents of a driver',
  access: 'directory.read',
  params: idParams,
  output: z.object({ items: z.array(driverDocument) }),
  problems: ['contact_not_found'],
})
export const addDocument = endpoint({
  name: 'shifts.addDocument',
  method: 'POST',
  path: '/drivers/:id/documents',
  summary: 'Record a document of a driver; a driving licence only once',
  access: 'directory.edit',
  status: 201,
  params: idParams,
  body: z.strictObject(documentFields).superRefine(checkDocument),
  output: driverDocument,
  problems: ['contact_not_found', 'licence_exists'],
})
export const updateDocument = endpoint({
  name: 'shifts.updateDocument',
  method: 'PUT',
  path: '/driver-documents/:id',
  summary: 'Change a document of a driver',
  access: 'directory.edit',
  params: idParams,
  body: z.strictObject({ ...documentFields, version }).superRefine(checkDocument),
  output: driverDocument,
  problems: ['not_found', 'stale_version', 'licence_exists'],
})
export const removeDocument = endpoint({
  name: 'shifts.removeDocument',
  method: 'DELETE',
  path: '/driver-documents/:id',
  summary: 'Remove a document of a driver',
  access: 'directory.edit',
  params: idParams,
  output: done,
  problems: ['not_found'],
})
export const readLimits = endpoint({
  name: 'shifts.limits',
  method: 'GET',
  path: '/shifts/limits',
  summary: 'The limits of time on duty that hold in a fleet, or in a company where its fleets have none',
  access: 'shifts.read',
  feature: { name: 'services', of: ofPlace },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: dutyLimits,
  problems: ['fleet_denied', 'company_denied'],
})
/** Longest wait without ignition before a shift ends, in minutes. */
export const longestIgnitionOffMinutes = 480
/**
 * Where a fleet leaves `ignitionOffMinutes` open, a shift started by card ends once the card has been removed, and the
 * vehicle at rest, for so many minutes. Not at the removal itself: a reader against which a card is only held states it at
 * once.
 */
export const cardRemovedMinutes = 5
const hours = (most: number) => z.number().positive().max(most).multipleOf(0.5).nullable()
export const saveLimits = endpoint({
  name: 'shifts.saveLimits',
  method: 'PUT',
  path: '/shifts/limits',
  summary: 'Set the limits of time on duty of a fleet, or of a company',
  access: 'shifts.configure',
  feature: { name: 'services', of: [{ in: 'body', fleet: 'fleetId', company: 'companyId' }] },
  body: z
    .strictObject({
      ...placeFields,
      dayHours: hours(24),
      weekHours: hours(168),
      needsLicence: z.boolean(),
      startsByCard: z.boolean().default(false),
      ignitionOffMinutes: z.number().int().min(1).max(longestIgnitionOffMinutes).nullable().default(null),
      version: z.number().int().min(0),
    })
    .superRefine(onePlace),
  output: dutyLimits,
  problems: ['fleet_denied', 'company_denied', 'stale_version'],
})
