import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { editedDay } from './editor.factory.ts'
import { openPlan } from './editor.testing.tsx'
import { type PlanEditor, usePlanEditor } from './plan-editor.ts'

it('computes nothing anew where a day is read again that only became later', async () => {
  const seen: PlanEditor[] = []
  function Seen() {
    const editor = usePlanEditor()
    seen.push(editor)
    return <output aria-label="now">{editor.workspace.now}</output>
  }
  const now = editedDay().now
  const later = new Date(Date.parse(now) + 60_000).toISOString()
  let workspace = editedDay()
  const { client } = await openPlan({
    answers: { 'GET /plans/p1/workspace': () => ({ body: workspace }) },
    children: <Seen />,
  })
  await waitFor(() => expect(seen.at(-1)!.isEstimate).toBe(false))
  const before = seen.at(-1)!
  workspace = { ...editedDay(), now: later }
  act(() => client.data.evict(['planning']))
  await waitFor(() => expect(screen.getByLabelText('now').textContent).toBe(later))
  const after = seen.at(-1)!
  for (const name of ['day', 'problem', 'timed', 'stopsToCome', 'unplanned'] as const)
    expect(after[name], name).toBe(before[name])
  const [order, ...rest] = workspace.orders
  workspace = { ...workspace, orders: [{ ...order!, notes: 'Frágil' }, ...rest] }
  act(() => client.data.evict(['planning']))
  await waitFor(() => expect(seen.at(-1)!.day).not.toBe(before.day))
  // Its times are the same as before.
  expect(seen.at(-1)!.timed).toBe(before.timed)
})
