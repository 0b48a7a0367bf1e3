import type { Plan } from '@rumbo/contract/planning.contract'
import { planSettings } from '@rumbo/contract/planning.contract'
import type { PlanWarning, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { someOrder, someOrderStop, somePlan, somePlanVehicle } from '@rumbo/planning/planning.factory'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeAnswers, refusal, renderApp } from '../app/testing.tsx'
import {
  address,
  answersOf,
  openPlan,
  orders,
  planId,
  preparePlanningScreen,
  route,
  setWidth,
  summaryOf,
  viewer,
} from './planning-screen.testing.tsx'

preparePlanningScreen()

/** Travel of a minute between the first two places of `someWorkspace`, by road. */
const known = {
  share: 1,
  places: 2,
  coordinates: [19.4326, -99.1332, 19.4284, -99.1627],
  seconds: btoa('\0\0\x3c\0\x3c\0\0\0'),
  metres: btoa('\0'.repeat(16)),
  engine: 'portable',
  isEstimate: false,
}

describe('a day without a plan', () => {
  it('gets one with a single click, named after the day', async () => {
    const made = somePlan({ name: 'Plan del lunes 23 de noviembre' })
    let isMade = false
    const { user, asked, at } = renderApp(address, {
      ...answersOf(made),
      'GET /plans': () => ({
        body: { items: isMade ? [summaryOf(made)] : [], total: isMade ? 1 : 0, page: 1, size: 100 },
      }),
      'POST /plans': () => {
        isMade = true
        return { status: 201, body: made }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Crear el plan del día' }))
    await screen.findByRole('region', { name: 'Por planear' })
    expect(asked.find(({ call }) => call === 'POST /plans')?.body).toEqual({
      fleetId: 'f1',
      date: '2026-11-23',
      name: 'Plan del lunes 23 de noviembre',
    })
    expect(at()).toContain(`plan=${planId}`)
  })

  it('cannot get one from a viewer, who reads why', async () => {
    renderApp(address, { ...answersOf(null), ...viewer })
    const button = await screen.findByRole('button', { name: 'Crear el plan del día' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Un despachador con permiso de edición puede crearlo.')).toBeTruthy()
  })
})

it('goes to the day before and after, and keeps the day in the address', async () => {
  const { user, at } = renderApp(address, answersOf(null))
  await user.click(await screen.findByRole('button', { name: 'Día siguiente' }))
  expect(at()).toBe('/planning?date=2026-11-24')
  await user.click(screen.getByRole('button', { name: 'Día anterior' }))
  await user.click(screen.getByRole('button', { name: 'Día anterior' }))
  expect(at()).toBe('/planning?date=2026-11-22')
})

it('says that a plan could not be read and reads it again', async () => {
  const { user, answers } = renderApp(`${address}&plan=${planId}`, {
    ...answersOf(somePlan()),
    [`GET /plans/${planId}`]: refusal(422, 'invalid_input'),
  })
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  answers[`GET /plans/${planId}`] = { body: somePlan() }
  await user.click(retry)
  expect(await screen.findByRole('region', { name: 'Por planear' })).toBeTruthy()
})

it('offers the plans of the day where the one of a link is gone', async () => {
  const { user, at } = renderApp(`${address}&plan=${planId}`, {
    ...answersOf(null),
    [`GET /plans/${planId}`]: refusal(404, 'plan_not_found'),
  })
  await user.click(await screen.findByRole('button', { name: 'Ver los planes del día' }))
  expect(await screen.findByRole('button', { name: 'Crear el plan del día' })).toBeTruthy()
  expect(at()).toBe(address)
})

it('does not show the plan of another fleet, and offers those of the day', async () => {
  const { user, at } = renderApp(`${address}&plan=${planId}`, {
    ...answersOf(null),
    [`GET /plans/${planId}`]: { body: somePlan({ fleetId: 'f2' }) },
  })
  await screen.findByText('Este plan ya no existe o no es de esta flotilla.')
  expect(screen.queryByRole('region', { name: 'Por planear' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Ver los planes del día' }))
  expect(await screen.findByRole('button', { name: 'Crear el plan del día' })).toBeTruthy()
  expect(at()).toBe(address)
})

describe('a plan that the server refuses to save', () => {
  const refused = { [`PUT /plans/${planId}`]: refusal(422, 'plan_vehicle_unknown') }
  async function rename(some: FakeAnswers) {
    const view = await openPlan(undefined, {}, some)
    const { user } = view
    await user.click(screen.getByRole('button', { name: /^Elegir plan/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cambiar nombre y horario' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /^Nombre/ }), ' B')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return view
  }

  it('says why, and is saved again with a button', async () => {
    const { user, answers } = await rename(refused)
    const retry = await screen.findByRole('button', { name: 'Reintentar' }, { timeout: 4_000 })
    expect(screen.getAllByRole('alert').map((one) => one.textContent)).toContain(
      'El plan contiene una unidad que no está en esta flotilla. Vuelve a cargar el plan.',
    )
    expect(screen.getByText('No se guardó')).toBeTruthy()
    answers[`PUT /plans/${planId}`] = (body) => ({ body: somePlan({ ...(body as Plan), version: 4 }) })
    await user.click(retry)
    expect(await screen.findByText('Guardado')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  })

  it('is not left for another day without a question', async () => {
    const { user, at, answers } = await rename(refused)
    await screen.findByRole('button', { name: 'Reintentar' }, { timeout: 4_000 })
    await user.click(screen.getByRole('button', { name: 'Día siguiente' }))
    const ask = within(await screen.findByRole('alertdialog'))
    await user.click(ask.getByRole('button', { name: 'Seguir editando' }))
    expect(at()).toContain('date=2026-11-23')
    answers['GET /plans'] = { body: { items: [], total: 0, page: 1, size: 100 } }
    await user.click(screen.getByRole('button', { name: 'Día siguiente' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Salir sin guardar' }),
    )
    expect(await screen.findByRole('button', { name: 'Crear el plan del día' })).toBeTruthy()
    expect(at()).toBe('/planning?date=2026-11-24')
  })
})

const noWarning = {
  serviceId: null,
  vehicleId: null,
  otherServiceId: null,
  vehicleNumber: null,
  seconds: null,
}

describe('a service that was cancelled, or given to another vehicle by hand', () => {
  const lost = (
    code: PlanWarning['code'],
    serviceId: string,
    some: Partial<PlanWarning> = {},
  ): PlanWarning => ({ ...noWarning, code, serviceId, ...some })
  const [first, second, third] = orders
  const workspace: Partial<PlanWorkspace> = {
    orders: [
      { ...first!, state: 'under_way', assignedVehicleId: 'v204' },
      { ...second!, state: 'cancelled' },
      third!,
    ],
    warnings: [
      lost('service_elsewhere', 's1', { vehicleId: 'v118', vehicleNumber: '204' }),
      lost('service_cancelled', 's2'),
    ],
  }
  const plan = () =>
    somePlan({
      content: {
        routes: [{ ...route, visits: [...route.visits, { serviceId: 's2', stopId: 'b', lock: null }] }],
      },
    })

  it('is explained where its stops are, and on top with a way to it', async () => {
    const { user } = await openPlan(plan(), workspace)
    const list = within(screen.getByRole('list', { name: 'Rutas por unidad' }))
    const elsewhere = list.getByRole('button', { name: /^Parada 1, servicio 101/ })
    expect(elsewhere.getAttribute('aria-label')).toContain('Lo tiene la unidad 204, asignada a mano')
    expect(elsewhere.getAttribute('aria-label')).not.toContain('no puede ir')
    const cancelled = list.getByRole('button', { name: /^Parada 2, servicio 102.*Cancelada\. Cancelado o/ })
    expect(screen.getByText(/^Servicio 101: Lo tiene la unidad 204, asignada a mano/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Ver: 102' }))
    const panel = within(await screen.findByRole('region', { name: 'Ruta de la unidad 118' }))
    expect(cancelled.getAttribute('aria-pressed')).toBe('true')
    expect(panel.getByText('Cancelada')).toBeTruthy()
    expect(panel.getByText('Cancelado o completado después de planearlo')).toBeTruthy()
    expect(panel.getByText('Lo tiene la unidad 204, asignada a mano')).toBeTruthy()
    await user.click(cancelled)
    expect(cancelled.getAttribute('aria-pressed')).toBe('true')
  })

  it('is taken out of the plan, also from a locked route, and comes back by undo', async () => {
    const locked = plan()
    const saved: Plan[] = []
    const { user } = await openPlan(
      { ...locked, content: { routes: locked.content.routes.map((one) => ({ ...one, isLocked: true })) } },
      workspace,
      {
        [`PUT /plans/${planId}`]: (body) => {
          saved.push(body as Plan)
          return { body: somePlan({ ...(body as Plan), version: 4 }) }
        },
      },
    )
    await user.click(screen.getByRole('button', { name: 'Quitar del plan: 102' }))
    expect(screen.queryByRole('button', { name: 'Quitar del plan: 102' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Quitar del plan: 101' }))
    expect(screen.queryByText(/Lo tiene la unidad 204/)).toBeNull()
    await waitFor(() => expect(saved.at(-1)?.content.routes[0]?.visits).toEqual([]), { timeout: 4_000 })
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByRole('button', { name: 'Quitar del plan: 101' })).toBeTruthy()
  })

  it('is only shown to who may not edit, in English as well', async () => {
    await openPlan(plan(), workspace, viewer, { language: 'en' })
    expect(screen.getByRole('button', { name: 'Show: 102' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Take out of the plan/ })).toBeNull()
    expect(screen.getByText(/^Service 101: Vehicle 204 has it, assigned by hand/)).toBeTruthy()
    const list = within(screen.getByRole('list', { name: 'Routes by vehicle' }))
    expect(list.getByRole('button', { name: /^Stop 2, service 102.*Cancelled/ })).toBeTruthy()
  })
})

describe('the pool', () => {
  it('lists what has no route, and all on request with the vehicle that has it', async () => {
    const { user, pool, names } = await openPlan()
    expect(names()).toEqual(['102 · Clínica Norte', '103 · Escuela Uno'])
    await user.click(pool.getByRole('button', { name: 'Todos 3' }))
    expect(names()).toEqual(['101 · Café Progreso', '102 · Clínica Norte', '103 · Escuela Uno'])
    expect(pool.getByText(/120 kg · Unidad 118/)).toBeTruthy()
    expect(pool.getByText('08:00–09:30')).toBeTruthy()
    expect(pool.getByText(/9 asientos/)).toBeTruthy()
  })

  it('is searched, filtered and grouped', async () => {
    const { user, pool, names } = await openPlan()
    await user.type(pool.getByRole('searchbox'), 'campo alegre')
    expect(names()).toEqual(['102 · Clínica Norte'])
    await user.type(pool.getByRole('searchbox'), ' zzz')
    expect(pool.getByText('Ningún servicio coincide')).toBeTruthy()
    await user.click(pool.getByRole('button', { name: 'Quitar filtros' }))
    await user.click(pool.getByRole('button', { name: 'Filtros' }))
    await user.click(pool.getByRole('button', { name: 'Transporte de personal' }))
    expect(names()).toEqual(['103 · Escuela Uno'])
    await user.click(pool.getByRole('button', { name: 'Quitar filtros' }))
    await user.selectOptions(pool.getByRole('combobox', { name: 'Agrupar' }), 'type')
    const group = pool.getByRole('button', { name: /Reparto 1/ })
    expect(group.getAttribute('aria-expanded')).toBe('true')
    await user.click(group)
    expect(names()).toEqual(['103 · Escuela Uno'])
  })

  it('selects by click, Ctrl, Shift, and all', async () => {
    const { user, pool } = await openPlan(somePlan())
    const row = (name: RegExp) => pool.getByRole('button', { name })
    const chosen = () =>
      pool
        .getAllByRole('button', { name: /^\d+ · / })
        .filter((button) => button.getAttribute('aria-pressed') === 'true')
        .map((button) => button.textContent?.slice(0, 3))
    await user.click(row(/^101/))
    expect(chosen()).toEqual(['101'])
    await user.keyboard('{Shift>}')
    await user.click(row(/^103/))
    await user.keyboard('{/Shift}')
    expect(chosen()).toHaveLength(3)
    await user.keyboard('{Control>}')
    await user.click(row(/^102/))
    await user.keyboard('{/Control}')
    expect(chosen()).toEqual(['101', '103'])
    expect(pool.getByText('2 seleccionados', { selector: '[role=status]' })).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(chosen()).toEqual([])
    act(() => row(/^101/).focus())
    await user.keyboard('{Control>}a{/Control}')
    expect(chosen()).toHaveLength(3)
  })

  it('extends the selection by keys from the row they start at', async () => {
    const { user, pool } = await openPlan(somePlan())
    const isChosen = (name: RegExp) =>
      pool.getByRole('button', { name }).getAttribute('aria-pressed') === 'true'
    act(() => pool.getByRole('button', { name: /^101/ }).focus())
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect([/^101/, /^102/, /^103/].map(isChosen)).toEqual([true, true, false])
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect([/^101/, /^102/, /^103/].map(isChosen)).toEqual([true, true, true])
  })

  it('says that there are no services, or that all have a route', async () => {
    const none = await openPlan(somePlan(), { orders: [] })
    expect(none.pool.getByText('No hay servicios para este día')).toBeTruthy()
    expect(none.pool.getByRole('button', { name: 'Nuevo servicio' })).toBeTruthy()
    none.unmount()
    const all = await openPlan(somePlan({ content: { routes: [route] } }), { orders: orders.slice(0, 1) })
    expect(all.pool.getByText('Todos los servicios tienen ruta')).toBeTruthy()
  })

  it('draws only what is in sight of two thousand', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) =>
      someOrder({
        serviceId: `m${at}`,
        serviceNumber: 5_000 + at,
        stops: [someOrderStop({ stopId: `m${at}` })],
      }),
    )
    const { names, pool } = await openPlan(somePlan(), { orders: many })
    expect(pool.getByRole('button', { name: 'Sin ruta 2000' })).toBeTruthy()
    expect(names().length).toBeGreaterThan(5)
    expect(names().length).toBeLessThan(60)
    const list = pool.getByRole('list', { name: 'Servicios del día' })
    const tabStops = () => list.querySelectorAll('[data-row-open][tabindex="0"]')
    expect(tabStops()).toHaveLength(1)
    const scroller = list.parentElement as HTMLElement
    act(() => {
      scroller.scrollTop = 40_000
      scroller.dispatchEvent(new Event('scroll'))
    })
    await waitFor(() => expect(names()[0]).not.toMatch(/^5000/))
    expect(tabStops()).toHaveLength(1)
  })
})

it('turns the lasso of the map on and off', async () => {
  const { user } = await openPlan()
  const lasso = screen.getByRole('button', { name: 'Seleccionar con lazo' })
  expect(lasso.getAttribute('aria-pressed')).toBe('false')
  await user.click(lasso)
  expect(lasso.getAttribute('aria-pressed')).toBe('true')
  screen.getByText('Lazo: arrastra alrededor de los servicios')
  await user.click(lasso)
  expect(lasso.getAttribute('aria-pressed')).toBe('false')
})

it('sums up the whole plan as it is edited', async () => {
  const { user } = await openPlan(undefined, {
    vehicles: [somePlanVehicle(), somePlanVehicle({ vehicleId: 'v9', vehicleNumber: '9' })],
    orders: [
      someOrder({
        ...orders[0],
        requiredLoadKg: 450,
        stops: [someOrderStop({ stopId: 'a', place: 2, windowEnd: '2026-11-23T13:00:00.000Z' })],
      }),
    ],
  })
  const totals = () =>
    within(screen.getByRole('list', { name: 'Totales del plan' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(totals()).toEqual([
    '1 de 2 unidades',
    '1 parada',
    expect.stringMatching(/^\d+ km$/),
    expect.stringMatching(/^[\d.]+ h$/),
    'carga 50 %',
    expect.stringMatching(/^6\d min tarde$/),
  ])
  const list = within(screen.getByRole('list', { name: 'Rutas por unidad' }))
  act(() => list.getByRole('button', { name: /^Parada 1,/ }).focus())
  await user.keyboard('{Delete}')
  await waitFor(() =>
    expect(totals()).toEqual(['0 de 2 unidades', '0 paradas', '0 km', '0 h', '0 min tarde']),
  )
})

describe('the timeline', () => {
  it('has a row per vehicle with its figures, and opens its route', async () => {
    const { user, at } = await openPlan()
    const list = within(screen.getByRole('list', { name: 'Rutas por unidad' }))
    const row = list.getByRole('button', { name: /^Unidad 118, R. Íñiguez, 1 parada/ })
    await user.click(row)
    const panel = within(await screen.findByRole('region', { name: 'Ruta de la unidad 118' }))
    expect(panel.getByText(/Destino · 101 Café Progreso · 08:00–09:30/)).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Cerrar la ruta' }))
    expect(screen.queryByRole('region', { name: 'Ruta de la unidad 118' })).toBeNull()
    await waitFor(() => expect(at()).not.toContain('vehicle='))
  })

  it('names a stop with its times, window and problems', async () => {
    await openPlan(undefined, {
      orders: [
        someOrder({
          ...orders[0],
          stops: [someOrderStop({ stopId: 'a', place: 2, windowEnd: '2026-11-23T13:00:00.000Z' })],
        }),
      ],
    })
    const list = within(screen.getByRole('list', { name: 'Rutas por unidad' }))
    expect(
      list.getByRole('button', { name: /^Parada 1, servicio 101, Café Progreso.*hasta 07:00.*tarde/ }),
    ).toBeTruthy()
    expect(list.getByRole('button', { name: /^Unidad 118.*Tarde en total/ })).toBeTruthy()
  })

  it('shows where routes leave the depot and return, and the margin of the route that is looked at', async () => {
    const { user } = await openPlan()
    const row = within(screen.getByRole('list', { name: 'Rutas por unidad' })).getAllByRole('listitem')[0]
    if (!row) throw new Error('no row')
    within(row).getByRole('img', { name: /^Sale de la base a las \d\d:\d\d$/ })
    within(row).getByRole('img', { name: /^Llega a la base a las \d\d:\d\d$/ })
    const drawn = (what: string) => row.querySelectorAll(`[data-${what}]`).length
    expect([drawn('window'), drawn('margin')]).toEqual([1, 0])
    await user.hover(within(row).getByRole('button', { name: /^Parada 1,/ }))
    expect(drawn('margin')).toBe(1)
    await user.unhover(row)
    await user.hover(document.body)
    await waitFor(() => expect(drawn('margin')).toBe(0))
    act(() =>
      within(row)
        .getByRole('button', { name: /^Unidad 118/ })
        .focus(),
    )
    expect(drawn('margin')).toBe(1)
  })

  it('shows what was accepted as an exception apart from what is wrong, with who accepted it', async () => {
    const ride = someOrder({
      serviceId: 's1',
      serviceNumber: 101,
      serviceType: 'shuttle',
      customerName: 'Café Progreso',
      dispatchTime: '2026-11-23T13:00:00.000Z',
      stops: [someOrderStop({ stopId: 'a', stopType: 'pickup' }), someOrderStop({ stopId: 'b', place: 2 })],
    })
    const exception = {
      code: 'late' as const,
      stopId: 'a',
      amount: 3_600,
      allowed: 150,
      by: 'Ana Ruiz',
      at: '2026-11-23T15:20:00.000Z',
    }
    const visits = ['a', 'b'].map((stopId) => ({ serviceId: 's1', stopId, lock: null }))
    const planOf = (amount: number) =>
      somePlan({
        settings: planSettings.parse({ pickupToleranceMinutes: 30 }),
        content: { routes: [{ ...route, visits, exceptions: [{ ...exception, amount }] }] },
      })
    const { user } = await openPlan(planOf(7_200), { orders: [ride] })
    const row = screen.getByRole('button', { name: /^Unidad 118, .*1 excepción aceptada/ })
    expect(row.textContent).not.toMatch(/problema|Tarde en total/)
    const stop = screen.getByRole('button', { name: /^Parada 1, servicio 101/ })
    expect(stop.getAttribute('aria-label')).toMatch(
      /Excepción aceptada\. Servicio 101: llega .+ tarde\. La búsqueda permitió 150 minutos de tolerancia en la primera parada\. La aceptó Ana Ruiz el .+09:20/,
    )
    await user.click(screen.getByRole('button', { name: 'Publicar' }))
    await screen.findByText('1 excepción aceptada en las rutas')
    expect(screen.queryByText(/incumplimiento|violaci/i)).toBeNull()
  })

  it('gives a late stop a sign where it is too narrow for one', async () => {
    const late = { place: 2, windowEnd: '2026-11-23T13:00:00.000Z' }
    await openPlan(
      somePlan({
        content: {
          routes: [{ ...route, visits: [...route.visits, { serviceId: 's2', stopId: 'b', lock: null }] }],
        },
      }),
      {
        orders: [
          someOrder({
            serviceId: 's1',
            serviceNumber: 101,
            stops: [someOrderStop({ stopId: 'a', ...late })],
          }),
          someOrder({
            serviceId: 's2',
            serviceNumber: 102,
            stops: [someOrderStop({ stopId: 'b', place: 2 })],
          }),
        ],
      },
    )
    const list = within(screen.getByRole('list', { name: 'Rutas por unidad' }))
    const [first, second] = [1, 2].map((number) =>
      list.getByRole('button', { name: new RegExp(`^Parada ${number},`) }),
    )
    expect(first?.textContent).toBe('!')
    expect(first?.querySelector('[data-wrong]')).not.toBeNull()
    expect(second?.textContent).toBe('2')
  })

  it('adds stops to the selection by Ctrl and keeps them while the focus passes', async () => {
    const visits = [
      ...route.visits,
      { serviceId: 's2', stopId: 'b', lock: null },
      { serviceId: 's3', stopId: 'c', lock: null },
    ]
    const { user } = await openPlan(somePlan({ content: { routes: [{ ...route, visits }] } }))
    const list = within(screen.getByRole('list', { name: 'Rutas por unidad' }))
    const stop = (number: number) => list.getByRole('button', { name: new RegExp(`^Parada ${number},`) })
    const chosen = () => [1, 2, 3].filter((number) => stop(number).getAttribute('aria-pressed') === 'true')
    // The simulated browser shows the focus of a pointer as that of the keyboard.
    const matches = Element.prototype.matches
    const asPointer = vi.spyOn(Element.prototype, 'matches').mockImplementation(function (
      this: Element,
      selector: string,
    ) {
      return selector !== ':focus-visible' && matches.call(this, selector)
    })
    await user.click(stop(1))
    await user.keyboard('{Control>}')
    await user.click(stop(2))
    await user.keyboard('{/Control}')
    asPointer.mockRestore()
    expect(chosen()).toEqual([1, 2])
    act(() => stop(3).focus())
    expect(chosen()).toEqual([1, 2])
    await user.keyboard('{Enter}')
    expect(chosen()).toEqual([3])
    act(() => stop(1).focus())
    expect(chosen()).toEqual([1])
  })

  it('says why a route has no times, and lists its stops all the same', async () => {
    const { user } = await openPlan(undefined, { vehicles: [somePlanVehicle({ unfit: 'documents' })] })
    const reason = 'La unidad 118 o su conductor tiene documentos vencidos'
    const row = screen.getByRole('button', { name: new RegExp(`^Unidad 118.*1 problema. ${reason}`) })
    await user.click(row)
    const panel = within(await screen.findByRole('region', { name: 'Ruta de la unidad 118' }))
    expect(panel.getByText(reason)).toBeTruthy()
    expect(panel.getByText(/Destino · 101 Café Progreso/)).toBeTruthy()
  })

  it('shows the route of a vehicle that is selected while a panel is open', async () => {
    const { user } = await openPlan()
    await user.click(screen.getByRole('button', { name: 'Planear' }))
    expect(await screen.findByRole('button', { name: 'Buscar rutas' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Unidad 118, R. Íñiguez, 1 parada/ }))
    expect(await screen.findByRole('region', { name: 'Ruta de la unidad 118' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Buscar rutas' })).toBeNull()
  })

  it('draws only the rows in sight of a hundred vehicles', async () => {
    const vehicles = Array.from({ length: 100 }, (_, at) =>
      somePlanVehicle({ vehicleId: `w${at}`, vehicleNumber: String(200 + at) }),
    )
    await openPlan(somePlan(), { vehicles })
    const rows = screen.getByRole('list', { name: 'Rutas por unidad' }).querySelectorAll('li')
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.length).toBeLessThan(60)
  })

  it('leads to the shifts where no vehicle has one', async () => {
    await openPlan(somePlan(), {
      vehicles: [somePlanVehicle({ shiftId: null, from: null, until: null, unfit: 'no_shift' })],
    })
    expect(screen.getByText('Ninguna unidad tiene turno este día')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Ver turnos' })[0]?.getAttribute('href')).toBe('/shifts')
  })
})

describe('Escape', () => {
  const row = () => screen.getByRole('button', { name: /^Unidad 118, R. Íñiguez, 1 parada/ })
  const routeOf = () => screen.queryByRole('region', { name: 'Ruta de la unidad 118' })

  it('clears what is selected on the timeline, then closes the route', async () => {
    const { user } = await openPlan()
    const stop = within(screen.getByRole('list', { name: 'Rutas por unidad' })).getByRole('button', {
      name: /^Parada 1,/,
    })
    await user.click(stop)
    expect(stop.getAttribute('aria-pressed')).toBe('true')
    await user.keyboard('{Escape}')
    expect(stop.getAttribute('aria-pressed')).toBe('false')
    expect(routeOf()).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(routeOf()).toBeNull()
    expect(document.activeElement).toBe(stop)
  })

  it('closes the route from within, with the focus back on its row', async () => {
    const { user } = await openPlan()
    await user.click(row())
    const panel = within(await screen.findByRole('region', { name: 'Ruta de la unidad 118' }))
    act(() => panel.getByRole('button', { name: 'Cerrar la ruta' }).focus())
    await user.keyboard('{Escape}')
    expect(routeOf()).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(row()))
  })

  it('closes a panel from within, with the focus back on its button, but not while somebody types there', async () => {
    const { user } = await openPlan(
      undefined,
      {},
      { [`GET /plans/${planId}/versions`]: { body: { items: [] } } },
    )
    const opener = screen.getByRole('button', { name: 'Versiones' })
    await user.click(opener)
    const panel = within(await screen.findByRole('region', { name: 'Versiones' }))
    await user.type(panel.getByRole('textbox', { name: 'Nombre de la versión' }), 'Uno{Escape}')
    expect(screen.getByRole('region', { name: 'Versiones' })).toBeTruthy()
    act(() => panel.getByRole('button', { name: 'Cerrar' }).focus())
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Versiones' })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('only cancels a move, and only closes a dialog', async () => {
    const { user } = await openPlan()
    const stop = within(screen.getByRole('list', { name: 'Rutas por unidad' })).getByRole('button', {
      name: /^Parada 1,/,
    })
    await user.click(stop)
    await user.keyboard('x{Escape}')
    expect(stop.getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Publicar' }))
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(stop.getAttribute('aria-pressed')).toBe('true')
    expect(routeOf()).toBeTruthy()
  })
})

it('focuses the head of a row after its last stop was taken out', async () => {
  const { user } = await openPlan()
  const list = within(screen.getByRole('list', { name: 'Rutas por unidad' }))
  act(() => list.getByRole('button', { name: /^Parada 1,/ }).focus())
  await user.keyboard('{Delete}')
  await waitFor(() =>
    expect(document.activeElement).toBe(
      list.getByRole('button', { name: /^Unidad 118, R. Íñiguez, 0 paradas/ }),
    ),
  )
})

it('keeps the selected vehicle while stops of others are added to the selection', async () => {
  const { user } = await openPlan(
    somePlan({
      content: {
        routes: [
          route,
          { ...route, vehicleId: 'v121', visits: [{ serviceId: 's2', stopId: 'b', lock: null }] },
        ],
      },
    }),
    { vehicles: [somePlanVehicle(), somePlanVehicle({ vehicleId: 'v121', vehicleNumber: '121' })] },
  )
  const list = within(screen.getByRole('list', { name: 'Rutas por unidad' }))
  const stop = (number: number) =>
    list.getByRole('button', { name: new RegExp(`^Parada 1, servicio ${number},`) })
  await user.click(stop(101))
  await user.keyboard('{Control>}')
  // The simulated browser shows the focus of a pointer as that of the keyboard, which selects the vehicle.
  stop(102).addEventListener('pointerdown', (event) => event.preventDefault())
  await user.click(stop(102))
  await user.keyboard('{/Control}')
  expect(stop(102).getAttribute('aria-pressed')).toBe('true')
  expect(stop(101).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('region', { name: 'Ruta de la unidad 118' })).toBeTruthy()
})

it('brings the row that is aimed at by keys into sight, and the focus to what was put there', async () => {
  const vehicles = Array.from({ length: 50 }, (_, at) =>
    somePlanVehicle({ vehicleId: `w${at}`, vehicleNumber: String(200 + at) }),
  )
  const { user, pool } = await openPlan(somePlan(), { vehicles })
  act(() => pool.getByRole('button', { name: /^101/ }).focus())
  await user.keyboard('x')
  await user.keyboard('.'.repeat(49))
  await screen.findByText(/^Unidad 249, lugar 1$/)
  const list = within(screen.getByRole('list', { name: 'Rutas por unidad' }))
  expect(list.queryByRole('button', { name: /^Unidad 249/ })).toBeNull()
  const scroller = screen
    .getByRole('list', { name: 'Rutas por unidad' })
    .closest('[data-plan-scroll]') as Element
  expect(scroller.scrollTop).toBeGreaterThan(1_000)
  // The simulated browser does not say that it scrolled.
  act(() => void scroller.dispatchEvent(new Event('scroll')))
  expect(list.getByRole('button', { name: /^Unidad 249/ })).toBeTruthy()
  await user.keyboard('v')
  await waitFor(() =>
    expect(document.activeElement).toBe(list.getByRole('button', { name: /^Parada 1, servicio 101/ })),
  )
})

describe('an edit that is not saved yet', () => {
  const edit = async (some: FakeAnswers) => {
    const view = await openPlan(undefined, {}, some)
    const list = within(screen.getByRole('list', { name: 'Rutas por unidad' }))
    act(() => list.getByRole('button', { name: /^Parada 1,/ }).focus())
    await view.user.keyboard('{Delete}')
    return view
  }

  it('is saved without a question when another day is chosen', async () => {
    const { user, at, asked, answers } = await edit({
      [`PUT /plans/${planId}`]: (body) => ({ body: somePlan({ ...(body as Plan), version: 4 }) }),
    })
    answers['GET /plans'] = { body: { items: [], total: 0, page: 1, size: 100 } }
    await user.click(screen.getByRole('button', { name: 'Día siguiente' }))
    await screen.findByRole('button', { name: 'Crear el plan del día' })
    expect(at()).toBe('/planning?date=2026-11-24')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(asked.filter(({ call }) => call === `PUT /plans/${planId}`)).toHaveLength(1)
  })

  it('is asked for where it cannot be saved', async () => {
    const { user, at } = await edit({ [`PUT /plans/${planId}`]: refusal(422, 'plan_vehicle_unknown') })
    await user.click(screen.getByRole('button', { name: 'Día siguiente' }))
    const ask = within(await screen.findByRole('alertdialog'))
    await user.click(ask.getByRole('button', { name: 'Seguir editando' }))
    expect(at()).toContain('date=2026-11-23')
  })
})

it('shows a viewer everything and says why nothing can be changed', async () => {
  const { names } = await openPlan(undefined, {}, viewer)
  expect(names()).toHaveLength(2)
  const locked = screen.getByRole('button', { name: 'Editar' })
  expect(locked.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
})

it('shows who else has the plan open, and says when the page leaves it', async () => {
  const { asked, unmount } = await openPlan(
    undefined,
    {},
    {
      [`POST /plans/${planId}/presence`]: {
        body: {
          others: [
            {
              userId: 'u9',
              name: 'Ana Ruiz',
              vehicleId: 'v118',
              serviceId: null,
              at: '2026-11-22T18:00:00.000Z',
            },
          ],
        },
      },
    },
  )
  expect(await screen.findByText('También aquí: Ana Ruiz, en la unidad 118')).toBeTruthy()
  unmount()
  await waitFor(() =>
    expect(
      asked.filter(
        ({ call, body }) =>
          call === `POST /plans/${planId}/presence` && (body as { isLeaving?: boolean }).isLeaving,
      ),
    ).toHaveLength(1),
  )
})

it('copies, renames and deletes a plan, a published one not', async () => {
  const published = somePlan({ status: 'published', content: { routes: [route] } })
  const { user, asked } = await openPlan(
    published,
    {},
    {
      'POST /plans': { status: 201, body: somePlan() },
      [`PUT /plans/${planId}`]: { body: somePlan({ name: 'Tarde', version: 4 }) },
    },
  )
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: /^Elegir plan/ }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Eliminar plan')
  const ask = within(await screen.findByRole('alertdialog'))
  expect(ask.getByText(/Está publicado/)).toBeTruthy()
  expect((ask.getByRole('button', { name: 'Eliminar plan' }) as HTMLButtonElement).disabled).toBe(true)
  await user.click(ask.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

  await choose('Duplicar para probar algo')
  const copy = within(await screen.findByRole('dialog', { name: 'Duplicar el plan' }))
  expect((copy.getByLabelText(/^Nombre/) as HTMLInputElement).value).toBe('Turno matutino (copia)')
  await user.click(copy.getByRole('button', { name: 'Crear plan' }))
  await waitFor(() =>
    expect(asked.find(({ call }) => call === 'POST /plans')?.body).toMatchObject({
      name: 'Turno matutino (copia)',
      copyOf: planId,
    }),
  )
})

it('speaks English', async () => {
  const { pool, user } = await openPlan(undefined, {}, {}, { language: 'en' })
  expect(pool.getByRole('button', { name: 'No route 2' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Vehicle 118, R. Íñiguez, 1 stop/ })).toBeTruthy()
  await user.click(pool.getByRole('button', { name: 'With a problem 0' }))
  expect(pool.getByText('No service has a problem')).toBeTruthy()
})

describe('on a phone', () => {
  beforeEach(() => setWidth(390))
  const tab = (name: string) => screen.getByRole('tab', { name })
  const routeOf = (vehicle: string) => screen.queryByRole('region', { name: `Ruta de la unidad ${vehicle}` })
  const row = () => screen.getByRole('button', { name: /^Unidad 118, R. Íñiguez, 1 parada/ })

  it('shows one pane at a time, without a word of dragging', async () => {
    const { user, at } = await openPlan(undefined, {
      vehicles: [somePlanVehicle(), somePlanVehicle({ vehicleId: 'v121', vehicleNumber: '121' })],
    })
    expect(screen.queryByRole('list', { name: 'Rutas por unidad' })).toBeNull()
    await user.click(tab('Rutas 1'))
    expect(screen.getByRole('list', { name: 'Rutas por unidad' })).toBeTruthy()
    expect(at()).toContain('view=routes')
    expect(screen.getByText('Disponible desde 08:00')).toBeTruthy()
  })

  it('closes a panel by any tab, and keeps what it covers out of reach', async () => {
    const { user, at } = await openPlan()
    await user.click(tab('Rutas 1'))
    await user.click(row())
    await screen.findByRole('region', { name: 'Ruta de la unidad 118' })
    expect(at()).toContain('vehicle=v118')
    expect(
      screen.getByRole('list', { name: 'Rutas por unidad', hidden: true }).closest('[inert]'),
    ).toBeTruthy()
    await user.click(tab('Por planear 2'))
    expect(routeOf('118')).toBeNull()
    expect(screen.getByRole('region', { name: 'Por planear' })).toBeTruthy()
    await waitFor(() => expect(at()).not.toMatch(/vehicle=|view=/))

    await user.click(screen.getByRole('button', { name: 'Planear' }))
    await screen.findByRole('button', { name: 'Buscar rutas' })
    await user.click(tab('Por planear 2'))
    expect(screen.queryByRole('button', { name: 'Buscar rutas' })).toBeNull()
    expect(document.querySelector('[inert]')).toBeNull()
  })

  it.each([
    ['es', '2 avisos', 'Quitar del plan: 101'],
    ['en', '2 warnings', 'Take out of the plan: 101'],
  ] as const)('says in one line how many warnings there are, and opens them, in %s', async (...given) => {
    const [language, count, takeOut] = given
    const [first, ...rest] = orders
    const { user } = await openPlan(
      undefined,
      {
        orders: [{ ...first!, state: 'cancelled' }, ...rest],
        warnings: [
          { ...noWarning, code: 'service_cancelled', serviceId: 's1' },
          { ...noWarning, code: 'further_shifts', vehicleNumber: '118' },
        ],
      },
      {},
      { language },
    )
    const line = screen.getByRole('button', { name: new RegExp(`^${count}`) })
    expect(line.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('button', { name: takeOut })).toBeNull()
    await user.click(line)
    expect(line.getAttribute('aria-expanded')).toBe('true')
    await user.click(screen.getByRole('button', { name: takeOut }))
    expect(screen.queryByRole('button', { name: takeOut })).toBeNull()
  })

  it('closes the route by going back, and stays on the screen', async () => {
    const { user, at, history } = await openPlan()
    await user.click(tab('Rutas 1'))
    await user.click(row())
    await screen.findByRole('region', { name: 'Ruta de la unidad 118' })
    act(() => history.back())
    await waitFor(() => expect(routeOf('118')).toBeNull())
    expect(at()).toContain('view=routes')
    await user.click(row())
    await user.click(await screen.findByRole('button', { name: 'Cerrar la ruta' }))
    await waitFor(() => expect(at()).not.toContain('vehicle='))
    expect(routeOf('118')).toBeNull()
  })

  it('keeps the search and grouping of the pool while another pane is shown', async () => {
    const { user, pool } = await openPlan()
    await user.type(pool.getByRole('searchbox'), 'campo alegre')
    await user.selectOptions(pool.getByRole('combobox', { name: 'Agrupar' }), 'type')
    await user.click(tab('Rutas 1'))
    await user.click(tab('Por planear 2'))
    const again = within(screen.getByRole('region', { name: 'Por planear' }))
    expect((again.getByRole('searchbox') as HTMLInputElement).value).toBe('campo alegre')
    expect(again.getByRole('button', { name: /Reparto 1/ })).toBeTruthy()
    expect(again.queryByRole('button', { name: /^103/ })).toBeNull()
  })
})

it('calls times estimates where a stop is new, but not where a vehicle has moved on', async () => {
  const order = (place: number) => someOrder({ stops: [someOrderStop({ place })] })
  const day = (place: number) => ({
    orders: [order(place)],
    vehicles: [somePlanVehicle({ startPlace: 2 })],
  })
  const travel = { [`GET /plans/${planId}/travel`]: { body: known } }
  const first = await openPlan(somePlan(), day(1), travel)
  await expect.poll(() => screen.queryByText('≈ Tiempos estimados')).toBeNull()
  first.unmount()
  await openPlan(somePlan(), day(2), travel)
  await screen.findByText('≈ Tiempos estimados')
})
