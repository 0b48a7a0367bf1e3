/** Which conversations are listed, by the address. Pure. */
import {
  type Thread,
  type ThreadBox,
  type ThreadKind,
  threadBoxes,
  threadKinds,
} from '@rumbo/contract/communication.contract'

export interface ThreadFilter {
  box: ThreadBox
  kinds: readonly ThreadKind[]
}

/** @param kinds as in the address; unknown ones are left out */
export const readThreadFilter = (box: string, kinds: readonly string[]): ThreadFilter => ({
  box: threadBoxes.find((one) => one === box) ?? threadBoxes[0],
  kinds: threadKinds.filter((kind) => kinds.includes(kind)),
})

/** Whether a private conversation, which the server lists unfiltered, fits. Nobody is asked to answer one. */
export function fitsFilter(thread: Thread, { box, kinds }: ThreadFilter, search: string): boolean {
  if (kinds.length > 0 && !kinds.includes(thread.kind)) return false
  const wanted = search.trim().toLocaleLowerCase()
  const words = `${thread.title} ${thread.lastText}`.toLocaleLowerCase()
  if (wanted !== '' && !words.includes(wanted)) return false
  if (box === 'done') return thread.status === 'done'
  if (thread.status === 'done') return wanted !== '' && box === 'all'
  if (box === 'unread') return thread.unread > 0
  return box === 'all'
}

/** The conversation whose driver or contact has waited longest for an answer; undefined if nobody waits. */
export const longestWaiting = (threads: readonly Thread[]): Thread | undefined =>
  threads
    .filter(({ waitingSince }) => waitingSince !== null)
    .toSorted((a, b) => (a.waitingSince ?? '').localeCompare(b.waitingSince ?? ''))[0]

/** An emergency under way stands above everything. */
const rankOf = ({ kind, status, isPinned }: Thread) =>
  kind === 'emergency' && status === 'open' ? 0 : isPinned ? 1 : 2

export const inOrder = (threads: readonly Thread[]): Thread[] =>
  threads.toSorted((a, b) => rankOf(a) - rankOf(b) || b.lastAt.localeCompare(a.lastAt))
