import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { insertBroadcast } from './broadcasts/communication.broadcasts.repository.ts'
import { insertEntry } from './emergency/communication.emergency.repository.ts'
import { insertFileLink } from './files/communication.files.repository.ts'
import { insertAside } from './inbound/communication.aside.repository.ts'
import { insertRoute } from './inbound/communication.inbound.repository.ts'
import { insertMessage } from './messages/communication.messages.repository.ts'
import { insertRecipients } from './messages/communication.recipients.repository.ts'
import { insertTemplate } from './templates/communication.templates.repository.ts'
import { insertThread, writeMark } from './threads/communication.threads.repository.ts'

interface Given {
  companyId: string
  fleetId: string
  driverId: string
  contactId: string
  eventId: string
  authorId: string
}

/**
 * Creates one of each, for tests: a conversation with a contact and a message in it, one with a driver who asks for a break,
 * that of an emergency, a template and a scheduled broadcast.
 */
export async function buildCommunication(tx: Transaction, given: Given) {
  const { companyId, fleetId, driverId, contactId, eventId, authorId } = given
  const here = { companyId, fleetId }
  const add = async (thread: Parameters<typeof insertThread>[1]) => (await insertThread(tx, thread)).id
  const threadId = await add({ id: uuid(), ...here, kind: 'contact', title: 'Elena Torres', contactId })
  const messageId = uuid()
  const author = { authorKind: 'staff', authorId, author: 'Ana Torres', priority: 'normal' } as const
  await insertMessage(tx, threadId, { ...author, id: messageId, kind: 'text', text: `Hola ${threadId}` })
  await insertRecipients(tx, [
    {
      messageId,
      threadId,
      recipientId: contactId,
      kind: 'contact',
      name: 'Elena Torres',
      method: 'sms',
      status: 'pending',
    },
  ])
  await writeMark(tx, threadId, { userId: authorId, displayName: 'Ana Torres' }, 1)
  const driverThreadId = await add({ id: uuid(), ...here, kind: 'driver', title: 'Iván Mora', driverId })
  const requestId = uuid()
  await insertMessage(tx, driverThreadId, {
    id: requestId,
    authorKind: 'driver',
    authorId: null,
    author: 'Iván Mora',
    kind: 'request',
    text: 'Pido un descanso',
    priority: 'normal',
    request: { type: 'break', serviceId: null },
  })
  await tx.sql(
    `insert into communication.attachments (id, owner_id, message_id, name, content_type, bytes, created_at)
     values (gen_random_uuid(), $1, $2, 'foto.jpg', 'image/jpeg', 1, $3)`,
    [authorId, requestId, tx.now],
  )
  const emergencyThreadId = await add({
    id: uuid(),
    ...here,
    kind: 'emergency',
    title: 'Emergencia',
    eventId,
    isPinned: true,
  })
  await insertEntry(tx, {
    id: uuid(),
    threadId: emergencyThreadId,
    eventId,
    kind: 'declared',
    byId: null,
    by: 'Rumbo',
    detail: 'Se declaró una emergencia.',
  })
  const messageTemplateId = uuid()
  const texts = { es: 'Unidad {unidad}', en: 'Vehicle {vehicle}' }
  const template = {
    id: messageTemplateId,
    companyId,
    name: `Plantilla ${messageTemplateId.slice(-6)}`,
    texts,
  }
  await insertTemplate(tx, template, 'Ana Torres')
  const broadcastId = uuid()
  await insertBroadcast(tx, {
    id: broadcastId,
    ...here,
    filter: { kind: 'onDuty' },
    text: 'Reunión',
    texts: null,
    templateId: null,
    priority: 'normal',
    authorId,
    author: 'Ana Torres',
    scheduledAt: '2099-01-01T00:00:00.000Z',
    isUnlimited: true,
  })
  await tx.sql(
    `insert into communication.driver_actions (id, user_id, kind, received_at) values (gen_random_uuid(), $1, 'read', $2)`,
    [authorId, tx.now],
  )
  const asideId = uuid()
  await insertAside(tx, {
    ...{ id: asideId, companyId, channel: 'email', from: 'elena@example.com', contactName: 'Elena Torres' },
    ...{ subject: 'Pedido', text: `Hola ${asideId}`, reason: 'no_token', receivedAt: tx.now },
    ...{ contactIds: [contactId], fleetId },
  })
  await tx.sql(
    `insert into communication.aside_floods (company_id, hour, replies) values ($1, $2, 1) on conflict do nothing`,
    [companyId, tx.now],
  )
  await insertFileLink(tx, {
    ...{ id: uuid(), tokenHash: uuid(), companyId, messageId, recipientId: contactId, attachmentIds: [] },
    ...{ language: 'es', expiresAt: tx.now },
  })
  const recipient = { threadId, recipientId: contactId, recipientAddress: '+525512345678' }
  await insertRoute(tx, { channel: 'sms', address: '+525512345678', ...recipient, deliveryId: uuid() })
  return {
    asideId,
    threadId,
    messageId,
    driverThreadId,
    requestId,
    emergencyThreadId,
    messageTemplateId,
    broadcastId,
  }
}
