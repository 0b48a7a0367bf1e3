import type { DriverAction } from '@rumbo/contract/drivers.contract'

/** An action that the server refused, until the driver has seen it. */
export interface Refusal<Action = DriverAction> {
  action: Action
  problem: string
}
interface Stored<Action> {
  actions: Action[]
  refusals: Refusal<Action>[]
}

/** Where the queue survives a closed page. */
export interface QueueStore {
  read(): string | null
  write(text: string): void
}

/** @returns the problem of each action, by its id; null: done. Rejects without a connection. */
export type SendActions<Action = DriverAction> = (
  actions: readonly Action[],
) => Promise<ReadonlyMap<string, string | null>>

const retryMs = 5_000

/**
 * Actions that wait to be sent, in order. Each has an id, so that one whose answer was lost can be sent again. With
 * `isWorthRetrying` false for an error, the actions are dropped as refused, so that a wrong one cannot block the others.
 */
export function createActionQueue<Action extends { id: string } = DriverAction>({
  store,
  send,
  isWorthRetrying,
  setTimer = (work: () => void) => void setTimeout(work, retryMs),
}: {
  store: QueueStore
  send: SendActions<Action>
  isWorthRetrying: (error: unknown) => boolean
  setTimer?: (work: () => void) => void
}) {
  let stored = read()
  let sending: Promise<void> | null = null
  const listeners = new Set<() => void>()

  function read(): Stored<Action> {
    try {
      const found = JSON.parse(store.read() ?? 'null') as Stored<Action> | null
      return { actions: found?.actions ?? [], refusals: found?.refusals ?? [] }
    } catch {
      return { actions: [], refusals: [] }
    }
  }
  function change(next: Stored<Action>): void {
    stored = next
    store.write(JSON.stringify(next))
    for (const listener of listeners) listener()
  }

  async function sendOnce(): Promise<void> {
    const batch = stored.actions
    if (batch.length === 0) return
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
    change({
      actions: stored.actions.filter(({ id }) => !results.has(id)),
      refusals: [...stored.refusals, ...refused],
    })
    if (stored.actions.length > 0) await sendOnce()
  }

  /** Sends what waits, now and again until it is sent. Resolves after one attempt. */
  function flush(): Promise<void> {
    sending ??= sendOnce()
      .catch(() => setTimer(() => void flush()))
      .finally(() => {
        sending = null
      })
    return sending
  }

  return {
    state: () => stored,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(action: Action): Promise<void> {
      change({ ...stored, actions: [...stored.actions, action] })
      return flush()
    },
    flush,
    dismiss(id: string): void {
      change({ ...stored, refusals: stored.refusals.filter(({ action }) => action.id !== id) })
    },
  }
}
