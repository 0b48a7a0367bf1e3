import type { OutputOf } from '@rumbo/contract/endpoint'
import { searchTree, treeChildren, type treeChips } from '@rumbo/contract/organisation.tree.contract'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { queryKeyOf } from '../app/data/data.ts'
import { useData, useEndpoint } from '../app/data/use-data.ts'
import { type Branches, branchesOf, rootKey, visibleRows } from './tree.rules.ts'

export type TreeChip = (typeof treeChips)[number]
type Part = OutputOf<typeof treeChildren>

/** Number of children per call. */
const partSize = 200

/** The loaded part of the tree: children of expanded nodes are read page by page. */
export function useTree(search: string, chips: readonly TreeChip[]) {
  const { call } = useData()
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [parts, setParts] = useState<ReadonlyMap<string, number>>(new Map())
  const isSearching = search !== '' || chips.length > 0

  const wanted = useMemo(
    () =>
      [rootKey, ...expanded].flatMap((parentKey) =>
        Array.from({ length: parts.get(parentKey) ?? 1 }, (_, part) => ({
          parentKey,
          input: {
            query: {
              parent: parentKey === rootKey ? undefined : parentKey,
              offset: part * partSize,
              size: partSize,
            },
          },
        })),
      ),
    [expanded, parts],
  )
  const combine = useCallback(
    (answers: UseQueryResult<Part>[]) => {
      const branches = new Map<string, { nodes: Part['items']; total: number }>()
      for (const [at, { parentKey }] of wanted.entries()) {
        const part = answers[at]?.data
        if (part === undefined) continue
        const before = branches.get(parentKey)?.nodes ?? []
        branches.set(parentKey, { nodes: [...before, ...part.items], total: part.total })
      }
      const [companies] = answers
      const failed = answers.find((answer) => answer.isError)
      return {
        branches: branches as Branches,
        isFirstLoad: companies?.isPending ?? true,
        failure: failed === undefined ? null : { error: failed.error, retry: failed.refetch },
      }
    },
    [wanted],
  )
  const own = useQueries({
    queries: wanted.map(({ input }) => ({
      queryKey: queryKeyOf(treeChildren, input),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(treeChildren, input, { signal }),
      enabled: !isSearching,
    })),
    combine,
  })

  const found = useEndpoint(
    searchTree,
    { query: { search, chip: [...chips] } },
    { enabled: isSearching, placeholderData: (before) => before },
  )
  const results = useMemo(() => branchesOf(found.data?.items ?? []), [found.data])
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())

  const open = useCallback(
    (keys: readonly string[]) => {
      if (isSearching) setClosed((before) => new Set([...before].filter((key) => !keys.includes(key))))
      else setExpanded((before) => new Set([...before, ...keys]))
    },
    [isSearching],
  )
  const close = useCallback(
    (key: string) => {
      if (isSearching) setClosed((before) => new Set([...before, key]))
      else setExpanded((before) => new Set([...before].filter((one) => one !== key)))
    },
    [isSearching],
  )
  const more = useCallback((parentKey: string, loaded: number) => {
    const needed = Math.floor(loaded / partSize) + 1
    setParts((before) =>
      (before.get(parentKey) ?? 1) >= needed ? before : new Map([...before, [parentKey, needed]]),
    )
  }, [])

  const rows = useMemo(() => {
    if (!isSearching) return visibleRows(own.branches, expanded)
    const shown = new Set([...results.expanded].filter((key) => !closed.has(key)))
    return visibleRows(results.branches, shown)
  }, [isSearching, own.branches, expanded, results, closed])

  return {
    rows,
    open,
    close,
    more,
    isSearching,
    isFirstLoad: isSearching ? found.isPending : own.isFirstLoad,
    failure: isSearching
      ? found.isError
        ? { error: found.error, retry: found.refetch }
        : null
      : own.failure,
    matches: useMemo(() => {
      const reasons = new Map(found.data?.reasons.map((reason) => [reason.key, reason]))
      return new Map(isSearching ? found.data?.matches.map((key) => [key, reasons.get(key) ?? null]) : [])
    }, [isSearching, found.data]),
    isCut: isSearching && (found.data?.isCut ?? false),
  }
}
