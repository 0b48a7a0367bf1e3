import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useThemeSettings } from '../../../ui/theme/theme-settings.tsx'
import { editedDay, editedPlan, someRoute } from '../editor.factory.ts'
import { openPlan } from '../editor.testing.tsx'
import { usePlanEditor } from '../plan-editor.ts'

// Settings of the profile outlive a test.
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const said = (words: RegExp) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContainEqual(
      expect.stringMatching(words),
    ),
  )

function Day() {
  return <output aria-label="now">{usePlanEditor().workspace.now}</output>
}

function SingleKeys() {
  const { settings, change } = useThemeSettings()
  return (
    <input
      type="checkbox"
      aria-label="keys"
      checked={settings.singleKeys}
      onChange={(event) => change({ singleKeys: event.target.checked })}
    />
  )
}

function SelectBoth() {
  const { select } = usePlanEditor()
  return (
    <button type="button" onClick={() => select({ serviceIds: ['s14', 's15'] })}>
      both
    </button>
  )
}

/** Opens a plan whose day can be read again as another one. */
async function openDay() {
  let workspace = editedDay()
  const opened = await openPlan({
    answers: { 'GET /plans/p1/workspace': () => ({ body: workspace }) },
    children: <Day />,
  })
  const change = async (some: Partial<typeof workspace>) => {
    workspace = { ...workspace, ...some, now: new Date(Date.parse(workspace.now) + 60_000).toISOString() }
    act(() => opened.client.data.evict(['planning']))
    await waitFor(() => expect(screen.getByLabelText('now').textContent).toBe(workspace.now))
  }
  return { ...opened, change, workspace }
}

it('cancels a move when the driver makes a stop of the plan meanwhile, and changes nothing', async () => {
  const { user, stops, focus, change, workspace, sent } = await openDay()
  focus('s14')
  await user.keyboard('x')
  await said(/^Unidad 1\d\d, lugar/)
  const [first, ...rest] = workspace.orders
  const made = '2031-03-03T14:00:00.000Z'
  await change({
    orders: [
      {
        ...first!,
        stops: first!.stops.map((stop, at) => (at === 0 ? { ...stop, arrived: made, departed: made } : stop)),
      },
      ...rest,
    ],
  })
  await said(/^No se movió nada/)
  await screen.findByText(/^El día cambió mientras movías/)
  await user.keyboard('v')
  expect(stops('pool')).toContain('s14')
  expect(stops('118')).toEqual(['s12b'])
  await user.keyboard('{Control>}z{/Control}')
  expect(sent).toEqual([])
})

it('goes on with a move when the day changes elsewhere', async () => {
  const { user, stops, focus, change, workspace } = await openDay()
  focus('s14')
  await user.keyboard('x')
  await said(/^Unidad 1\d\d, lugar/)
  await change({ orders: workspace.orders.filter(({ serviceId }) => serviceId !== 's15') })
  await user.keyboard('v')
  expect(stops('pool')).toEqual([])
  expect([...stops('118'), ...stops('121')].toSorted()).toEqual([
    's12a',
    's12b',
    's13a',
    's13b',
    's14a',
    's14b',
  ])
})

it('does not drop on a vehicle that cannot be planned any more', async () => {
  const { user, stops, focus, change, workspace } = await openDay()
  focus('s14')
  await user.keyboard('x,,')
  await said(/^Unidad 118, lugar/)
  await change({
    vehicles: workspace.vehicles.map((one) =>
      one.vehicleNumber === '118' ? { ...one, unfit: 'inactive' as const } : one,
    ),
  })
  await screen.findByText(/^La unidad 118 está fuera de servicio/)
  await user.keyboard('v')
  expect(stops('pool')).toContain('s14')
})

it('shows beside the pointer or below which vehicle and place it is', async () => {
  const { user, focus } = await openPlan()
  focus('s14')
  await user.keyboard('x,,')
  await screen.findByText(/^Unidad 118, lugar \d$/)
  await user.keyboard('{Delete}')
  await screen.findByText('Sin planear')
})

it('focuses the next stop after Delete, and what stands for the route where none is left', async () => {
  const plan = editedPlan({ content: { routes: [someRoute('v118', 's12a s12b s14a s14b')] } })
  const { user, stops, focus } = await openPlan({
    plan,
    children: (
      <button type="button" data-plan-head="v118">
        head
      </button>
    ),
  })
  const focused = () => document.activeElement?.textContent
  focus('s12a')
  await user.keyboard('{Delete}')
  await waitFor(() => expect(focused()).toBe('s14a'))
  await user.keyboard('{Delete}')
  expect(stops('118')).toEqual([])
  await waitFor(() => expect(focused()).toBe('head'))
})

it('undoes and redoes by keys while a checkbox or a radio button has the focus, not while somebody types', async () => {
  const { user, stops, focus } = await openPlan({
    children: (
      <>
        <input type="checkbox" aria-label="row" />
        <input type="radio" aria-label="mode" />
        <input aria-label="name" />
      </>
    ),
  })
  focus('s12a')
  await user.keyboard('{Delete}')
  expect(stops('118')).toEqual([])
  screen.getByRole('checkbox', { name: 'row' }).focus()
  await user.keyboard('{Control>}z{/Control}')
  expect(stops('118')).toEqual(['s12a', 's12b'])
  screen.getByRole('radio', { name: 'mode' }).focus()
  await user.keyboard('{Control>}y{/Control}')
  expect(stops('118')).toEqual([])
  screen.getByRole('textbox', { name: 'name' }).focus()
  await user.keyboard('{Control>}z{/Control}')
  expect(stops('118')).toEqual([])
})

it('leaves single keys alone where the profile switches them off; arrows still go from stop to stop', async () => {
  const { user, stops, focus, sent } = await openPlan({ children: <SingleKeys /> })
  await user.click(screen.getByRole('checkbox', { name: 'keys' }))
  focus('s14')
  await user.keyboard('x')
  focus('s12a')
  await user.keyboard('x].l{Delete}{Backspace}')
  focus('s12b')
  await user.keyboard('[[,')
  expect([stops('118'), stops('121'), stops('pool')]).toEqual([
    ['s12a', 's12b'],
    ['s13a', 's13b'],
    ['s14', 's15'],
  ])
  expect(screen.queryByText(/^Candado/)).toBeNull()
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('s12a')
  await user.click(screen.getByRole('checkbox', { name: 'keys' }))
  focus('s14')
  await user.keyboard('x')
  await said(/^Unidad 1\d\d, lugar/)
  // Switched off meanwhile: the move is still ended by Enter, not by letters.
  act(() => screen.getByRole('checkbox', { name: 'keys' }).click())
  focus('s14')
  await user.keyboard('v{Delete}')
  expect(stops('pool')).toContain('s14')
  await user.keyboard('{Enter}')
  expect(stops('pool')).not.toContain('s14')
  expect(sent).toEqual([])
})

it('drags all selected services together from the pool, and back by one of their stops', async () => {
  const day = editedDay()
  const { stops } = await openPlan({
    workspace: { ...day, vehicles: day.vehicles.map((one) => ({ ...one, seats: 20 })) },
    children: <SelectBoth />,
  })
  act(() => screen.getByRole('button', { name: 'both' }).click())
  const drag = (name: string, onto: Element) => {
    fireEvent.pointerDown(screen.getByRole('button', { name }), {
      button: 0,
      isPrimary: true,
      pointerId: 1,
      clientX: 0,
      clientY: 0,
    })
    document.elementFromPoint = () => onto
    fireEvent.pointerMove(document, { clientX: 20, clientY: 40, pointerId: 1 })
  }
  drag('s14', screen.getByRole('list', { name: '121' }))
  await screen.findByText('2 servicios')
  await said(/^Unidad 121, lugar \d/)
  fireEvent.pointerUp(document, { pointerId: 1 })
  expect(stops('121').toSorted()).toEqual(['s13a', 's13b', 's14a', 's14b', 's15a', 's15b'])
  expect(stops('pool')).toEqual([])
  drag('s15b', screen.getByRole('list', { name: 'pool' }))
  await said(/^Sin planear/)
  fireEvent.pointerUp(document, { pointerId: 1 })
  expect(stops('121')).toEqual(['s13a', 's13b'])
  expect(stops('pool')).toEqual(['s14', 's15'])
})

it('refuses two services where the second one cannot go, and moves neither', async () => {
  const { stops } = await openPlan({ children: <SelectBoth /> })
  act(() => screen.getByRole('button', { name: 'both' }).click())
  fireEvent.pointerDown(screen.getByRole('button', { name: 's14' }), {
    button: 0,
    isPrimary: true,
    pointerId: 1,
    clientX: 0,
    clientY: 0,
  })
  document.elementFromPoint = () => screen.getByRole('list', { name: '121' })
  fireEvent.pointerMove(document, { clientX: 20, clientY: 40, pointerId: 1 })
  await said(/^Unidad 121, lugar \d: La unidad 121 tiene 4 asientos/)
  fireEvent.pointerUp(document, { pointerId: 1 })
  expect(stops('121')).toEqual(['s13a', 's13b'])
  expect(stops('pool')).toEqual(['s14', 's15'])
})

/** Opens a plan of ten empty vehicles at the same place, of which only the last two have seats, in a browser that is never idle. */
async function openTenVehicles() {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  vi.stubGlobal('cancelIdleCallback', (at: number) => {
    idle[at - 1] = () => {}
  })
  // A machine on which everything takes very long.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
  const day = editedDay()
  const [some] = day.vehicles
  const opened = await openPlan({
    plan: editedPlan({ content: { routes: [] } }),
    workspace: {
      ...day,
      vehicles: Array.from({ length: 10 }, (_, at) => ({
        ...some!,
        vehicleId: `v${at + 1}`,
        vehicleNumber: String(at + 1),
        seats: at < 8 ? 0 : 4,
      })),
    },
  })
  return {
    ...opened,
    /** Lets the browser be idle until nothing is left to do. */
    rest: () =>
      act(() => {
        for (let at = 0; at < idle.length; at++) idle[at]?.()
      }),
  }
}

it('aims first among as many vehicles on every machine, and at a better one once all were looked at', async () => {
  const { user, focus, stops, rest } = await openTenVehicles()
  focus('s14')
  await user.keyboard('x')
  await said(/^Unidad 1, lugar 1: .* 0 asientos/)
  rest()
  await said(/^Unidad 9, lugar 1: \+/)
  await user.keyboard('v')
  expect(stops('9')).toEqual(['s14a', 's14b'])
})

it('leaves the aim where somebody moved it before all vehicles were looked at', async () => {
  const { user, focus, rest } = await openTenVehicles()
  focus('s14')
  await user.keyboard('x.')
  await said(/^Unidad 2, lugar 1/)
  rest()
  await said(/^Unidad 2, lugar 1/)
  await user.keyboard('........')
  await said(/^Unidad 10, lugar 1: \+/)
})
