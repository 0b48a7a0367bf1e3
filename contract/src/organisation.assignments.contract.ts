import * as z from 'zod'
import { id, instant } from './lists.ts'

/** Roles of section 3. The first two are company-wide and name no fleet; all others name one. */
export const assignmentRoles = [
  'company_owner',
  'company_manager',
  'fleet_owner',
  'fleet_manager',
  'dispatcher',
  'fleet_member',
  'fleet_viewer',
  'primary_driver',
  'secondary_driver',
] as const
export type AssignmentRole = (typeof assignmentRoles)[number]
export const companyRoles = ['company_owner', 'company_manager'] as const satisfies readonly AssignmentRole[]
/** As the fleets dialog of a company names them, and the role each stands for. */
export const fleetUserRoles = {
  manager: 'fleet_manager',
  member: 'fleet_member',
  viewer: 'fleet_viewer',
} as const satisfies Record<string, AssignmentRole>

export const assignmentFields = {
  companyId: id,
  /** Null for company-wide roles, and only for them. */
  fleetId: id.nullable(),
  role: z.enum(assignmentRoles),
  isPrimary: z.boolean().default(false),
  isActive: z.boolean().default(true),
}
export const assignment = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  fleetId: id.nullable(),
  fleetName: z.string().nullable(),
  role: z.enum(assignmentRoles),
  isPrimary: z.boolean(),
  isActive: z.boolean(),
  /** `active` where the assignment, its company and its fleet are; else why it grants nothing. */
  status: z.enum(['active', 'inactive', 'company_inactive', 'fleet_inactive']),
  assignedAt: instant,
  assignedBy: z.string().nullable(),
})
export type Assignment = z.infer<typeof assignment>
