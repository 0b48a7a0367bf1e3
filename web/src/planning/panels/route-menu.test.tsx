import { type PlanContent, type PlanRoute, planContent } from '@rumbo/contract/planning.contract'
import type { Order, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { editedDay, editedPlan, someRoute } from '../editor/editor.factory.ts'
import { openPlan } from '../editor/editor.testing.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { RouteMenu } from './RouteMenu.tsx'

const made = '2031-03-03T14:00:00.000Z'
const underWay = (order: Order, vehicleId: string, stopsMade: number): Order => ({
  ...order,
  state: 'under_way',
  assignedVehicleId: vehicleId,
  stops: order.stops.map((stop, at) => (at < stopsMade ? { ...stop, arrived: made, departed: made } : stop)),
})
/** The usual day with some orders as they are meanwhile. */
const dayWith = (some: Record<string, (order: Order) => Order>, more: Partial<PlanWorkspace> = {}) => {
  const day = editedDay(more)
  return { ...day, orders: day.orders.map((order) => some[order.serviceId]?.(order) ?? order) }
}
const planOf = (first: string, second: string) =>
  editedPlan({
    content: {
      routes: [someRoute('v118', first), ...(second === '' ? [] : [someRoute('v121', second)])],
    },
  })

function UndoLabel() {
  return <output aria-label="undo label">{usePlanEditor().undoLabel}</output>
}

/** An id as the server takes it, the same for the same short one. */
const realId = (id: string | null) =>
  id &&
  `00000000-0000-4000-8000-${[...id]
    .map((one) => one.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')}`
const withRealIds = ({ vehicleId, visits, ...route }: PlanRoute) => ({
  ...route,
  vehicleId: realId(vehicleId),
  visits: visits.map(({ lock, serviceId, stopId }) => ({
    lock,
    serviceId: realId(serviceId),
    stopId: realId(stopId),
  })),
})

async function openMenu(options: Parameters<typeof openPlan>[0] = {}) {
  const opened = await openPlan({
    ...options,
    children: (
      <>
        <RouteMenu vehicleId="v118" />
        {options.children}
      </>
    ),
  })
  const { user, sent } = opened
  const saved = () => sent.at(-1)?.body as { content: PlanContent } | undefined
  return {
    ...opened,
    /** @param other a vehicle, where one is asked for */
    choose: async (name: RegExp, other?: string) => {
      await user.click(screen.getByRole('button', { name: 'Acciones' }))
      await user.click(await screen.findByRole('menuitem', { name }))
      if (other !== undefined) await user.click(await screen.findByRole('menuitem', { name: other }))
    },
    isUndoable: () => !screen.getByRole<HTMLButtonElement>('button', { name: 'undo' }).disabled,
    /** What was saved, as `118: s12a s12b`; it has to be a plan that can be. */
    savedRoutes: async () => {
      await waitFor(() => expect(sent.length).toBeGreaterThan(0), { timeout: 4_000 })
      const { routes } = saved()?.content ?? { routes: [] }
      expect(planContent.safeParse({ routes: routes.map(withRealIds) }).error?.issues).toBeUndefined()
      return routes.map(
        ({ vehicleId, visits }) => `${vehicleId}: ${visits.map(({ stopId }) => stopId).join(' ')}`,
      )
    },
    departures: () => saved()?.content.routes.map(({ startsAt }) => startsAt),
  }
}

it('swaps the routes of two vehicles, with their departures, and undoes it', async () => {
  const plan = planOf('s12a s12b s14a s14b', 's13a s13b')
  const [first, second] = plan.content.routes
  const startsAt = '2031-03-03T13:30:00.000Z'
  const { user, choose, stops, savedRoutes, departures } = await openMenu({
    plan: { ...plan, content: { routes: [{ ...first!, startsAt }, second!] } },
  })
  await choose(/^Intercambiar/, '121')
  expect([stops('118'), stops('121')]).toEqual([
    ['s13a', 's13b'],
    ['s12a', 's12b', 's14a', 's14b'],
  ])
  expect(await savedRoutes()).toEqual(['v118: s13a s13b', 'v121: s12a s12b s14a s14b'])
  expect(departures()).toEqual([null, startsAt])
  await user.click(screen.getByRole('button', { name: 'undo' }))
  expect(stops('118')).toHaveLength(4)
})

it('splits a route before the selected stop', async () => {
  const { choose, stops, focus } = await openMenu({ plan: planOf('s12a s12b s14a s14b', '') })
  focus('s14a')
  await choose(/^Dividir/, '121')
  expect([stops('118'), stops('121')]).toEqual([
    ['s12a', 's12b'],
    ['s14a', 's14b'],
  ])
})

it('reverses a route, finds the better order again, and says when there is none', async () => {
  const { choose, stops } = await openMenu({ plan: planOf('s12a s12b s13a s13b s14a s14b', '') })
  await choose(/^Invertir/)
  expect(stops('118')).toEqual(['s14a', 's14b', 's13a', 's13b', 's12a', 's12b'])
  await choose(/^Mejorar/)
  await screen.findByText(/^−\d+ min · −[\d.]+ km$/)
  const better = stops('118')
  expect(better).not.toEqual(['s14a', 's14b', 's13a', 's13b', 's12a', 's12b'])
  await choose(/^Mejorar/)
  await screen.findByText('La unidad 118 ya tiene el mejor orden que se encontró.')
  expect(stops('118')).toEqual(better)
})

it('fixes the departure of a route, and lets it float again', async () => {
  const { user, choose, sent, departures } = await openMenu()
  await user.click(screen.getByRole('button', { name: 'Acciones' }))
  await screen.findByRole('menuitem', { name: /^Fijar/ })
  expect(screen.queryByRole('menuitem', { name: 'Salida según las paradas' })).toBeNull()
  await user.click(screen.getByRole('menuitem', { name: /^Fijar/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getAllByRole('spinbutton')[0] as HTMLElement)
  await user.keyboard('0730')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(sent).toHaveLength(1), { timeout: 4_000 })
  expect(departures()).toEqual(['2031-03-03T13:30:00.000Z', null])
  await choose(/^Salida según/)
  await waitFor(() => expect(sent).toHaveLength(2), { timeout: 4_000 })
  expect(departures()).toEqual([null, null])
})

it('keeps who is on board in a swap, and moves the rest', async () => {
  const { choose, stops, savedRoutes } = await openMenu({
    plan: planOf('s12a s12b s14a s14b', 's13a s13b'),
    workspace: dayWith({ s12: (order) => underWay(order, 'v118', 1) }),
  })
  await choose(/^Intercambiar/, '121')
  await screen.findByText('El servicio 12 está en curso y se queda en la unidad 118.')
  expect(stops('118')).toEqual(['s12b', 's13a', 's13b'])
  expect(await savedRoutes()).toEqual(['v118: s12a s12b s13a s13b', 'v121: s14a s14b'])
})

it('keeps who is on board in a split, and one that was dispatched and not begun', async () => {
  const { choose, focus, savedRoutes } = await openMenu({
    plan: planOf('s13a s13b s12a s12b s14a s14b', ''),
    workspace: dayWith({ s12: (order) => underWay(order, 'v118', 0) }),
  })
  focus('s12a')
  await choose(/^Dividir/, '121')
  await screen.findByText('El servicio 12 está en curso y se queda en la unidad 118.')
  expect(await savedRoutes()).toEqual(['v118: s13a s13b s12a s12b', 'v121: s14a s14b'])
})

it('keeps who is on board in a merge', async () => {
  const { choose, savedRoutes } = await openMenu({
    plan: planOf('s12a s14a s12b s14b', 's13a s13b'),
    workspace: dayWith({ s12: (order) => underWay(order, 'v118', 1) }),
  })
  await choose(/^Unir/, '121')
  await screen.findByText('El servicio 12 está en curso y se queda en la unidad 118.')
  expect(await savedRoutes()).toEqual(['v118: s12a s12b', 'v121: s13a s13b s14a s14b'])
})

it('changes nothing where everything is under way, and says so', async () => {
  const { choose, stops, isUndoable } = await openMenu({
    plan: planOf('s12a s12b s14a s14b', 's13a s13b'),
    workspace: dayWith({
      s12: (order) => underWay(order, 'v118', 1),
      s14: (order) => underWay(order, 'v118', 0),
    }),
  })
  await choose(/^Unir/, '121')
  await screen.findByText('2 servicios están en curso y se quedan en la unidad 118.')
  expect(stops('118')).toEqual(['s12b', 's14a', 's14b'])
  expect(isUndoable()).toBe(false)
})

it('takes what is made along with a service that another vehicle has by hand', async () => {
  const { choose, savedRoutes } = await openMenu({
    plan: planOf('s12a s12b', 's13a s13b'),
    workspace: dayWith({ s12: (order) => underWay(order, 'v121', 1) }),
  })
  await choose(/^Unir/, '121')
  expect(await savedRoutes()).toEqual(['v121: s12a s13a s13b s12b'])
})

it('refuses to hand a service to a vehicle while another one has it', async () => {
  const { user, choose, stops, focus } = await openMenu({
    plan: planOf('s12a s12b', 's13a s13b'),
    workspace: dayWith({ s13: (order) => underWay(order, 'v118', 0) }),
  })
  // 118 has it by hand already: taking it over is right, the other way round is not.
  await choose(/^Intercambiar/, '121')
  expect([stops('118'), stops('121')]).toEqual([
    ['s13a', 's13b'],
    ['s12a', 's12b'],
  ])
  await choose(/^Intercambiar/, '121')
  await screen.findByText('El servicio 13 está en curso y se queda en la unidad 118.')
  expect(stops('118')).toContain('s13a')
  focus('s13a')
  await user.keyboard('.')
  await screen.findByText('El servicio 13 ya lo tiene la unidad 118: no puede ir en la 121')
})

it('refuses what no vehicle may do, as a drag does, in the same words', async () => {
  const day = editedDay()
  const [large, small] = day.vehicles
  const { choose, stops, isUndoable, focus, user } = await openMenu({
    plan: planOf('s15a s15b', 's13a s13b'),
    workspace: { ...day, vehicles: [{ ...large!, seats: 12 }, small!] },
  })
  const refusal = /^La unidad 121 tiene 4 asientos y se necesitan (9|10)$/
  for (const name of [/^Intercambiar/, /^Unir/]) {
    await choose(name, '121')
    await screen.findByText(refusal)
    expect([stops('118'), stops('121')]).toEqual([
      ['s15a', 's15b'],
      ['s13a', 's13b'],
    ])
  }
  focus('s15a')
  await user.keyboard('.')
  expect(stops('118')).toEqual(['s15a', 's15b'])
  expect(isUndoable()).toBe(false)
})

it('refuses to give a route to a vehicle that cannot be planned', async () => {
  const day = editedDay()
  const [broken, ...rest] = day.vehicles
  const { choose, isUndoable } = await openMenu({
    workspace: { ...day, vehicles: [{ ...broken!, unfit: 'inactive' }, ...rest] },
  })
  await choose(/^Intercambiar/, '121')
  await screen.findByText('La unidad 118 está fuera de servicio o su conductor está inactivo')
  expect(isUndoable()).toBe(false)
})

it('says in English who stays', async () => {
  const { user } = await openMenu({
    language: 'en',
    plan: planOf('s12a s12b s14a s14b', 's13a s13b'),
    workspace: dayWith({ s12: (order) => underWay(order, 'v118', 1) }),
  })
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Merge/ }))
  await user.click(await screen.findByRole('menuitem', { name: '121' }))
  await screen.findByText('Service 12 is under way and stays on vehicle 118.')
})

it('clears a route except what is under way or locked, and says how many stay', async () => {
  const route = someRoute('v118', 's12a s12b s13a s13b s14a s14b')
  const locked = route.visits.map((visit) =>
    visit.stopId === 's13b' ? { ...visit, lock: 'vehicle' as const } : visit,
  )
  const { user, choose, stops, savedRoutes } = await openMenu({
    plan: editedPlan({ content: { routes: [{ ...route, visits: locked }] } }),
    workspace: dayWith({ s12: (order) => underWay(order, 'v118', 1) }),
    children: <UndoLabel />,
  })
  await choose(/^Vaciar/)
  const label = 'Vaciar la ruta de la unidad 118; se quedan 2 servicios'
  expect((await screen.findAllByText(label)).length).toBeGreaterThan(0)
  await screen.findByText('1 en curso · 1 con candado')
  expect(screen.getByRole('status', { name: 'undo label' }).textContent).toBe(label)
  expect(stops('118')).toEqual(['s12b', 's13a', 's13b'])
  expect(stops('pool')).toEqual(['s14', 's15'])
  expect(await savedRoutes()).toEqual(['v118: s12a s12b s13a s13b'])
  await user.click(screen.getByRole('button', { name: 'undo' }))
  expect(stops('118')).toHaveLength(5)
})

it('keeps what comes before a locked place when a route is cleared', async () => {
  const route = someRoute('v118', 's12a s13a s12b s13b s14a s14b')
  const locked = route.visits.map((visit) =>
    visit.stopId === 's12b' ? { ...visit, lock: 'order' as const } : visit,
  )
  const { choose, stops } = await openMenu({
    plan: editedPlan({ content: { routes: [{ ...route, visits: locked }] } }),
  })
  await choose(/^Vaciar/)
  await screen.findByText('2 con candado')
  expect(stops('118')).toEqual(['s12a', 's13a', 's12b', 's13b'])
})

it('clears a route as a whole where nothing holds it, and takes what is under way on another vehicle out', async () => {
  const { choose, stops, savedRoutes } = await openMenu({
    plan: planOf('s12a s12b s14a s14b', 's13a s13b'),
    workspace: dayWith({ s12: (order) => underWay(order, 'v121', 0) }),
    children: <UndoLabel />,
  })
  await choose(/^Vaciar/)
  expect(stops('118')).toEqual([])
  expect(screen.getByRole('status', { name: 'undo label' }).textContent).toBe(
    'Vaciar la ruta de la unidad 118',
  )
  expect(await savedRoutes()).toEqual(['v121: s13a s13b'])
})

it('clears nothing where all of a route stays, and says so', async () => {
  const { user, stops, isUndoable } = await openMenu({
    language: 'en',
    plan: planOf('s12a s12b', ''),
    workspace: dayWith({ s12: (order) => underWay(order, 'v118', 0) }),
  })
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Clear the route' }))
  await screen.findByText('The route of vehicle 118 was not cleared: all of it stays.')
  await screen.findByText('1 under way')
  expect(stops('118')).toEqual(['s12a', 's12b'])
  expect(isUndoable()).toBe(false)
})

it('does not take a service off a route while it is under way', async () => {
  const { user, stops, focus, isUndoable } = await openMenu({
    plan: planOf('s12a s12b s14a s14b', ''),
    workspace: dayWith({ s12: (order) => underWay(order, 'v118', 1) }),
  })
  focus('s12b')
  await user.keyboard('{Delete}')
  await screen.findByText('El servicio 12 está en curso y se queda en la unidad 118.')
  expect(stops('118')).toEqual(['s12b', 's14a', 's14b'])
  expect(isUndoable()).toBe(false)
})
