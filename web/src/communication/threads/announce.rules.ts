/** Which new message is said to a screen reader. Pure. */
import type { Thread } from '@rumbo/contract/communication.contract'

/**
 * The conversation with the newest message that somebody else wrote since the list before; urgent ones go first.
 * @returns null for none; of conversations that were not listed before those that were written in since
 */
export function newestOf(
  before: readonly Thread[] | undefined,
  now: readonly Thread[] | undefined,
  ownName: string,
): Thread | null {
  if (before === undefined || now === undefined) return null
  const known = new Map(before.map(({ id, lastSequence }) => [id, lastSequence]))
  const since = before.reduce((latest, { lastAt }) => (lastAt > latest ? lastAt : latest), '')
  const fresh = now.filter(({ id, lastSequence, lastFrom, lastAt, unread }) => {
    const former = known.get(id)
    if (former === undefined) return lastAt > since && unread > 0 && lastFrom !== ownName
    return lastSequence > former && lastFrom !== ownName
  })
  const rank = ({ isUrgent, kind }: Thread) => Number(!(isUrgent || kind === 'emergency'))
  return fresh.toSorted((a, b) => rank(a) - rank(b) || b.lastAt.localeCompare(a.lastAt))[0] ?? null
}
