import {
  assignUser,
  changeAssignment,
  listAssignments,
  unassignUser,
} from '@rumbo/contract/identity.users.assignments.contract'
import { listUsers, readUser, userStats } from '@rumbo/contract/identity.users.contract'
import { assignVehicleToGuest, unassignVehicleFromGuest } from '@rumbo/contract/identity.users.links.contract'
import { signedIn } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Answer, answer, answerAlone, answerAsSystem } from '../../platform/http/endpoints.ts'
import {
  addAssignment,
  endAssignment,
  listAssignmentsOf,
  rewriteAssignmentOf,
} from './organisation.assignments.actions.ts'
import { assignGuestVehicle, unassignGuestVehicle } from './organisation.guests.actions.ts'
import {
  createPeople,
  listPeople,
  type PeopleLinks,
  readPerson,
  statsOfPeople,
} from './organisation.people.actions.ts'

/** Endpoints of users as shown to staff, of their assignments, and of guests' vehicles. */
export function peopleEndpoints(database: Database, links: PeopleLinks): Answer[] {
  const { answerOf } = createPeople(links)
  return [
    answerAlone(listUsers, ({ query }, call) => listPeople(database, links, signedIn(call.actor), query)),
    answerAlone(userStats, ({ query }, call) => statsOfPeople(database, signedIn(call.actor), query)),
    answerAlone(readUser, ({ params }, call) => readPerson(database, links, signedIn(call.actor), params.id)),
    answer(listAssignments, ({ params }, { tx, actor }) => listAssignmentsOf(tx, actor, params.id)),
    answerAsSystem(assignUser, ({ params, body }, { tx, actor }) =>
      addAssignment(tx, actor, params.id, body),
    ),
    answerAsSystem(changeAssignment, ({ params, body }, { tx, actor }) =>
      rewriteAssignmentOf(tx, actor, params.id, params.assignmentId, body),
    ),
    answerAsSystem(unassignUser, async ({ params }, { tx, actor }) => {
      await endAssignment(tx, actor, params.id, params.assignmentId)
      return { done: true as const }
    }),
    answerAsSystem(assignVehicleToGuest, async ({ params, body }, { tx, actor }) => {
      await assignGuestVehicle(tx, links, actor, params.id, body.vehicleId)
      return answerOf(tx, actor, params.id)
    }),
    answerAsSystem(unassignVehicleFromGuest, async ({ params }, { tx, actor }) => {
      await unassignGuestVehicle(tx, actor, params.id)
      return answerOf(tx, actor, params.id)
    }),
  ]
}
