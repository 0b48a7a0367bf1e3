import type { Plan } from '@rumbo/contract/planning.contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ProblemError, TransportError } from '../../app/data/problems.ts'
import { editedPlan, someRoute } from './editor.factory.ts'
import { mergeContent } from './merge-content.rules.ts'
import type { PlanDocument } from './plan-document.ts'
import { createPlanStore, notApplied } from './plan-store.ts'

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
  })
  const put = (routes: Record<string, string>, label = 'change') =>
    store.change((document) => ({ ...document, content: contentOf(routes) }), label)
  const pass = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms)
  return { store, sent, put, pass, now: () => written(store.state().document) }
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
