import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { languages } from './identity.users.contract.ts'
import {
  calendarDate,
  id,
  idParams,
  instant,
  listOf,
  listQuery,
  money,
  onePlace,
  signedMoney,
} from './lists.ts'
import { receivedMethods } from './payments.contract.ts'
import { optionalNote } from './text.ts'
import { workStarted } from './work.contract.ts'

/** The account of a customer: completed services that are charged to it, and what was paid. */
export const account = z.object({
  contactId: id,
  contactName: z.string(),
  contactCompany: z.string().nullable(),
  companyId: id,
  currency: z.string(),
  charged: money,
  paid: signedMoney,
  /** What the customer owes; negative: a credit. */
  balance: signedMoney,
  lastAt: instant,
})
export type Account = z.infer<typeof account>

export const statementLine = z.object({
  at: instant,
  kind: z.enum(['charge', 'payment', 'refund', 'void']),
  serviceId: id.nullable(),
  serviceNumber: z.number().int().nullable(),
  /** Where the service led, or the note of the payment. */
  detail: z.string().nullable(),
  method: z.enum(receivedMethods).nullable(),
  /** Positive adds to what the customer owes. */
  amount: signedMoney,
  balance: signedMoney,
})
export type StatementLine = z.infer<typeof statementLine>
export const statement = z.object({
  contactId: id,
  contactName: z.string(),
  contactCompany: z.string().nullable(),
  companyId: id,
  companyName: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  /** Whole days in the company's time zone, both included. */
  from: calendarDate,
  to: calendarDate,
  opening: signedMoney,
  charged: money,
  paid: signedMoney,
  closing: signedMoney,
  lines: z.array(statementLine),
})
export type Statement = z.infer<typeof statement>

/** Lines of one statement; a longer period is refused. */
export const statementLineLimit = 5_000
const period = { from: calendarDate, to: calendarDate }

export const listAccounts = endpoint({
  name: 'accounts.list',
  method: 'GET',
  path: '/accounts',
  summary: 'Customers with services on account, and what they owe',
  access: 'payments.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: listQuery(['contactName', 'balance', 'lastAt'], {
    companyId: id.optional(),
    fleetId: id.optional(),
    /** Only customers who owe something. */
    owing: z.enum(['true', 'false']).optional(),
  }).superRefine(onePlace),
  output: listOf(account),
})
export const readStatement = endpoint({
  name: 'accounts.statement',
  method: 'GET',
  path: '/accounts/:id/statement',
  summary: 'The account of a customer for a period, with a running balance',
  access: 'payments.read',
  feature: { name: 'services', of: [{ in: 'output', company: 'companyId' }] },
  params: idParams,
  query: z.strictObject(period),
  output: statement,
  problems: ['contact_not_found', 'statement_range'],
})
export const recordAccountPayment = endpoint({
  name: 'accounts.pay',
  method: 'POST',
  path: '/accounts/:id/payments',
  summary: 'Record what a customer paid on account',
  access: 'payments.record',
  feature: {
    name: 'services',
    of: [
      { in: 'body', fleet: 'fleetId' },
      { in: 'output', fleet: 'fleetId', company: 'companyId' },
    ],
  },
  status: 201,
  params: idParams,
  body: z.strictObject({
    /** The fleet whose office received it. */
    fleetId: id,
    method: z.enum(receivedMethods),
    amount: money,
    receivedAt: instant.optional(),
    note: optionalNote(300),
  }),
  output: z.object({ entryId: id, fleetId: id, companyId: id }),
  problems: ['contact_not_found', 'fleet_denied'],
})
export const exportStatement = endpoint({
  name: 'accounts.export',
  method: 'POST',
  path: '/accounts/:id/statement-files',
  summary: 'Write a statement as PDF or CSV',
  access: 'payments.read',
  feature: { name: 'services', of: 'record' },
  status: 202,
  params: idParams,
  body: z.strictObject({
    ...period,
    format: z.enum(['pdf', 'csv']),
    language: z.enum(languages).default('es'),
  }),
  output: workStarted,
  problems: ['contact_not_found', 'statement_range'],
})
