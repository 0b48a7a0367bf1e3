import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, instant } from './lists.ts'
import { alarmKinds, deviceProtocols, deviceTelemetry } from './telemetry.device-report.contract.ts'

/** How long the messages of a device are recorded after somebody last looked, and how many are kept. */
export const inspectionRule = { minutes: 15, messages: 200, perCompany: 20, keptHours: 24 } as const

/**
 * `unread`: a whole frame whose content, or a part of it, could not be read. `refused`: a wrong checksum or secret, or a
 * frame that was not accepted. `skipped`: bytes that belong to no frame.
 */
export const deviceMessageKinds = [
  'message',
  'unread',
  'refused',
  'skipped',
  'acknowledgement',
  'command',
] as const

const reading = z.union([z.string(), z.number(), z.boolean()])

/** What one report of a message says. */
const decodedReport = z.object({
  kind: z.enum(['position', 'alarm', 'status', 'answer']),
  isUnread: z.boolean(),
  fix: z
    .object({
      time: instant,
      isValid: z.boolean(),
      latitude: z.number(),
      longitude: z.number(),
      speedKmh: z.number(),
      headingDegrees: z.number().nullable(),
      altitudeMetres: z.number().nullable(),
      accuracyMetres: z.number().nullable(),
      satellites: z.number().nullable(),
    })
    .nullable(),
  telemetry: deviceTelemetry,
  alarm: z.enum(alarmKinds).nullable(),
  answer: z.string().nullable(),
  extras: z.record(z.string(), reading),
  /** Values that cannot be true and were therefore left out, as the device stated them. */
  leftOut: z.record(z.string(), reading),
})

/** Bytes that a device sent or received, and what was read of them. Passwords in them are masked by `*`. */
export const deviceMessage = z.object({
  /** Rises with each message of a vehicle. */
  number: z.number().int(),
  at: instant,
  direction: z.enum(['in', 'out']),
  kind: z.enum(deviceMessageKinds),
  protocol: z.enum(deviceProtocols),
  transport: z.enum(['tcp', 'udp', 'http']),
  /** The same for all messages of one connection. */
  connection: z.string(),
  address: z.string(),
  /** Hexadecimal digits, of the first 4,096 bytes. */
  bytes: z.string(),
  /** In bytes. */
  length: z.number().int(),
  checksumHolds: z.boolean(),
  /** The type the frame states, by the protocol's own name; null where none is known. */
  frameType: z.string().nullable(),
  /** A command as readable text. */
  text: z.string().nullable(),
  /** The first ones, of together about 64 KB. */
  reports: z.array(decodedReport),
  /** How many reports the message had. */
  reportCount: z.number().int(),
  /** Messages since the one before that were not recorded, because they came faster than they could be stored. */
  lostBefore: z.number().int(),
})
export type DeviceMessage = z.infer<typeof deviceMessage>

export const inspectDevice = endpoint({
  name: 'telemetry.inspect',
  method: 'POST',
  path: '/vehicles/:id/device/inspection',
  summary: 'Record the messages of a vehicle’s device for the next 15 minutes, or stop recording them',
  access: 'devices.inspect',
  params: idParams,
  body: z.strictObject({ isOn: z.boolean().default(true) }),
  output: z.object({ until: instant.nullable() }),
  problems: ['vehicle_not_found', 'command_no_device', 'inspection_limit'],
})
export const listDeviceMessages = endpoint({
  name: 'telemetry.deviceMessages',
  method: 'GET',
  path: '/vehicles/:id/device/messages',
  summary: 'The last 200 recorded messages of a vehicle’s device, raw and decoded',
  access: 'devices.inspect',
  params: idParams,
  /** `after`: only messages with a greater number. */
  query: z.strictObject({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0) }),
  output: z.object({
    identifier: z.string().nullable(),
    /** Until when messages are recorded; null while they are not. */
    until: instant.nullable(),
    /** The oldest first. */
    items: z.array(deviceMessage),
  }),
  problems: ['vehicle_not_found'],
})
export const unreadDeviceBytes = endpoint({
  name: 'telemetry.unreadBytes',
  method: 'GET',
  path: '/vehicles/:id/device/messages/:number/unread-bytes',
  summary: 'Which bytes of a recorded message change nothing that was read of it',
  access: 'devices.inspect',
  params: idParams.extend({ number: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  output: z.object({
    /** Ranges [from, to) of bytes; null where it cannot be found out. */
    ranges: z.array(z.tuple([z.number().int(), z.number().int()])).nullable(),
  }),
  problems: ['vehicle_not_found', 'device_message_not_found'],
})
