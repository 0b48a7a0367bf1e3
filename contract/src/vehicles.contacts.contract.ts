import * as z from 'zod'
import { directoryRoles, directoryStatuses } from './directory.contract.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant } from './lists.ts'

/** Role of a contact for a vehicle. `guest_viewer`: the contact's linked guest may view the vehicle. */
export const vehicleContactRoles = [
  ...directoryRoles,
  'vehicle_owner',
  'emergency_contact',
  'guest_viewer',
] as const
export type VehicleContactRole = (typeof vehicleContactRoles)[number]

/** One role of a contact; a contact may have several, each a separate item. */
export const vehicleContact = z.object({
  contactId: id,
  role: z.enum(vehicleContactRoles),
  /** At most one contact per role is primary; a `guest_viewer` never is. */
  isPrimary: z.boolean(),
  /** The name and the fields below come from the directory. */
  firstName: z.string(),
  lastName: z.string(),
  primaryPhone: z.string(),
  secondaryPhone: z.string().nullable(),
  email: z.string().nullable(),
  companyName: z.string().nullable(),
  directoryRole: z.enum(directoryRoles),
  status: z.enum(directoryStatuses),
  since: instant.nullable(),
})
export type VehicleContact = z.infer<typeof vehicleContact>
const vehicleContacts = z.object({ items: z.array(vehicleContact) })

const role = z.enum(vehicleContactRoles)
const roleParams = z.strictObject({ id, contactId: id, role })

export const listVehicleContacts = endpoint({
  name: 'vehicles.contacts',
  method: 'GET',
  path: '/vehicles/:id/contacts',
  summary: 'Contacts of a vehicle by role, the primary one of each role first',
  access: 'directory.read',
  feature: { name: 'directory', of: 'record' },
  params: idParams,
  output: vehicleContacts,
  problems: ['vehicle_not_found'],
})
export const addVehicleContact = endpoint({
  name: 'vehicles.addContact',
  method: 'POST',
  path: '/vehicles/:id/contacts',
  summary: 'Give a contact of the vehicle’s company a role; a guest viewer is shown the vehicle',
  access: 'vehicles.edit',
  feature: { name: 'directory', of: 'record' },
  params: idParams,
  status: 201,
  body: z.strictObject({
    contactId: id,
    role,
    /** Replaces the current primary contact of the role. */
    isPrimary: z.boolean().default(false),
  }),
  output: vehicleContacts,
  problems: [
    'vehicle_not_found',
    'contact_not_found',
    'contact_role_exists',
    'user_not_linked',
    'user_not_guest',
  ],
})
export const changeVehicleContact = endpoint({
  name: 'vehicles.changeContact',
  method: 'PUT',
  path: '/vehicles/:id/contacts/:contactId/:role',
  summary: 'Change the role of a contact, or whether it is the primary one',
  access: 'vehicles.edit',
  feature: { name: 'directory', of: 'record' },
  params: roleParams,
  body: z.strictObject({ role, isPrimary: z.boolean() }),
  output: vehicleContacts,
  problems: [
    'vehicle_not_found',
    'contact_not_found',
    'contact_role_exists',
    'user_not_linked',
    'user_not_guest',
  ],
})
export const removeVehicleContact = endpoint({
  name: 'vehicles.removeContact',
  method: 'DELETE',
  path: '/vehicles/:id/contacts/:contactId/:role',
  summary: 'Take a role from a contact; a guest viewer is no longer shown the vehicle',
  access: 'vehicles.edit',
  feature: { name: 'directory', of: 'record' },
  params: roleParams,
  output: done,
  problems: ['vehicle_not_found', 'contact_not_found'],
})
