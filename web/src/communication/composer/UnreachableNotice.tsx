import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import { MethodNotice } from '../../app/MethodNotice.tsx'

/**
 * That contacts of the conversation are written to by a method that is not configured; what is sent meanwhile is kept.
 */
export function UnreachableNotice({ parties }: Pick<ThreadDetails, 'parties'>) {
  const methods = parties
    .filter(({ kind }) => kind === 'contact')
    // The usual method is the first.
    .flatMap((party) => party.methods[0] ?? [])
  return methods.length === 0 ? null : <MethodNotice methods={methods} />
}
