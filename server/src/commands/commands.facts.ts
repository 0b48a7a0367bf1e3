import type {
  CommandError,
  CommandStatus,
  CommandType,
} from '@rumbo/contract/commands.device-command.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import type { Fact } from '../platform/facts/fact.ts'

export interface CommandPlace {
  id: string
  companyId: string
  fleetId: string
  vehicleId: string
  type: CommandType
  createdById: string | null
}
export interface CommandSettled {
  commandId: string
  vehicleId: string
  type: CommandType
  status: CommandStatus
  error: CommandError | null
  /** Who sent it. */
  createdById: string | null
}

/** `command.settled`: the command has its final status. */
export const commandSettled = (
  command: CommandPlace,
  status: CommandStatus,
  error: CommandError | null,
): Fact<'command.settled', CommandSettled> => ({
  kind: 'command.settled',
  companyId: command.companyId,
  fleetId: command.fleetId,
  payload: {
    commandId: command.id,
    vehicleId: command.vehicleId,
    type: command.type,
    status,
    error,
    createdById: command.createdById,
  },
})

const settledStatuses: readonly CommandStatus[] = ['delivered', 'failed', 'expired', 'cancelled']

/** Notifies open pages of a new status, and fact listeners of a final one. */
export function emitStatusChange(
  tx: Transaction,
  command: CommandPlace,
  status: CommandStatus,
  error: CommandError | null = null,
): void {
  const { id, companyId, fleetId, vehicleId } = command
  tx.stale({ domain: 'commands', id, companyId, fleetId, vehicleId })
  if (settledStatuses.includes(status)) tx.fact(commandSettled(command, status, error))
}
