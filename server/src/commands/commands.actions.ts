import { can } from '@rumbo/contract/access'
import type { commandOptions, GpsCommand, sendCommand } from '@rumbo/contract/commands.contract'
import {
  type CommandType,
  capabilityOfCommand,
  commandTypes,
  expirySecondsOf,
  isRestrictedCommand,
  priorityNumber,
} from '@rumbo/contract/commands.device-command.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { protocolCommands } from '@rumbo/protocols/registry'
import { v7 as uuid } from 'uuid'
import { type Actor, reachesVehicle, requireCan } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import { type CommandFilter, findCommands } from './commands.list.repository.ts'
import {
  callGateways,
  cancelQueued,
  cancelQueuedOf,
  findCommand,
  findTarget,
  insertCommand,
  lockCommand,
  type Target,
} from './commands.repository.ts'
import { mayCancel } from './commands.rows.ts'
import {
  fieldOfParameter,
  isConfirmed,
  oppositeOf,
  type Parameters,
  parameterProblems,
  partSecrets,
  sampleParametersOf,
  stopObstacle,
} from './commands.rules.ts'
import { type CommandPlace, emitStatusChange } from './commands.status.ts'

type CommandRequest = ParsedOf<typeof sendCommand>['body']

export async function listCommandsOf(tx: Transaction, filter: CommandFilter) {
  const { items, total } = await findCommands(tx, filter)
  return { items, total, page: filter.page, size: filter.size }
}

/** The command, if within the caller's scopes. @throws Problem `command_not_found` also for commands outside them */
export async function readCommandOf(tx: Transaction, id: string): Promise<GpsCommand> {
  const command = await findCommand(tx, id)
  if (!command) throw problem('command_not_found')
  return command
}

/** The vehicle, where the actor may send its device any command. */
async function requireTarget(tx: Transaction, actor: Actor, vehicleId: string): Promise<Target> {
  const target = await findTarget(tx, vehicleId)
  if (!target || !can(actor, 'commands.query', target) || !reachesVehicle(actor, target))
    throw problem('vehicle_not_found')
  requireCan(actor, 'commands.query', target)
  return target
}

function requireParameters(target: Target, { type, parameters }: CommandRequest): void {
  const wrong = parameterProblems(type, parameters)
  if (wrong.length > 0) throw fieldProblem(...wrong)
  const { protocol, deviceIdentifier } = target
  if (protocol === null || deviceIdentifier === null) return
  const encoding = encode(target, type, parameters)
  if (encoding?.isEncoded) return
  if (encoding?.reason === 'bad_parameter') throw fieldProblem(fieldOfParameter(encoding.parameter))
  throw problem('command_unsupported')
}

/** Encodes the command with a placeholder serial to validate it; null where the protocol has no commands. */
function encode(
  { protocol, deviceIdentifier, deviceModel }: Target,
  type: CommandType,
  parameters: Parameters,
) {
  const commands = protocol && protocolCommands[protocol]
  if (!commands) return null
  return commands.encodeCommand(
    {
      id: '',
      deviceIdentifier: deviceIdentifier ?? '',
      protocol,
      type,
      parameters: deviceModel ? { ...parameters, model: deviceModel } : parameters,
    },
    1,
  )
}

/** Stopping the engine requires a reason, a typed confirmation, a recent position and a slow vehicle. */
function requireSafeStop(actor: Actor, target: Target, order: CommandRequest, now: Date): void {
  if (!order.reason) throw fieldProblem({ path: 'body.reason', code: 'reason_missing' })
  if (!isConfirmed(order.confirmation, target.vehicleNumber)) throw problem('command_unconfirmed')
  if (order.insists) {
    if (!can(actor, 'commands.insist', target)) throw problem('command_level')
    return
  }
  const obstacle = stopObstacle(target, now)
  if (obstacle) throw problem(obstacle)
}

/**
 * Queues a command for a vehicle's device; gateways are notified at the commit. Runs under the system role: a user with
 * a read scope may request a position, but no user's role may write the table.
 */
export async function queueCommand(
  tx: Transaction,
  actor: Actor,
  order: CommandRequest,
): Promise<GpsCommand> {
  const target = await requireTarget(tx, actor, order.vehicleId)
  const { type } = order
  if (!can(actor, capabilityOfCommand(type), target)) throw problem('command_level')
  if (target.deviceIdentifier === null) throw problem('command_no_device')
  requireParameters(target, order)
  if (target.isClaimed && isRestrictedCommand(type)) throw problem('device_claimed')
  if (type === 'stop_engine') requireSafeStop(actor, target, order, tx.now)
  const { shown, secrets } = partSecrets(order.parameters)
  const place: CommandPlace = { id: uuid(), ...target, type, createdById: actor.userId }
  const opposite = oppositeOf(type)
  if (opposite) await withdraw(tx, actor, target, opposite)
  await insertCommand(tx, {
    ...place,
    deviceIdentifier: target.deviceIdentifier,
    protocol: target.protocol,
    priority: priorityNumber(order.priority),
    reason: order.reason,
    parameters: shown,
    secrets,
    insists: type === 'stop_engine' && order.insists,
    createdBy: actor.displayName,
    expiresAt: new Date(tx.now.getTime() + expirySecondsOf(type) * 1000),
  })
  await callGateways(tx, target.deviceIdentifier)
  emitStatusChange(tx, place)
  const changes: Record<string, readonly [unknown, unknown]> = {
    type: [null, type],
    priority: [null, order.priority],
  }
  if (order.reason) changes.reason = [null, order.reason]
  if (Object.keys(shown).length > 0) changes.parameters = [null, shown]
  if (type === 'stop_engine' && order.insists) changes.insists = [null, true]
  noteInAudit(tx, 'command.sent', place, target.vehicleNumber, changes)
  return readCommandOf(tx, place.id)
}

/** Cancels queued commands of the opposite type, since the newer one applies. */
async function withdraw(tx: Transaction, actor: Actor, target: Target, type: CommandType): Promise<void> {
  for (const place of await cancelQueuedOf(tx, target.vehicleId, type, actor.displayName)) {
    emitStatusChange(tx, place)
    noteCancelled(tx, place, target.vehicleNumber)
  }
}

/** Cancels a command that has not been sent. */
export async function cancelCommandOf(tx: Transaction, actor: Actor, id: string): Promise<GpsCommand> {
  const command = await lockCommand(tx, id)
  if (!command || !can(actor, 'commands.query', command) || !reachesVehicle(actor, command))
    throw problem('command_not_found')
  requireCan(actor, 'commands.query', command)
  if (!mayCancel(actor, command)) throw problem('command_level')
  if (!(await cancelQueued(tx, id, actor.displayName))) throw problem('command_already_sent')
  emitStatusChange(tx, command)
  noteCancelled(tx, command, command.vehicleNumber)
  return readCommandOf(tx, id)
}

function noteCancelled(tx: Transaction, place: CommandPlace, vehicleNumber: string): void {
  noteInAudit(tx, 'command.cancelled', place, vehicleNumber, {
    type: [place.type, place.type],
    status: ['queued', 'cancelled'],
  })
}

function noteInAudit(
  tx: Transaction,
  action: 'command.sent' | 'command.cancelled',
  { id, companyId, fleetId }: CommandPlace,
  vehicleNumber: string,
  changes: Record<string, readonly [unknown, unknown]>,
): void {
  tx.audit({
    action,
    entity: 'command',
    entityId: id,
    entityName: vehicleNumber,
    companyId,
    fleetId,
    changes,
  })
}

/** The command types that the vehicle's device supports and the actor may send. */
export async function commandOptionsOf(
  tx: Transaction,
  actor: Actor,
  vehicleId: string,
): Promise<OutputOf<typeof commandOptions>> {
  const target = await requireTarget(tx, actor, vehicleId)
  const { protocol, fixTime, speedKmh } = target
  return {
    protocol,
    isConnected: target.deviceIdentifier !== null && target.isConnected,
    hasDevice: target.deviceIdentifier !== null,
    isClaimed: target.isClaimed,
    types: commandTypes.map((type) => {
      const encoding = encode(target, type, sampleParametersOf(type))
      const isExpressible = encoding !== null && (encoding.isEncoded || encoding.reason !== 'unsupported')
      return {
        type,
        isSupported: protocol === null || isExpressible,
        isAllowed: can(actor, capabilityOfCommand(type), target),
        isAnswered: encoding?.isEncoded === true && encoding.answerKey !== null,
      }
    }),
    stopEngine: {
      obstacle: target.isClaimed ? 'device_claimed' : stopObstacle(target, tx.now),
      speedKmh,
      fixTime: fixTime?.toISOString() ?? null,
      mayInsist: can(actor, 'commands.insist', target),
    },
  }
}
