import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { anyOf, done, id, instant, listOf, listQuery } from './lists.ts'
import { deviceProtocols } from './telemetry.device-report.contract.ts'
import { vehicle } from './vehicles.contract.ts'

/** A device that speaks and that no vehicle has. */
export const unknownDevice = z.object({
  identifier: z.string(),
  protocol: z.enum(deviceProtocols),
  address: z.string().nullable(),
  reports: z.number().int(),
  firstSeenAt: instant,
  lastSeenAt: instant,
  isConnected: z.boolean(),
  lastFix: z.object({ time: instant, latitude: z.number(), longitude: z.number() }).nullable(),
  /** The company that lists its identifier. */
  expectedBy: z.object({ id, name: z.string() }).nullable(),
})
export type UnknownDevice = z.infer<typeof unknownDevice>

export const listUnknownDevices = endpoint({
  name: 'devices.listUnknown',
  method: 'GET',
  path: '/unknown-devices',
  summary: 'Devices that report and that no vehicle has: for admins those their companies expect',
  access: 'devices.expect',
  query: listQuery(['lastSeenAt', 'firstSeenAt', 'reports', 'identifier', 'protocol'], {
    protocol: anyOf(z.enum(deviceProtocols)),
    /** Only devices on the list of this company. */
    companyId: id.optional(),
  }),
  output: listOf(unknownDevice),
})
export const attachDevice = endpoint({
  name: 'devices.attach',
  method: 'POST',
  path: '/unknown-devices/attach',
  summary: 'Give an unknown device to a vehicle; its next report moves it',
  access: 'devices.expect',
  body: z.strictObject({
    identifier: z.string().min(1).max(64),
    vehicleId: id,
    /** The vehicle has another device already, and it is to be replaced. */
    replaces: z.boolean().default(false),
  }),
  output: vehicle,
  problems: ['device_not_found', 'vehicle_not_found', 'device_taken', 'vehicle_has_device'],
})
export const forgetDevice = endpoint({
  name: 'devices.forget',
  method: 'POST',
  path: '/unknown-devices/forget',
  summary: 'Take a device off the list until it speaks again',
  access: 'devices.expect',
  body: z.strictObject({ identifier: z.string().min(1).max(64) }),
  output: done,
  problems: ['device_not_found'],
})

export const rejectionReasons = [
  'future',
  'too_old',
  'coordinates',
  'null_island',
  'speed',
  /** The vehicle could have come there only at an impossible speed. */
  'jump',
  /** A device with a secret, by a protocol that has none. */
  'wrong_secret',
  /** Acknowledged but unreadable: the frame is stored to be decoded again. */
  'unread',
  'data_error',
  'pipeline_error',
] as const
export const rejectedReport = z.object({
  id,
  receivedAt: instant,
  deviceIdentifier: z.string(),
  vehicleNumber: z.string().nullable(),
  protocol: z.enum(deviceProtocols),
  reason: z.enum(rejectionReasons),
  /** What a failing database or program said is for super admins only. */
  detail: z.string().nullable(),
  fixTime: instant.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  speedKmh: z.number().nullable(),
})
export const listRejectedReports = endpoint({
  name: 'devices.listRejected',
  method: 'GET',
  path: '/rejected-reports',
  summary: 'Reports that were set aside or marked, and why: for admins those of own vehicles',
  access: 'devices.expect',
  query: listQuery(['receivedAt', 'deviceIdentifier', 'reason'], {
    protocol: anyOf(z.enum(deviceProtocols)),
    reason: anyOf(z.enum(rejectionReasons)),
  }),
  output: listOf(rejectedReport).extend({
    /** Of the last 24 hours, by protocol and reason. */
    counts: z.array(z.object({ protocol: z.string(), reason: z.string(), reports: z.number().int() })),
  }),
})
/** What the gateways hear, for the same screen. */
export const gatewayOverview = endpoint({
  name: 'devices.gateway',
  method: 'GET',
  path: '/device-gateway',
  summary: 'Ports, open connections and what was refused, by protocol',
  access: 'monitoring.read',
  output: z.object({
    host: z.string(),
    protocols: z.array(
      z.object({
        protocol: z.enum(deviceProtocols),
        port: z.number().int().nullable(),
        transports: z.array(z.string()),
        connections: z.number().int(),
        /** Reports acknowledged and frames refused since the gateway started. */
        reports: z.number().int(),
        badChecksums: z.number().int(),
        refused: z.number().int(),
        /** Messages acknowledged whose content could not be read. */
        unread: z.number().int(),
      }),
    ),
    connectionLimit: z.number().int().nullable(),
    refusedConnections: z.number().int(),
  }),
})
