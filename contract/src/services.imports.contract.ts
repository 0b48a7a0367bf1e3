import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDate, done, id, idParams, instant } from './lists.ts'
import { place } from './places.contract.ts'
import { plannedStopInput, service, serviceTypes, stopTypes } from './services.contract.ts'
import { importedFile, inspection, skipBad, tableWork } from './table-files.ts'

/** The stops of a row, in the order in which they are driven to. */
export const importedStops = ['pickup', 'stop1', 'stop2', 'stop3', 'destination'] as const
export type ImportedStop = (typeof importedStops)[number]

/** Columns of a file that an import of services fills; `fleet` is a fleet's name, `From` and `Until` the window of a stop. */
export const serviceImportFields = [
  'reference',
  'fleet',
  'serviceType',
  'dispatchTime',
  'requesterName',
  'requesterPhone',
  'requesterEmail',
  'pickupAddress',
  'pickupLatitude',
  'pickupLongitude',
  'pickupFrom',
  'pickupUntil',
  'pickupMinutes',
  'stop1Address',
  'stop1Latitude',
  'stop1Longitude',
  'stop1From',
  'stop1Until',
  'stop1Minutes',
  'stop2Address',
  'stop2Latitude',
  'stop2Longitude',
  'stop2From',
  'stop2Until',
  'stop2Minutes',
  'stop3Address',
  'stop3Latitude',
  'stop3Longitude',
  'stop3From',
  'stop3Until',
  'stop3Minutes',
  'destinationAddress',
  'destinationLatitude',
  'destinationLongitude',
  'destinationFrom',
  'destinationUntil',
  'destinationMinutes',
  'priorityLevel',
  'paymentMethod',
  'estimatedCost',
  'requiredVehicleType',
  'requiredSeats',
  'requiredLoadKg',
  'requiredLoadM3',
  'requiredSkills',
  'requiredProofs',
  'notes',
] as const
export type ServiceImportField = (typeof serviceImportFields)[number]
const importField = z.enum(serviceImportFields)
/** Of each of these sets one needs a column. */
export const neededServiceImportFields = [
  ['requesterPhone', 'requesterName', 'requesterEmail'],
  ['pickupAddress', 'pickupLatitude', 'destinationAddress', 'destinationLatitude'],
] as const satisfies readonly (readonly ServiceImportField[])[]
/** One of these needs a column, unless a day is chosen for the file. */
export const timeImportFields = [
  'dispatchTime',
  ...importedStops.flatMap((at) => [`${at}From`, `${at}Until`] as const),
] as const satisfies readonly ServiceImportField[]

export const inspectServiceImport = endpoint({
  ...inspection(importField),
  name: 'services.inspectImport',
  path: '/services/imports/inspect',
  summary: 'Columns, sample and a proposed mapping of an uploaded CSV or XLSX file of services',
  access: 'services.dispatch',
  feature: { name: 'services', of: 'reach' },
})
export const importServices = endpoint({
  ...tableWork,
  name: 'services.import',
  path: '/services/imports',
  summary:
    'Import services; rows with doubtful addresses, or that look like an order once more, wait for a person; a dry run changes nothing and lists every bad row',
  access: 'services.dispatch',
  feature: { name: 'services', of: [{ in: 'body', fleet: 'fleetId', company: 'companyId' }] },
  body: z.strictObject({
    companyId: id,
    /** Fleet for rows that name none; without it, such rows are invalid. */
    fleetId: id.nullable().default(null),
    /** Of times in the file that have no date. Null: such times are invalid where their row has no date either. */
    day: calendarDate.nullable().default(null),
    ...importedFile(importField),
    skipBad,
  }),
  problems: ['company_denied', 'fleet_denied', 'file_not_found', 'file_unreadable'],
})

/** Why a person has to decide about a stop. */
export const addressDoubts = [
  'address_not_found',
  'address_ambiguous',
  'address_unsure',
  'place_far',
  'place_remote',
  /** The customer has an order at this stop on the same day: see `isRepeated`. */
  'order_repeated',
] as const
export type AddressDoubt = (typeof addressDoubts)[number]
/** At most this many candidates are kept for an address. */
export const candidateLimit = 5
/** At most this many rows are listed. */
export const reviewLimit = 200

const candidate = place.pick({
  name: true,
  detail: true,
  latitude: true,
  longitude: true,
  kind: true,
  precision: true,
})
export type AddressCandidate = z.infer<typeof candidate>
export const reviewedStop = z.object({
  stopType: z.enum(stopTypes),
  /** As in the file. */
  address: z.string(),
  /** Null: not known. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Null: the address is sure. */
  doubt: z.enum(addressDoubts).nullable(),
  candidates: z.array(candidate),
})
export type ReviewedStop = z.infer<typeof reviewedStop>
/** A row of an imported file that waits for a person's decision about its addresses. */
export const importReview = z.object({
  id,
  companyId: id,
  fleetId: id,
  /** Number of the row in its file, whose first row is 1. */
  row: z.number().int(),
  reference: z.string().nullable(),
  serviceType: z.enum(serviceTypes),
  customerName: z.string(),
  customerPhone: z.string(),
  dispatchTime: instant,
  stops: z.array(reviewedStop),
  createdAt: instant,
  createdBy: z.string().nullable(),
})
export type ImportReview = z.infer<typeof importReview>

const ofOutput = [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] as const
export const listImportReviews = endpoint({
  name: 'services.listReviews',
  method: 'GET',
  path: '/service-reviews',
  summary: 'Imported rows that wait for a decision about their addresses, by their time of dispatch',
  access: 'services.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: z.strictObject({ companyId: id.optional(), fleetId: id.optional() }),
  output: z.object({ items: z.array(importReview), total: z.number().int() }),
})
export const resolveImportReview = endpoint({
  name: 'services.resolveReview',
  method: 'POST',
  path: '/service-reviews/:id/resolve',
  summary: 'Create the service of an imported row at the places that a person confirmed',
  access: 'services.dispatch',
  feature: { name: 'services', of: [...ofOutput] },
  params: idParams,
  body: z.strictObject({
    /** One for each stop of the row, in their order. */
    stops: z.array(plannedStopInput.pick({ address: true, latitude: true, longitude: true })).min(1),
    /** Where the row's own has passed; windows that would begin or end before it lose that time. */
    dispatchTime: instant.optional(),
  }),
  output: service,
  problems: ['service_review_not_found', 'fleet_denied', 'contact_not_found', 'company_denied'],
})
export const discardImportReview = endpoint({
  name: 'services.discardReview',
  method: 'POST',
  path: '/service-reviews/:id/discard',
  summary: 'Drop an imported row without a service; a later import may bring it again',
  access: 'services.dispatch',
  feature: { name: 'services', of: 'record' },
  params: idParams,
  output: done,
  problems: ['service_review_not_found'],
})
