import type { Plan } from '@rumbo/contract/planning.contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeAnswers, refusal } from '../../app/testing.tsx'
import { editedDay, editedPlan, someRoute, someRun } from '../editor/editor.factory.ts'
import { openPlan } from '../editor/editor.testing.tsx'
import { usePlanTools } from './use-plan-tools.tsx'

function Tools() {
  const tools = usePlanTools()
  return (
    <>
      {tools.bar}
      {tools.panel}
      {tools.dialogs}
      <output aria-label="map">{tools.proposed ? 'proposal' : 'plan'}</output>
      {tools.routeActions({ vehicleId: 'v118' })}
      {tools.selectionActions}
      <button type="button" onClick={() => tools.onRetry('s15')}>
        retry
      </button>
    </>
  )
}

const { content: _, points: __, leftOut: ___, ...listed } = someRun()
const withRun = (run = someRun()): FakeAnswers => ({
  'GET /plans/p1/runs': { body: { items: [{ ...listed, status: run.status }] } },
  'GET /plan-runs/r1': { body: run },
})

const version = {
  id: 'w1',
  planId: 'p1',
  name: 'Borrador',
  cause: 'named',
  planVersion: 1,
  figures: null,
  at: '2031-03-03T06:00:00.000Z',
  by: 'Ana',
}

it('starts a search with a mode, a time and the settings of the plan', async () => {
  const { user, sent } = await openPlan({
    answers: { 'POST /plans/p1/runs': { status: 202, body: someRun({ status: 'waiting', content: null }) } },
    children: <Tools />,
  })
  await user.click(screen.getByRole('button', { name: 'Planear' }))
  expect(screen.getAllByRole('radio')).toHaveLength(3)
  await user.click(screen.getByRole('radio', { name: /^Planear todo de nuevo/ }))
  await user.click(screen.getByRole('button', { name: '5 s' }))
  await user.click(screen.getByRole('button', { name: 'Ajustes avanzados' }))
  const stops = screen.getByRole('textbox', { name: 'Paradas' })
  await user.type(stops, '8')
  await user.click(screen.getByRole('button', { name: 'Buscar rutas' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]).toMatchObject({ call: 'PUT /plans/p1', body: { settings: { mostStops: 8 } } })
  expect(sent[1]).toEqual({
    call: 'POST /plans/p1/runs',
    body: { version: 2, mode: 'replan', seconds: 5, settings: null, serviceIds: null },
  })
})

it('shows how a search goes, and stops it with the best so far', async () => {
  const { user, sent } = await openPlan({
    answers: {
      ...withRun(someRun({ status: 'searching', resumed: 1 })),
      'POST /plan-runs/r1/stop': { body: { done: true } },
    },
    children: <Tools />,
  })
  await user.click(await screen.findByRole('button', { name: 'Planeando…' }))
  await screen.findByText('Lo mejor hasta ahora: 2 unidades, 8.2 km, 1 sin planear')
  expect(screen.getByRole('img', { name: /^Costo del mejor plan: bajó 22\.2 % en 2 s/ })).toBeTruthy()
  expect(screen.getByText(/se interrumpió y siguió/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Detener y usar este' }))
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(['POST /plan-runs/r1/stop']))
})

it('shows the routes of a search on the map only while its panel is open, also before it ends', async () => {
  const onMap = () => screen.getByRole('status', { name: 'map' }).textContent
  const { user } = await openPlan({
    answers: withRun(someRun({ status: 'searching' })),
    children: <Tools />,
  })
  const button = await screen.findByRole('button', { name: 'Planeando…' })
  expect(onMap()).toBe('plan')
  await user.click(button)
  expect(onMap()).toBe('proposal')
  await user.click(button)
  expect(onMap()).toBe('plan')
})

it('shows the plan on the map once a proposal is put aside', async () => {
  const { user } = await openPlan({ answers: withRun(), children: <Tools /> })
  await screen.findByRole('region', { name: 'Propuesta' })
  expect(screen.getByRole('status', { name: 'map' }).textContent).toBe('proposal')
  await user.click(screen.getByRole('button', { name: 'Ver propuesta' }))
  expect(screen.getByRole('status', { name: 'map' }).textContent).toBe('plan')
})

it('says why a search failed, with the number of the error', async () => {
  const { user } = await openPlan({
    answers: withRun(someRun({ status: 'failed', failure: { code: 'internal', errorId: 'E-42' } })),
    children: <Tools />,
  })
  await user.click(screen.getByRole('button', { name: 'Planear' }))
  await screen.findByText(/La búsqueda falló\. .* Número de error: E-42/)
})

it('opens a proposal, compares it, and takes over the chosen routes', async () => {
  const proposed = {
    routes: [someRoute('v118', 's12a s12b s14a s14b'), someRoute('v121', '')],
  }
  const accepted = editedPlan({
    version: 2,
    content: { routes: [someRoute('v118', 's12a s12b s14a s14b'), someRoute('v121', 's13a s13b')] },
  })
  const { user, sent, stops } = await openPlan({
    answers: {
      ...withRun(someRun({ content: proposed })),
      'POST /plan-runs/r1/accept': { body: accepted },
    },
    children: <Tools />,
  })
  const panel = within(await screen.findByRole('region', { name: 'Propuesta' }))
  expect(panel.getByText('Servicio 14: de sin planear a la unidad 118')).toBeTruthy()
  expect(panel.getByText('Servicio 13: de la unidad 121 a sin planear')).toBeTruthy()
  await panel.findByRole('row', { name: /^Unidades 2 1 −1/ })
  await user.click(panel.getByRole('checkbox', { name: 'Ruta de la unidad 121' }))
  await panel.findByRole('row', { name: /^Unidades 2 2 =/ })
  await user.click(panel.getByRole('button', { name: 'Aceptar 1 ruta' }))
  await waitFor(() => expect(stops('118')).toEqual(['s12a', 's12b', 's14a', 's14b']))
  expect(sent).toEqual([{ call: 'POST /plan-runs/r1/accept', body: { version: 1, vehicleIds: ['v118'] } }])
  await user.click(screen.getByRole('button', { name: 'undo' }))
  expect(stops('118')).toEqual(['s12a', 's12b'])
})

it('keeps, compares and restores versions', async () => {
  const kept = editedPlan({ version: 2, content: { routes: [someRoute('v121', 's12a s12b')] } })
  const { user, sent, stops } = await openPlan({
    answers: {
      'GET /plans/p1/versions': { body: { items: [version] } },
      'GET /plan-versions/w1': { body: { ...version, settings: kept.settings, content: kept.content } },
      'GET /plans': { body: { items: [], total: 0, page: 1, size: 100 } },
      'POST /plans/p1/versions': { status: 201, body: { ...version, id: 'w2', name: 'Otra' } },
      'POST /plan-versions/w1/restore': { body: kept },
    },
    children: <Tools />,
  })
  await user.click(screen.getByRole('button', { name: 'Versiones' }))
  await user.type(screen.getByRole('textbox', { name: 'Nombre de la versión' }), 'Otra{Enter}')
  await waitFor(() =>
    expect(sent).toEqual([{ call: 'POST /plans/p1/versions', body: { name: 'Otra', version: 1 } }]),
  )
  await screen.findByRole('button', { name: 'Comparar «Borrador» con el plan actual' })
  await user.click(screen.getByRole('button', { name: 'Comparar dos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Comparar planes' }))
  expect(dialog.getByRole('combobox', { name: 'Primero' }).textContent).toMatch(/^Borrador/)
  expect(dialog.getByRole('combobox', { name: 'Segundo' }).textContent).toBe('Plan actual')
  await dialog.findByText('Servicio 12: de la unidad 121 a la 118')
  await user.click(dialog.getByRole('button', { name: 'Cerrar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Restaurar «Borrador»' }))
  await user.click(await screen.findByRole('button', { name: 'Restaurar' }))
  await waitFor(() => expect(stops('121')).toEqual(['s12a', 's12b']))
})

it('compares plans with the settings, hours and vehicles of each', async () => {
  const { settings, content } = editedPlan()
  const { content: _content, settings: _settings, ...other } = editedPlan({ id: 'p2', name: 'Tarde' })
  const day = editedDay({ planId: 'p2' })
  const unfit = day.vehicles.map((one) =>
    one.vehicleId === 'v121' ? { ...one, unfit: 'no_shift' as const } : one,
  )
  const { user } = await openPlan({
    answers: {
      'GET /plans/p1/versions': { body: { items: [version] } },
      'GET /plan-versions/w1': { body: { ...version, settings: { ...settings, mostStops: 1 }, content } },
      'GET /plans': { body: { items: [other], total: 1, page: 1, size: 100 } },
      'GET /plans/p2': { body: editedPlan({ id: 'p2', name: 'Tarde' }) },
      'GET /plans/p2/workspace': { body: { ...day, vehicles: unfit } },
    },
    children: <Tools />,
  })
  await user.click(screen.getByRole('button', { name: 'Versiones' }))
  await user.click(await screen.findByRole('button', { name: 'Comparar «Borrador» con el plan actual' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Comparar planes' }))
  // Both routes have one stop more than the version allows.
  await dialog.findByRole('row', { name: /^Incumplimientos 2 0 −2/ })
  await user.click(dialog.getByRole('combobox', { name: 'Segundo' }))
  await user.click(await screen.findByRole('option', { name: 'Plan «Tarde»' }))
  await dialog.findByRole('row', { name: /^Incumplimientos 2 1 −1/ })
  expect(dialog.getByRole('row', { name: /^Unidades 2 2 =/ })).toBeTruthy()
  for (const name of [/^Espera /, /^Carga /, /^Retraso /])
    expect(dialog.getByRole('row', { name })).toBeTruthy()
})

it('says what publishing does, and which services got no reservation', async () => {
  const { user, sent } = await openPlan({
    answers: {
      'POST /plans/p1/publish': {
        body: {
          plan: editedPlan({ status: 'published', version: 2 }),
          reserved: 1,
          released: 0,
          unpublished: [{ serviceId: 's13', serviceNumber: 13, reason: 'elsewhere', vehicleNumber: '130' }],
        },
      },
    },
    children: <Tools />,
  })
  await user.click(screen.getByRole('button', { name: 'Publicar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publicar el plan' }))
  expect(dialog.getByText(/^2 servicios quedan reservados/)).toBeTruthy()
  expect(dialog.getByText('2 servicios sin planear no se reservan')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Publicar' }))
  await screen.findByText('Servicio 13: ya lo tiene la unidad 130')
  expect(sent).toEqual([{ call: 'POST /plans/p1/publish', body: { version: 1 } }])
})

it('says why an order was left out and tries again', async () => {
  const { user, sent } = await openPlan({
    answers: {
      ...withRun(someRun({ status: 'accepted' })),
      'POST /plans/p1/runs': { status: 202, body: someRun({ status: 'waiting', content: null }) },
    },
    children: <Tools />,
  })
  await user.click(screen.getByRole('button', { name: 'retry' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Relajar y reintentar' }))
  await dialog.findByText(/9.*4/)
  expect(dialog.getByRole('link', { name: 'Abrir el servicio para cambiarlo' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() =>
    expect(sent.at(-1)?.body).toMatchObject({ mode: 'insert', serviceIds: ['s15'], seconds: 5 }),
  )
})

it('loosens a setting for one search only, and says so', async () => {
  const [missing] = someRun().leftOut ?? []
  const leftOut = [{ ...missing!, code: 'limits' as const, vehicleId: 'v118' }]
  const settings = { ...editedPlan().settings, mostStops: 2, mostMinutes: 60, pickupToleranceMinutes: 30 }
  const { user, sent } = await openPlan({
    plan: editedPlan({ settings }),
    answers: {
      ...withRun(someRun({ status: 'accepted', leftOut })),
      'POST /plans/p1/runs': { status: 202, body: someRun({ status: 'waiting', content: null }) },
    },
    children: <Tools />,
  })
  await screen.findByRole('button', { name: 'Planear' })
  await user.click(screen.getByRole('button', { name: 'retry' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Relajar y reintentar' }))
  await dialog.findByText(
    'Ayudaría quitar los límites de paradas, duración y distancia de las rutas. Solo para esta búsqueda: los ajustes del plan no cambian.',
  )
  await user.click(dialog.getByRole('button', { name: 'Relajar y reintentar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.map(({ call }) => call)).toEqual(['POST /plans/p1/runs'])
  expect(sent[0]?.body).toMatchObject({
    serviceIds: ['s15'],
    settings: { mostStops: null, mostMinutes: null, mostKilometres: null, pickupToleranceMinutes: 30 },
  })
  expect(screen.getByRole('button', { name: 'undo' })).toHaveProperty('disabled', true)
})

it('uses a vehicle again that the plan left out, and takes it back where the search does not start', async () => {
  const [missing] = someRun().leftOut ?? []
  const leftOut = [{ ...missing!, code: 'full' as const, vehicleId: 'v118' }]
  const settings = { ...editedPlan().settings, unusedVehicleIds: ['v121'] }
  let isRefused = true
  const { user, sent } = await openPlan({
    plan: editedPlan({ settings, content: { routes: [someRoute('v118', 's12a s12b')] } }),
    answers: {
      ...withRun(someRun({ status: 'accepted', leftOut })),
      'POST /plans/p1/runs': () =>
        isRefused
          ? refusal(422, 'plan_vehicle_unknown')
          : { status: 202, body: someRun({ status: 'waiting', content: null }) },
    },
    children: <Tools />,
  })
  const undo = () => screen.getByRole<HTMLButtonElement>('button', { name: 'undo', hidden: true })
  const saved = () => {
    const plan = sent.findLast(({ call }) => call.startsWith('PUT'))?.body as Plan | undefined
    return plan?.settings.unusedVehicleIds
  }
  await screen.findByRole('button', { name: 'Planear' })
  await user.click(screen.getByRole('button', { name: 'retry' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Relajar y reintentar' }))
  await dialog.findByText(/Cambia los ajustes del plan\.$/)
  const retry = () => user.click(dialog.getByRole('button', { name: 'Relajar y reintentar' }))
  await retry()
  await waitFor(() => expect(dialog.getByRole('alert').textContent).not.toBe(''))
  await waitFor(() => expect(undo().disabled).toBe(true))
  isRefused = false
  await retry()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved()).toEqual([])
  expect(sent.at(-1)?.body).toMatchObject({ settings: null })
  expect(undo().disabled).toBe(false)
})

it('keeps why orders were left out while the next search begins, goes on and fails', async () => {
  const { leftOut } = someRun()
  let runs: object[] = [listed]
  let next: FakeAnswers[string] = refusal(404, 'plan_not_found')
  const { user, client } = await openPlan({
    answers: {
      'GET /plans/p1/runs': () => ({ body: { items: runs } }),
      'GET /plan-runs/r1': { body: someRun({ status: 'accepted' }) },
      'GET /plan-runs/r2': () => next as { body: unknown },
    },
    children: <Tools />,
  })
  const reason = async () => {
    await user.click(screen.getByRole('button', { name: 'retry' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Relajar y reintentar' }))
    await dialog.findByText(/9.*4/)
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const readAgain = () => act(() => client.data.evict(['planning']))
  await reason()
  runs = [{ ...listed, id: 'r2', status: 'searching' }, listed]
  readAgain()
  await screen.findByRole('button', { name: 'Planear' })
  await reason()
  next = { body: someRun({ id: 'r2', status: 'searching', content: null, leftOut }) }
  readAgain()
  await screen.findByRole('button', { name: 'Planeando…' })
  await reason()
})

it('shows the lock of what is selected, and none where they differ', async () => {
  const route = someRoute('v118', 's12a s12b')
  const visits = route.visits.map((visit, at) => ({ ...visit, lock: at === 0 ? ('vehicle' as const) : null }))
  const { user, focus } = await openPlan({
    plan: editedPlan({ content: { routes: [{ ...route, visits }, someRoute('v121', 's13a s13b')] } }),
    children: <Tools />,
  })
  const checked = async () => {
    await user.click(screen.getByRole('button', { name: 'Candado' }))
    const items = await screen.findAllByRole('menuitemradio')
    const found = items.filter((item) => item.getAttribute('aria-checked') === 'true')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    return found.map(({ textContent }) => textContent)
  }
  act(() => focus('s12a'))
  expect(await checked()).toEqual([])
  act(() => focus('s13a'))
  expect(await checked()).toEqual(['Sin candado'])
})

it('says that a time of leaving is missing', async () => {
  const { user } = await openPlan({ children: <Tools /> })
  await user.click(screen.getByRole('button', { name: 'Acciones' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Fijar la hora de salida…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getAllByRole('spinbutton')[0] as HTMLElement)
  await user.keyboard('{Control>}a{/Control}{Delete}')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Escribe la hora de salida.')).toBeTruthy()
})

it('changes a route from its menu', async () => {
  const { user, stops } = await openPlan({ children: <Tools /> })
  const choose = async (name: string | RegExp) => {
    await user.click(screen.getByRole('button', { name: 'Acciones' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Unir a otra ruta…')
  await user.click(await screen.findByRole('menuitem', { name: '121' }))
  expect(stops('121')).toEqual(['s13a', 's13b', 's12a', 's12b'])
  await user.click(screen.getByRole('button', { name: 'undo' }))
  await choose('Vaciar la ruta')
  expect(stops('118')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'undo' }))
  await choose('Poner candado a la ruta')
  screen.getByRole('button', { name: 's12a' }).focus()
  await user.keyboard('x')
  await screen.findByText('La ruta de la unidad 118 tiene candado: quítalo primero.')
})

it('keeps services with a padlock on their vehicle in swaps and merges', async () => {
  const locked = someRoute('v118', 's12a s12b')
  const plan = editedPlan({
    content: {
      routes: [
        { ...locked, visits: locked.visits.map((visit) => ({ ...visit, lock: 'vehicle' as const })) },
        someRoute('v121', 's13a s13b'),
      ],
    },
  })
  const { user, stops } = await openPlan({ plan, children: <Tools /> })
  for (const name of ['Unir a otra ruta…', 'Intercambiar con otra unidad…']) {
    await user.click(screen.getByRole('button', { name: 'Acciones' }))
    await user.click(await screen.findByRole('menuitem', { name }))
    await user.click(await screen.findByRole('menuitem', { name: '121' }))
    const toast = await screen.findByText('El servicio 12 tiene candado en la unidad 118: quítalo primero.')
    expect(stops('118')).toEqual(['s12a', 's12b'])
    expect(stops('121')).toEqual(['s13a', 's13b'])
    expect(toast).toBeTruthy()
  }
  expect(screen.getByRole('button', { name: 'undo' })).toHaveProperty('disabled', true)
})

it('does not split off services with a padlock', async () => {
  const route = someRoute('v118', 's12a s12b s13a s13b')
  const visits = route.visits.map((visit) =>
    visit.serviceId === 's13' ? { ...visit, lock: 'vehicle' as const } : visit,
  )
  const { user, stops, focus } = await openPlan({
    plan: editedPlan({ content: { routes: [{ ...route, visits }] } }),
    children: <Tools />,
  })
  focus('s13a')
  await user.click(screen.getByRole('button', { name: 'Acciones' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Dividir/ }))
  await user.click(await screen.findByRole('menuitem', { name: '121' }))
  await screen.findByText('El servicio 13 tiene candado en la unidad 118: quítalo primero.')
  expect(stops('118')).toHaveLength(4)
})

it('says why the order of an unfit vehicle cannot be changed, and hands its route over', async () => {
  const workspace = editedDay()
  const [broken, ...rest] = workspace.vehicles
  const { user, stops } = await openPlan({
    workspace: { ...workspace, vehicles: [{ ...broken!, unfit: 'inactive' }, ...rest] },
    children: <Tools />,
  })
  const open = () => user.click(screen.getByRole('button', { name: 'Acciones' }))
  await open()
  await screen.findByText('La unidad 118 está fuera de servicio o su conductor está inactivo')
  for (const name of [/^Mejorar/, /^Invertir/, /^Fijar/])
    expect(screen.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('menuitem', { name: 'Vaciar la ruta' }))
  expect(stops('pool')).toContain('s12')
  await user.click(screen.getByRole('button', { name: 'undo' }))
  await open()
  await user.click(await screen.findByRole('menuitem', { name: 'Unir a otra ruta…' }))
  await user.click(await screen.findByRole('menuitem', { name: '121' }))
  expect(stops('121')).toEqual(['s13a', 's13b', 's12a', 's12b'])
})
