import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { onUser, problemsOfUser } from './identity.users.contract.ts'
import { done, id, idParams } from './lists.ts'
import { assignment, assignmentFields, assignmentRoles } from './organisation.assignments.contract.ts'

export const listAssignments = endpoint({
  name: 'users.listAssignments',
  method: 'GET',
  path: '/users/:id/assignments',
  summary: 'Companies and fleets of a user, as far as the caller sees them',
  access: 'users.read',
  params: idParams,
  output: z.object({ items: z.array(assignment) }),
  problems: ['user_not_found'],
})
export const assignUser = endpoint({
  ...onUser,
  name: 'users.assign',
  method: 'POST',
  path: '/users/:id/assignments',
  summary: 'Assign a user to a company or a fleet; a new primary one takes the flag from the former',
  status: 201,
  body: z.strictObject({ ...assignmentFields }),
  output: assignment,
  problems: [...problemsOfUser, 'assignment_exists', 'guest_no_fleets', 'company_denied', 'fleet_denied'],
})
const onAssignment = { ...onUser, params: z.strictObject({ id, assignmentId: id }) }
export const changeAssignment = endpoint({
  ...onAssignment,
  name: 'users.changeAssignment',
  method: 'PUT',
  path: '/users/:id/assignments/:assignmentId',
  summary: 'Change role, primary flag or activity of an assignment',
  body: z.strictObject({ role: z.enum(assignmentRoles), isPrimary: z.boolean(), isActive: z.boolean() }),
  output: assignment,
  problems: [...problemsOfUser, 'assignment_not_found', 'assignment_exists'],
})
export const unassignUser = endpoint({
  ...onAssignment,
  name: 'users.unassign',
  method: 'DELETE',
  path: '/users/:id/assignments/:assignmentId',
  summary: 'End an assignment',
  output: done,
  problems: [...problemsOfUser, 'assignment_not_found'],
})
