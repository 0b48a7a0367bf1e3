import * as z from 'zod'
import { messageMethods } from './communication.messages.contract.ts'
import { endpoint } from './endpoint.ts'
import { anyOf, done, id, idParams, instant, listOf, listQuery } from './lists.ts'
import { nameText } from './text.ts'

export const threadKinds = ['driver', 'contact', 'service', 'group', 'direct', 'emergency'] as const
export type ThreadKind = (typeof threadKinds)[number]
export const threadStatuses = ['open', 'done'] as const
export type ThreadStatus = (typeof threadStatuses)[number]
/** What a list of conversations is limited to. */
export const threadBoxes = ['all', 'mine', 'unassigned', 'unread', 'urgent', 'waiting', 'done'] as const
export type ThreadBox = (typeof threadBoxes)[number]
/** Contacts of a group, and members of a private conversation. */
export const partyLimit = 50

const person = z.object({ id, name: z.string() })

export const thread = z.object({
  id,
  companyId: id,
  /** Null for a private conversation, which only its members read. */
  fleetId: id.nullable(),
  kind: z.enum(threadKinds),
  title: z.string(),
  driverId: id.nullable(),
  contactId: id.nullable(),
  serviceId: id.nullable(),
  serviceNumber: z.number().int().nullable(),
  eventId: id.nullable(),
  /** The unit that its driver drives or its service has now; of an emergency, the one it happened in. */
  vehicleId: id.nullable(),
  vehicleNumber: z.string().nullable(),
  assigneeId: id.nullable(),
  assignee: z.string().nullable(),
  status: z.enum(threadStatuses),
  isPinned: z.boolean(),
  /** The number of the last message; 0 for none. */
  lastSequence: z.number().int(),
  lastAt: instant,
  /** The beginning of the last message. */
  lastText: z.string(),
  lastFrom: z.string().nullable(),
  /** Since when a driver or contact waits for an answer; null if nobody does. */
  waitingSince: instant.nullable(),
  /** Up to which message the caller has read. */
  readSequence: z.number().int(),
  /** Messages the caller has not read. */
  unread: z.number().int(),
  /** Whether an urgent message of a driver or contact is unread. */
  isUrgent: z.boolean(),
  version: z.number().int(),
  createdAt: instant,
})
export type Thread = z.infer<typeof thread>

export const threadDetails = thread.extend({
  /** The service it is about, or that its driver carries out now. */
  currentServiceId: id.nullable(),
  /** Members of a private conversation; drivers and contacts of any other. */
  parties: z.array(
    person.extend({
      kind: z.enum(['user', 'driver', 'contact']),
      phone: z.string().nullable(),
      /** How it can be written to, with what is configured here; the usual method first. Of users: `in_app`. */
      methods: z.array(z.enum(messageMethods)),
    }),
  ),
  /** Colleagues who have read it, with up to which message. */
  readers: z.array(person.extend({ readSequence: z.number().int() })),
  /** Whether the caller may write in it. */
  mayWrite: z.boolean(),
  /** Whether the caller may add and remove people. */
  mayChangeMembers: z.boolean(),
})
export type ThreadDetails = z.infer<typeof threadDetails>

const reach = { name: 'dispatch', of: 'reach' } as const
const ofRecord = { name: 'dispatch', of: 'record' } as const

const threadFilters = {
  size: z.coerce.number().int().min(1).max(100).default(50),
  box: z.enum(threadBoxes).default('all'),
  kind: anyOf(z.enum(threadKinds)),
  fleetId: id.optional(),
  companyId: id.optional(),
}
export const listThreads = endpoint({
  name: 'communication.threads',
  method: 'GET',
  path: '/threads',
  summary:
    'Conversations of the caller’s fleets: pinned ones first, then the latest; `search` also finds texts and the units of drivers',
  access: 'communication.read',
  feature: { name: 'dispatch', of: [{ in: 'query', fleet: 'fleetId', company: 'companyId' }] },
  query: listQuery(['lastAt'], threadFilters),
  output: listOf(thread),
})
export const threadCounts = z.object({
  /** Conversations with something unread, private ones included. */
  unread: z.number().int(),
  urgent: z.number().int(),
  waiting: z.number().int(),
  mine: z.number().int(),
})
export type ThreadCounts = z.infer<typeof threadCounts>
export const countThreads = endpoint({
  name: 'communication.counts',
  method: 'GET',
  path: '/threads/counts',
  summary:
    'How many open conversations of the caller are unread, urgent, waiting for an answer, or assigned to them',
  access: 'communication.own',
  feature: reach,
  output: threadCounts,
})
export const readThread = endpoint({
  name: 'communication.read',
  method: 'GET',
  path: '/threads/:id',
  summary: 'A conversation of the caller’s fleets, or a private one of theirs',
  access: 'communication.own',
  feature: ofRecord,
  params: idParams,
  output: threadDetails,
  problems: ['thread_not_found'],
})
export const openThread = endpoint({
  name: 'communication.open',
  method: 'POST',
  path: '/threads',
  summary:
    'Open the conversation with a driver or contact or about a service, or start a group; the same one is opened again',
  access: 'communication.write',
  feature: { name: 'dispatch', of: [{ in: 'body', fleet: 'fleetId' }] },
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('driver'), fleetId: id, driverId: id }),
    /** With who drives it now, else with its primary driver. */
    z.strictObject({ kind: z.literal('vehicle'), fleetId: id, vehicleId: id }),
    z.strictObject({ kind: z.literal('contact'), fleetId: id, contactId: id }),
    z.strictObject({ kind: z.literal('service'), fleetId: id, serviceId: id }),
    z.strictObject({
      kind: z.literal('group'),
      fleetId: id,
      title: nameText(100),
      /** Drivers and other contacts of the directory. */
      partyIds: z.array(id).min(1).max(partyLimit),
    }),
  ]),
  output: threadDetails,
  status: 201,
  problems: ['contact_not_found', 'service_not_found', 'vehicle_without_driver'],
})
export const listOwnThreads = endpoint({
  name: 'communication.ownThreads',
  method: 'GET',
  path: '/own-threads',
  summary: 'The caller’s private conversations, the latest first',
  access: 'communication.own',
  feature: reach,
  output: z.object({ items: z.array(thread) }),
})
export const openDirectThread = endpoint({
  name: 'communication.openDirect',
  method: 'POST',
  path: '/own-threads',
  summary:
    'Open a private conversation with users of the company; the one with a single user is opened again',
  access: 'communication.own',
  feature: { name: 'dispatch', of: [{ in: 'body', company: 'companyId' }] },
  body: z.strictObject({
    companyId: id,
    userIds: z.array(id).min(1).max(partyLimit),
    /** Of more than two people; default: their names. */
    title: nameText(100).optional(),
  }),
  output: threadDetails,
  status: 201,
})
/** People offered at once. */
export const communicationPeopleLimit = 20
export const listCommunicationPeople = endpoint({
  name: 'communication.people',
  method: 'GET',
  path: '/communication-people',
  summary: 'Users of a fleet by name: to write to them, or to assign a conversation',
  access: 'communication.read',
  feature: { name: 'dispatch', of: [{ in: 'query', fleet: 'fleetId' }] },
  query: z.strictObject({ fleetId: id, search: z.string().trim().max(100).default('') }),
  output: z.object({ items: z.array(person.extend({ mayWrite: z.boolean() })) }),
})
/** Before the names in the entry that says who joined or left, which pages word. */
export const addedMark = '+'
export const removedMark = '−'
export const changeMembers = endpoint({
  name: 'communication.changeMembers',
  method: 'POST',
  path: '/threads/:id/members',
  summary:
    'Add and remove people of a group or of a private conversation of several; who removes themselves leaves it',
  access: 'communication.own',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({
    /** Contacts of the directory for a group, users for a private conversation. */
    addIds: z.array(id).max(partyLimit).default([]),
    removeIds: z.array(id).max(partyLimit).default([]),
  }),
  output: done,
  /** `thread_members_fixed`: a conversation with one person or about a service, or a private one of two. */
  problems: ['thread_not_found', 'thread_members_fixed', 'contact_not_found'],
})
export const markThreadRead = endpoint({
  name: 'communication.markRead',
  method: 'POST',
  path: '/threads/:id/read',
  summary: 'Mark a conversation as read up to a message; an earlier one changes nothing',
  access: 'communication.own',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({ sequence: z.number().int().min(0) }),
  output: done,
  problems: ['thread_not_found'],
})
export const assignThread = endpoint({
  name: 'communication.assign',
  method: 'POST',
  path: '/threads/:id/assign',
  summary: 'Say who answers a conversation; null for nobody',
  access: 'communication.write',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({
    assigneeId: id.nullable(),
    /** Whose it was when the caller decided: another one meanwhile is not replaced unseen. */
    formerId: id.nullable(),
  }),
  output: thread,
  /** `thread_assigned` has the present conversation in `current`, and who has it in `words.name`. */
  problems: ['thread_not_found', 'thread_assigned'],
})
export const setThreadStatus = endpoint({
  name: 'communication.setStatus',
  method: 'POST',
  path: '/threads/:id/status',
  summary: 'Mark a conversation as done, or open it again; a new message opens it too',
  access: 'communication.write',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({ status: z.enum(threadStatuses) }),
  output: thread,
  problems: ['thread_not_found'],
})
export const setThreadPinned = endpoint({
  name: 'communication.setPinned',
  method: 'POST',
  path: '/threads/:id/pin',
  summary: 'Pin a conversation above the others of the fleet, or release it',
  access: 'communication.write',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({ isPinned: z.boolean() }),
  output: thread,
  problems: ['thread_not_found'],
})
