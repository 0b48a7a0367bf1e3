import {
  actInDriverThreads,
  type DriverThread,
  readDriverThreads,
} from '@rumbo/contract/drivers.threads.contract'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useClient, useSession } from '../../app/client-context.tsx'
import { useData, useEndpoint } from '../../app/data/use-data.ts'
import { nowMs } from '../../ui/clock.ts'
import { createActionQueue, type Refusal } from '../action-queue.ts'
import { draftStoreOf, keptState, keptThreads, queueStoreOf } from '../driver-memory.ts'
import { createKeptStore } from '../proofs/proof-store.ts'
import {
  afterReading,
  isWritten,
  type MessageAction,
  type NewMessageAction,
  type WaitingMessage,
} from './driver-messages.rules.ts'
import { isRefused, type KeptFile, sendMessages } from './send-messages.ts'

/** Messages appear within this time also where the live stream is lost. */
const pollMs = 10_000
/** An endpoint is not retried within a call: the queue does that. */
const once = { retries: 0 } as const
const nothing: DriverThread[] = []

/**
 * The driver's conversations, with what is written and read on this phone. Without a connection they are the last ones known,
 * and what is written waits.
 */
export function useDriverMessages() {
  const { call } = useData()
  const { user } = useSession()
  const { storage, transfer } = useClient()
  const userId = user?.id ?? keptState(storage)?.userId ?? ''
  const query = useEndpoint(
    readDriverThreads,
    {},
    { refetchInterval: pollMs, refetchIntervalInBackground: true, enabled: user !== null },
  )
  const { data, refetch } = query
  const files = useMemo(() => createKeptStore<KeptFile>('rumbo-driver-messages', 'files'), [])
  const queue = useMemo(
    () =>
      createActionQueue<MessageAction>({
        store: queueStoreOf(userId, 'driverMessages'),
        isWorthRetrying: (error) => !isRefused(error),
        send: async (actions) => {
          const results = await sendMessages(
            files,
            actions,
            (path, body) => transfer(path, { method: 'POST', body }),
            (ready) =>
              call(
                actInDriverThreads,
                { body: { sentAt: new Date(nowMs()).toISOString(), actions: ready } },
                once,
              ),
          )
          // Before they leave the queue, so that nothing disappears in between.
          await refetch()
          return results
        },
      }),
    [call, transfer, userId, files, refetch],
  )
  const { actions, refusals } = useSyncExternalStore(queue.subscribe, queue.state)

  useEffect(() => {
    if (data && user) storage.storeDriverThreads({ userId: user.id, threads: data.items })
  }, [data, user, storage])
  useEffect(() => {
    if (user === null) return
    const send = () => void queue.flush()
    send()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [queue, user])
  // A refused mark concerns a conversation that is gone: there is nothing to show.
  useEffect(() => {
    for (const { action } of refusals) if (!isWritten(action)) void queue.dismiss(action.id)
  }, [queue, refusals])

  const known = useMemo(() => data?.items ?? keptThreads(storage, userId) ?? nothing, [data, storage, userId])
  const threads = useMemo(() => afterReading(known, actions), [known, actions])
  const act = useCallback(
    async (action: NewMessageAction) => {
      const at = new Date(nowMs()).toISOString()
      await queue.add({ ...action, id: crypto.randomUUID(), at } as MessageAction)
    },
    [queue],
  )
  const sent = useMemo(() => new Set(known.flatMap(({ messages }) => messages.map(({ id }) => id))), [known])
  return {
    threads,
    unread: threads.reduce((sum, thread) => sum + thread.unread, 0),
    /** What the server does not show yet, in the order written. */
    waiting: actions.filter(isWritten).filter(({ id }) => !sent.has(id)),
    refusals: refusals.filter((one): one is Refusal<WaitingMessage> => isWritten(one.action)),
    isLoading: query.isPending && known === nothing && user !== null,
    error: known === nothing ? query.error : null,
    retry: () => void refetch(),
    act,
    /** Keeps a picture or recording on the phone until it is sent. */
    keepFile: files.put,
    dropFile: files.remove,
    /** What is written in a conversation and not sent. */
    draftStore: (conversation: string) => draftStoreOf(userId, conversation),
    /** Sends something refused again, under a new id. */
    again: async ({ action }: Refusal<WaitingMessage>) => {
      const { id, at: _at, ...rest } = action
      await queue.dismiss(id)
      await act(rest as NewMessageAction)
    },
    drop: async ({ action }: Refusal<WaitingMessage>) => {
      await queue.dismiss(action.id)
      if (action.kind === 'send') await Promise.all(action.files.map(({ id }) => files.remove(id)))
    },
  }
}
export type DriverMessages = ReturnType<typeof useDriverMessages>
