import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { onUser, problemsOfUser } from './identity.users.contract.ts'
import { id } from './lists.ts'

export const linkContact = endpoint({
  ...onUser,
  name: 'users.linkContact',
  method: 'PUT',
  path: '/users/:id/contact',
  summary: 'Link a user to a directory contact of one of the user’s companies',
  body: z.strictObject({ contactId: id }),
  problems: [...problemsOfUser, 'contact_not_found', 'contact_linked'],
})
export const unlinkContact = endpoint({
  ...onUser,
  name: 'users.unlinkContact',
  method: 'DELETE',
  path: '/users/:id/contact',
  summary: 'Unlink a user from the directory; a guest loses the vehicle with it',
})
export const assignVehicleToGuest = endpoint({
  ...onUser,
  name: 'users.assignVehicle',
  method: 'PUT',
  path: '/users/:id/vehicle',
  summary: 'Give a guest the one vehicle to watch; the user must be linked to a directory contact',
  body: z.strictObject({ vehicleId: id }),
  problems: [...problemsOfUser, 'user_not_guest', 'user_not_linked', 'vehicle_not_found'],
})
export const unassignVehicleFromGuest = endpoint({
  ...onUser,
  name: 'users.unassignVehicle',
  method: 'DELETE',
  path: '/users/:id/vehicle',
  summary: 'Take the vehicle from a guest',
})
