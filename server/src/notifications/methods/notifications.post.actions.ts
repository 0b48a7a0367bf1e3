import {
  isPressing,
  type NotificationKind,
  type NotificationMethod,
  type NotificationPriority,
  type NotificationType,
} from '@rumbo/contract/notifications.contract'
import type { NotificationTopic } from '@rumbo/contract/notifications.preferences.contract'
import { smsLetters } from '@rumbo/contract/notifications.rules.contract'
import { hourMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../../platform/database/transaction.ts'
import { postMail, postText } from '../../platform/deliveries/post.ts'
import { pushToUser } from '../push/notifications.push.messages.ts'
import { decideMethod } from './notifications.methods.rules.ts'
import {
  countPosted,
  type NewReach,
  removeWaiting,
  type Waiting,
  writeReach,
  writeWaiting,
} from './notifications.post.repository.ts'
import {
  addressOfUser,
  findCompanyQuiet,
  findPreferences,
  findReachable,
} from './notifications.recipients.repository.ts'

/** A notification that is to reach its recipient outside the app. */
export interface ToPost {
  notificationId: string
  companyId: string
  fleetId: string | null
  /** Exactly one of the two is set. */
  userId: string | null
  contact: { contactId: string; name: string; email: string | null; phone: string | null } | null
  methods: readonly NotificationMethod[]
  digest: 'hour' | 'day' | 'week' | null
  ignoresQuietHours: boolean
  priority: NotificationPriority
  type: NotificationType
  topic: NotificationTopic
  kind: NotificationKind
  title: string
  message: string
  language: 'es' | 'en'
  path: string | null
  eventId: string | null
  offerId?: string
  /** When it is of no use any more. */
  expiresAt?: Date
}

/** What this installation can do. */
export interface PostContext {
  configured: ReadonlySet<NotificationMethod>
  /** Before the paths of links, without a trailing slash; null: not known, so there are no links. */
  publicUrl: (this: void) => string | null
  /** Of the installation: signs the links that unsubscribe. */
  secret: string
}

export type SentMethod = 'email' | 'sms' | 'push'
const sentMethods = ['email', 'sms', 'push'] as const satisfies readonly SentMethod[]

/** Notifications that one address gets in an hour; pressing ones may be three times as many. */
const hourly = { email: 60, sms: 10 } as const

/**
 * Sends notifications by the methods their rules name, as their recipients want it: now, after quiet hours, with a digest, or
 * not at all. What cannot be sent is recorded with the reason. Under the system role.
 */
export async function postMethods(
  tx: Transaction,
  toPost: readonly ToPost[],
  context: PostContext,
): Promise<void> {
  if (toPost.length === 0) return
  const recipients = await readRecipients(tx, toPost)
  const caps = await readCaps(tx, toPost, recipients)
  const reach: NewReach[] = []
  const waiting: Waiting[] = []
  const sent: Pick<Waiting, 'notificationId' | 'method'>[] = []
  for (const one of toPost)
    for (const method of sentMethods.filter((name) => one.methods.includes(name))) {
      const { address, ...given } = recipients.caseOf(one, method)
      const decision = decideMethod({
        ...given,
        method,
        isConfigured: context.configured.has(method),
        now: tx.now,
      })
      const note = (status: NewReach['status'], detail: string | null, deliveryId: string | null = null) =>
        reach.push({ notificationId: one.notificationId, method, deliveryId, status, detail })
      if (decision.do === 'nothing') continue
      if (decision.do === 'fail') note('failed', decision.detail)
      else if (decision.do === 'wait') {
        const { until, why } = decision
        const recipientId = one.userId ?? one.contact?.contactId
        if (recipientId === undefined) throw new Error('A notification without a recipient.')
        waiting.push({ notificationId: one.notificationId, recipientId, method, until, why })
        note('pending', until.toISOString())
      } else if (!caps.take(method, address, isPressing(one.priority))) note('failed', 'limit')
      else {
        // What became more important is sent at once, and no longer waits.
        sent.push({ notificationId: one.notificationId, method })
        const ids = await postOne(tx, one, { method, address, context })
        for (const id of ids) note('pending', null, id)
        // The sessions of all its browsers have ended.
        if (ids.length === 0) note('failed', 'no_address')
      }
    }
  await removeWaiting(tx, sent)
  await writeWaiting(tx, waiting)
  await writeReach(tx, reach)
}

/** What does not fit is cut, with a sign that it was. */
function smsOf(title: string, message: string): string {
  const letters = Array.from(message === '' ? title : `${title}. ${message}`)
  if (letters.length <= smsLetters) return letters.join('')
  return `${letters
    .slice(0, smsLetters - 1)
    .join('')
    .trimEnd()}…`
}

interface Chosen {
  method: SentMethod
  /** Of mails and SMS. */
  address: string
  context: Pick<PostContext, 'publicUrl'>
}

/** @returns the ids of its deliveries: by push one for each browser */
export async function postOne(
  tx: Transaction,
  one: Omit<ToPost, 'methods' | 'digest' | 'ignoresQuietHours'>,
  { method, address, context }: Chosen,
): Promise<string[]> {
  const { title, message, language, path } = one
  // 0 is the most urgent: codes that somebody waits for are 1.
  const priority = isPressing(one.priority) ? 1 : one.priority === 'high' ? 3 : 4
  const common = { kind: 'notification' as const, priority, recipient: address, language }
  const publicUrl = context.publicUrl()
  const link = path !== null && publicUrl !== null ? [`${publicUrl}${path}`] : []
  if (method === 'email')
    return [await postMail(tx, { ...common, subject: title, body: [message, ...link].join('\n\n') })]
  if (method === 'sms') return [await postText(tx, { ...common, body: smsOf(title, message) })]
  if (one.userId === null) return []
  return pushToUser(tx, one.userId, () => ({
    title,
    message,
    path: path ?? '/notification-list',
    tag: one.notificationId,
    notificationId: one.notificationId,
    priority,
    kind: 'notification',
    eventId: one.kind === 'mentioned' ? undefined : (one.eventId ?? undefined),
    offerId: one.offerId,
    expiresAt: one.expiresAt,
  }))
}

/** Where and when the recipients want to be reached. */
async function readRecipients(tx: Transaction, toPost: readonly ToPost[]) {
  const userIds = [...new Set(toPost.flatMap(({ userId }) => userId ?? []))]
  const users = new Map((await findReachable(tx, userIds)).map((one) => [one.userId, one]))
  const preferences = await findPreferences(tx, userIds)
  const companyIds = [...new Set(toPost.map(({ companyId }) => companyId))]
  const companies = new Map((await findCompanyQuiet(tx, companyIds)).map((one) => [one.companyId, one]))
  function reachedAt(one: ToPost, method: SentMethod): ReturnType<typeof addressOfUser> {
    if (one.userId !== null) return addressOfUser(users.get(one.userId), method)
    const address = (method === 'email' ? one.contact?.email : one.contact?.phone) ?? null
    return address === null ? { missing: 'no_address' } : { address }
  }
  return {
    addressOf(one: ToPost, method: SentMethod): string | null {
      const reached = reachedAt(one, method)
      return 'address' in reached ? reached.address : null
    },
    caseOf(one: ToPost, method: SentMethod) {
      const company = companies.get(one.companyId)
      const user = one.userId === null ? undefined : users.get(one.userId)
      const preference = preferences.find(({ userId, topic }) => userId === one.userId && topic === one.topic)
      const reached = reachedAt(one, method)
      return {
        priority: one.priority,
        digest: one.digest,
        ignoresQuietHours: one.ignoresQuietHours,
        preference: preference ?? null,
        address: 'address' in reached ? reached.address : '',
        missing: 'missing' in reached ? reached.missing : null,
        quietWindows: user?.quietWindows ?? company?.windows ?? [],
        timeZone: company?.timeZone ?? 'UTC',
      }
    },
  }
}

async function readCaps(
  tx: Transaction,
  toPost: readonly ToPost[],
  { addressOf }: Awaited<ReturnType<typeof readRecipients>>,
) {
  const addresses = toPost.flatMap((one) =>
    [addressOf(one, 'email') ?? [], addressOf(one, 'sms') ?? []].flat(),
  )
  const since = new Date(tx.now.getTime() - hourMs)
  const posted = await countPosted(tx, [...new Set(addresses)], since)
  const amounts = new Map(posted.map(({ recipient, channel, amount }) => [`${channel} ${recipient}`, amount]))
  return {
    /** Whether one more may go to the address; if so, it is counted. */
    take(method: SentMethod, address: string, isMoreAllowed: boolean): boolean {
      if (method === 'push') return true
      const key = `${method} ${address}`
      const amount = amounts.get(key) ?? 0
      if (amount >= hourly[method] * (isMoreAllowed ? 3 : 1)) return false
      amounts.set(key, amount + 1)
      return true
    },
  }
}
