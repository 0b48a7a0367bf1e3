import * as z from 'zod'
import { charge } from './billing.contract.ts'
import { endpoint } from './endpoint.ts'
import { idParams, instant } from './lists.ts'

/** Before the service, while it runs, and once it is completed. */
export const chargePhases = ['estimate', 'current', 'final'] as const
export type ChargePhase = (typeof chargePhases)[number]
/** Measured while driving, planned by road, or guessed from the straight line. */
export const usageSources = ['measured', 'planned', 'straight_line'] as const
export type UsageSource = (typeof usageSources)[number]

export const serviceCharge = charge.extend({
  phase: z.enum(chargePhases),
  distanceSource: z.enum(usageSources),
  timeSource: z.enum(usageSources),
  /** The total was typed by a person: an agreed price, or a final cost that was changed. */
  isSet: z.boolean(),
  computedAt: instant,
})
export type ServiceCharge = z.infer<typeof serviceCharge>

export const readCharges = endpoint({
  name: 'services.charges',
  method: 'GET',
  path: '/services/:id/charges',
  summary: 'The cost of a service with its lines: estimated, current (as of now) and final',
  access: 'services.read',
  feature: { name: 'services', of: 'record' },
  params: idParams,
  output: z.object({
    estimate: serviceCharge.nullable(),
    /** Only while the service runs. */
    current: serviceCharge.nullable(),
    final: serviceCharge.nullable(),
    /** The final charge if the service ended now; only while it runs. */
    ifEnded: serviceCharge.nullable(),
  }),
  problems: ['service_not_found'],
})
