import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, listOf, listQuery, onePlace, placeFields, signedMoney } from './lists.ts'
import { paymentEntry } from './payments.contract.ts'
import { nameText, optionalNote } from './text.ts'

/** The cash a driver received in a fleet and has not handed over yet. */
export const openCash = z.object({
  fleetId: id,
  companyId: id,
  driverId: id,
  driverName: z.string(),
  currency: z.string(),
  /** Negative where more was refunded or voided than received. */
  owed: signedMoney,
  entries: z.number().int(),
  firstAt: instant,
  lastAt: instant,
  /** Numbers of the driver's services under way that are to be paid in cash. */
  runningServices: z.array(z.number().int()),
})
export type OpenCash = z.infer<typeof openCash>

export const cashCorrection = z.object({
  id,
  /** Positive: handed over later; negative: given back to the driver. */
  amount: signedMoney,
  reason: z.string(),
  at: instant,
  by: z.string().nullable(),
})
/** A close-out is never changed. Corrections are entries of their own. */
export const closeout = z.object({
  id,
  companyId: id,
  fleetId: id,
  closeoutNumber: z.number().int(),
  driverId: id,
  driverName: z.string(),
  entries: z.number().int(),
  firstAt: instant,
  lastAt: instant,
  currency: z.string(),
  expected: signedMoney,
  /** Negative where the driver was given money. */
  counted: signedMoney,
  /** Counted less expected: negative where cash is missing. */
  difference: signedMoney,
  /** Sum of the corrections. */
  corrected: signedMoney,
  note: z.string().nullable(),
  closedAt: instant,
  closedBy: z.string().nullable(),
})
export type Closeout = z.infer<typeof closeout>
export const closeoutDetails = closeout.extend({
  payments: z.array(paymentEntry),
  corrections: z.array(cashCorrection),
})
export type CloseoutDetails = z.infer<typeof closeoutDetails>

const ofPlace = [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] as const
const ofAnswer = [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] as const

export const listOpenCash = endpoint({
  name: 'cash.open',
  method: 'GET',
  path: '/cash/open',
  summary: 'Cash that drivers received and have not handed over',
  access: 'payments.read',
  feature: { name: 'services', of: ofPlace },
  query: z.strictObject(placeFields).superRefine(onePlace),
  output: z.object({ items: z.array(openCash) }),
})
export const readOpenCash = endpoint({
  name: 'cash.ofDriver',
  method: 'GET',
  path: '/cash/open/:id',
  summary: 'The entries of the cash of one driver in a fleet',
  access: 'payments.read',
  feature: {
    name: 'services',
    of: [
      { in: 'query', fleet: 'fleetId' },
      { in: 'output', fleet: 'fleetId', company: 'companyId' },
    ],
  },
  params: idParams,
  query: z.strictObject({ fleetId: id }),
  output: openCash.extend({ payments: z.array(paymentEntry) }),
  problems: ['contact_not_found'],
})
export const readOwnCash = endpoint({
  name: 'cash.own',
  method: 'GET',
  path: '/cash/own',
  summary: 'The cash the caller received as a driver and has not handed over, by fleet',
  access: 'services.read',
  feature: { name: 'services', of: 'reach' },
  output: z.object({ items: z.array(openCash) }),
})
export const closeCash = endpoint({
  name: 'cash.close',
  method: 'POST',
  path: '/cash/closeouts',
  summary: 'Close out the cash of a driver: what was expected, what was counted',
  access: 'cash.closeOut',
  feature: { name: 'services', of: [{ in: 'body', fleet: 'fleetId' }] },
  status: 201,
  body: z.strictObject({
    fleetId: id,
    driverId: id,
    /** The amount shown to the person who counted; refused where it has changed since. */
    expected: signedMoney,
    counted: signedMoney,
    /** Required where counted and expected differ. */
    note: optionalNote(500),
  }),
  output: closeoutDetails,
  problems: [
    'fleet_denied',
    'contact_not_found',
    'cash_changed',
    'cash_service_running',
    'cash_nothing_open',
  ],
})
export const listCloseouts = endpoint({
  name: 'cash.closeouts',
  method: 'GET',
  path: '/cash/closeouts',
  summary: 'Cash close-outs, newest first',
  access: 'payments.read',
  feature: { name: 'services', of: ofPlace },
  query: listQuery(['closedAt'], {
    companyId: id.optional(),
    fleetId: id.optional(),
    driverId: id.optional(),
    /** Range of closing times; `to` is exclusive. */
    from: instant.optional(),
    to: instant.optional(),
  }).superRefine(onePlace),
  output: listOf(closeout),
})
export const readCloseout = endpoint({
  name: 'cash.read',
  method: 'GET',
  path: '/cash/closeouts/:id',
  summary: 'One close-out with its payments and corrections',
  access: 'payments.read',
  feature: { name: 'services', of: ofAnswer },
  params: idParams,
  output: closeoutDetails,
  problems: ['not_found'],
})
export const correctCloseout = endpoint({
  name: 'cash.correct',
  method: 'POST',
  path: '/cash/closeouts/:id/corrections',
  summary: 'Add a correction to a close-out, with the reason',
  access: 'cash.closeOut',
  feature: { name: 'services', of: ofAnswer },
  status: 201,
  params: idParams,
  body: z.strictObject({ amount: signedMoney, reason: nameText(300) }),
  output: closeoutDetails,
  problems: ['not_found'],
})
