import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, manyOf } from './lists.ts'
import {
  paymentMethods,
  paymentStatuses,
  priorities,
  serviceStatuses,
  serviceTypes,
} from './services.contract.ts'
import { exportedFile, tableWork } from './table-files.ts'

/** Columns of an exported file. */
export const exportedServiceFields = [
  'serviceNumber',
  'status',
  'serviceType',
  'priorityLevel',
  'customerName',
  'customerPhone',
  'customerEmail',
  'dispatchTime',
  'pickup',
  'destination',
  'stops',
  'serviceMinutes',
  'vehicle',
  'driver',
  'startedAt',
  'endedAt',
  'estimatedCost',
  'finalCost',
  'paidAmount',
  'currency',
  'paymentMethod',
  'paymentStatus',
  'requiredVehicleType',
  'requiredSeats',
  'requiredLoadKg',
  'requiredLoadM3',
  'requiredSkills',
  'requiredProofs',
  'notes',
] as const
export type ExportedServiceField = (typeof exportedServiceFields)[number]

const sorts = [
  'dispatchTime',
  'serviceNumber',
  'createdAt',
  'status',
  'priorityLevel',
  'customerName',
] as const

export const exportServices = endpoint({
  ...tableWork,
  name: 'services.export',
  path: '/services/exports',
  summary: 'Write the services that the filter shows into a file, in the order of the list',
  access: 'services.read',
  feature: { name: 'services', of: [{ in: 'body', fleet: 'fleetId', company: 'companyId' }] },
  body: z.strictObject({
    companyId: id.optional(),
    fleetId: id.optional(),
    status: manyOf(z.enum(serviceStatuses)),
    serviceType: manyOf(z.enum(serviceTypes)),
    priorityLevel: manyOf(z.enum(priorities)),
    paymentMethod: manyOf(z.enum(paymentMethods)),
    paymentStatus: manyOf(z.enum(paymentStatuses)),
    vehicleId: id.optional(),
    driverId: id.optional(),
    requesterContactId: id.optional(),
    from: instant.optional(),
    to: instant.optional(),
    withOpen: z.boolean().optional(),
    endedSince: instant.optional(),
    sort: z.enum(sorts).default('dispatchTime'),
    order: z.enum(['asc', 'desc']).default('desc'),
    ...exportedFile,
  }),
  problems: ['company_denied', 'fleet_denied'],
})
