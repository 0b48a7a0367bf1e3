import type {
  addIncidentEntry,
  IncidentEntry,
  readIncident,
} from '@rumbo/contract/communication.incident.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { Event } from '@rumbo/contract/events.contract'
import { translate } from '@rumbo/i18n'
import { v7 as uuid, v5 as uuidOf } from 'uuid'
import { type EventRaised, findEventsById } from '../../events/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { DeliveredFact } from '../../platform/facts/pending.ts'
import { problem } from '../../platform/problem.ts'
import { findDriverOnDuty } from '../../shifts/index.ts'
import { requireThread } from '../communication.access.ts'
import { insertMessage } from '../messages/communication.messages.repository.ts'
import { publishThread } from '../threads/communication.threads.actions.ts'
import { findThread, insertThread, type ThreadRow } from '../threads/communication.threads.repository.ts'
import { notePositions, system } from './communication.emergency.follow.actions.ts'
import { findEntries, findSosContacts, insertEntry } from './communication.emergency.repository.ts'

/** A user id that nobody has: marks of readers do not matter here. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Opens the pinned conversation of an emergency, once for each event, with the driver on duty. For the fact `event.raised`;
 * other facts and events are ignored.
 */
export async function openEmergency(tx: Transaction, fact: DeliveredFact): Promise<void> {
  const { eventId, type } = fact.payload as EventRaised['payload']
  if (type !== 'emergency_declared') return
  const [event] = await findEventsById(tx, [eventId])
  if (!event) return
  const { companyId, fleetId, vehicleId, vehicleNumber } = event
  const driver = (await findDriverOnDuty(tx, vehicleId))?.driver
  const { id, isNew } = await insertThread(tx, {
    id: uuid(),
    companyId,
    fleetId,
    kind: 'emergency',
    isPinned: true,
    eventId,
    vehicleId,
    vehicleNumber,
    title: translate('es', 'mails.message.emergency', { vehicle: vehicleNumber }),
    driverId: driver?.id ?? null,
  })
  if (!isNew) return
  const text = translate('es', 'mails.message.emergencyLog', { vehicle: vehicleNumber })
  await insertMessage(tx, id, {
    id: uuid(),
    authorKind: 'system',
    authorId: null,
    author: system,
    kind: 'log',
    text,
    priority: 'urgent',
  })
  await insertEntry(tx, {
    id: uuid(),
    threadId: id,
    eventId,
    kind: 'declared',
    byId: null,
    by: driver?.name ?? system,
    detail: text,
  })
  await notePositions(tx, id)
  const thread = await findThread(tx, id, nobody)
  if (thread) await publishThread(tx, thread)
}

/** The conversation of an emergency. @throws Problem `thread_not_found`, `forbidden` */
async function emergency(
  tx: Transaction,
  actor: Actor,
  id: string,
  need: 'read' | 'write',
): Promise<ThreadRow & { eventId: string }> {
  const thread = await requireThread(tx, actor, id, need)
  const { eventId } = thread
  if (thread.kind !== 'emergency' || eventId === null) throw problem('thread_not_found')
  return { ...thread, eventId }
}

/** What became of the event, as entries of the log: the event itself keeps it. */
const handlingOf = ({ id: eventId, acknowledged, resolved, dismissed, note }: Event): IncidentEntry[] =>
  [
    { kind: 'acknowledged' as const, handling: acknowledged, detail: '' },
    { kind: 'resolved' as const, handling: resolved, detail: note ?? '' },
    { kind: 'resolved' as const, handling: dismissed, detail: note ?? '' },
  ].flatMap(({ kind, handling, detail }) =>
    handling === null
      ? []
      : [
          {
            id: uuidOf(`${kind} ${handling.at}`, eventId),
            kind,
            at: handling.at,
            by: handling.by ?? '—',
            detail,
            place: null,
          },
        ],
  )

/** @throws Problem `thread_not_found` */
export async function readIncidentOf(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof readIncident>> {
  const { companyId, fleetId, eventId } = await emergency(tx, actor, id, 'read')
  const [event] = await findEventsById(tx, [eventId])
  const entries = [...(await findEntries(tx, id)), ...(event ? handlingOf(event) : [])]
  return {
    entries: entries.sort((one, other) => one.at.localeCompare(other.at)),
    contacts: await findSosContacts(tx, companyId, fleetId),
  }
}

/** @throws Problem `thread_not_found`, `forbidden` */
export async function addIncidentEntryOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { kind, detail }: ParsedOf<typeof addIncidentEntry>['body'],
): Promise<IncidentEntry> {
  const thread = await emergency(tx, actor, id, 'write')
  const entry = await insertEntry(tx, {
    id: uuid(),
    threadId: id,
    eventId: thread.eventId,
    kind,
    detail,
    byId: actor.userId,
    by: actor.displayName,
  })
  await publishThread(tx, thread)
  return entry
}
