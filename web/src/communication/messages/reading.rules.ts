/** What of a conversation has been on screen. Pure. */
import type { Message } from '@rumbo/contract/communication.messages.contract'

/** A message on screen; `bottom` and the view's are in pixels from the same edge. */
export interface ShownRow {
  sequence: number
  bottom: number
}

/** The last message whose end can be seen, counting from the top of the list; 0 for none. */
export const lastShown = (rows: readonly ShownRow[], viewBottom: number): number =>
  rows.reduce((last, { sequence, bottom }) => (bottom <= viewBottom ? Math.max(last, sequence) : last), 0)

/** Messages of others after one. */
export const messagesAfter = (
  messages: readonly Message[],
  sequence: number,
  readerId: string | undefined,
): readonly Message[] => messages.filter((one) => one.sequence > sequence && one.authorId !== readerId)
