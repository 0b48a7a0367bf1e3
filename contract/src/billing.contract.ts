import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import {
  calendarDate,
  done,
  id,
  idParams,
  instant,
  listOf,
  listQuery,
  money,
  signedMoney,
  version,
} from './lists.ts'
import { extraKey, maxExtras, serviceTypes } from './services.contract.ts'
import { nameText } from './text.ts'
import { hoursWindow } from './vehicles.contract.ts'

export const tariffLimits = {
  surcharges: 10,
  extras: maxExtras,
  zoneFares: 200,
  holidays: 60,
  windows: 21,
} as const
export const surchargeTimes = ['hours', 'holidays'] as const
export const surchargeKinds = ['percent', 'amount'] as const

const surcharge = z.strictObject({
  name: nameText(60),
  kind: z.enum(surchargeKinds),
  /** Percent of the fare, up to two decimals; for `percent`. */
  percent: z.number().min(0).max(500).multipleOf(0.01).default(0),
  /** For `amount`. */
  amount: money.default('0'),
  when: z.enum(surchargeTimes),
  /** Hours in the company's time zone; for `hours`. */
  windows: z.array(hoursWindow).max(tariffLimits.windows).default([]),
})
export const tariffExtra = z.strictObject({
  key: extraKey,
  name: nameText(60),
  amount: money,
})
const zoneFare = z.strictObject({
  fromZoneId: id,
  toZoneId: id,
  amount: money,
  /** Also from `toZoneId` to `fromZoneId`. */
  isBothWays: z.boolean().default(true),
})

/** What a service costs. Amounts are in the tariff's currency. */
export const rates = z.strictObject({
  base: money,
  /** Distance and time that the base includes. */
  includedMetres: z.number().int().min(0).max(1_000_000).default(0),
  includedMinutes: z.number().int().min(0).max(1_440).default(0),
  perKm: money,
  perMinute: money,
  waitingPerMinute: money,
  freeWaitingMinutes: z.number().int().min(0).max(240).default(0),
  /** For each stop after the second. */
  perExtraStop: money.default('0'),
  /** The least that base, distance and time cost together. */
  minimum: money.default('0'),
  /** The total is rounded to a multiple of this; '0' does not round. */
  roundTo: money.default('0'),
  surcharges: z.array(surcharge).max(tariffLimits.surcharges).default([]),
  /** Whether the public holidays of Mexico count as holidays. */
  hasPublicHolidays: z.boolean().default(true),
  /** Further holidays. */
  holidays: z.array(calendarDate).max(tariffLimits.holidays).default([]),
  extras: z.array(tariffExtra).max(tariffLimits.extras).default([]),
  /** Flat fares, in place of base, distance and time; the first that matches counts. */
  zoneFares: z.array(zoneFare).max(tariffLimits.zoneFares).default([]),
})
export type Rates = z.infer<typeof rates>

export const tariffStates = ['current', 'upcoming', 'ended'] as const
export const tariff = z.object({
  id,
  companyId: id,
  fleetId: id,
  serviceType: z.enum(serviceTypes),
  name: z.string(),
  /** First day, in the company's time zone. */
  validFrom: z.string(),
  /** Last day; null: until another tariff follows. */
  validUntil: z.string().nullable(),
  state: z.enum(tariffStates),
  currency: z.string(),
  rates,
  version,
  updatedAt: instant,
  updatedBy: z.string().nullable(),
})
export type Tariff = z.infer<typeof tariff>

const tariffFields = {
  name: nameText(80),
  validFrom: calendarDate,
  validUntil: calendarDate.nullable().default(null),
  rates,
}

export const chargeLineKinds = [
  'base',
  'distance',
  'time',
  'zone',
  'minimum',
  'waiting',
  'stops',
  'surcharge',
  'extra',
  'stop_extra',
  'rounding',
  'agreed',
  'adjustment',
] as const
export const chargeUnits = ['km', 'min', 'stop', 'percent'] as const
export const chargeLine = z.object({
  kind: z.enum(chargeLineKinds),
  /** The name of a surcharge, extra or pair of zones, the address of a stop, or the reason of an adjustment. */
  label: z.string().nullable(),
  quantity: z.number().nullable(),
  unit: z.enum(chargeUnits).nullable(),
  /** Price of one unit. */
  rate: money.nullable(),
  amount: signedMoney,
})
export type ChargeLine = z.infer<typeof chargeLine>
export const chargeUsage = z.object({
  distanceMetres: z.number(),
  /** Driving time, without waiting. */
  drivingSeconds: z.number(),
  waitingSeconds: z.number(),
})
export type ChargeUsage = z.infer<typeof chargeUsage>
/** A price with its lines, whose amounts add up to the total. */
export const charge = z.object({
  tariffId: id.nullable(),
  tariffName: z.string().nullable(),
  currency: z.string(),
  total: money,
  lines: z.array(chargeLine),
  usage: chargeUsage,
})
export type Charge = z.infer<typeof charge>

const noOverlap = ['tariff_overlap', 'tariff_in_force', 'zone_unknown'] as const

export const listTariffs = endpoint({
  name: 'tariffs.list',
  method: 'GET',
  path: '/tariffs',
  summary: 'Tariffs of the fleets, by service type, the latest first',
  access: 'tariffs.read',
  feature: { name: 'services', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: listQuery(['validFrom'], {
    fleetId: id.optional(),
    companyId: id.optional(),
    serviceType: z.enum(serviceTypes).optional(),
    state: z.enum(tariffStates).optional(),
  }),
  output: listOf(tariff),
})
export const createTariff = endpoint({
  name: 'tariffs.create',
  method: 'POST',
  path: '/tariffs',
  summary: 'Create a tariff of a fleet for a type of service, from today or later',
  access: 'tariffs.edit',
  feature: { name: 'services', of: [{ in: 'body', fleet: 'fleetId' }] },
  status: 201,
  body: z.strictObject({
    fleetId: id,
    serviceType: z.enum(serviceTypes),
    ...tariffFields,
    /** The tariff that this one follows: it ends on the day before. */
    replaces: id.nullable().default(null),
  }),
  output: tariff,
  problems: ['fleet_denied', 'not_found', ...noOverlap],
})
export const updateTariff = endpoint({
  name: 'tariffs.update',
  method: 'PUT',
  path: '/tariffs/:id',
  summary: 'Change a tariff that has not begun; of one in force, only its name and last day',
  access: 'tariffs.edit',
  feature: { name: 'services', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({ ...tariffFields, version }),
  output: tariff,
  problems: ['not_found', 'stale_version', ...noOverlap],
})
export const deleteTariff = endpoint({
  name: 'tariffs.delete',
  method: 'DELETE',
  path: '/tariffs/:id',
  summary: 'Delete a tariff that has not begun',
  access: 'tariffs.edit',
  feature: { name: 'services', of: 'record' },
  params: idParams,
  output: done,
  problems: ['not_found', 'tariff_in_force'],
})

const place = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  extraCost: money.nullable().default(null),
})
export const quoteService = endpoint({
  name: 'tariffs.quote',
  worksWhenFull: true,
  method: 'POST',
  path: '/tariffs/quote',
  summary: 'The route of a service by road, and what it will cost; no charge where no tariff applies',
  access: 'services.dispatch',
  feature: { name: 'services', of: [{ in: 'body', fleet: 'fleetId' }] },
  limit: { calls: 240, seconds: 60 },
  body: z.strictObject({
    fleetId: id,
    serviceType: z.enum(serviceTypes),
    /** When the ride begins. */
    startsAt: instant,
    stops: z.array(place).min(1).max(50),
    extras: z.array(extraKey).max(tariffLimits.extras).default([]),
  }),
  output: z.object({
    route: z
      .object({
        distanceMetres: z.number(),
        durationSeconds: z.number(),
        /** Guessed from the straight line: to be labelled so wherever it is shown. */
        isEstimate: z.boolean(),
        line: z.array(z.tuple([z.number(), z.number()])),
        legs: z.array(z.object({ durationSeconds: z.number(), distanceMetres: z.number() })),
      })
      .nullable(),
    charge: charge.nullable(),
    /** Extras that the tariff offers. */
    extras: z.array(tariffExtra),
  }),
  problems: ['fleet_denied'],
})
export type Quote = z.infer<typeof quoteService.output>
