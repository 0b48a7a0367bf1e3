import type { Message } from '@rumbo/contract/communication.messages.contract'
import { translate } from '@rumbo/i18n'
import { v7 as uuid } from 'uuid'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { cancelServiceOf, readServiceOf } from '../../services/index.ts'
import { endShift, findRunningOf, type ShiftLinks, setBreakOf } from '../../shifts/index.ts'
import { requireThread } from '../communication.access.ts'
import { recordShown } from '../communication.facts.ts'
import { findParties } from '../communication.people.repository.ts'
import { messageIn, recordInServices } from '../messages/communication.messages.actions.ts'
import { insertMessage, writeAnswer } from '../messages/communication.messages.repository.ts'
import { findHolding } from '../messages/communication.recipients.actions.ts'
import { insertRecipients } from '../messages/communication.recipients.repository.ts'
import { publishThread } from '../threads/communication.threads.actions.ts'
import { lockThread, writeMark } from '../threads/communication.threads.repository.ts'

interface Answered {
  approve: boolean
  note: string | null
}

/** Does what a driver asked for. @throws Problem `driver_off_duty`, `service_not_found` and those of the actions */
async function fulfil(
  tx: Transaction,
  actor: Actor,
  links: ShiftLinks,
  { driverId, message }: { driverId: string; message: Message },
): Promise<void> {
  const { request } = message
  switch (request?.type) {
    case 'break':
      return setBreakOf(tx, { ...actor, contacts: [driverId] }, links, true)
    case 'end_shift': {
      const running = await findRunningOf(tx, [driverId])
      if (!running) throw problem('driver_off_duty')
      const { companyId, fleetId } = running.shift
      requireCan(actor, 'shifts.edit', { companyId, fleetId })
      await endShift(tx, links, running.shift)
      return
    }
    case 'no_show': {
      const service = await readServiceOf(tx, request.serviceId ?? '')
      if (service.assignedDriverId !== driverId) throw problem('service_not_found')
      const { companyId, fleetId, id } = service
      requireCan(actor, 'services.dispatch', { companyId, fleetId })
      await cancelServiceOf(tx, null, id, { by: 'client', note: message.text })
      return
    }
  }
}

/**
 * Approves or denies what a driver asked for, once; approval does it in the same transaction, by the actions that staff
 * use for it.
 * @throws Problem `thread_not_found`, `message_not_found`, `request_answered`, and those of what is done
 */
export async function answerRequestOf(
  tx: Transaction,
  actor: Actor,
  links: ShiftLinks,
  { id: threadId, messageId }: { id: string; messageId: string },
  { approve, note }: Answered,
): Promise<Message> {
  const found = await requireThread(tx, actor, threadId, 'write')
  const thread = await lockThread(tx, threadId, actor.userId)
  const message = await messageIn(tx, threadId, messageId)
  const driverId = found.driverId
  if (!thread || !message.request || driverId === null) throw problem('message_not_found')
  const status = approve ? 'approved' : 'denied'
  if (!(await writeAnswer(tx, messageId, { status, by: actor.displayName, note })))
    throw problem('request_answered', { current: message, words: { name: message.request.by ?? '—' } })
  if (approve) await fulfil(tx, actor, links, { driverId, message })
  const [driver] = await findParties(tx, thread.companyId, [driverId])
  const id = uuid()
  const text = note ?? translate(driver?.language ?? 'es', `mails.message.${status}`)
  const { refs } = message
  const sequence = await insertMessage(tx, threadId, {
    id,
    refs,
    authorKind: 'staff',
    authorId: actor.userId,
    author: actor.displayName,
    kind: 'answer',
    text,
    priority: 'normal',
  })
  const held = driver ? ((await findHolding(tx, [driver], 'normal')).get(driver.id) ?? null) : null
  if (driver)
    await insertRecipients(tx, [
      {
        messageId: id,
        threadId,
        recipientId: driverId,
        kind: 'driver',
        name: driver.name,
        method: 'in_app',
        status: held === null ? 'sent' : 'pending',
        heldForVehicleId: held,
      },
    ])
  if (driver && held === null && thread.fleetId !== null)
    recordShown(tx, { companyId: thread.companyId, fleetId: thread.fleetId }, [{ messageId: id, driverId }])
  await recordInServices(tx, thread, { id, text, refs })
  if (driver?.userId) tx.stale({ domain: 'driverThreads', userId: driver.userId })
  if (sequence !== null) await writeMark(tx, threadId, actor, sequence)
  tx.audit({
    action: approve ? 'thread.request_approved' : 'thread.request_denied',
    entity: 'thread',
    entityId: threadId,
    entityName: thread.title,
    companyId: thread.companyId,
    fleetId: thread.fleetId,
    changes: { request: [null, message.request.type] },
  })
  await publishThread(tx, thread)
  return messageIn(tx, threadId, messageId)
}
