import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, money, version } from './lists.ts'
import { service } from './services.contract.ts'
import { optionalNote } from './text.ts'

const move = z.strictObject({ version })
export const dispatchService = endpoint({
  name: 'services.dispatch',
  method: 'POST',
  path: '/services/:id/dispatch',
  summary: 'Send to dispatch: created to on_dispatch',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: move,
  output: service,
  problems: ['service_not_found', 'service_wrong_state', 'stale_version'],
})
const assignmentProblems = [
  'service_not_found',
  'service_wrong_state',
  'stale_version',
  'vehicle_not_found',
  'vehicle_not_assignable',
  'vehicle_other_fleet',
  'vehicle_other_type',
  'vehicle_few_seats',
  'vehicle_small_load',
  'vehicle_lacks_skills',
  'vehicle_insurance_expired',
  'vehicle_permit_expired',
  'driver_inactive',
  'driver_licence_missing',
  'driver_licence_expired',
  'driver_hours_exceeded',
  'driver_on_break',
] as const
export const assignService = endpoint({
  name: 'services.assign',
  method: 'POST',
  path: '/services/:id/assign',
  summary: 'Assign a vehicle: on_dispatch to vehicle_assigned',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({ vehicleId: id, version }),
  output: service,
  problems: assignmentProblems,
})
export const reassignService = endpoint({
  name: 'services.reassign',
  method: 'POST',
  path: '/services/:id/reassign',
  summary:
    'Give a waiting or assigned service another vehicle, also one that is on its way to another service, which then waits again',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({
    vehicleId: id,
    version,
    /** The service that loses the vehicle; null: the vehicle is free. */
    from: z.strictObject({ serviceId: id, version }).nullable().default(null),
  }),
  output: service,
  problems: assignmentProblems,
})
export const unassignService = endpoint({
  name: 'services.unassign',
  method: 'POST',
  path: '/services/:id/unassign',
  summary: 'Take the vehicle back: vehicle_assigned to on_dispatch',
  access: 'services.dispatch',
  feature: { name: 'dispatch', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: move,
  output: service,
  problems: ['service_not_found', 'service_wrong_state', 'stale_version'],
})
export const confirmPickup = endpoint({
  name: 'services.confirmPickup',
  method: 'POST',
  path: '/services/:id/confirm-pickup',
  summary: 'Confirm pickup: vehicle_assigned to in_progress',
  access: 'services.dispatch',
  feature: { name: 'services', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: move,
  output: service,
  problems: ['service_not_found', 'service_wrong_state', 'stale_version'],
})
export const completeService = endpoint({
  name: 'services.complete',
  method: 'POST',
  path: '/services/:id/complete',
  summary: 'Complete: in_progress to completed',
  access: 'services.dispatch',
  feature: { name: 'services', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({
    version,
    /** Null: as computed. */
    finalCost: money.nullable().default(null),
    /** Why it differs from what was computed. */
    reason: optionalNote(200),
  }),
  output: service,
  problems: ['service_not_found', 'service_wrong_state', 'stale_version', 'final_cost_reason'],
})
export const cancelService = endpoint({
  name: 'services.cancel',
  method: 'POST',
  path: '/services/:id/cancel',
  summary: 'Cancel from any state that is not final',
  access: 'services.dispatch',
  feature: { name: 'services', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({
    version,
    by: z.enum(['client', 'driver', 'central']).default('central'),
    note: optionalNote(500),
  }),
  output: service,
  problems: ['service_not_found', 'service_wrong_state', 'stale_version'],
})
