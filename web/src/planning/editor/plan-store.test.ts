import type { Plan } from '@rumbo/contract/planning.contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProblemError, TransportError } from '../../app/data/problems.ts'
import { editedPlan, someRoute } from './editor.factory.ts'
import { mergeContent } from './merge-content.rules.ts'
import type { PlanDocument } from './plan-document.ts'
import { createPlanStore, NotSavedError, notApplied } from './plan-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const contentOf = (routes: Record<string, string>) => ({
  routes: Object.entries(routes).map(([vehicleId, stops]) => someRoute(vehicleId, stops)),
})
const written = ({ content }: Pick<PlanDocument, 'content'>) =>
  Object.fromEntries(
    content.routes.map(({ vehicleId, visits }) => [vehicleId, visits.map(({ stopId }) => stopId).join(' ')]),
  )

/** A store whose server saves everything, unless `answer` says otherwise. */
function open(answer: (body: PlanDocument & { version: number }) => Promise<Plan> | null = () => null) {
  const sent: (PlanDocument & { version: number })[] = []
  let version = 1
  let reads = 0
  const store = createPlanStore(editedPlan(), {
    save: async (body) => {
      const given = body as PlanDocument & { version: number }
      sent.push(given)
      const other = answer(given)
      if (other) return other
      version += 1
      return editedPlan({ ...given, version })
    },
    onSaved: () => {},
    onStale: () => {
      reads += 1
    },
  })
  const put = (routes: Record<string, string>, label = 'change') =>
    store.change((document) => ({ ...document, content: contentOf(routes) }), label)
  const pass = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms)
  return { store, sent, put, pass, now: () => written(store.state().document), reads: () => reads }
}
const stale = (current: Plan) =>
  new ProblemError(409, '', {
    code: 'stale_version',
    status: 409,
    title: '',
    detail: '',
    message: '',
    current,
    changedBy: 'Ana',
    changedAt: '2031-03-03T06:00:00.000Z',
  })

it('saves edits a second after the last one, one call at a time, each with the version of the one before', async () => {
  const { store, sent, put, pass } = open()
  put({ v118: 's12a s12b s14a s14b' })
  await pass(600)
  put({ v118: 's14a s14b s12a s12b' })
  await pass(600)
  expect(sent).toHaveLength(0)
  await pass(400)
  expect(sent.map(({ version, content }) => [version, written({ content })])).toEqual([
    [1, { v118: 's14a s14b s12a s12b' }],
  ])
  put({ v118: 's12a s12b' })
  await pass()
  expect(sent.map(({ version }) => version)).toEqual([1, 2])
  expect(store.isUnsaved()).toBe(false)
})

it('keeps what is edited while a save is under way, and saves it next', async () => {
  let finish = () => {}
  let isFirst = true
  const { store, sent, put, pass } = open((body) => {
    if (!isFirst) return null
    isFirst = false
    return new Promise((resolve) => {
      finish = () => resolve(editedPlan({ ...body, version: 2 }))
    })
  })
  put({ v118: 's14a s14b' })
  await pass()
  put({ v118: 's15a s15b' })
  await pass(3_000)
  expect(sent).toHaveLength(1)
  finish()
  await pass()
  expect(sent.map(({ version, content }) => [version, written({ content })])).toEqual([
    [1, { v118: 's14a s14b' }],
    [2, { v118: 's15a s15b' }],
  ])
  expect(store.isUnsaved()).toBe(false)
})

it('also saves what was edited while a save was under way, once the plan is left', async () => {
  let finish = () => {}
  const { store, sent, put, pass } = open((body) =>
    body.version > 1
      ? null
      : new Promise((resolve) => {
          finish = () => resolve(editedPlan({ ...body, version: 2 }))
        }),
  )
  put({ v118: 's14a s14b' })
  await pass()
  put({ v118: 's15a s15b' })
  store.close()
  finish()
  await pass(0)
  expect(sent.map(({ version, content }) => [version, written({ content })])).toEqual([
    [1, { v118: 's14a s14b' }],
    [2, { v118: 's15a s15b' }],
  ])
  await pass(60_000)
  expect(sent).toHaveLength(2)
})

it('sends what is refused once more when the plan is left, and then no more', async () => {
  const { store, sent, put, pass } = open(() => Promise.reject(new ProblemError(422, 'no', null)))
  put({ v118: 's14a s14b' })
  await pass()
  store.close()
  await pass(60_000)
  expect(sent).toHaveLength(2)
})

it('undoes and redoes without a limit, also what was saved', async () => {
  const { store, put, pass, now } = open()
  const first = now()
  for (let step = 1; step <= 60; step++) {
    put({ v118: `s${step}a s${step}b` })
    if (step % 20 === 0) await pass()
  }
  for (let step = 1; step <= 60; step++) store.undo()
  expect(now()).toEqual(first)
  expect(store.state().done).toHaveLength(0)
  for (let step = 1; step <= 60; step++) store.redo()
  expect(now()).toEqual({ v118: 's60a s60b' })
  store.undo()
  put({ v121: 's1a s1b' })
  expect(store.state().undone).toHaveLength(0)
})

it('undoes an edit and leaves what another planner did since', async () => {
  const { store, put, pass, now } = open()
  put({ v118: 's12a s12b s14a s14b', v121: 's13a s13b' })
  await pass()
  store.arrive(
    editedPlan({
      version: 9,
      content: contentOf({ v118: 's12a s12b s14a s14b', v121: 's15a s15b s13a s13b' }),
    }),
  )
  expect(store.state().takenOver?.after.version).toBe(9)
  store.undo()
  expect(now()).toEqual({ v118: 's12a s12b', v121: 's15a s15b s13a s13b' })
})

it('does my changes again to the plan of somebody who saved first, and names what is gone', async () => {
  const theirs = editedPlan({
    version: 7,
    content: contentOf({ v118: 's15a s15b s12a s12b', v121: 's13a s13b' }),
  })
  let isStale = true
  const { store, sent, put, pass, now } = open(() => (isStale ? Promise.reject(stale(theirs)) : null))
  put({ v118: 's12a s14a s14b s12b', v121: 's13a s13b' })
  await pass()
  const { conflict } = store.state()
  expect([conflict?.by, conflict?.theirs.version]).toEqual(['Ana', 7])
  await pass(20_000)
  expect(sent).toHaveLength(1)
  isStale = false
  const isThere = (serviceId: string) => serviceId !== 's14'
  expect(notApplied(editedPlan().content, store.state().document.content, isThere)).toEqual(['s14'])
  store.keepMine(() => true)
  await pass()
  expect(now()).toEqual({ v118: 's15a s15b s12a s14a s14b s12b', v121: 's13a s13b' })
  expect(sent.map(({ version }) => version)).toEqual([1, 7])
})

it('takes the plan of the other planner and drops mine', async () => {
  const theirs = editedPlan({ version: 7, content: contentOf({ v121: 's12a s12b' }) })
  const { store, put, pass, now } = open(() => Promise.reject(stale(theirs)))
  put({ v118: 's14a s14b' })
  await pass()
  store.takeTheirs()
  expect(now()).toEqual({ v121: 's12a s12b' })
  expect([store.isUnsaved(), store.state().conflict]).toEqual([false, null])
})

it('cannot undo what was dropped for the plan of the other planner, only what was saved before', async () => {
  const theirs = editedPlan({ version: 7, content: contentOf({ v121: 's12a s12b s14a s14b' }) })
  let isStale = false
  const { store, sent, put, pass, now } = open(() => (isStale ? Promise.reject(stale(theirs)) : null))
  put({ v118: 's12a s12b s14a s14b', v121: 's13a s13b' }, 'saved')
  await pass()
  isStale = true
  put({ v118: 's14a s14b', v121: 's13a s13b' }, 'dropped')
  put({ v118: 's14a s14b' }, 'dropped as well')
  store.undo()
  await pass()
  store.takeTheirs()
  expect(store.state().done.map(({ label }) => label)).toEqual(['saved'])
  expect(store.state().undone).toEqual([])
  isStale = false
  store.redo()
  await pass()
  expect(sent).toHaveLength(2)
  expect(now()).toEqual({ v121: 's12a s12b s14a s14b' })
  store.undo()
  expect(now()).toEqual({ v121: 's12a s12b' })
})

describe('a change by another endpoint', () => {
  /** Begins one that answers when the test finishes it. */
  function begin(store: ReturnType<typeof open>['store']) {
    let finish = { answer: (_: Plan) => {}, refuse: (_: Error) => {} }
    const versions: number[] = []
    const changed = store.changeBy((version) => {
      versions.push(version)
      return new Promise((answer, refuse) => {
        finish = { answer, refuse }
      })
    }, 'accepted')
    return { changed, versions, finish: () => finish }
  }

  it('is not overtaken by the edits of its own page, which are saved behind it', async () => {
    const { store, sent, put, pass, now } = open()
    const { changed, finish } = begin(store)
    await pass(0)
    put({ v118: 's12a s12b', v121: 's13a s13b s14a s14b' })
    await pass(5_000)
    void store.saveNow()
    await pass(0)
    expect(sent).toHaveLength(0)
    finish().answer(editedPlan({ version: 4, content: contentOf({ v118: 's12a s12b s15a s15b' }) }))
    await changed
    await pass()
    expect(sent.map(({ version }) => version)).toEqual([4])
    expect(now()).toEqual({ v118: 's12a s12b s15a s15b', v121: 's14a s14b' })
    expect([store.state().conflict, store.isUnsaved()]).toEqual([null, false])
    store.undo()
    expect(now()).toEqual({ v118: 's12a s12b', v121: 's13a s13b s14a s14b' })
  })

  it('also lets what was edited meanwhile be saved once the plan is left, and once it failed', async () => {
    const { store, sent, put, pass } = open()
    const { changed, finish } = begin(store)
    await pass(0)
    put({ v118: 's14a s14b' })
    await pass(2_000)
    store.close()
    await pass(2_000)
    expect(sent).toHaveLength(0)
    finish().refuse(new ProblemError(422, 'no', null))
    await expect(changed).rejects.toThrow('no')
    await pass(0)
    expect(sent.map(({ version }) => version)).toEqual([1])
  })

  it('saves first, goes one at a time, and says where it could not be saved', async () => {
    let isRefused = false
    const { store, put, pass } = open(() =>
      isRefused ? Promise.reject(new ProblemError(422, 'no', null)) : null,
    )
    put({ v118: 's14a s14b' })
    const [first, second] = [begin(store), begin(store)]
    await pass(0)
    expect([first.versions, second.versions]).toEqual([[2], []])
    first.finish().answer(editedPlan({ version: 3 }))
    await pass(0)
    expect(second.versions).toEqual([3])
    second.finish().answer(editedPlan({ version: 4 }))
    await second.changed
    isRefused = true
    put({ v118: 's15a s15b' })
    await expect(begin(store).changed).rejects.toBeInstanceOf(NotSavedError)
  })

  it('has the plan read again where its version is refused, and goes on with the one that is read', async () => {
    const { store, pass, reads } = open()
    const refused = begin(store)
    await pass(0)
    refused.finish().refuse(stale(editedPlan({ version: 8 })))
    await expect(refused.changed).rejects.toThrow()
    expect(reads()).toBe(1)
    store.arrive(editedPlan({ version: 8 }))
    const again = begin(store)
    await pass(0)
    expect(again.versions).toEqual([8])
    again.finish().answer(editedPlan({ version: 9 }))
    await again.changed
  })
})

it('keeps unsaved edits without a connection and saves them once there is one', async () => {
  let isCut = true
  const { store, sent, put, pass } = open(() =>
    isCut ? Promise.reject(new TransportError('cut', false)) : null,
  )
  put({ v118: 's14a s14b' })
  await pass()
  expect(store.state().error).toBeInstanceOf(TransportError)
  store.setOnline(false)
  await pass(60_000)
  expect(sent).toHaveLength(1)
  isCut = false
  store.setOnline(true)
  await pass(0)
  expect(store.isUnsaved()).toBe(false)
  expect(await store.saveNow()).toMatchObject({ version: 2 })
})

it('does not repeat what was refused until there is another edit', async () => {
  const { sent, put, pass } = open(() => Promise.reject(new ProblemError(422, 'no', null)))
  put({ v118: 's14a s14b' })
  await pass(60_000)
  expect(sent).toHaveLength(1)
  put({ v118: 's15a s15b' })
  await pass()
  expect(sent).toHaveLength(2)
})

it('merges locks, departures and reloads of routes', () => {
  const base = contentOf({ v1: 's1a s1b s2a s2b' })
  const [route] = base.routes
  const mine = {
    routes: [
      {
        ...route!,
        isLocked: true,
        startsAt: '2031-03-03T12:00:00.000Z',
        visits: [
          ...route!.visits.slice(0, 2),
          { serviceId: null, stopId: null, lock: null },
          ...route!.visits.slice(2).map((visit) => ({ ...visit, lock: 'order' as const })),
        ],
      },
    ],
  }
  const theirs = contentOf({ v1: 's1a s1b s2a s2b', v2: 's3a s3b' })
  const merged = mergeContent(base, mine, theirs)
  expect(merged.routes[0]).toEqual(mine.routes[0])
  expect(merged.routes[1]).toEqual(theirs.routes[1])
})
