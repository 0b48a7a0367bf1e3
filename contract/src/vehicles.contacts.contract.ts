import * as z from 'zod'
import { directoryRoles, directoryStatuses } from './directory.contract.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant } from './lists.ts'

/** What a contact is to a vehicle. `guest_viewer` is the guest behind the contact, to whom the vehicle is shown. */
export const vehicleContactRoles = [
  ...directoryRoles,
  'vehicle_owner',
  'emergency_contact',
  'guest_viewer',
] as const
export type VehicleContactRole = (typeof vehicleContactRoles)[number]

/** One role of a contact; the same contact may come again with another. */
export const vehicleContact = z.object({
  contactId: id,
  role: z.enum(vehicleContactRoles),
  /** One of a role at most; never a `guest_viewer`. */
  isPrimary: z.boolean(),
  /** The contact as the directory has it. */
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
    /** The one before ceases to be. */
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
