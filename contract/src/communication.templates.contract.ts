import * as z from 'zod'
import { messageText } from './communication.messages.contract.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant, version } from './lists.ts'
import { templateVariables } from './templates.rules.ts'
import { nameText } from './text.ts'

/** Variables of templates of messages, by their English and Spanish names. */
export const messageVariables = {
  vehicle: templateVariables.vehicle,
  plate: templateVariables.plate,
  driver: templateVariables.driver,
  time: templateVariables.time,
  place: templateVariables.place,
  fleet: templateVariables.fleet,
  company: templateVariables.company,
  service: 'servicio',
  eta: 'llegada',
  stop: 'parada',
  customer: 'cliente',
} as const
export type MessageVariable = keyof typeof messageVariables
/**
 * Where a text still has the variable of an arrival that nobody could estimate: it is left in its braces, to be replaced by
 * hand, and the text is not sent with it.
 * @returns its name as written and the position of the brace, counted in characters from 1; null for none
 */
export function findUnfilled(text: string): { name: string; at: number } | null {
  const found = /\{\s*(eta|llegada)\s*\}/i.exec(text)
  return found ? { name: found[1] ?? '', at: found.index + 1 } : null
}
export const messageTemplateLimit = 200

const texts = z.strictObject({ es: messageText.min(1), en: messageText.min(1) })
export const messageTemplate = z.object({
  id,
  companyId: id,
  name: z.string(),
  texts: z.object({ es: z.string(), en: z.string() }),
  version: z.number().int(),
  updatedAt: instant,
  updatedBy: z.string().nullable(),
})
export type MessageTemplate = z.infer<typeof messageTemplate>

const ofRecord = { name: 'dispatch', of: 'record' } as const
const fields = { name: nameText(80), texts }
export const listMessageTemplates = endpoint({
  name: 'communicationTemplates.list',
  method: 'GET',
  path: '/message-templates',
  summary: 'Templates of messages of a company, by name',
  access: 'communication.read',
  feature: { name: 'dispatch', of: [{ in: 'query', company: 'companyId' }] },
  query: z.strictObject({ companyId: id }),
  output: z.object({ items: z.array(messageTemplate) }),
})
export const createMessageTemplate = endpoint({
  name: 'communicationTemplates.create',
  method: 'POST',
  path: '/message-templates',
  summary: 'Add a template of messages',
  access: 'communication.write',
  feature: { name: 'dispatch', of: [{ in: 'body', company: 'companyId' }] },
  body: z.strictObject({ companyId: id, ...fields }),
  output: messageTemplate,
  status: 201,
  problems: ['name_taken', 'template_invalid', 'message_templates_full'],
})
export const changeMessageTemplate = endpoint({
  name: 'communicationTemplates.change',
  method: 'PUT',
  path: '/message-templates/:id',
  summary: 'Change a template of messages',
  access: 'communication.write',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({ ...fields, version }),
  output: messageTemplate,
  problems: ['not_found', 'name_taken', 'template_invalid', 'stale_version'],
})
export const deleteMessageTemplate = endpoint({
  name: 'communicationTemplates.delete',
  method: 'DELETE',
  path: '/message-templates/:id',
  summary: 'Delete a template of messages',
  access: 'communication.write',
  feature: ofRecord,
  params: idParams,
  output: done,
  problems: ['not_found'],
})
export const fillMessageTemplate = endpoint({
  name: 'communicationTemplates.fill',
  method: 'GET',
  path: '/threads/:id/templates/:templateId',
  summary:
    'The text of a template for a conversation, in the language of its driver or contact; an arrival without an estimate stays in braces',
  access: 'communication.write',
  feature: ofRecord,
  params: z.strictObject({ id, templateId: id }),
  output: z.object({ text: z.string(), language: z.enum(['es', 'en']) }),
  problems: ['thread_not_found', 'not_found'],
})
