import {
  type createMessageTemplate,
  type fillMessageTemplate,
  type MessageTemplate,
  messageTemplateLimit,
  messageVariables,
} from '@rumbo/contract/communication.templates.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { isStopDone } from '@rumbo/contract/services.rules'
import { fillTemplate, parseTemplate } from '@rumbo/contract/templates.rules'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { readServiceOf } from '../../services/index.ts'
import { fleetsIn, requireCompany, requireThread } from '../communication.access.ts'
import { findDriving, findParties } from '../communication.people.repository.ts'
import { partyIdsOf } from '../messages/communication.recipients.actions.ts'
import {
  deleteTemplate,
  findPlaceWords,
  findTemplate,
  findTemplates,
  insertTemplate,
  lockTemplate,
  rewriteTemplate,
} from './communication.templates.repository.ts'

type Body = Pick<ParsedOf<typeof createMessageTemplate>['body'], 'name' | 'texts'>

/** @throws Problem `template_invalid` with the position in `words` */
function requireTexts(texts: MessageTemplate['texts']): void {
  for (const language of ['es', 'en'] as const) {
    const parsed = parseTemplate(texts[language], messageVariables)
    if (!('error' in parsed)) continue
    const { at, name, code } = parsed.error
    throw problem('template_invalid', { words: { at, name, reason: code, field: `texts.${language}` } })
  }
}

/** @throws Problem `name_taken` */
async function requireNewName(tx: Transaction, companyId: string, name: string, except: string | null) {
  const isTaken = (await findTemplates(tx, companyId)).some(
    (other) => other.id !== except && other.name.toLowerCase() === name.toLowerCase(),
  )
  if (isTaken) throw problem('name_taken')
}

function publish(
  tx: Transaction,
  { id, companyId, name }: Pick<MessageTemplate, 'id' | 'companyId' | 'name'>,
  action: string,
) {
  tx.stale({ domain: 'communicationTemplates', companyId })
  tx.audit({
    action,
    entity: 'message_template',
    entityId: id,
    entityName: name,
    companyId,
  })
}

/** @throws Problem `company_denied`, `forbidden` */
export async function listTemplatesOf(
  tx: Transaction,
  actor: Actor,
  companyId: string,
): Promise<{ items: MessageTemplate[] }> {
  requireCompany(actor, companyId, 'communication.read')
  return { items: await findTemplates(tx, companyId) }
}

async function readAgain(tx: Transaction, id: string): Promise<MessageTemplate> {
  const template = await findTemplate(tx, id)
  if (!template) throw problem('not_found')
  return template
}

/** @throws Problem `company_denied`, `forbidden`, `template_invalid`, `name_taken`, `message_templates_full` */
export async function createTemplateOf(
  tx: Transaction,
  actor: Actor,
  { companyId, name, texts }: Body & { companyId: string },
): Promise<MessageTemplate> {
  requireCompany(actor, companyId, 'communication.write')
  requireTexts(texts)
  await requireNewName(tx, companyId, name, null)
  if ((await findTemplates(tx, companyId)).length >= messageTemplateLimit)
    throw problem('message_templates_full')
  const id = uuid()
  await insertTemplate(tx, { id, companyId, name, texts }, actor.displayName)
  publish(tx, { id, companyId, name }, 'message_template.created')
  return readAgain(tx, id)
}

/** The template, locked, for somebody who may edit it. @throws Problem `not_found`, `forbidden` */
async function take(tx: Transaction, actor: Actor, id: string): Promise<MessageTemplate> {
  const template = await lockTemplate(tx, id)
  if (!template || fleetsIn(actor, template.companyId).length === 0) throw problem('not_found')
  requireCompany(actor, template.companyId, 'communication.write')
  return template
}

/** @throws Problem `not_found`, `forbidden`, `stale_version`, `template_invalid`, `name_taken` */
export async function changeTemplateOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { name, texts, version }: Body & { version: number },
): Promise<MessageTemplate> {
  const before = await take(tx, actor, id)
  if (before.version !== version)
    throw problem('stale_version', {
      current: before,
      changedBy: before.updatedBy,
      changedAt: new Date(before.updatedAt),
    })
  requireTexts(texts)
  await requireNewName(tx, before.companyId, name, id)
  await rewriteTemplate(tx, { id, name, texts }, actor.displayName)
  publish(tx, { id, companyId: before.companyId, name }, 'message_template.changed')
  return readAgain(tx, id)
}

/** @throws Problem `not_found`, `forbidden` */
export async function deleteTemplateOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const before = await take(tx, actor, id)
  await deleteTemplate(tx, id)
  publish(tx, before, 'message_template.deleted')
  return { done: true }
}

/** When the vehicle of a service is predicted to be at a stop; null without a prediction. */
export type PredictionOf = (
  tx: Transaction,
  serviceId: string,
) => Promise<{ stopId: string; arrivesAt: string; hasVehicle: boolean } | null>

/**
 * The text for a conversation; what is not known there is a dash, and an arrival without an estimate stays a variable.
 * @throws Problem `thread_not_found`, `forbidden`, `not_found`
 */
export async function fillTemplateOf(
  tx: Transaction,
  actor: Actor,
  { id, templateId }: { id: string; templateId: string },
  predictionOf: PredictionOf,
): Promise<OutputOf<typeof fillMessageTemplate>> {
  const thread = await requireThread(tx, actor, id, 'write')
  const template = await findTemplate(tx, templateId)
  if (template?.companyId !== thread.companyId) throw problem('not_found')
  const [party] = await findParties(tx, thread.companyId, await partyIdsOf(tx, thread))
  const [driving] = party ? await findDriving(tx, [party.id]) : []
  const read = thread.serviceId === null ? null : await readServiceOf(tx, thread.serviceId)
  // One that has moved to another fleet is no longer known here.
  const service = read?.fleetId === thread.fleetId ? read : null
  const place = thread.fleetId === null ? null : await findPlaceWords(tx, thread.fleetId)
  const language = party?.language ?? 'es'
  const done = new Set(service?.executedStops.filter(isStopDone).map(({ id }) => id))
  const next = service?.plannedStops.find((stop) => !done.has(stop.id))
  const clock = (moment: Date) =>
    moment.toLocaleTimeString(language === 'es' ? 'es-MX' : 'en-US', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: place?.timeZone ?? 'UTC',
    })
  const prediction = service && next ? await predictionOf(tx, service.id) : null
  const isArriving = prediction?.hasVehicle === true && prediction.stopId === next?.id
  const text = fillTemplate(template.texts[language], messageVariables, {
    vehicle: driving?.vehicleNumber ?? service?.assignedVehicleNumber ?? thread.vehicleNumber,
    plate: driving?.plate ?? null,
    driver: (party?.isDriver ? party.name : service?.driverName) ?? null,
    time: clock(tx.now),
    eta: isArriving ? clock(new Date(prediction.arrivesAt)) : language === 'es' ? '{llegada}' : '{eta}',
    fleet: place?.fleet ?? null,
    company: place?.company ?? null,
    service: service ? String(service.serviceNumber) : null,
    stop: next?.address ?? null,
    place: next?.address ?? null,
    customer: service?.customerName ?? null,
  })
  return { text, language }
}
