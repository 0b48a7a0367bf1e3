import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import type { Transaction } from '../platform/database/transaction.ts'

export interface CommandPlace {
  id: string
  companyId: string
  fleetId: string
  vehicleId: string
  type: CommandType
  createdById: string | null
}
/** Notifies open pages of a new status. */
export function emitStatusChange(tx: Transaction, command: CommandPlace): void {
  const { id, companyId, fleetId, vehicleId } = command
  tx.stale({ domain: 'commands', id, companyId, fleetId, vehicleId })
}
