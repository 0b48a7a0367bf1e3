import type { Plan } from '@rumbo/contract/planning.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { someOrder, someOrderStop, somePlan, someWorkspace } from '@rumbo/planning/planning.factory'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { staffScreens } from '../app/navigation/screens.ts'
import { answersFor, type FakeAnswers, renderApp } from '../app/testing.tsx'

export const planId = somePlan().id
export const setWidth = (width: number) =>
  (
    window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  ).happyDOM.setViewport({ width })

/** Loads the screen once, and shows it in a wide window. */
export function preparePlanningScreen(): void {
  beforeAll(async () => {
    await Promise.all([import('../app/shell/Shell.tsx'), staffScreens.planning.load()])
  }, 60_000)
  const initialWidth = window.innerWidth
  beforeEach(() => {
    setWidth(1440)
    // The simulated browser has no layout; lists need a height to know what is in sight.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  })
  afterEach(() => setWidth(initialWidth))
}

export const summaryOf = ({ settings: _, content: __, ...summary }: Plan) => summary
export const orders = [
  someOrder({
    serviceId: 's1',
    serviceNumber: 101,
    customerName: 'Café Progreso',
    zoneName: 'Norte',
    requiredLoadKg: 120,
    stops: [
      someOrderStop({
        stopId: 'a',
        windowStart: '2026-11-23T14:00:00.000Z',
        windowEnd: '2026-11-23T15:30:00.000Z',
      }),
    ],
  }),
  someOrder({
    serviceId: 's2',
    serviceNumber: 102,
    customerName: 'Clínica Norte',
    priorityLevel: 'critical',
    stops: [someOrderStop({ stopId: 'b', place: 2, address: 'Campo Alegre 88' })],
  }),
  someOrder({
    serviceId: 's3',
    serviceNumber: 103,
    serviceType: 'shuttle',
    customerName: 'Escuela Uno',
    requiredSeats: 9,
    stops: [someOrderStop({ stopId: 'c' })],
  }),
]
export const route = {
  vehicleId: 'v118',
  visits: [{ serviceId: 's1', stopId: 'a', lock: null }],
  startsAt: null,
  isLocked: false,
}

/** Answers of a server whose day has this plan, or none. */
export function answersOf(plan: Plan | null, workspace: Partial<PlanWorkspace> = {}): FakeAnswers {
  const items = plan === null ? [] : [summaryOf(plan)]
  return {
    'GET /plans': { body: { items, total: items.length, page: 1, size: 100 } },
    [`GET /plans/${planId}`]: { body: plan ?? somePlan() },
    [`GET /plans/${planId}/workspace`]: { body: someWorkspace({ orders, ...workspace }) },
    [`GET /plans/${planId}/travel`]: {
      body: {
        share: 1,
        places: 0,
        coordinates: [],
        seconds: null,
        metres: null,
        engine: null,
        isEstimate: true,
      },
    },
    [`POST /plans/${planId}/travel`]: { body: { isComplete: true } },
    [`POST /plans/${planId}/presence`]: { body: { others: [] } },
    [`GET /plans/${planId}/runs`]: { body: { items: [] } },
    'GET /service-import-reviews': { body: { items: [], total: 0, page: 1, size: 100 } },
  }
}
export const viewer = answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] })
export const address = '/planning?date=2026-11-23'

/** Opens a plan on its screen. `path`: at another address. `hasBrowserHistory`: where Back may be held up. */
export async function openPlan(
  plan: Plan = somePlan({ content: { routes: [route] } }),
  workspace: Partial<PlanWorkspace> = {},
  some: FakeAnswers = {},
  {
    language = 'es',
    path = address,
    hasBrowserHistory = false,
  }: { language?: 'es' | 'en'; path?: string; hasBrowserHistory?: boolean } = {},
) {
  const view = renderApp(path, { ...answersOf(plan, workspace), ...some }, { language, hasBrowserHistory })
  const pool = await screen.findByRole('region', {
    name: language === 'es' ? 'Por planear' : 'To plan',
    // A dialog may be open over it.
    hidden: true,
  })
  const names = () =>
    within(pool)
      .queryAllByRole('button', { name: /^\d+ · / })
      .map((button) => button.textContent)
  return { ...view, pool: within(pool), names }
}
