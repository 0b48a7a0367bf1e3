import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { event } from './events.contract.ts'
import { done, id, idParams, instant } from './lists.ts'
import { noteText } from './text.ts'
import { minuteMs } from './time-units.ts'

/** How long after they wrote it people may change or delete their own comment, in milliseconds. */
export const commentEditableMs = 15 * minuteMs
/** Comments on one event. */
export const commentLimit = 200
/** Users named in one comment. */
export const mentionLimit = 20
/** Users offered at once. */
export const eventPeopleLimit = 20

export const eventComment = z.object({
  id,
  eventId: id,
  authorId: id,
  /** The author's name when it was written. */
  author: z.string(),
  text: z.string(),
  /** The users named in the text, each as `@name`. */
  mentions: z.array(z.object({ id, name: z.string() })),
  createdAt: instant,
  /** When the author last changed it; null if never. */
  editedAt: instant.nullable(),
})
export type EventComment = z.infer<typeof eventComment>

/** A user of the company who may read the event. */
const eventPerson = z.object({
  id,
  displayName: z.string(),
  /** Whether the user may handle the event, and so be assigned to it. */
  mayHandle: z.boolean(),
})
export type EventPerson = z.infer<typeof eventPerson>

const ofRecord = { name: 'events', of: 'record' } as const

export const listEventPeople = endpoint({
  name: 'events.people',
  method: 'GET',
  path: '/events/:id/people',
  summary: 'Users of the company who may read the event, by name: to mention them, or to assign the event',
  access: 'events.handle',
  feature: ofRecord,
  params: idParams,
  query: z.strictObject({
    /** A part of the name or username. */
    search: z.string().trim().max(100).default(''),
    mayHandle: z.stringbool().optional(),
  }),
  output: z.object({ items: z.array(eventPerson) }),
  problems: ['event_not_found'],
})

export const assignEvent = endpoint({
  name: 'events.assign',
  method: 'POST',
  path: '/events/:id/assign',
  summary: 'Say who is to handle an open event; null for nobody',
  access: 'events.handle',
  feature: { name: 'events', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({
    assigneeId: id.nullable(),
    /** Who it was assigned to when the caller decided: another one meanwhile is not replaced unseen. */
    formerId: id.nullable(),
  }),
  output: event,
  /** `event_wrong_state` carries the present event in `current`: it is closed, or another person was assigned. */
  problems: ['event_not_found', 'event_wrong_state'],
})

const text = noteText(2000).min(1)
const body = z.strictObject({
  text,
  /** Users whose `@name` the text has. */
  mentions: z.array(id).max(mentionLimit).default([]),
})
const commentParams = z.strictObject({ id, commentId: id })

export const listEventComments = endpoint({
  name: 'events.comments',
  method: 'GET',
  path: '/events/:id/comments',
  summary: 'What people said about an event, oldest first; of more than 200 the latest',
  access: 'events.read',
  feature: ofRecord,
  params: idParams,
  output: z.object({ items: z.array(eventComment).max(commentLimit) }),
  problems: ['event_not_found'],
})
export const addEventComment = endpoint({
  name: 'events.addComment',
  method: 'POST',
  path: '/events/:id/comments',
  summary: 'Say something about an event, also about a closed one',
  access: 'events.handle',
  feature: ofRecord,
  params: idParams,
  body,
  output: eventComment,
  problems: ['event_not_found', 'comment_limit'],
})
export const changeEventComment = endpoint({
  name: 'events.changeComment',
  method: 'PUT',
  path: '/events/:id/comments/:commentId',
  summary: 'Change one’s own comment in its first minutes',
  access: 'events.handle',
  feature: ofRecord,
  params: commentParams,
  body,
  output: eventComment,
  problems: ['event_not_found', 'comment_not_found', 'comment_final'],
})
export const deleteEventComment = endpoint({
  name: 'events.deleteComment',
  method: 'DELETE',
  path: '/events/:id/comments/:commentId',
  summary: 'Delete one’s own comment in its first minutes',
  access: 'events.handle',
  feature: ofRecord,
  params: commentParams,
  output: done,
  problems: ['event_not_found', 'comment_not_found', 'comment_final'],
})
