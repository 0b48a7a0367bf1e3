import type { DriverAction } from '@rumbo/contract/drivers.contract'
import { expect, it } from 'vitest'
import { createActionQueue, type QueueStore, type SendActions } from './action-queue.ts'

const action = (id: string): DriverAction => ({
  id,
  at: '2026-03-02T15:00:00.000Z',
  kind: 'pick_up',
  serviceId: 's1',
})
/** A store that several pages have open; each learns what the others write. */
function memory(text: string | null = null) {
  let kept = text
  const pages = new Set<() => void>()
  const page = (): QueueStore => {
    let own: (() => void) | null = null
    return {
      name: 'test',
      read: () => kept,
      write: (next) => {
        kept = next
        for (const notify of pages) if (notify !== own) notify()
      },
      watch: (listener) => {
        own = listener
        pages.add(listener)
        return () => pages.delete(listener)
      },
    }
  }
  return page
}
/** A queue whose retries the test runs itself. */
function queueWith(send: SendActions, store = memory()) {
  const retries: (() => void)[] = []
  const queue = createActionQueue({
    store: store(),
    send,
    isWorthRetrying: (error) => String(error) !== 'Error: wrong',
    setTimer: (work) => retries.push(work),
  })
  return { queue, retry: () => retries.splice(0).forEach((work) => void work()) }
}
const done: SendActions = async (actions) => new Map(actions.map(({ id }) => [id, null]))
const ids = (actions: readonly DriverAction[]) => actions.map(({ id }) => id)

it('sends in order, and keeps what is refused until it is dismissed', async () => {
  const sent: string[][] = []
  const { queue } = queueWith(async (actions) => {
    sent.push(ids(actions))
    return new Map(actions.map(({ id }) => [id, id === 'b' ? 'offer_expired' : null]))
  })
  await queue.add(action('a'))
  await queue.add(action('b'))
  expect(sent).toEqual([['a'], ['b']])
  expect(queue.state()).toMatchObject({ actions: [], refusals: [{ problem: 'offer_expired' }] })
  await queue.dismiss('b')
  expect(queue.state().refusals).toEqual([])
})

it('keeps actions without a connection, also after a restart, and sends them together', async () => {
  const store = memory()
  const offline = queueWith(async () => {
    throw new Error('no connection')
  }, store)
  await offline.queue.add(action('a'))
  await offline.queue.add(action('b'))
  expect(ids(offline.queue.state().actions)).toEqual(['a', 'b'])
  const sent: string[][] = []
  const { queue } = queueWith(async (actions) => {
    sent.push(ids(actions))
    return done(actions)
  }, store)
  await queue.flush()
  expect(sent).toEqual([['a', 'b']])
  expect(queue.state().actions).toEqual([])
})

it('tries again by itself, and sends what came meanwhile', async () => {
  let isOffline = true
  const { queue, retry } = queueWith(async (actions) => {
    if (isOffline) throw new Error('no connection')
    return done(actions)
  })
  await queue.add(action('a'))
  isOffline = false
  retry()
  await queue.add(action('b'))
  await queue.flush()
  expect(queue.state().actions).toEqual([])
})

it('drops actions that can never be sent, and says so', async () => {
  const { queue } = queueWith(async () => {
    throw new Error('wrong')
  })
  await queue.add(action('a'))
  expect(queue.state()).toMatchObject({ actions: [], refusals: [{ problem: 'other' }] })
})

it('starts empty with damaged storage', () => {
  expect(queueWith(done, memory('{')).queue.state()).toEqual({ actions: [], refusals: [] })
})

it('two pages share what waits: neither loses what the other added, and each action is sent once', async () => {
  const store = memory()
  let isOffline = true
  const sent: string[] = []
  const send: SendActions = async (actions) => {
    // Both pages have the chance to begin.
    await Promise.resolve()
    if (isOffline) throw new Error('no connection')
    sent.push(...ids(actions))
    return done(actions)
  }
  const [one, two] = [queueWith(send, store), queueWith(send, store)]
  const stop = [one.queue.subscribe(() => undefined), two.queue.subscribe(() => undefined)]
  await Promise.all([one.queue.add(action('a')), two.queue.add(action('b'))])
  await one.queue.add(action('c'))
  expect(ids(two.queue.state().actions)).toEqual(['a', 'b', 'c'])
  isOffline = false
  await Promise.all([one.queue.flush(), two.queue.flush()])
  expect(sent).toEqual(['a', 'b', 'c'])
  expect([one, two].map(({ queue }) => queue.state().actions)).toEqual([[], []])
  for (const end of stop) end()
})

it('shows a page what another one was refused, until either has dismissed it', async () => {
  const store = memory()
  const refuse: SendActions = async (actions) => new Map(actions.map(({ id }) => [id, 'offer_expired']))
  const [one, two] = [queueWith(refuse, store), queueWith(refuse, store)]
  const stop = two.queue.subscribe(() => undefined)
  await one.queue.add(action('a'))
  expect(two.queue.state().refusals).toMatchObject([{ problem: 'offer_expired' }])
  await two.queue.dismiss('a')
  await one.queue.add(action('b'))
  expect(ids(one.queue.state().refusals.map((refusal) => refusal.action))).toEqual(['b'])
  stop()
})
