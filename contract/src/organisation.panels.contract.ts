import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams } from './lists.ts'

/** The parts of the Control Panel, in the order they stand until a person arranges them. */
export const panelSections = [
  'start',
  'fleet',
  'services',
  'outlook',
  'needs',
  'events',
  'map',
  'queue',
  'standing',
  'server',
] as const
export type PanelSection = (typeof panelSections)[number]

const sections = z
  .array(z.enum(panelSections))
  .max(panelSections.length)
  .refine((names) => new Set(names).size === names.length)
/** Of one person in one company. A section `order` does not name stands where it usually does. */
const panel = z.object({ order: sections, hidden: sections })
export type Panel = z.infer<typeof panel>

export const readPanel = endpoint({
  name: 'panel.read',
  method: 'GET',
  path: '/companies/:id/panel',
  summary: 'How one has arranged the Control Panel for a company; both lists are empty where one has not',
  access: 'companies.read',
  params: idParams,
  output: panel,
  problems: ['company_denied'],
})
export const arrangePanel = endpoint({
  name: 'panel.arrange',
  method: 'PUT',
  path: '/companies/:id/panel',
  summary: 'Arrange one’s own Control Panel for a company; empty lists restore the usual one',
  access: 'companies.read',
  params: idParams,
  body: z.strictObject({ order: sections, hidden: sections }),
  output: panel,
  problems: ['company_denied'],
})
