import {
  actAsDriver,
  type DriverAction,
  type DriverState,
  type NewDriverAction,
  readDriverState,
  sendProof,
} from '@rumbo/contract/drivers.contract'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useClient, useSession } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useData, useEndpoint } from '../app/data/use-data.ts'
import { nowMs } from '../ui/clock.ts'
import { useLatest } from '../ui/hooks/use-latest.ts'
import { createActionQueue } from './action-queue.ts'
import { afterActions, endingsOf, isEnding } from './driver.rules.ts'
import { keptState, queueStoreOf } from './driver-memory.ts'
import type { TakenProof } from './proofs/ProofDialog.tsx'
import { createProofStore } from './proofs/proof-store.ts'
import { imagesOf, sendImages } from './proofs/send-images.ts'

/** Offers appear within this time also where the live stream is lost. */
const pollMs = 5_000

/** Only answers to the request itself end the attempts; anything else may be better later. */
const isWorthRetrying = (error: unknown) =>
  !(error instanceof ProblemError && (error.status === 403 || error.status === 422))

/** Whether the server will never take an image. */
const isRefusal = (error: unknown) =>
  error instanceof ProblemError && [403, 404, 409, 422].includes(error.status ?? 0)

/**
 * The driver's state, with the effect of actions that are not confirmed yet. Without a connection it is the last one
 * known on this phone.
 */
export function useDriver() {
  const { call } = useData()
  const { user } = useSession()
  const { storage } = useClient()
  const kept = keptState(storage)
  const userId = user?.id ?? kept?.userId ?? ''
  const query = useEndpoint(
    readDriverState,
    {},
    { refetchInterval: pollMs, refetchIntervalInBackground: true, enabled: user !== null },
  )
  const { data, dataUpdatedAt, refetch } = query
  const latestUpdate = useLatest(dataUpdatedAt)
  /** Confirmed actions, and when by the clock of `dataUpdatedAt`: until newer data comes, the known state is from before them. */
  const [confirmed, setConfirmed] = useState<readonly { action: DriverAction; at: number }[]>([])
  const proofStore = useMemo(() => createProofStore(), [])
  const queue = useMemo(
    () =>
      createActionQueue({
        store: queueStoreOf(userId),
        isWorthRetrying,
        send: async (actions) => {
          await sendImages(proofStore, actions, (body) => call(sendProof, { body }), isRefusal)
          const { items } = await call(actAsDriver, {
            body: { sentAt: new Date(nowMs()).toISOString(), actions: [...actions] },
          })
          await Promise.all(imagesOf(actions).map((fileId) => proofStore.remove(fileId)))
          const results = new Map(items.map(({ id, problem }) => [id, problem]))
          const at = Date.now()
          const done = actions.filter(({ id }) => results.get(id) === null)
          setConfirmed((before) => [
            // The route on screen may be older than the state.
            ...before.filter((one) => one.at >= latestUpdate.current || isEnding(one.action)),
            ...done.map((action) => ({ action, at })),
          ])
          return results
        },
      }),
    [call, userId, proofStore, latestUpdate],
  )
  const { actions, refusals } = useSyncExternalStore(queue.subscribe, queue.state)

  useEffect(() => {
    if (data && user) storage.storeDriverState({ userId: user.id, state: data })
  }, [data, user, storage])
  useEffect(() => {
    if (user === null) return
    const send = () => void queue.flush().then(() => refetch())
    send()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [queue, refetch, user])

  const known = data ?? (kept?.userId === userId ? kept.state : null)
  const state = useMemo<DriverState | null>(() => {
    const ahead = confirmed.filter(({ at }) => at >= dataUpdatedAt).map(({ action }) => action)
    return known && afterActions(known, [...ahead, ...actions])
  }, [known, actions, confirmed, dataUpdatedAt])
  const ended = useMemo(
    () => endingsOf([...confirmed, ...actions.map((action) => ({ action, at: Number.POSITIVE_INFINITY }))]),
    [actions, confirmed],
  )
  /** Resolves to whether the server has done it. */
  const act = useCallback(
    async (action: NewDriverAction, taken: readonly TakenProof[] = []) => {
      const at = new Date(nowMs()).toISOString()
      const id = crypto.randomUUID()
      for (const proof of taken)
        if (proof.kind !== 'pin' && proof.content !== undefined && 'serviceId' in action)
          await proofStore.put({ id: proof.fileId, serviceId: action.serviceId, content: proof.content })
      const proofs = taken.length > 0 ? taken.map(({ content, ...proof }) => proof) : undefined
      await queue.add({ ...action, proofs, id, at } as DriverAction)
      const isAnswered = !queue.state().actions.some((waiting) => waiting.id === id)
      if (isAnswered) await refetch()
      return isAnswered && !queue.state().refusals.some((refusal) => refusal.action.id === id)
    },
    [queue, refetch, proofStore],
  )
  return {
    state,
    /** Services that were ended on this phone, whose stops in the route may be from before. */
    ended,
    /** Whether the last attempt to reach the server failed. */
    isOffline: user === null || query.isRefetchError || (query.isError && data === undefined),
    error: query.error,
    isLoading: query.isPending && state === null,
    retry: () => void refetch(),
    pending: actions,
    refusals,
    act,
    dismiss: queue.dismiss,
  }
}
export type DriverData = ReturnType<typeof useDriver>
export type Act = DriverData['act']
