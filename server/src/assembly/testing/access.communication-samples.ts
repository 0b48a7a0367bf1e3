import { v7 as uuid } from 'uuid'
import type { Place } from './access.place.ts'
import { type Sample, some } from './access.sample.ts'

const ofThread = ({ threadId }: Place) => ({ params: { id: threadId } })
const ofMessage = ({ threadId, messageId }: Place) => ({ params: { id: threadId, messageId } })
const ofTemplate = ({ messageTemplateId }: Place) => ({ params: { id: messageTemplateId } })
const texts = { es: 'Unidad {unidad}', en: 'Vehicle {vehicle}' }
const onDuty = ({ fleetId }: Place) => ({ fleetId, filter: { kind: 'onDuty' } })

/** A valid call for each endpoint of communication. */
export const communicationSamples: Readonly<Record<string, (place: Place) => Sample>> = {
  'communication.threads': ({ fleetId, threadId }) => ({ query: { fleetId }, finds: threadId }),
  'communication.read': ofThread,
  'communication.open': ({ fleetId, contactId }) => ({ body: { kind: 'contact', fleetId, contactId } }),
  'communication.openDirect': ({ companyId, userId }) => ({ body: { companyId, userIds: [userId] } }),
  'communication.people': ({ fleetId, userId }) => ({ query: { fleetId }, finds: userId }),
  'communication.markRead': (place) => ({ ...ofThread(place), body: { sequence: 1 } }),
  'communication.changeMembers': (place) => ({ ...ofThread(place), body: {} }),
  'communication.assign': (place) => ({ ...ofThread(place), body: { assigneeId: null, formerId: null } }),
  'communication.setStatus': (place) => ({ ...ofThread(place), body: { status: 'done' } }),
  'communication.setPinned': (place) => ({ ...ofThread(place), body: { isPinned: true } }),
  'communication.messages': (place) => ({ ...ofThread(place), finds: place.messageId }),
  'communication.send': (place) => ({ ...ofThread(place), body: { id: uuid(), text: 'Hola' } }),
  'communication.recipients': (place) => ({ ...ofMessage(place), finds: place.contactId }),
  'communication.retryRecipient': ({ threadId, messageId, contactId }) => ({
    params: { id: threadId, messageId, recipientId: contactId },
    body: { method: 'email' },
  }),
  'communication.deliverNow': ofMessage,
  'communication.answerRequest': ({ driverThreadId, requestId }) => ({
    params: { id: driverThreadId, messageId: requestId },
    body: { approve: false },
  }),
  'communicationAside.list': ({ companyId, asideId }) => ({ query: { companyId }, finds: asideId }),
  'communicationAside.place': ({ asideId, threadId }) => ({ params: { id: asideId }, body: { threadId } }),
  'communicationAside.discard': ({ asideId }) => ({ params: { id: asideId } }),
  'communicationTemplates.list': ({ companyId, messageTemplateId }) => ({
    query: { companyId },
    finds: messageTemplateId,
  }),
  'communicationTemplates.create': ({ companyId }) => ({ body: { companyId, name: some(), texts } }),
  'communicationTemplates.change': (place) => ({
    ...ofTemplate(place),
    body: { name: some(), texts, version: 1 },
  }),
  'communicationTemplates.delete': ofTemplate,
  'communicationTemplates.fill': ({ threadId, messageTemplateId }) => ({
    params: { id: threadId, templateId: messageTemplateId },
  }),
  'broadcasts.preview': (place) => ({ body: onDuty(place) }),
  'broadcasts.create': (place) => ({ body: { id: uuid(), text: 'Reunión', ...onDuty(place) } }),
  'broadcasts.list': ({ fleetId, broadcastId }) => ({ query: { fleetId }, finds: broadcastId }),
  'broadcasts.read': ({ broadcastId }) => ({ params: { id: broadcastId } }),
  'broadcasts.retry': ({ broadcastId }) => ({ params: { id: broadcastId }, body: { method: 'sms' } }),
  'broadcasts.cancel': ({ broadcastId }) => ({ params: { id: broadcastId } }),
  'incident.read': ({ emergencyThreadId }) => ({ params: { id: emergencyThreadId } }),
  'incident.addEntry': ({ emergencyThreadId }) => ({
    params: { id: emergencyThreadId },
    body: { kind: 'note', detail: 'Se llamó a la policía' },
  }),
}
