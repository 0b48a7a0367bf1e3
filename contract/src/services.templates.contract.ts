import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant } from './lists.ts'
import {
  plannedStopInput,
  priorities,
  requirementFields,
  requirements,
  serviceTypes,
} from './services.contract.ts'
import { nameText, optionalNote } from './text.ts'

/** Templates of one customer. */
export const templatesPerContact = 30

/** What a service begun from a template has; its customer, times and payment come from the order itself. */
const fields = {
  name: nameText(60),
  serviceType: z.enum(serviceTypes),
  priorityLevel: z.enum(priorities).default('medium'),
  notes: optionalNote(2000),
  ...requirementFields,
  stops: z
    .array(plannedStopInput.omit({ timeWindowStart: true, timeWindowEnd: true, extraCost: true }))
    .min(1)
    .max(50),
}
export const serviceTemplate = z.object({
  id,
  companyId: id,
  contactId: id,
  name: z.string(),
  serviceType: z.enum(serviceTypes),
  priorityLevel: z.enum(priorities),
  notes: z.string().nullable(),
  ...requirements.shape,
  stops: fields.stops,
  updatedAt: instant,
  updatedBy: z.string().nullable(),
})
export type ServiceTemplate = z.infer<typeof serviceTemplate>

const templateParams = z.strictObject({ /** The customer, a contact. */ id, templateId: id })
const ofOutput = { name: 'services', of: [{ in: 'output', company: 'companyId' }] } as const

export const saveServiceTemplate = endpoint({
  name: 'services.saveTemplate',
  method: 'PUT',
  path: '/services/callers/:id/templates/:templateId',
  summary:
    'Save a template of services for a customer under an id of the caller’s choice, or replace it; the last writer wins',
  access: 'services.dispatch',
  feature: ofOutput,
  params: templateParams,
  body: z.strictObject(fields),
  output: serviceTemplate,
  problems: ['contact_not_found', 'name_taken', 'service_templates_full'],
})
export const deleteServiceTemplate = endpoint({
  name: 'services.deleteTemplate',
  method: 'DELETE',
  path: '/services/callers/:id/templates/:templateId',
  summary: 'Delete a template of a customer; also succeeds where there is none',
  access: 'services.dispatch',
  feature: ofOutput,
  params: templateParams,
  output: z.object({ companyId: id, done: z.literal(true) }),
  problems: ['contact_not_found'],
})
