import {
  countThreads,
  listOwnThreads,
  listThreads,
  type Thread,
  type ThreadCounts,
  threadKinds,
} from '@rumbo/contract/communication.contract'
import { useMemo, useState } from 'react'
import { useFleetSelection } from '../../app/client-context.tsx'
import { useEndpoint, usePacedEndpoint } from '../../app/data/use-data.ts'
import { usePages } from '../../app/data/use-pages.ts'
import { fitsFilter, inOrder, type ThreadFilter } from './thread-filter.rules.ts'

const pageSize = 50
const countPaceMs = 5_000

/** Unread, urgent, waiting and own conversations; undefined until known. Hints of the live stream renew them. */
export function useThreadCounts(isOn = true): ThreadCounts | undefined {
  return usePacedEndpoint(countThreads, {}, { enabled: isOn, paceMs: countPaceMs }).data
}

/**
 * The conversations that fit a filter, pinned ones first, then the latest: those of the fleets shown, and the private
 * ones of the person, which are in no list of a fleet.
 */
export function useThreads(filter: ThreadFilter, search: string) {
  const fleets = useFleetSelection()
  const [asked, setAsked] = useState({ key: '', pages: 1 })
  const key = `${filter.box} ${filter.kinds.join()} ${search}`
  const pages = asked.key === key ? asked.pages : 1
  const shared = filter.kinds.filter((kind) => kind !== 'direct')
  const isPrivateOnly = filter.kinds.length > 0 && shared.length === 0
  const answer = usePages(
    listThreads,
    {
      query: {
        ...(fleets?.query ?? {}),
        box: filter.box,
        kind: shared.length === threadKinds.length ? undefined : shared,
        search,
        size: pageSize,
      },
    },
    pages,
    { enabled: fleets !== null && !isPrivateOnly },
  )
  const own = useEndpoint(listOwnThreads, {})
  // An emergency concerns everybody who may answer it, whichever fleet is shown.
  const isWhole = filter.box === 'all' && filter.kinds.length === 0 && search === ''
  const emergencies = useEndpoint(
    listThreads,
    { query: { kind: ['emergency'], size: pageSize } },
    { enabled: fleets !== null && !fleets.isAll && isWhole },
  )
  const urgent = isWhole ? emergencies.data?.items : undefined
  const isSharedRead = isPrivateOnly || answer.items !== undefined
  const items = useMemo(() => {
    if (!isSharedRead) return undefined
    const mine = (own.data?.items ?? []).filter((thread) => fitsFilter(thread, filter, search))
    const theirs = isPrivateOnly ? [] : (answer.items ?? [])
    return inOrder([...new Map([...theirs, ...mine, ...(urgent ?? [])].map((one) => [one.id, one])).values()])
  }, [answer.items, own.data, urgent, filter, search, isPrivateOnly, isSharedRead])
  return {
    items: items as readonly Thread[] | undefined,
    error: answer.error,
    hasMore: !isPrivateOnly && answer.hasMore,
    more: () => setAsked({ key, pages: pages + 1 }),
    retry: () => void answer.refetch(),
  }
}
