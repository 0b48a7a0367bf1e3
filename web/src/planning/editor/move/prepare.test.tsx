import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPlan } from '../editor.testing.tsx'

let waiting: IdleRequestCallback[] = []
/** The page rests until nothing is left to do. */
const rest = () =>
  act(async () => {
    while (waiting.length > 0) waiting.shift()?.({ didTimeout: false, timeRemaining: () => 0 })
  })
beforeEach(() => {
  waiting = []
  vi.stubGlobal('requestIdleCallback', (callback: IdleRequestCallback) => waiting.push(callback))
  vi.stubGlobal('cancelIdleCallback', () => {
    waiting = []
  })
})
afterEach(() => {
  // What is closed ends its search.
  cleanup()
  vi.unstubAllGlobals()
})

const saidNow = () => screen.getAllByRole('status').map((one) => one.textContent)
async function pickUp({ user }: Pick<Awaited<ReturnType<typeof openPlan>>, 'user'>) {
  await user.keyboard('x')
  await waitFor(() => expect(saidNow()).toContainEqual(expect.stringMatching(/^Unidad 1\d\d, lugar/)))
  return saidNow().find((words) => words?.startsWith('Unidad'))
}

it('finds the same place for an order whether its gaps were judged before it was picked up or not', async () => {
  const opened = await openPlan()
  opened.focus('s15')
  waiting = []
  const found = await pickUp(opened)
  await opened.user.keyboard('{Escape}')
  opened.focus('s14')
  opened.focus('s15')
  expect(waiting).not.toEqual([])
  await rest()
  expect(await pickUp(opened)).toBe(found)
})

it('judges the gaps again where the plan changed since they were judged', async () => {
  const opened = await openPlan()
  const { user, focus, stops } = opened
  focus('s14')
  await rest()
  focus('s12a')
  await user.keyboard('{Delete}')
  expect(stops('118')).toEqual([])
  focus('s14')
  waiting = []
  await pickUp(opened)
  await user.keyboard(',,v')
  expect(stops('118')).toEqual(['s14a', 's14b'])
})
