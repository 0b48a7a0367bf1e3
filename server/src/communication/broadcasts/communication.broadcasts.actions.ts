import { isDeepStrictEqual } from 'node:util'
import {
  type Broadcast,
  type BroadcastFilter,
  broadcastNames,
  broadcastOfDispatchers,
  type createBroadcast,
  type listBroadcasts,
  type previewBroadcast,
  type readBroadcast,
} from '@rumbo/contract/communication.broadcasts.contract'
import { messageLength } from '@rumbo/contract/communication.messages.contract'
import { messageVariables } from '@rumbo/contract/communication.templates.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { fillTemplate } from '@rumbo/contract/templates.rules'
import { formatDate } from '@rumbo/i18n/formats'
import { v7 as uuid } from 'uuid'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import { searchPatterns } from '../../platform/database/search-patterns.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { canIn, requireFleet } from '../communication.access.ts'
import { recordShown } from '../communication.facts.ts'
import { isMoving } from '../held/communication.held.rules.ts'
import type { Channels } from '../messages/communication.recipients.actions.ts'
import { showRecipients } from '../messages/communication.recipients.shown.ts'
import { findPlaceWords, findTemplate } from '../templates/communication.templates.repository.ts'
import { findReached, type Reached } from './communication.broadcasts.reached.repository.ts'
import {
  type BroadcastRow,
  broadcastOf,
  findBroadcast,
  findBroadcasts,
  insertBroadcast,
  insertBroadcastMessages,
  isAuthorActive,
  lockBroadcast,
  lockDueBroadcast,
  writeCancelled,
  writeSent,
} from './communication.broadcasts.repository.ts'
import { findNotRead } from './communication.broadcasts.unread.repository.ts'

/** Messages that are inserted with one statement. */
const chunk = 1000
/** Recipients who have not read it, in an answer. */
const notReadAtOnce = 500

/** Whether the person may write to any number at once. */
const isUnlimited = ({ level }: Actor) => level === 'manager' || level === 'admin' || level === 'super_admin'

export const maySend = (actor: Actor, recipients: number) =>
  recipients <= broadcastOfDispatchers || isUnlimited(actor)

/** @throws Problem `fleet_denied`, `forbidden` */
export async function previewBroadcastOf(
  tx: Transaction,
  actor: Actor,
  { fleetId, filter }: { fleetId: string; filter: BroadcastFilter },
): Promise<OutputOf<typeof previewBroadcast>> {
  const { companyId } = requireFleet(actor, fleetId, 'communication.write')
  const reached = await findReached(tx, { companyId, fleetId }, filter)
  return {
    recipients: reached.length,
    names: reached
      .slice(0, broadcastNames)
      .map(({ driverId: id, name, vehicleNumber }) => ({ id, name, vehicleNumber })),
    maySend: maySend(actor, reached.length),
  }
}

export function publish(tx: Transaction, { id, companyId, fleetId }: BroadcastRow): void {
  tx.stale({ domain: 'broadcasts', id, companyId, fleetId })
}

export function record(tx: Transaction, broadcast: BroadcastRow, action: string, recipients?: number): void {
  const { id, companyId, fleetId, text } = broadcast
  tx.audit({
    action,
    entity: 'broadcast',
    entityId: id,
    entityName: text.slice(0, 80),
    companyId,
    fleetId,
    changes: recipients === undefined ? {} : { recipients: [null, recipients] },
  })
}

/** The text for each driver: of a template in their language, with what they drive and carry out now. */
async function wordsFor(tx: Transaction, { fleetId, text, texts }: BroadcastRow) {
  if (texts === null) return () => text
  const place = await findPlaceWords(tx, fleetId)
  const timeZone = place?.timeZone ?? 'UTC'
  return ({ language, vehicleNumber, plate, name, service, customer, stop }: Reached) =>
    fillTemplate(texts[language], messageVariables, {
      vehicle: vehicleNumber,
      plate,
      driver: name,
      time: formatDate(language, tx.now, { timeZone, show: 'time' }),
      fleet: place?.fleet ?? null,
      company: place?.company ?? null,
      service,
      customer,
      stop,
      place: stop,
    }).slice(0, messageLength)
}

/** Sends a broadcast to whom it reaches now: from here on, its recipients are fixed. @returns how many they are */
async function send(tx: Transaction, broadcast: BroadcastRow): Promise<number> {
  const reached = await findReached(tx, broadcast, broadcast.filter)
  const isUrgent = broadcast.priority === 'urgent'
  const textFor = await wordsFor(tx, broadcast)
  for (let at = 0; at < reached.length; at += chunk) {
    const messages = reached.slice(at, at + chunk).map((driver) => ({
      messageId: uuid(),
      newThreadId: uuid(),
      driver,
      text: textFor(driver),
      isReachable: driver.userId !== null,
      heldForVehicleId:
        !isUrgent && driver.userId !== null && isMoving(driver, tx.now) ? driver.vehicleId : null,
    }))
    await insertBroadcastMessages(tx, broadcast, messages)
    const shown = messages.filter(
      ({ driver, heldForVehicleId }) => driver.userId !== null && heldForVehicleId === null,
    )
    for (const { driver } of shown) tx.stale({ domain: 'driverThreads', userId: driver.userId ?? '' })
    recordShown(
      tx,
      broadcast,
      shown.map(({ messageId, driver: { driverId } }) => ({ messageId, driverId })),
    )
  }
  await writeSent(tx, broadcast.id, reached.length)
  const { companyId, fleetId } = broadcast
  tx.stale({ domain: 'communication', companyId, fleetId })
  publish(tx, broadcast)
  record(tx, broadcast, 'broadcast.sent', reached.length)
  return reached.length
}

/**
 * Sends the next scheduled broadcast that is due; whom it reaches is found now. It is cancelled where its author has left, or
 * may not write to so many. @returns whether there was one
 */
export async function sendDueBroadcasts(tx: Transaction): Promise<boolean> {
  const due = await lockDueBroadcast(tx)
  if (!due) return false
  const isAllowed =
    due.isUnlimited || (await findReached(tx, due, due.filter)).length <= broadcastOfDispatchers
  if (isAllowed && (await isAuthorActive(tx, due.authorId))) await send(tx, due)
  else {
    await writeCancelled(tx, due.id, 'Rumbo')
    publish(tx, due)
    record(tx, due, 'broadcast.cancelled')
  }
  return true
}

async function readAgain(tx: Transaction, id: string): Promise<Broadcast> {
  const row = await findBroadcast(tx, id)
  if (!row) throw problem('broadcast_not_found')
  return broadcastOf(row)
}

type NewBroadcast = ParsedOf<typeof createBroadcast>['body']
/** What is sent again is what was sent. @throws Problem `message_id_taken`, `message_changed` */
function requireSame(before: BroadcastRow, actor: Actor, body: NewBroadcast): void {
  if (before.authorId !== actor.userId || before.fleetId !== body.fleetId) throw problem('message_id_taken')
  const scheduledAt = body.scheduledAt === null ? null : Date.parse(body.scheduledAt)
  const isSame =
    (body.templateId === undefined ? before.text === body.text : before.templateId === body.templateId) &&
    before.priority === body.priority &&
    (before.scheduledAt?.getTime() ?? null) === scheduledAt &&
    isDeepStrictEqual(before.filter, body.filter)
  if (!isSame) throw problem('message_changed', { current: broadcastOf(before) })
}

/**
 * @throws Problem `fleet_denied`, `forbidden`, `broadcast_too_large`, `broadcast_empty`, `message_id_taken`,
 *   `message_changed`, `not_found` for a template, `validation_failed`
 */
export async function createBroadcastOf(
  tx: Transaction,
  actor: Actor,
  body: NewBroadcast,
): Promise<Broadcast> {
  const { id, fleetId, filter, text, templateId, priority, scheduledAt } = body
  const { companyId } = requireFleet(actor, fleetId, 'communication.write')
  const before = await findBroadcast(tx, id)
  if (before) {
    requireSame(before, actor, body)
    return broadcastOf(before)
  }
  if (scheduledAt !== null && new Date(scheduledAt) <= tx.now)
    throw fieldProblem({ path: 'body.scheduledAt', code: 'time_past' })
  const { length } = await findReached(tx, { companyId, fleetId }, filter)
  if (!maySend(actor, length)) throw problem('broadcast_too_large')
  if (length === 0 && scheduledAt === null) throw problem('broadcast_empty')
  const template = templateId === undefined ? null : await findTemplate(tx, templateId)
  if (templateId !== undefined && template?.companyId !== companyId) throw problem('not_found')
  const isNew = await insertBroadcast(tx, {
    id,
    companyId,
    fleetId,
    filter,
    text: template?.texts.es ?? text,
    texts: template?.texts ?? null,
    templateId: template?.id ?? null,
    priority,
    scheduledAt,
    authorId: actor.userId,
    author: actor.displayName,
    isUnlimited: isUnlimited(actor),
  })
  const row = await lockBroadcast(tx, id)
  if (!row) throw problem('message_id_taken')
  // Another request with this id was faster.
  if (!isNew) requireSame(row, actor, body)
  if (isNew && scheduledAt === null) await send(tx, row)
  if (isNew && scheduledAt !== null) {
    publish(tx, row)
    record(tx, row, 'broadcast.scheduled')
  }
  return readAgain(tx, id)
}

/** @throws Problem `fleet_denied`, `forbidden` */
export async function listBroadcastsOf(
  tx: Transaction,
  actor: Actor,
  { fleetId, search, order, page, size }: ParsedOf<typeof listBroadcasts>['query'],
): Promise<OutputOf<typeof listBroadcasts>> {
  requireFleet(actor, fleetId, 'communication.read')
  const found = await findBroadcasts(tx, { fleetId, search: searchPatterns(search), order, page, size })
  return { ...found, page, size }
}

/** A broadcast of a fleet the person reads. @throws Problem `broadcast_not_found` */
export async function readableBroadcast(tx: Transaction, actor: Actor, id: string): Promise<BroadcastRow> {
  const row = await findBroadcast(tx, id)
  if (!row || !canIn(actor, 'communication.read', row)) throw problem('broadcast_not_found')
  requireCan(actor, 'communication.read', row)
  return row
}

/** @throws Problem `broadcast_not_found` */
export async function readBroadcastOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  channels: Channels,
): Promise<OutputOf<typeof readBroadcast>> {
  const row = await readableBroadcast(tx, actor, id)
  const rows = await findNotRead(tx, id, notReadAtOnce)
  const shown = await showRecipients(tx, row.companyId, rows, channels)
  const byPerson = new Map(rows.map((one) => [one.recipientId, one]))
  const notRead = shown.map((recipient) => {
    const { threadId = '', messageId = '' } = byPerson.get(recipient.recipientId) ?? {}
    return { ...recipient, threadId, messageId }
  })
  return { ...broadcastOf(row), notRead }
}

/** @throws Problem `broadcast_not_found`, `forbidden`, `broadcast_over` */
export async function cancelBroadcastOf(tx: Transaction, actor: Actor, id: string): Promise<Broadcast> {
  const { companyId, fleetId } = await readableBroadcast(tx, actor, id)
  requireCan(actor, 'communication.write', { companyId, fleetId })
  const row = await lockBroadcast(tx, id)
  if (row?.status !== 'scheduled') throw problem('broadcast_over')
  await writeCancelled(tx, id, actor.displayName)
  publish(tx, row)
  record(tx, row, 'broadcast.cancelled')
  return readAgain(tx, id)
}
