import type { GpsCommand } from '@rumbo/contract/commands.contract'
import { expirySecondsOf, priorityNumber } from '@rumbo/contract/commands.device-command.contract'
import { query } from '@rumbo/database'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { readCommandOf } from './commands.actions.ts'
import { insertCommand } from './commands.repository.ts'

/**
 * Inserts a command to a vehicle, for tests and demo. Default: queued now, without a sender.
 * @param given `status` and the times after it are stored as given
 */
export async function buildCommand(
  tx: Transaction,
  given: { companyId: string; fleetId: string; vehicleId: string; deviceIdentifier: string } & Partial<
    Pick<
      GpsCommand,
      'type' | 'priority' | 'status' | 'reason' | 'parameters' | 'createdById' | 'protocol' | 'errorMessage'
    > & {
      expiresAt: Date
      sendingAt: Date
      sentAt: Date
      answerKey: string | null
      gatewayId: string
      connection: string
      insists: boolean
    }
  >,
): Promise<GpsCommand> {
  const id = uuid()
  const { type = 'status_query', status = 'queued' } = given
  await insertCommand(tx, {
    id,
    companyId: given.companyId,
    fleetId: given.fleetId,
    vehicleId: given.vehicleId,
    deviceIdentifier: given.deviceIdentifier,
    protocol: given.protocol ?? null,
    type,
    priority: priorityNumber(given.priority ?? 'medium'),
    reason: given.reason ?? null,
    parameters: given.parameters ?? {},
    secrets: null,
    insists: given.insists ?? false,
    createdById: given.createdById ?? null,
    createdBy: 'Elena Torres',
    expiresAt: given.expiresAt ?? new Date(tx.now.getTime() + expirySecondsOf(type) * 1000),
  })
  if (status !== 'queued')
    await tx.run(
      query
        .updateTable('commands.commands')
        .set({
          status,
          error: given.errorMessage ?? null,
          sending_at: given.sendingAt ?? given.sentAt ?? null,
          sent_at: given.sentAt ?? null,
          answer_key: given.answerKey ?? null,
          gateway_id: given.gatewayId ?? null,
          connection: given.connection ?? null,
        })
        .where('id', '=', id),
    )
  return readCommandOf(tx, id)
}
