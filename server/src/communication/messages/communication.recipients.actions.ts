import type { MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import type {
  MessageMethod,
  MessagePriority,
  MessageRef,
} from '@rumbo/contract/communication.messages.contract'
import type { FailureReason } from '@rumbo/contract/failure-reasons'
import { translate } from '@rumbo/i18n'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { ConfiguredChannels } from '../../platform/deliveries/channels.ts'
import { findOptedOut } from '../../platform/deliveries/opt-outs.ts'
import { postMail, postText } from '../../platform/deliveries/post.ts'
import { e164Of } from '../../platform/deliveries/telephones.ts'
import { newReplyToken } from '../../platform/inbound/reply-address.ts'
import { Problem, problem } from '../../platform/problem.ts'
import { readServiceOf } from '../../services/index.ts'
import { recordShown, recordWritten } from '../communication.facts.ts'
import { findDriving, findParties, type Party } from '../communication.people.repository.ts'
import { linkFiles } from '../files/communication.files.actions.ts'
import { fileLinkDays, splitForMail } from '../files/communication.files.rules.ts'
import { isMoving } from '../held/communication.held.rules.ts'
import { insertRoute } from '../inbound/communication.inbound.repository.ts'
import { findMarks, type ThreadRow } from '../threads/communication.threads.repository.ts'
import { insertRecipients, type NewRecipient } from './communication.recipients.repository.ts'

/** The contacts of the directory that a shared conversation is with, now. */
export async function partyIdsOf(
  tx: Transaction,
  { kind, fleetId, driverId, contactId, serviceId, partyIds }: ThreadRow,
): Promise<string[]> {
  if (fleetId === null) return []
  if (kind === 'service' && serviceId !== null) {
    const service = await readServiceOf(tx, serviceId)
    // The driver of another fleet, to which the service has moved, is no party.
    return service.assignedDriverId === null || service.fleetId !== fleetId ? [] : [service.assignedDriverId]
  }
  return [driverId ?? contactId ?? [], partyIds].flat()
}

/** Which methods outside the app have a server. */
export type Channels = Pick<ConfiguredChannels, 'email' | 'sms'>

/** The methods by which somebody can be reached at all, the usual one first. */
export function methodsOf({ isDriver, userId, phone, email }: Party): MessageMethod[] {
  const possible: MessageMethod[] = []
  if (isDriver && userId !== null) possible.push('in_app')
  if (phone !== null) possible.push('sms')
  if (email !== null) possible.push('email')
  return possible
}

/** What a message carries to those who are reached outside the app. */
export interface Sent {
  messageId: string
  text: string
  priority: MessagePriority
  /** What it points at; mails and SMS name it below the text. */
  refs: readonly MessageRef[]
  /** Who writes, for the head of a mail. */
  from: string
  files: readonly MessageAttachment[]
  /** Where people elsewhere reach this server, for links to files; null where that is not configured. */
  linkAddress: string | null
}

/** What a message points at, for somebody who sees no chips. */
function refWords(language: Party['language'], ref: MessageRef): string {
  const { label } = ref
  if (ref.kind === 'service' || ref.kind === 'vehicle')
    return translate(language, `mails.message.ref.${ref.kind}`, { label })
  return ref.kind === 'place' ? `${label} (${ref.latitude.toFixed(5)}, ${ref.longitude.toFixed(5)})` : label
}

/**
 * Posts a message to one recipient by a method. A mail carries the files that it has room for, and links the others; an
 * SMS links them all.
 * @throws Problem `recipient_opted_out`, `files_not_sent`
 */
async function post(
  tx: Transaction,
  { id: threadId, companyId }: Pick<ThreadRow, 'id' | 'companyId'>,
  party: Party,
  method: 'email' | 'sms',
  { messageId, text, refs, from, priority, files, linkAddress }: Sent,
): Promise<string> {
  const recipient = (method === 'email' ? party.email : party.phone) ?? ''
  if ((await findOptedOut(tx, method, [recipient])).has(recipient))
    throw problem('recipient_opted_out', { words: { name: party.name } })
  const { language } = party
  const { attached, linked } =
    method === 'email'
      ? splitForMail(files, { hasLinks: linkAddress !== null })
      : { attached: [], linked: files }
  const named = refs.map((ref) => refWords(language, ref))
  const paragraphs = [[text].concat(named).filter(Boolean).join('\n')]
  if (attached.length > 0 && text === '')
    paragraphs.push(translate(language, 'mails.message.filesAttached', { names: namesOf(attached) }))
  if (linked.length > 0) {
    const link = await linkFiles(tx, { id: messageId, companyId }, { party, files: linked, linkAddress })
    const words = translate(language, 'mails.message.filesLinked', {
      count: linked.length,
      days: fileLinkDays,
    })
    // A provider may cut a long text.
    if (method === 'sms') paragraphs.unshift(words, link)
    else paragraphs.push(words, link)
  }
  const body = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
  const common = {
    recipient,
    language,
    body,
    kind: 'message',
    priority: priority === 'urgent' ? 1 : 3,
  } as const
  const route = { channel: method, threadId, recipientId: party.id, recipientAddress: recipient }
  if (method === 'sms') {
    const deliveryId = await postText(tx, common)
    await insertRoute(tx, { ...route, address: e164Of(recipient) ?? recipient, deliveryId })
    return deliveryId
  }
  const replyToken = newReplyToken()
  const subject = translate(language, 'mails.message.subject', { name: from })
  const deliveryId = await postMail(tx, { ...common, subject, replyToken, files: attached.map(fileOfMail) })
  await insertRoute(tx, { ...route, address: replyToken, deliveryId })
  return deliveryId
}

const namesOf = (files: readonly MessageAttachment[]) => files.map(({ name }) => name).join(', ')
const fileOfMail = ({ id, name, contentType }: MessageAttachment) => ({ id, name, contentType })

/** Why somebody of several gets nothing, by the refusal. */
const refusals: Readonly<Record<string, FailureReason>> = {
  recipient_opted_out: 'opted_out',
  files_not_sent: 'files_not_sent',
}

async function rowFor(
  tx: Transaction,
  thread: Pick<ThreadRow, 'id' | 'companyId'>,
  { party, method, mayFail }: { party: Party; method: MessageMethod | undefined; mayFail: boolean },
  sent: Sent,
  heldForVehicleId: string | null,
): Promise<NewRecipient> {
  const { messageId } = sent
  const kind = party.isDriver ? ('driver' as const) : ('contact' as const)
  const base = { messageId, threadId: thread.id, recipientId: party.id, kind, name: party.name }
  if (method === undefined) return { ...base, method: 'sms', status: 'failed', detail: 'unreachable' }
  if (method === 'in_app')
    return { ...base, method, status: heldForVehicleId === null ? 'sent' : 'pending', heldForVehicleId }
  try {
    return { ...base, method, status: 'pending', deliveryId: await post(tx, thread, party, method, sent) }
  } catch (error) {
    // One of many who cannot be sent it does not stop the others.
    const reason = error instanceof Problem ? refusals[error.code] : undefined
    if (!mayFail || reason === undefined) throw error
    return { ...base, method, status: 'failed', detail: reason }
  }
}

/** The moving vehicles that messages to their drivers wait for, by driver; urgent ones wait for none. */
export async function findHolding(
  tx: Transaction,
  parties: readonly Party[],
  priority: MessagePriority,
): Promise<Map<string, string>> {
  if (priority === 'urgent') return new Map()
  const drivers = parties.filter(({ isDriver }) => isDriver).map(({ id }) => id)
  const driving = await findDriving(tx, drivers)
  return new Map(
    driving
      .filter((vehicle) => isMoving(vehicle, tx.now))
      .map(({ driverId, vehicleId }) => [driverId, vehicleId]),
  )
}

/** Drivers are notified of what their page shows from now on. */
function publishShown(
  tx: Transaction,
  { companyId, fleetId }: Pick<ThreadRow, 'companyId' | 'fleetId'>,
  rows: readonly NewRecipient[],
): void {
  if (fleetId === null) return
  const shown = rows.filter(
    (row) => row.method === 'in_app' && row.kind === 'driver' && row.status === 'sent',
  )
  recordShown(
    tx,
    { companyId, fleetId },
    shown.map(({ messageId, recipientId: driverId }) => ({ messageId, driverId })),
  )
}

/**
 * Sends a message to the others of its conversation: to drivers on their page, to contacts by SMS or mail, unless other
 * methods are asked for. What is not urgent waits while its driver drives.
 * @throws Problem `recipient_unreachable`, `recipient_opted_out`, `files_not_sent`
 */
export async function sendToParties(
  tx: Transaction,
  thread: ThreadRow,
  sent: Sent,
  methods: readonly MessageMethod[] | undefined,
): Promise<void> {
  const parties = await findParties(tx, thread.companyId, await partyIdsOf(tx, thread))
  if (parties.length === 0) throw problem('recipient_unreachable', { words: { name: thread.title } })
  const holding = await findHolding(tx, parties, sent.priority)
  const rows: NewRecipient[] = []
  const mayFail = methods === undefined && parties.length > 1
  for (const party of parties) {
    const possible = methodsOf(party)
    const chosen = methods?.filter((method) => possible.includes(method))
    if (chosen?.length === 0 || (possible.length === 0 && parties.length === 1))
      throw problem('recipient_unreachable', { words: { name: party.name } })
    const held = holding.get(party.id) ?? null
    for (const method of chosen ?? [possible[0]])
      rows.push(await rowFor(tx, thread, { party, method, mayFail }, sent, held))
    if (party.userId !== null && held === null) tx.stale({ domain: 'driverThreads', userId: party.userId })
  }
  await insertRecipients(tx, rows)
  publishShown(tx, thread, rows)
}

/** The other members of a private conversation. */
export async function sendToMembers(
  tx: Transaction,
  { id: threadId, companyId }: Pick<ThreadRow, 'id' | 'companyId'>,
  messageId: string,
  authorId: string,
): Promise<void> {
  const others = (await findMarks(tx, threadId)).filter(({ id, isMember }) => isMember && id !== authorId)
  await insertRecipients(
    tx,
    others.map(({ id, name }) => ({
      messageId,
      threadId,
      recipientId: id,
      kind: 'user',
      name,
      method: 'in_app',
      status: 'sent',
    })) as NewRecipient[],
  )
  recordWritten(tx, companyId, { messageId, memberIds: others.map(({ id }) => id) })
}

/** Sends to one recipient again. @throws Problem `recipient_unreachable`, `recipient_opted_out`, `files_not_sent` */
export async function sendAgain(
  tx: Transaction,
  thread: ThreadRow,
  sent: Sent,
  { recipientId, method }: { recipientId: string; method: MessageMethod },
): Promise<void> {
  const [party] = await findParties(tx, thread.companyId, [recipientId])
  // A driver to whom the service belonged before, or who was in the group, gets nothing more of it.
  const isFormer =
    (thread.kind === 'service' || thread.kind === 'group') &&
    !(await partyIdsOf(tx, thread)).includes(recipientId)
  if (!party || isFormer || !methodsOf(party).includes(method))
    throw problem('recipient_unreachable', { words: { name: party?.name ?? '—' } })
  const held = (await findHolding(tx, [party], sent.priority)).get(party.id) ?? null
  const rows = [await rowFor(tx, thread, { party, method, mayFail: false }, sent, held)]
  await insertRecipients(tx, rows)
  publishShown(tx, thread, rows)
  if (party.userId !== null && held === null) tx.stale({ domain: 'driverThreads', userId: party.userId })
}

/**
 * Sends to somebody who has not got or read it, as one of many: a refusal is noted and stops nobody else.
 * @returns whether it was sent
 */
export async function sendAgainToOneOfMany(
  tx: Transaction,
  thread: Pick<ThreadRow, 'id' | 'companyId'>,
  sent: Sent,
  { party, method }: { party: Party; method: 'sms' | 'email' },
): Promise<boolean> {
  if (!methodsOf(party).includes(method)) return false
  const row = await rowFor(tx, thread, { party, method, mayFail: true }, sent, null)
  await insertRecipients(tx, [row])
  return row.status !== 'failed'
}
