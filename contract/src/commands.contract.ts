import * as z from 'zod'
import {
  commandErrors,
  commandPriorities,
  commandStatuses,
  commandTypes,
} from './commands.device-command.contract.ts'
import { endpoint } from './endpoint.ts'
import { anyOf, id, idParams, instant, listOf, listQuery } from './lists.ts'
import { deviceProtocols } from './telemetry.device-report.contract.ts'
import { optionalNote } from './text.ts'

/** A GPS command as section 3 has it; `vehicleName` is number, make and model. */
export const gpsCommand = z.object({
  id,
  companyId: id,
  fleetId: id,
  vehicleId: id,
  vehicleNumber: z.string(),
  vehicleName: z.string(),
  /** Who sent it: name, and id where it is a person. */
  createdBy: z.string(),
  createdById: id.nullable(),
  type: z.enum(commandTypes),
  status: z.enum(commandStatuses),
  priority: z.enum(commandPriorities),
  reason: z.string().nullable(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  createdAt: instant,
  sentAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  expiresAt: instant,
  /** A code of `commandErrors`, worded by the reader. */
  errorMessage: z.enum(commandErrors).nullable(),
  /** What was written to the device, with passwords masked; null for those who may not edit the vehicle. */
  payload: z.string().nullable(),
  /** The device's answer; identifying values are masked for users who may not edit the vehicle. */
  responsePayload: z.string().nullable(),
  protocol: z.enum(deviceProtocols).nullable(),
  /** Who cancelled it; null unless cancelled. */
  cancelledBy: z.string().nullable(),
  /** Whether the present caller may cancel it now. */
  canCancel: z.boolean(),
})
export type GpsCommand = z.infer<typeof gpsCommand>

export const listCommands = endpoint({
  name: 'commands.list',
  method: 'GET',
  path: '/commands',
  summary: 'GPS commands within the caller’s scopes',
  access: 'commands.query',
  feature: { name: 'commands', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: listQuery(['createdAt', 'priority', 'status', 'commandType'], {
    companyId: id.optional(),
    fleetId: id.optional(),
    vehicleId: id.optional(),
    status: anyOf(z.enum(commandStatuses)),
    type: anyOf(z.enum(commandTypes)),
  }),
  output: listOf(gpsCommand),
})
/** Also what Refresh status reads. */
export const readCommand = endpoint({
  name: 'commands.read',
  method: 'GET',
  path: '/commands/:id',
  summary: 'One GPS command as it is now',
  access: 'commands.query',
  feature: { name: 'commands', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  output: gpsCommand,
  problems: ['command_not_found'],
})
export const sendCommand = endpoint({
  name: 'commands.send',
  method: 'POST',
  path: '/commands',
  summary: 'Send a GPS command: at once to a connected device, else when it next speaks, within its expiry',
  access: 'commands.query',
  feature: { name: 'commands', of: 'record' },
  status: 201,
  body: z.strictObject({
    vehicleId: id,
    type: z.enum(commandTypes),
    priority: z.enum(commandPriorities).default('medium'),
    /** Required for stop engine. */
    reason: optionalNote(500),
    parameters: z
      .strictObject({
        speedKmh: z.number().int().min(1).max(255).optional(),
        apn: z.string().trim().min(1).max(63).optional(),
        user: z.string().trim().max(63).optional(),
        password: z.string().trim().max(63).optional(),
        host: z.string().trim().min(1).max(253).optional(),
        port: z.number().int().min(1).max(65535).optional(),
        url: z.string().trim().min(1).max(200).optional(),
      })
      .default({}),
    /** Stop engine: the vehicle's number, typed by hand. */
    confirmation: z.string().trim().max(40).nullable().default(null),
    /** Overrides the refusal of stop engine above 20 km/h or without a recent fix; requires `commands.insist`. */
    insists: z.boolean().default(false),
  }),
  output: gpsCommand,
  problems: [
    'vehicle_not_found',
    'command_level',
    'command_unsupported',
    'command_no_device',
    'command_unconfirmed',
    'vehicle_too_fast',
    'no_recent_fix',
    'device_claimed',
    'command_pending',
  ],
})
export const cancelCommand = endpoint({
  name: 'commands.cancel',
  method: 'POST',
  path: '/commands/:id/cancel',
  summary: 'Cancel a command that has not been sent',
  access: 'commands.query',
  feature: { name: 'commands', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({}),
  output: gpsCommand,
  problems: ['command_not_found', 'command_already_sent', 'command_level'],
})

/** What can be sent to one vehicle, by whom, and why not. */
export const commandOptions = endpoint({
  name: 'commands.options',
  method: 'GET',
  path: '/vehicles/:id/command-options',
  summary: 'Which commands this vehicle’s device understands and the caller may send',
  access: 'commands.query',
  feature: { name: 'commands', of: 'record' },
  params: idParams,
  output: z.object({
    /** Null while the device has never reported and its model is unknown: then nothing is known to be unsupported. */
    protocol: z.enum(deviceProtocols).nullable(),
    isConnected: z.boolean(),
    hasDevice: z.boolean(),
    /** Two connections claim the device: restricted commands are refused, also to those who may insist. */
    isClaimed: z.boolean(),
    types: z.array(
      z.object({
        type: z.enum(commandTypes),
        isSupported: z.boolean(),
        isAllowed: z.boolean(),
        /** Whether the device answers, so that `delivered` can be reached. */
        isAnswered: z.boolean(),
      }),
    ),
    /** Whether stop engine would be refused now, and whether the caller may insist. */
    stopEngine: z.object({
      obstacle: z.enum(['vehicle_too_fast', 'no_recent_fix', 'device_claimed']).nullable(),
      speedKmh: z.number().nullable(),
      fixTime: instant.nullable(),
      mayInsist: z.boolean(),
    }),
  }),
  problems: ['vehicle_not_found'],
})
