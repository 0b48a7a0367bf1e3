import { readCaller } from '@rumbo/contract/services.callers.contract'
import { useEndpoint } from '../../app/data/use-data.ts'

/** What is known of the contact who orders; nothing without one. */
export function useCaller(contactId: string | null) {
  const answer = useEndpoint(readCaller, { params: { id: contactId ?? '' } }, { enabled: contactId !== null })
  return contactId === null ? undefined : answer.data
}
