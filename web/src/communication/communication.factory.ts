import type { Thread, ThreadDetails } from '@rumbo/contract/communication.contract'
import type { Message } from '@rumbo/contract/communication.messages.contract'

/** The conversation with driver Juan, who wrote last, for tests. */
export const someThread = (some: Partial<Thread> = {}): Thread => ({
  id: 't1',
  companyId: 'c1',
  fleetId: 'f1',
  kind: 'driver',
  title: 'Juan Pérez',
  driverId: 'k1',
  contactId: null,
  serviceId: null,
  serviceNumber: null,
  eventId: null,
  vehicleId: null,
  vehicleNumber: '104',
  assigneeId: null,
  assignee: null,
  status: 'open',
  isPinned: false,
  lastSequence: 1,
  lastAt: '2026-03-02T12:05:00.000Z',
  lastText: '¿Por dónde entro?',
  lastFrom: 'Juan Pérez',
  waitingSince: null,
  readSequence: 0,
  unread: 1,
  isUrgent: false,
  version: 1,
  createdAt: '2026-03-02T12:00:00.000Z',
  ...some,
})

export const someThreadDetails = (some: Partial<ThreadDetails> = {}): ThreadDetails => ({
  ...someThread(),
  currentServiceId: null,
  parties: [{ id: 'k1', name: 'Juan Pérez', kind: 'driver', phone: '+525500000001', methods: ['in_app'] }],
  readers: [],
  mayWrite: true,
  mayChangeMembers: false,
  ...some,
})

/** A message of driver Juan, for tests. */
export const someMessage = (some: Partial<Message> = {}): Message => ({
  id: 'm1',
  threadId: 't1',
  sequence: 1,
  authorKind: 'driver',
  authorId: 'k1',
  author: 'Juan Pérez',
  kind: 'text',
  text: '¿Por dónde entro?',
  priority: 'normal',
  refs: [],
  attachments: [],
  request: null,
  broadcastId: null,
  createdAt: '2026-03-02T12:05:00.000Z',
  writtenAt: '2026-03-02T12:05:00.000Z',
  reach: { recipients: 0, read: 0, failed: 0, held: 0 },
  ...some,
})
