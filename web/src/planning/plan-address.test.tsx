import type { Plan } from '@rumbo/contract/planning.contract'
import { somePlan } from '@rumbo/planning/planning.factory'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type FakeAnswers, refusal } from '../app/testing.tsx'
import {
  address,
  openPlan,
  planId,
  preparePlanningScreen,
  route,
  setWidth,
  viewer,
} from './planning-screen.testing.tsx'

preparePlanningScreen()

const version = {
  id: 'w1',
  planId,
  name: 'Borrador',
  cause: 'named',
  planVersion: 1,
  figures: null,
  at: '2026-11-22T06:00:00.000Z',
  by: 'Ana',
}
const { settings, content } = somePlan({ content: { routes: [route] } })
const kept: FakeAnswers = {
  [`GET /plans/${planId}/versions`]: { body: { items: [version] } },
  'GET /plan-versions/w1': { body: { ...version, settings, content } },
  'GET /plan-schedules': { body: { items: [] } },
}
const open = (query = '', some: FakeAnswers = {}) =>
  openPlan(
    undefined,
    {},
    { ...kept, ...some },
    { path: `${address}&plan=${planId}${query}`, hasBrowserHistory: true },
  )
const region = (name: string) => screen.queryByRole('region', { name })
const dialog = () => screen.queryByRole('dialog')
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const row = () => button(/^Unidad 118, R. Íñiguez, 1 parada/)
const routeOf = 'Ruta de la unidad 118'
const ran = 'Buscar rutas'

describe('a panel in the address', () => {
  it('opens as a step, and closes by Back, Escape and its button to where it was opened', async () => {
    const { user, at, history, steps } = await open()
    const before = steps()
    await user.click(button('Planear'))
    await screen.findByRole('button', { name: ran })
    expect(at()).toContain('panel=run')
    act(() => screen.getByRole('button', { name: ran }).focus())
    act(() => history.back())
    await waitFor(() => expect(screen.queryByRole('button', { name: ran })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button('Planear')))
    act(() => history.forward())
    await screen.findByRole('button', { name: ran })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('button', { name: ran })).toBeNull())
    expect(at()).not.toContain('panel=')
    await user.click(button('Versiones'))
    const panel = within(await screen.findByRole('region', { name: 'Versiones' }))
    await user.click(panel.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(region('Versiones')).toBeNull())
    expect(at()).not.toContain('panel=')
    // Closing took the steps back: the next one replaces what could be gone forward to.
    expect(steps()).toBe(before + 1)
  })

  it('is there again after the page is loaded, and closes without leaving', async () => {
    const { user, at, steps } = await open('&panel=versions')
    const panel = within(await screen.findByRole('region', { name: 'Versiones' }))
    const before = steps()
    await user.click(panel.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(region('Versiones')).toBeNull())
    expect(at()).toMatch(/^\/planning\?/)
    expect(at()).not.toContain('panel=')
    expect(steps()).toBe(before)
  })

  it('is none where the address names one that does not exist', async () => {
    await open('&panel=secret')
    expect(button('Planear').getAttribute('aria-expanded')).toBe('false')
    expect(button('Versiones').getAttribute('aria-expanded')).toBe('false')
  })

  it('gives way to a route as one step', async () => {
    const { user, at, history, steps } = await open()
    const before = steps()
    await user.click(button('Planear'))
    await screen.findByRole('button', { name: ran })
    await user.click(row())
    await screen.findByRole('region', { name: routeOf })
    await waitFor(() => expect(at()).toContain('vehicle=v118'))
    expect(at()).not.toContain('panel=')
    expect(steps()).toBe(before + 1)
    act(() => history.back())
    await waitFor(() => expect(region(routeOf)).toBeNull())
    expect(screen.queryByRole('button', { name: ran })).toBeNull()
    expect(at()).not.toMatch(/panel=|vehicle=/)
  })

  it('uncovers the route that it was opened over', async () => {
    const { user, at, history } = await open()
    await user.click(row())
    await screen.findByRole('region', { name: routeOf })
    await user.click(button('Planear'))
    await screen.findByRole('button', { name: ran })
    act(() => history.back())
    await screen.findByRole('region', { name: routeOf })
    await user.click(button('Planear'))
    await screen.findByRole('button', { name: ran })
    await user.click(row())
    await screen.findByRole('region', { name: routeOf })
    expect(at()).toContain('vehicle=v118')
    await user.click(button('Cerrar la ruta'))
    await waitFor(() => expect(at()).not.toMatch(/panel=|vehicle=/))
    expect(region(routeOf)).toBeNull()
  })

  it('holds a comparison with what is compared, also over another load of the page', async () => {
    const { user, at, history, unmount } = await open('&panel=versions')
    await user.click(await screen.findByRole('button', { name: 'Comparar «Borrador» con el plan actual' }))
    const opened = within(await screen.findByRole('dialog', { name: 'Comparar planes' }))
    expect(at()).toContain('compare=w1')
    await user.click(opened.getByRole('combobox', { name: 'Segundo' }))
    await user.click(await screen.findByRole('option', { name: /^Borrador/ }))
    await waitFor(() => expect(at()).toContain('with=w1'))
    const link = at()
    act(() => history.back())
    await waitFor(() => expect(dialog()).toBeNull())
    expect(region('Versiones')).toBeTruthy()
    expect(at()).not.toMatch(/compare=|with=/)
    unmount()
    await openPlan(undefined, {}, kept, { path: link })
    const again = within(await screen.findByRole('dialog', { name: 'Comparar planes' }))
    expect(again.getByRole('combobox', { name: 'Primero' }).textContent).toMatch(/^Borrador/)
    expect(again.getByRole('combobox', { name: 'Segundo' }).textContent).toMatch(/^Borrador/)
  })

  it('opens no comparison of a version that is gone or of another plan', async () => {
    const { at } = await open('&panel=versions&compare=w9')
    await screen.findByRole('region', { name: 'Versiones' })
    await waitFor(() => expect(at()).not.toContain('compare='))
    expect(dialog()).toBeNull()
  })

  it('keeps the recurring plans over another load of the page', async () => {
    const { user, at } = await open('&schedules=1')
    const card = within(await screen.findByRole('dialog', { name: 'Planes recurrentes' }))
    await user.click(card.getAllByRole('button', { name: 'Cerrar' })[0] as HTMLElement)
    await waitFor(() => expect(dialog()).toBeNull())
    expect(at()).not.toContain('schedules=')
  })

  it('is forgotten with the plan it belongs to', async () => {
    const { user, at, answers } = await open('&panel=run&vehicle=v118')
    await screen.findByRole('button', { name: ran })
    answers['GET /plans'] = { body: { items: [], total: 0, page: 1, size: 100 } }
    await user.click(button('Día siguiente'))
    await screen.findByRole('button', { name: 'Crear el plan del día' })
    expect(at()).toBe('/planning?date=2026-11-24')
  })

  describe('on a phone', () => {
    beforeEach(() => setWidth(390))

    it('closes by any tab without a step back', async () => {
      const { user, at, steps } = await open()
      const before = steps()
      await user.click(button('Planear'))
      await screen.findByRole('button', { name: ran })
      await user.click(screen.getByRole('tab', { name: 'Rutas 1' }))
      await waitFor(() => expect(screen.queryByRole('button', { name: ran })).toBeNull())
      expect(at()).toContain('view=routes')
      expect(at()).not.toContain('panel=')
      expect(steps()).toBe(before + 1)
    })
  })
})

describe('what adds orders, in the address', () => {
  const named = (name: string | RegExp) => screen.queryByRole('dialog', { name })
  const leaving = () => screen.findByRole('alertdialog')

  it.each([
    ['Nuevo servicio', 'new=1'],
    ['Importar servicios', 'import=import'],
  ])('opens %s as a step, and closes it by Back and Escape', async (name, inAddress) => {
    const { user, at, history, steps } = await open()
    const before = steps()
    const opener = () => screen.getByRole('button', { name: new RegExp(`^${name.split(' ')[0]}`) })
    await user.click(opener())
    await screen.findByRole('dialog', { name })
    expect(at()).toContain(inAddress)
    act(() => history.back())
    await waitFor(() => expect(named(name)).toBeNull())
    expect(at()).not.toContain(inAddress)
    await user.click(opener())
    await screen.findByRole('dialog', { name })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(named(name)).toBeNull())
    expect(at()).not.toMatch(/new=|import=/)
    expect(steps()).toBe(before + 1)
  })

  it('is there again after the page is loaded, and closes without leaving', async () => {
    const { user, at } = await open('&import=import')
    await screen.findByRole('dialog', { name: 'Importar servicios' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(named('Importar servicios')).toBeNull())
    expect(at()).toMatch(/^\/planning\?/)
    expect(at()).not.toContain('import=')
  })

  it('asks before Back or Escape loses a service that is begun', async () => {
    const { user, at, history } = await open('', {})
    await user.click(button(/^Nuevo/))
    const form = within(await screen.findByRole('dialog', { name: 'Nuevo servicio' }))
    await user.type((await form.findAllByRole('textbox'))[0] as HTMLElement, 'Ana')
    act(() => history.back())
    await user.click(within(await leaving()).getByRole('button', { name: 'Seguir editando' }))
    expect(at()).toContain('new=1')
    expect(named('Nuevo servicio')).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.click(within(await leaving()).getByRole('button', { name: /^Descartar|^Salir/ }))
    await waitFor(() => expect(named('Nuevo servicio')).toBeNull())
    expect(at()).not.toContain('new=')
  })

  it('is not opened by the address for who may not add services', async () => {
    await open('&new=1', viewer)
    expect(dialog()).toBeNull()
    expect(screen.queryByRole('button', { name: /^Nuevo servicio/ })).toBeNull()
  })
})

describe('an edit that is not saved yet', () => {
  type View = Awaited<ReturnType<typeof open>>
  async function unplan({ user }: View) {
    const list = within(screen.getByRole('list', { name: 'Rutas por unidad' }))
    act(() => list.getByRole('button', { name: /^Parada 1,/ }).focus())
    await user.keyboard('{Delete}')
  }
  const savesOf = ({ asked }: View) => asked.filter(({ call }) => call === `PUT /plans/${planId}`).length
  async function edit(some: FakeAnswers) {
    const view = await open('', some)
    await unplan(view)
    const leave = () => act(() => view.history.push('/profile'))
    return { ...view, saves: () => savesOf(view), leave }
  }
  const saved: FakeAnswers = {
    [`PUT /plans/${planId}`]: (body) => ({ body: somePlan({ ...(body as Plan), version: 4 }) }),
  }
  const failing: FakeAnswers = { [`PUT /plans/${planId}`]: refusal(422, 'plan_vehicle_unknown') }
  const asks = () => screen.queryByRole('alertdialog')

  it('is saved on the way to another screen, without a question', async () => {
    const { at, saves, leave } = await edit(saved)
    leave()
    await waitFor(() => expect(at()).toBe('/profile'))
    expect(saves()).toBe(1)
    expect(asks()).toBeNull()
  })

  it('waits for a save that is under way', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { at, saves, leave } = await edit({
      [`PUT /plans/${planId}`]: async (body) => {
        await held
        return { body: somePlan({ ...(body as Plan), version: 4 }) }
      },
    })
    leave()
    await waitFor(() => expect(saves()).toBe(1))
    expect(at()).toContain('/planning')
    expect(asks()).toBeNull()
    answer()
    await waitFor(() => expect(at()).toBe('/profile'))
    expect(saves()).toBe(1)
  })

  it('is asked for where the server refuses it', async () => {
    const { user, at, leave } = await edit(failing)
    leave()
    const ask = within(await screen.findByRole('alertdialog'))
    await user.click(ask.getByRole('button', { name: 'Seguir editando' }))
    expect(at()).toContain('/planning')
    leave()
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Salir sin guardar' }),
    )
    await waitFor(() => expect(at()).toBe('/profile'))
  })

  it('is asked for where somebody else saved first', async () => {
    const { user, at, leave } = await edit({
      [`PUT /plans/${planId}`]: {
        status: 409,
        body: {
          ...(refusal(409, 'stale_version').body as object),
          current: somePlan({ version: 9, content: { routes: [] } }),
          changedBy: 'Luis',
          changedAt: '2026-11-22T06:00:00.000Z',
        },
      },
    })
    leave()
    await user.click(await screen.findByRole('button', { name: 'Seguir editando' }))
    expect(at()).toContain('/planning')
  })

  it('is asked for when the page is closed', async () => {
    await edit(saved)
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
  })

  it('is no reason to ask when panels open and close, even where it cannot be saved', async () => {
    const { user, history } = await edit(failing)
    await user.click(button('Versiones'))
    await screen.findByRole('region', { name: 'Versiones' })
    await user.click(await screen.findByRole('button', { name: 'Comparar «Borrador» con el plan actual' }))
    await screen.findByRole('dialog', { name: 'Comparar planes' })
    act(() => history.back())
    await waitFor(() => expect(dialog()).toBeNull())
    act(() => history.back())
    await waitFor(() => expect(region('Versiones')).toBeNull())
    await user.click(button('Planes recurrentes'))
    const card = within(await screen.findByRole('dialog', { name: 'Planes recurrentes' }))
    await user.click(card.getAllByRole('button', { name: 'Cerrar' })[0] as HTMLElement)
    await waitFor(() => expect(dialog()).toBeNull())
    expect(asks()).toBeNull()
  })

  it('is saved before Back shows another day', async () => {
    const view = await open('', saved)
    const { user, history, at, answers } = view
    const listed = answers['GET /plans'] as FakeAnswers[string]
    const none = { body: { items: [], total: 0, page: 1, size: 100 } }
    answers['GET /plans'] = none
    await user.click(button('Día siguiente'))
    await screen.findByRole('button', { name: 'Crear el plan del día' })
    answers['GET /plans'] = listed
    await user.click(button('Día anterior'))
    await screen.findByRole('region', { name: 'Por planear' })
    await waitFor(() => expect(at()).toContain(planId))
    await unplan(view)
    // The step that the focus made, and the day.
    await waitFor(() => expect(at()).toContain('vehicle='))
    act(() => history.back())
    await waitFor(() => expect(at()).not.toContain('vehicle='))
    answers['GET /plans'] = none
    act(() => history.back())
    await screen.findByRole('button', { name: 'Crear el plan del día' })
    expect(at()).toContain('date=2026-11-24')
    expect(savesOf(view)).toBe(1)
    expect(asks()).toBeNull()
  })
})
