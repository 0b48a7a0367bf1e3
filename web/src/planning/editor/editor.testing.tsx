import type { Plan } from '@rumbo/contract/planning.contract'
import type { PlanTravel, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type { Language } from '@rumbo/i18n/language'
import { encodeTravel, travelOf } from '@rumbo/planning/travel'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { createClient } from '../../app/client.ts'
import { ClientProvider } from '../../app/client-context.tsx'
import { type FakeAnswers, fakeFetch, refusal, usualAnswers } from '../../app/testing.tsx'
import { silentSocket } from '../../live/live.factory.ts'
import { quickUser, TestProviders } from '../../ui/testing.tsx'
import { editedDay, editedPlan } from './editor.factory.ts'
import { usePoolProps, useVisitProps } from './move/use-visit-props.ts'
import { PlanEditorProvider } from './PlanEditorProvider.tsx'
import { usePlanEditor } from './plan-editor.ts'
import { stopIdOf } from './route-orders.ts'

const text = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

/** Travel between the places of a workspace, complete and from roads. */
function someTravel({ places }: Pick<PlanWorkspace, 'places'>): PlanTravel {
  const { seconds, metres } = encodeTravel(travelOf(places, null))
  return {
    share: 1,
    places: places.length,
    coordinates: places.flatMap(({ latitude, longitude }) => [latitude, longitude]),
    seconds: text(seconds),
    metres: text(metres),
    engine: 'valhalla',
    isEstimate: false,
  }
}

/** The routes and the pool as plain lists, drawn as the screen draws them for the editor. */
function EditedPlan() {
  const { workspace, timed, stopsToCome, unplanned, saveState, lockedReason, undo, canUndo, isEstimate } =
    usePlanEditor()
  const visitProps = useVisitProps()
  const poolProps = usePoolProps()
  return (
    <>
      <output aria-label="state">{saveState}</output>
      <p>{lockedReason}</p>
      {isEstimate && <p>estimate</p>}
      <button type="button" disabled={!canUndo} onClick={undo}>
        undo
      </button>
      {workspace.vehicles.map(({ vehicleId, vehicleNumber }) => (
        <ol key={vehicleId} aria-label={vehicleNumber} data-plan-route={vehicleId} data-plan-down>
          {(timed.get(vehicleId)?.visits ?? []).map((visit, index) => {
            const stopId = stopIdOf(visit, stopsToCome)
            return (
              <li key={stopId}>
                <button type="button" {...visitProps(vehicleId, index)}>
                  {stopId}
                </button>
              </li>
            )
          })}
        </ol>
      ))}
      <ul aria-label="pool" data-plan-pool>
        {unplanned.map(({ serviceId }) => (
          <li key={serviceId}>
            <button type="button" {...poolProps(serviceId)}>
              {serviceId}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

interface OpenOptions {
  plan?: Plan
  workspace?: PlanWorkspace
  answers?: FakeAnswers
  language?: Language
  children?: ReactNode
}

/** Opens a plan in the editor, against a server that saves what it is given unless `answers` says otherwise. */
export async function openPlan(options: OpenOptions = {}) {
  const { workspace = editedDay(), answers = {}, language = 'es', children } = options
  let plan = options.plan ?? editedPlan()
  const sent: { call: string; body: unknown }[] = []
  const given: FakeAnswers = {
    ...usualAnswers,
    'GET /plans/p1/workspace': { body: workspace },
    'GET /plans/p1/travel': { body: someTravel(workspace) },
    'GET /plans/p1/runs': { body: { items: [] } },
    ...answers,
  }
  const fetch = fakeFetch((call, body, query) => {
    if (call.includes('/plan') && !call.startsWith('GET')) sent.push({ call, body })
    const answer = given[call]
    if (answer) return typeof answer === 'function' ? answer(body, query) : answer
    if (call === 'GET /plans/p1') return { body: plan }
    if (call === 'PUT /plans/p1') {
      plan = { ...plan, ...(body as Plan), version: plan.version + 1 }
      return { body: plan }
    }
    return undefined
  })
  const client = createClient({ fetch, connect: silentSocket, tabs: { post: () => {}, listen: () => {} } })
  client.start()
  await waitFor(() => expect(client.workspace.state().fleet).not.toBeNull())
  const root = createRootRoute({
    component: () => (
      <PlanEditorProvider planId="p1" loading={<p>loading</p>} failed={(error) => <p>{error.message}</p>}>
        <EditedPlan />
        {children}
      </PlanEditorProvider>
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
  render(
    <TestProviders language={language}>
      <ClientProvider client={client}>
        <RouterProvider router={router as never} />
      </ClientProvider>
    </TestProviders>,
  )
  await screen.findByRole('list', { name: 'pool' })
  const stops = (list: string) =>
    Array.from(screen.getByRole('list', { name: list }).querySelectorAll('button'), (one) => one.textContent)
  const focus = (name: string) => screen.getByRole('button', { name }).focus()
  const state = () => screen.getByRole('status', { name: 'state' }).textContent
  /** Another planner's version of the plan on the server. */
  const replace = (other: Plan) => {
    plan = other
  }
  return { user: userEvent.setup(quickUser), client, sent, stops, focus, state, replace }
}

/** The refusal of a save, since Ana saved `current` before. */
export const staleAnswer = (current: unknown) => ({
  ...refusal(409, 'stale_version'),
  body: {
    ...(refusal(409, 'stale_version').body as object),
    current,
    changedBy: 'Ana',
    changedAt: '2031-03-03T06:00:00.000Z',
  },
})

/** Waits until the plan says something like this. */
export const said = (words: RegExp) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContainEqual(
      expect.stringMatching(words),
    ),
  )

/** Begins a drag with the pointer. */
export const press = (element: Element) =>
  fireEvent.pointerDown(element, { button: 0, isPrimary: true, pointerId: 1, clientX: 0, clientY: 0 })
