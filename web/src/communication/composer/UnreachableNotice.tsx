import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import { MethodNotice } from '../../app/MethodNotice.tsx'

/**
 * That contacts of the conversation are written to by a method that is not configured. The server writes to those with a
 * telephone by SMS, to others by mail; what is sent meanwhile is kept.
 */
export function UnreachableNotice({ parties }: Pick<ThreadDetails, 'parties'>) {
  const methods = parties
    .filter(({ kind }) => kind === 'contact')
    .map(({ phone }) => (phone === null ? ('email' as const) : ('sms' as const)))
  return methods.length === 0 ? null : <MethodNotice methods={methods} />
}
