/** The order of messages. Pure. */
import type { Message } from '@rumbo/contract/communication.messages.contract'

/**
 * Known messages with a newer page of the last ones, which replace their older versions. `isBroken`: messages between
 * them are missing, so that only the page is kept.
 */
export function joined(
  known: readonly Message[],
  page: readonly Message[],
): { items: readonly Message[]; isBroken: boolean } {
  const first = page[0]
  const last = known.at(-1)
  if (first === undefined || last === undefined) return { items: page, isBroken: last !== undefined }
  if (first.sequence > last.sequence + 1) return { items: page, isBroken: true }
  const earlier = known.filter(({ sequence }) => sequence < first.sequence)
  return { items: [...earlier, ...page], isBroken: false }
}

/** The day of a moment in the time zone of this browser, to group messages by. */
export const dayOf = (at: string): string => new Date(at).toDateString()
