import { can } from '@rumbo/contract/access'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import {
  type createLink,
  maxOpenLinks,
  type readTracking,
  type TrackingLink,
} from '@rumbo/contract/services.tracking.contract'
import { translate } from '@rumbo/i18n'
import { v7 as uuid } from 'uuid'
import { findCompany } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { postMail, postText } from '../../platform/deliveries/post.ts'
import { newReplyToken } from '../../platform/inbound/reply-address.ts'
import { hashLinkToken, newLinkToken } from '../../platform/link-tokens.ts'
import { problem } from '../../platform/problem.ts'
import { readServiceOf, showService } from '../services.actions.ts'
import {
  closeLink,
  closeOldLinks,
  findLanguage,
  findLinks,
  findRating,
  insertLink,
  type LinkRow,
} from './services.tracking.repository.ts'
import { linkStatus } from './services.tracking.rules.ts'

/** What was sent to somebody about a service, and how a reply to it is known. */
export interface SentLink {
  service: Pick<Service, 'id' | 'serviceNumber' | 'companyId' | 'fleetId' | 'requesterContactId'>
  channel: 'email' | 'sms'
  address: string
  /** Of a mail. */
  replyToken: string | null
  deliveryId: string
}

export interface LinkDeps {
  /** Called for each mail and SMS with a link, in its transaction. */
  linkSent: (tx: Transaction, sent: SentLink) => Promise<void>
  /** Base URL of links; called for each. */
  publicUrl: () => string
  /** Which channels have a server configured. */
  channels: { email: boolean; sms: boolean }
}

/** The times of a service that decide when its links close. */
const timesOf = ({ dispatchTime, startedAt, endedAt }: Service) => ({
  dispatch_time: new Date(dispatchTime),
  started_at: startedAt === null ? null : new Date(startedAt),
  ended_at: endedAt === null ? null : new Date(endedAt),
})

const linkOf = (row: LinkRow, service: Service, now: Date): TrackingLink => ({
  id: row.id,
  language: row.language,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_name,
  openedAt: row.opened_at?.toISOString() ?? null,
  status: linkStatus(row, timesOf(service), now),
})

/** @throws Problem `service_not_found` */
export async function showTracking(
  tx: Transaction,
  actor: Actor,
  id: string,
  deps: LinkDeps,
): Promise<OutputOf<typeof readTracking>> {
  const service = await showService(tx, actor, id)
  requireCan(actor, 'services.read', service)
  const rating = await findRating(tx, id)
  const links = can(actor, 'services.dispatch', service) ? await findLinks(tx, id) : []
  return {
    links: links.map((row) => linkOf(row, service, tx.now)),
    rating: rating
      ? { stars: rating.stars, comment: rating.comment, ratedAt: rating.rated_at.toISOString() }
      : null,
    language: (await findLanguage(tx, service.requesterContactId)) ?? 'es',
    hasTextMessages: deps.channels.sms,
  }
}

/** A service whose links the actor may change. @throws Problem `service_not_found`, `forbidden` */
async function requireDispatched(tx: Transaction, actor: Actor, id: string): Promise<Service> {
  const service = await readServiceOf(tx, id)
  // Under the system role, which sees every company.
  if (!can(actor, 'services.read', service)) throw problem('service_not_found')
  requireCan(actor, 'services.dispatch', service)
  return service
}

function record(tx: Transaction, service: Service, action: string): void {
  const { id, companyId, fleetId } = service
  tx.stale({ domain: 'tracking', id, fleetId, companyId })
  tx.audit({
    action,
    entity: 'service',
    entityId: id,
    entityName: String(service.serviceNumber),
    companyId,
    fleetId,
  })
}

/**
 * Makes a link, and closes the oldest if there are too many. Neither token nor hash is answered again.
 * @throws Problem `service_not_found`, `forbidden`, `channel_not_configured`; `service_wrong_state` once the service has
 *   ended for too long
 */
export async function createLinkOf(
  tx: Transaction,
  actor: Actor,
  { params, body }: ParsedOf<typeof createLink>,
  deps: LinkDeps,
): Promise<OutputOf<typeof createLink>> {
  const service = await requireDispatched(tx, actor, params.id)
  if (body.phone !== null && !deps.channels.sms) throw problem('channel_not_configured')
  const row: LinkRow = {
    id: uuid(),
    language: body.language,
    created_at: tx.now,
    created_by_name: actor.displayName,
    opened_at: null,
    revoked_at: null,
  }
  if (linkStatus(row, timesOf(service), tx.now) === 'expired')
    throw problem('service_wrong_state', { current: service, words: { status: service.status } })
  const token = newLinkToken()
  await insertLink(tx, {
    id: row.id,
    company_id: service.companyId,
    fleet_id: service.fleetId,
    service_id: service.id,
    contact_id: service.requesterContactId,
    token_hash: hashLinkToken(token),
    language: body.language,
  })
  await closeOldLinks(tx, service.id, maxOpenLinks)
  const url = `${deps.publicUrl()}/s/${token}`
  const isSent = await sendLink(tx, service, body, url, deps)
  record(tx, service, isSent ? 'service.link_sent' : 'service.link_made')
  return { link: linkOf(row, service, tx.now), url }
}

/** @returns whether somebody was asked for to send it to */
async function sendLink(
  tx: Transaction,
  service: Service,
  { language, email, phone }: ParsedOf<typeof createLink>['body'],
  link: string,
  { linkSent }: LinkDeps,
): Promise<boolean> {
  if (email === null && phone === null) return false
  const company = (await findCompany(tx, service.companyId))?.name.replace(/\s+/g, ' ') ?? ''
  const words = { company, number: service.serviceNumber, link }
  const message = { kind: 'tracking', language } as const
  if (email !== null) {
    const replyToken = newReplyToken()
    const deliveryId = await postMail(tx, {
      ...message,
      recipient: email,
      subject: translate(language, 'mails.trackingSubject', words),
      body: translate(language, 'mails.trackingBody', words),
      replyToken,
    })
    await linkSent(tx, { service, channel: 'email', address: email, replyToken, deliveryId })
  }
  if (phone !== null) {
    const deliveryId = await postText(tx, {
      ...message,
      recipient: phone,
      body: translate(language, 'mails.trackingText', words),
    })
    await linkSent(tx, { service, channel: 'sms', address: phone, replyToken: null, deliveryId })
  }
  return true
}

/** @throws Problem `service_not_found`, `forbidden`, `not_found` */
export async function revokeLinkOf(
  tx: Transaction,
  actor: Actor,
  { id, linkId }: { id: string; linkId: string },
): Promise<{ done: true }> {
  const service = await requireDispatched(tx, actor, id)
  if (!(await closeLink(tx, id, linkId))) throw problem('not_found')
  record(tx, service, 'service.link_revoked')
  return { done: true }
}
