import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { event } from './events.contract.ts'
import { idParams } from './lists.ts'
import { optionalNote } from './text.ts'

export const declareEmergency = endpoint({
  name: 'events.declareEmergency',
  method: 'POST',
  path: '/vehicles/:id/emergency',
  summary: 'Declare an emergency of a vehicle, which becomes critical until somebody handles the event',
  access: 'events.handle',
  feature: { name: 'events', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({ note: optionalNote(1000) }),
  /** The event; where one that somebody declared is open already, that one with another occurrence. */
  output: event,
  problems: ['vehicle_not_found'],
})
