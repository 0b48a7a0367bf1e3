import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answersFor } from '../../app/testing.tsx'
import { hasUnsaved } from '../../ui/unsaved.ts'
import { editedDay, editedPlan, someRoute } from './editor.factory.ts'
import { openPlan, press, said, staleAnswer } from './editor.testing.tsx'
import { useRouteActions } from './use-route-actions.ts'

const saved = { timeout: 4_000 }
const routesOf = (body: unknown) =>
  (body as { content: { routes: { vehicleId: string; visits: { stopId: string }[] }[] } }).content.routes.map(
    ({ vehicleId, visits }) => `${vehicleId}: ${visits.map(({ stopId }) => stopId).join(' ')}`,
  )
it('picks up an order by x, says what each gap costs, puts it down by v, saves and undoes it', async () => {
  const { user, sent, stops, focus, state } = await openPlan()
  expect(stops('pool')).toEqual(['s14', 's15'])
  focus('s14')
  await user.keyboard('x')
  await said(/^Unidad 1\d\d, lugar \d: [+±−][\d.,]+ min, [+±−][\d.,]+ km/)
  await user.keyboard(',,')
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}')
  await said(/^Unidad 118, lugar \d/)
  await user.keyboard('v')
  expect(stops('118').toSorted()).toEqual(['s12a', 's12b', 's14a', 's14b'])
  expect(stops('118').indexOf('s14a')).toBeLessThan(stops('118').indexOf('s14b'))
  expect(hasUnsaved()).toBe(true)
  await waitFor(() => expect(sent).toHaveLength(1), saved)
  expect(routesOf(sent[0]?.body)).toContain(`v118: ${stops('118').join(' ')}`)
  await waitFor(() => expect(state()).toBe('saved'))
  await user.keyboard('{Control>}z{/Control}')
  expect(stops('118')).toEqual(['s12a', 's12b'])
  await waitFor(() => expect(sent).toHaveLength(2), saved)
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  expect(stops('118')).toHaveLength(4)
})

it('refuses a gap that breaks a hard constraint, in words, and Escape leaves everything', async () => {
  const { user, stops, focus, sent } = await openPlan()
  focus('s15')
  await user.keyboard('x')
  await said(/La unidad 1\d\d tiene 4 asientos y se necesitan (9|10)/)
  await user.keyboard('v')
  expect(stops('pool')).toEqual(['s14', 's15'])
  focus('s14')
  await user.keyboard('x{Escape}')
  await said(/No se movió nada/)
  expect(stops('pool')).toEqual(['s14', 's15'])
  expect(sent).toHaveLength(0)
})

it('lets a late stop be put down all the same, and says that it is late', async () => {
  const workspace = editedDay()
  const [first, second, third, ...rest] = workspace.orders
  const late = { ...third!, stops: third!.stops.map((stop) => ({ ...stop, windowEnd: third!.dispatchTime })) }
  const { user, stops, focus } = await openPlan({
    workspace: { ...workspace, orders: [first!, second!, late, ...rest] },
  })
  focus('s14')
  await user.keyboard('x')
  await said(/Servicio 14: llega .* tarde/)
  await user.keyboard('v')
  expect(stops('pool')).toEqual(['s15'])
})

it('moves by [ ] , . Delete and locks by l', async () => {
  const plan = editedPlan({ content: { routes: [someRoute('v118', 's12a s12b s14a s14b')] } })
  const { user, stops, focus } = await openPlan({ plan })
  focus('s14a')
  await user.keyboard('[[')
  expect(stops('118').indexOf('s14a')).toBe(1)
  focus('s14a')
  await user.keyboard(']')
  expect(stops('118').indexOf('s14a')).toBe(2)
  focus('s14a')
  await user.keyboard('.')
  expect(stops('121')).toEqual(['s14a', 's14b'])
  focus('s14a')
  await user.keyboard('l')
  await screen.findByText('Candado: se queda en su unidad')
  await user.keyboard(',')
  await screen.findByText(/tiene candado en la unidad 121/)
  expect(stops('121')).toEqual(['s14a', 's14b'])
  focus('s12a')
  await user.keyboard('{Delete}')
  expect(stops('pool')).toContain('s12')
  expect(stops('118')).toEqual([])
})

it('drags an order from the pool to a route and back, and Escape cancels', async () => {
  const { stops, user } = await openPlan()
  const order = screen.getByRole('button', { name: 's14' })
  const route = screen.getByRole('list', { name: '121' })
  const pool = screen.getByRole('list', { name: 'pool' })
  const at = (element: Element, x: number) => {
    document.elementFromPoint = () => element
    fireEvent.pointerMove(document, { clientX: x, clientY: 40, pointerId: 1 })
  }
  press(order)
  at(route, 20)
  await said(/^Unidad 121, lugar/)
  fireEvent.pointerUp(document, { pointerId: 1 })
  expect(stops('121')).toHaveLength(4)
  press(screen.getByRole('button', { name: 's14a' }))
  at(pool, 30)
  await said(/^Sin planear/)
  await user.keyboard('{Escape}')
  fireEvent.pointerUp(document, { pointerId: 1 })
  expect(stops('121')).toHaveLength(4)
  press(screen.getByRole('button', { name: 's14a' }))
  at(pool, 30)
  fireEvent.pointerUp(document, { pointerId: 1 })
  expect(stops('121')).toEqual(['s13a', 's13b'])
})

function MoveService12() {
  const actions = useRouteActions()
  return (
    <>
      <button type="button" onClick={() => void actions.unplan(['s12'])}>
        unplan
      </button>
      <button type="button" onClick={() => void actions.toVehicle('v121', ['s12'])}>
        to 121
      </button>
    </>
  )
}

it('takes services off a vehicle that became unfit, so that the plan can be saved', async () => {
  const workspace = editedDay()
  const [broken, ...rest] = workspace.vehicles
  const { user, stops, sent } = await openPlan({
    workspace: { ...workspace, vehicles: [{ ...broken!, unfit: 'inactive' }, ...rest] },
    children: <MoveService12 />,
  })
  expect(stops('118')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'unplan' }))
  expect(stops('pool')).toContain('s12')
  await waitFor(() => expect(sent).toHaveLength(1), saved)
  expect(routesOf(sent[0]?.body)).toEqual(['v121: s13a s13b'])
  await user.click(screen.getByRole('button', { name: 'undo' }))
  await user.click(screen.getByRole('button', { name: 'to 121' }))
  expect(stops('121').toSorted()).toEqual(['s12a', 's12b', 's13a', 's13b'])
  await waitFor(() => expect(sent.length).toBeGreaterThan(1), saved)
  expect(routesOf(sent.at(-1)?.body)).toEqual([`v121: ${stops('121').join(' ')}`])
})

it('keeps arrows, v and Escape for a move that a checkbox began', async () => {
  const { user, stops, focus } = await openPlan({ children: <input type="checkbox" aria-label="row" /> })
  focus('s14')
  await user.keyboard('x')
  screen.getByRole('checkbox', { name: 'row' }).focus()
  await user.keyboard('{Escape}')
  await said(/No se movió nada/)
  focus('s14')
  await user.keyboard('x')
  screen.getByRole('checkbox', { name: 'row' }).focus()
  await user.keyboard('v')
  expect(stops('pool')).toEqual(['s15'])
})

it('shows what another planner changed, and does my changes again on top', async () => {
  const theirs = editedPlan({ version: 5, content: { routes: [someRoute('v121', 's12a s12b s13a s13b')] } })
  let isStale = true
  const { user, stops, focus, sent, replace } = await openPlan({
    answers: {
      'PUT /plans/p1': (body) =>
        isStale ? staleAnswer(theirs) : { body: { ...theirs, ...(body as object), version: 6 } },
    },
  })
  replace(theirs)
  focus('s14')
  await user.keyboard('x')
  await user.keyboard('v')
  const dialog = await screen.findByRole(
    'alertdialog',
    { name: 'Alguien guardó el plan antes que tú' },
    saved,
  )
  expect(dialog.textContent).toContain('Servicio 12: de la unidad 118 a la 121')
  expect(dialog.textContent).toContain('Servicio 14: de sin planear a la unidad')
  isStale = false
  await user.click(screen.getByRole('button', { name: 'Aplicar lo mío otra vez' }))
  await waitFor(() => expect(sent).toHaveLength(2), saved)
  expect(sent[1]?.body).toMatchObject({ version: 5 })
  expect(stops('121')).toEqual(expect.arrayContaining(['s12a', 's12b', 's13a', 's13b']))
  expect(stops('pool')).toEqual(['s15'])
})

it('takes the other plan where the planner wants that', async () => {
  const theirs = editedPlan({ version: 5, content: { routes: [someRoute('v121', 's12a s12b')] } })
  const { user, stops, focus } = await openPlan({ answers: { 'PUT /plans/p1': staleAnswer(theirs) } })
  focus('s14')
  await user.keyboard('x')
  await user.keyboard('v')
  await user.click(await screen.findByRole('button', { name: 'Tomar lo suyo' }, saved))
  expect(stops('118')).toEqual([])
  expect(stops('121')).toEqual(['s12a', 's12b'])
})

it('takes over what another planner saved while nothing is unsaved, with a notice', async () => {
  const { client, stops, replace } = await openPlan()
  replace(
    editedPlan({
      version: 4,
      updatedBy: 'Ana',
      content: { routes: [someRoute('v121', 's12a s12b s13a s13b')] },
    }),
  )
  act(() => client.data.evict(['planning']))
  await screen.findByText('Ana cambió el plan')
  await screen.findByText('Servicio 12: de la unidad 118 a la 121')
  expect(stops('118')).toEqual([])
})

it('cannot be edited without a connection, and says so', async () => {
  const { user, stops, focus } = await openPlan()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  await screen.findByText(/^Sin conexión: no se puede editar/)
  focus('s14')
  await user.keyboard('x')
  await user.keyboard('v')
  expect(stops('pool')).toContain('s14')
  expect(screen.getByRole('button', { name: 'undo' })).toHaveProperty('disabled', true)
})

it('is only read by who may not edit it, in English as well', async () => {
  const { user, stops, focus } = await openPlan({
    language: 'en',
    answers: answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] }),
  })
  await screen.findByText(/^You can only view this plan/)
  focus('s14')
  await user.keyboard('x')
  await user.keyboard('v')
  expect(stops('pool')).toContain('s14')
})

it('says costs in English', async () => {
  const { user, focus } = await openPlan({ language: 'en' })
  focus('s14')
  await user.keyboard('x')
  await said(/^Vehicle 1\d\d, place \d: [+±−][\d.,]+ min, [+±−][\d.,]+ km/)
})
