import type { GpsCommand } from '@rumbo/contract/commands.contract'
import { type CommandType, commandTypes } from '@rumbo/contract/commands.device-command.contract'
import type { CommandOptions } from './commands.rules.ts'

/** A command for tests: a queued status query to vehicle 104, sent by Elena Torres just now. */
export function someCommand(some: Partial<GpsCommand> = {}): GpsCommand {
  return {
    id: 'k1',
    companyId: 'c1',
    fleetId: 'f1',
    vehicleId: 'v104',
    vehicleNumber: '104',
    vehicleName: '104 Nissan Versa',
    createdBy: 'Elena Torres',
    createdById: 'u1',
    type: 'status_query',
    status: 'queued',
    priority: 'medium',
    reason: null,
    parameters: {},
    createdAt: new Date().toISOString(),
    sentAt: null,
    deliveredAt: null,
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    errorMessage: null,
    payload: null,
    responsePayload: null,
    protocol: 'gt06',
    cancelledBy: null,
    canCancel: true,
    ...some,
  }
}

/** The commands available for a connected, slow vehicle to a user with all rights. `changes` by type. */
export function someOptions(
  some: Partial<CommandOptions> = {},
  byType: Partial<Record<CommandType, Partial<CommandOptions['types'][number]>>> = {},
): CommandOptions {
  return {
    protocol: 'gt06',
    isConnected: true,
    hasDevice: true,
    isClaimed: false,
    types: commandTypes.map((type) => ({
      type,
      isSupported: true,
      isAllowed: true,
      isAnswered: true,
      ...byType[type],
    })),
    stopEngine: { obstacle: null, speedKmh: 0, fixTime: new Date().toISOString(), mayInsist: false },
    ...some,
  }
}
