/** How a message gets to the others of a conversation. Pure. */
import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import type { MessageMethod } from '@rumbo/contract/communication.messages.contract'

type Parties = ThreadDetails['parties']

/** The methods by which each of the parties can be written to; of a single one the usual first. */
export const commonMethods = ([first, ...others]: Parties): readonly MessageMethod[] =>
  (first?.methods ?? []).filter((method) => others.every(({ methods }) => methods.includes(method)))

/** How a message will go: as chosen, or the usual way. Null: to several people, the usual way of each. */
export function methodFor(parties: Parties, chosen: MessageMethod | null): MessageMethod | null {
  const possible = commonMethods(parties)
  if (chosen !== null && possible.includes(chosen)) return chosen
  return parties.length === 1 ? (possible[0] ?? null) : null
}
