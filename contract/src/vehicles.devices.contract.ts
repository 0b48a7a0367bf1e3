import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams } from './lists.ts'

/** The letters every maker allows. */
export const devicePasswordPattern = /^[A-Za-z0-9]{4,20}$/

export const saveDevicePassword = endpoint({
  name: 'vehicles.saveDevicePassword',
  method: 'PUT',
  path: '/vehicles/:id/device/password',
  summary: 'Set the password that a vehicle’s device demands of commands, or remove it; it is never returned',
  access: 'vehicles.edit',
  params: idParams,
  /** Null: the maker's own password counts again. */
  body: z.strictObject({ password: z.string().regex(devicePasswordPattern).nullable() }),
  output: z.object({ hasPassword: z.boolean() }),
  problems: ['vehicle_not_found', 'command_no_device'],
  isRepeatable: false,
})
