import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { anyOf, id, instant, listOf, listQuery } from './lists.ts'
import { identifierFaults } from './telemetry.expected.rules.ts'
import { deviceIdentifier } from './vehicles.contract.ts'

/** Identifiers a company may list. */
export const mostExpected = 10_000
/** Identifiers a company may add in a day, taken ones included: the answers say which are in use. */
export const mostExpectedADay = 2 * mostExpected
/** Characters of a text: a full list with room for line ends, quotes and some columns more. */
export const longestExpectedText = 900_000

/**
 * `silent`: no report so far; `unknown`: it reports and has no vehicle; `assigned`: a vehicle of the company has it;
 * `elsewhere`: a vehicle outside of the company has got it since, and nothing more is said about that.
 */
export const expectedStates = ['silent', 'unknown', 'assigned', 'elsewhere'] as const
export type ExpectedState = (typeof expectedStates)[number]

export const expectedDevice = z.object({
  identifier: z.string(),
  state: z.enum(expectedStates),
  /** The last report of an unknown device. */
  lastSeenAt: instant.nullable(),
  vehicle: z.object({ id, vehicleNumber: z.string() }).nullable(),
  addedAt: instant,
  addedByName: z.string().nullable(),
})
export type ExpectedDevice = z.infer<typeof expectedDevice>

export const listExpectedDevices = endpoint({
  name: 'devices.listExpected',
  method: 'GET',
  path: '/expected-devices',
  summary: 'The device identifiers a company expects, and which of them report or have a vehicle',
  access: 'devices.expect',
  query: listQuery(['identifier', 'addedAt', 'lastSeenAt'], {
    companyId: id,
    state: anyOf(z.enum(expectedStates)),
  }),
  output: listOf(expectedDevice).extend({
    /** Of the whole list, by state. */
    counts: z.record(z.enum(expectedStates), z.number().int()),
  }),
})

export const addExpectedDevices = endpoint({
  name: 'devices.addExpected',
  method: 'POST',
  path: '/expected-devices',
  summary:
    'List identifiers, also from a pasted text or CSV; valid ones are added, the others are answered with their lines',
  access: 'devices.expect',
  body: z.strictObject({
    companyId: id,
    /** A text to read identifiers from, or the identifiers themselves. */
    identifiers: z.union([
      z.string().max(longestExpectedText),
      z.array(deviceIdentifier).min(1).max(mostExpected),
    ]),
  }),
  output: z.object({
    added: z.number().int(),
    /** On the company’s list already, or given more than once. */
    listed: z.number().int(),
    invalid: z.number().int(),
    /** Listed by another company, or in a vehicle of one. Which one is not said. */
    taken: z.number().int(),
    /** The first of those that are invalid or taken, in the order in which they were given. */
    refused: z.array(
      z.object({
        /** Of the text, or the place among the identifiers; the first is 1. */
        line: z.number().int(),
        text: z.string(),
        reason: z.enum([...identifierFaults, 'taken']),
      }),
    ),
  }),
  problems: ['company_denied', 'expected_limit', 'expected_daily_limit'],
  // Answers say which identifiers are in use.
  limit: { calls: 60, seconds: 60 },
})

export const removeExpectedDevices = endpoint({
  name: 'devices.removeExpected',
  method: 'POST',
  path: '/expected-devices/remove',
  summary: 'Take identifiers off the list of a company; vehicles keep their devices',
  access: 'devices.expect',
  body: z.strictObject({
    companyId: id,
    /** Null: all of the list. */
    identifiers: z.array(deviceIdentifier).min(1).max(mostExpected).nullable(),
  }),
  output: z.object({
    /** Those that were on the list. */
    removed: z.array(z.string()),
  }),
  problems: ['company_denied'],
})
