import * as z from 'zod'
import { message } from './communication.messages.contract.ts'
import { endpoint } from './endpoint.ts'
import { id } from './lists.ts'
import { optionalNote } from './text.ts'

export const answerRequest = endpoint({
  name: 'communication.answerRequest',
  method: 'POST',
  path: '/threads/:id/messages/:messageId/answer',
  summary:
    'Approve or deny what a driver asked for; approval begins the break, ends the shift or cancels the service',
  access: 'communication.write',
  feature: { name: 'dispatch', of: 'record' },
  params: z.strictObject({ id, messageId: id }),
  body: z.strictObject({ approve: z.boolean(), note: optionalNote(500) }),
  output: message,
  /** `request_answered` has who in `words.name` and the message in `current`. */
  problems: [
    'thread_not_found',
    'message_not_found',
    'request_answered',
    'driver_off_duty',
    'shift_still_running',
    'service_not_found',
    'service_wrong_state',
    'shift_wrong_state',
  ],
})
