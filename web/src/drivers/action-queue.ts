import type { DriverAction } from '@rumbo/contract/drivers.contract'
import { type Exclusively, exclusively } from './exclusively.ts'

/** An action that the server refused, until the driver has seen it. */
export interface Refusal<Action = DriverAction> {
  action: Action
  problem: string
}
interface Stored<Action> {
  actions: Action[]
  refusals: Refusal<Action>[]
}

/** Where the queue survives a closed page. Other pages of the same driver may write to it as well. */
export interface QueueStore {
  /** Of what is stored, for locks. */
  name: string
  read(): string | null
  write(text: string): void
  /** Calls back when another page wrote. Returns how to stop. */
  watch(listener: () => void): () => void
}

/** @returns the problem of each action, by its id; null: done. Rejects without a connection. */
export type SendActions<Action = DriverAction> = (
  actions: readonly Action[],
) => Promise<ReadonlyMap<string, string | null>>

const retryMs = 5_000

/**
 * Actions that wait to be sent, in order, shared by all pages that use the same store: one of them sends at a time. Each has
 * an id, so that one whose answer was lost can be sent again. With `isWorthRetrying` false for an error, the actions are
 * dropped as refused, so that a wrong one cannot block the others.
 */
export function createActionQueue<Action extends { id: string } = DriverAction>({
  store,
  send,
  isWorthRetrying,
  setTimer = (work: () => void) => void setTimeout(work, retryMs),
  alone = exclusively,
}: {
  store: QueueStore
  send: SendActions<Action>
  isWorthRetrying: (error: unknown) => boolean
  setTimer?: (work: () => void) => void
  alone?: Exclusively
}) {
  let text: string | null = null
  let stored: Stored<Action> = { actions: [], refusals: [] }
  let sending: Promise<void> | null = null
  let unwatch: (() => void) | null = null
  const listeners = new Set<() => void>()
  read()

  /** What is stored now; the same object while it is the same. */
  function read(): Stored<Action> {
    const found = store.read()
    if (found === text) return stored
    text = found
    stored = parsed(found)
    for (const listener of listeners) listener()
    return stored
  }
  function parsed(found: string | null): Stored<Action> {
    try {
      const kept = JSON.parse(found ?? 'null') as Stored<Action> | null
      return { actions: kept?.actions ?? [], refusals: kept?.refusals ?? [] }
    } catch {
      return { actions: [], refusals: [] }
    }
  }
  /** Changes what is stored now, which may be more than this page knew. */
  function change(next: (now: Stored<Action>) => Stored<Action>): Promise<void> {
    return alone(`${store.name}.store`, async () => {
      store.write(JSON.stringify(next(read())))
      read()
    })
  }

  async function sendAll(): Promise<void> {
    for (let batch = read().actions; batch.length > 0; batch = read().actions) await sendBatch(batch)
  }
  async function sendBatch(batch: readonly Action[]): Promise<void> {
    let results: ReadonlyMap<string, string | null>
    try {
      results = await send(batch)
    } catch (error) {
      if (isWorthRetrying(error)) throw error
      results = new Map(batch.map(({ id }) => [id, 'other']))
    }
    const refused = batch.flatMap((action) => {
      const problem = results.get(action.id) ?? null
      return problem === null ? [] : [{ action, problem }]
    })
    await change(({ actions, refusals }) => ({
      actions: actions.filter(({ id }) => !results.has(id)),
      refusals: [...refusals, ...refused],
    }))
  }

  async function attempt(): Promise<boolean> {
    try {
      await alone(`${store.name}.send`, sendAll)
      return true
    } catch {
      return false
    }
  }
  /** Sends what waits, now and again until it is sent. Resolves after one attempt. */
  function flush(): Promise<void> {
    sending ??= attempt().then((isDone) => {
      sending = null
      if (!isDone) setTimer(() => void flush())
      // Added while the last answer was being stored.
      else if (read().actions.length > 0) return flush()
    })
    return sending
  }

  return {
    state: () => stored,
    subscribe(listener: () => void) {
      listeners.add(listener)
      unwatch ??= store.watch(() => {
        if (read().actions.length > 0) void flush()
      })
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        unwatch?.()
        unwatch = null
      }
    },
    async add(action: Action): Promise<void> {
      await change(({ actions, refusals }) => ({ actions: [...actions, action], refusals }))
      return flush()
    },
    flush,
    dismiss: (id: string): Promise<void> =>
      change(({ actions, refusals }) => ({
        actions,
        refusals: refusals.filter(({ action }) => action.id !== id),
      })),
  }
}
