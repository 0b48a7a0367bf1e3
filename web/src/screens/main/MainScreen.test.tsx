import { outlookQuarters } from '@rumbo/contract/dispatch.contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, type FakeAnswers, refusal, renderApp, twoOfEach } from '../../app/testing.tsx'
import { someCommand } from '../../commands/commands.factory.ts'
import { someEvent } from '../../events/events.factory.ts'
import { someListedUser } from '../../identity/users/users.factory.ts'
import { someSeries } from '../../services/series/series.factory.ts'
import { someService } from '../../services/services.factory.ts'
import { someLiveVehicle, someVehicle } from '../../vehicles/vehicles.factory.ts'

beforeAll(async () => {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    import('../../ui/fields/ChoiceMenuPanel.tsx'),
    import('../../control-panel/ArrangeDialog.tsx'),
    import('./MainScreen.tsx'),
    staffScreens.commandsQueue.load(),
  ])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const needsOf = (...items: unknown[]) => ({ body: { ...listOf(...items).body, changesAt: null } })
const nothing: FakeAnswers = {
  'GET /events': listOf(),
  'GET /services': listOf(),
  'GET /dispatch/needs': needsOf(),
  'GET /service-series': { body: { items: [], isCut: false } },
  'GET /dispatch/queue': { body: { waiting: 0, running: 0, oldestSince: null, newest: null } },
  'GET /commands': listOf(),
  'GET /vehicles': listOf(),
  'GET /users': listOf(),
  'GET /invitations': listOf(),
  'GET /companies/c1/panel': { body: { order: [], hidden: [] } },
  'GET /dispatch/outlook': {
    body: {
      quarters: Array.from({ length: outlookQuarters }, (_, quarter) => ({
        at: new Date(Date.UTC(2026, 2, 2, 15, 15 * quarter)).toISOString(),
        services: 0,
        units: 0,
      })),
      waiting: 0,
    },
  },
}
/** A server that stores the arrangement it receives. */
function keeping(panel: object = { order: [], hidden: [] }): FakeAnswers {
  let kept: unknown = panel
  return {
    'GET /companies/c1/panel': () => ({ body: kept }),
    'PUT /companies/c1/panel': (body) => {
      kept = body
      return { body }
    },
  }
}
const savedIn = (asked: readonly { call: string; body: unknown }[]) =>
  asked.findLast(({ call }) => call === 'PUT /companies/c1/panel')?.body
const lead = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const begin = (some: FakeAnswers, vehicles = [someLiveVehicle({ at: null })]) => {
  const view = renderApp('/main', { ...lead, ...nothing, ...some })
  act(() => view.client.live.store.applySnapshot('f1', vehicles))
  return view
}
const region = (name: string) => screen.findByRole('region', { name })

describe('items that need attention', () => {
  const need = 'Comando sin efecto · unidad 104'
  const answers = (userId: string) => ({
    ...answersFor({ id: userId }),
    'GET /vehicles': listOf(),
    'GET /events': listOf(),
    'GET /dispatch/needs': needsOf(),
    'GET /service-series': { body: { items: [], isCut: false } },
    'GET /commands': listOf(someCommand({ id: 'k2', status: 'failed' })),
  })

  it('keep what one user has viewed for that user alone', async () => {
    const { user, at, unmount } = renderApp('/main', answers('one'))
    await screen.findByText(need)
    await user.click(screen.getByRole('button', { name: `Ver: ${need}` }))
    expect(at()).toBe('/commands-queue?command=k2')
    unmount()
    const again = renderApp('/main', answers('one'))
    await screen.findByText('Nada te necesita ahora.')
    again.unmount()
    renderApp('/main', answers('two'))
    await screen.findByText(need)
  })

  it('include recurring services that cannot be created, each leading to its series', async () => {
    const series = someSeries({ id: 'r1', state: 'paused', failingSince: new Date().toISOString() })
    const asked: (string | null)[] = []
    const { user, at } = renderApp('/main', {
      ...answers('one'),
      'GET /service-series': (_body, query) => {
        asked.push(query.get('isFailing'))
        return { body: { items: [series], isCut: false } }
      },
    })
    await user.click(
      await screen.findByRole('button', { name: 'Ver: Servicio recurrente detenido · Colegio Alameda' }),
    )
    expect(asked[0]).toBe('true')
    expect(at()).toBe('/services?series=r1')
  })
})

describe('101 services that wait too long', () => {
  const waiting = Array.from({ length: 101 }, (_, at) => ({
    kind: 'unassigned',
    prediction: null,
    since: new Date(Date.now() - (200 - at) * 60_000).toISOString(),
    service: someService({ id: `w${at}`, serviceNumber: 30_000 + at, status: 'on_dispatch' }),
  }))

  it('are all counted, and shown page by page', async () => {
    const { user } = begin({
      'GET /dispatch/needs': (_body, query) => {
        const page = Number(query.get('page') ?? 1)
        const items = waiting.slice((page - 1) * 100, page * 100)
        return { body: { items, total: waiting.length, page, size: 100, changesAt: null } }
      },
    })
    const needs = within(await screen.findByRole('region', { name: /^Te necesitan/ }))
    await needs.findByText('101')
    expect(needs.getAllByRole('listitem')).toHaveLength(9)
    await user.click(needs.getByRole('button', { name: 'Ver 50 más' }))
    await user.click(needs.getByRole('button', { name: 'Ver 42 más' }))
    await waitFor(() => expect(needs.getAllByRole('listitem')).toHaveLength(101))
    expect(needs.queryByRole('button', { name: /^Ver \d+ más/ })).toBeNull()
    await user.click(needs.getByRole('button', { name: 'Ver solo lo más urgente' }))
    expect(needs.getAllByRole('listitem')).toHaveLength(9)
  })
})

describe('what an owner sees', () => {
  it('is which papers have expired or soon will, each leading to its vehicle', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const { user, at } = begin({
      'GET /vehicles': listOf(
        someVehicle({ id: 'v107', vehicleNumber: '107', insuranceExpiresOn: day(-6) }),
        someVehicle({ id: 'v112', vehicleNumber: '112', licenceExpiresOn: day(5) }),
      ),
    })
    const needs = within(await screen.findByRole('region', { name: /^Te necesitan/ }))
    await needs.findByText('Seguro vencido · unidad 107')
    needs.getByText('Tarjeta de circulación por vencer · unidad 112')
    await user.click(needs.getByRole('button', { name: 'Ver: Seguro vencido · unidad 107' }))
    expect(at()).toBe('/vehicle-details/v107')
  })

  it('is which vehicle has stood since when, the longest first', async () => {
    const hour = 3_600_000
    begin({}, [
      someLiveVehicle({ id: 'v1', vehicleNumber: '101', standSince: Date.now() - 1.1 * hour }),
      someLiveVehicle({ id: 'v2', vehicleNumber: '102' }),
      someLiveVehicle({ id: 'v3', vehicleNumber: '103', standSince: Date.now() - 50 * hour }),
    ])
    const list = within(await region('Detenidas desde hace más tiempo'))
    const rows = (await list.findAllByRole('listitem')).map((row) => row.textContent)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/^103Activa2 ddesde .+$/)
    expect(rows[1]).toMatch(/^101Activa1 hdesde .+$/)
    expect(list.getByRole('link', { name: 'Detalle de la unidad 103' }).getAttribute('href')).toBe(
      '/vehicle-details/v3',
    )
  })
})

describe('the first steps', () => {
  it('are checked according to the records, and open the dialog of the next step', async () => {
    const entered = someVehicle({ id: 'v9', imei: '866551234567890' })
    begin({ 'GET /vehicles': listOf(entered), 'GET /users': listOf(someListedUser({ id: 'ana' })) })
    const card = within(await region('Pon en marcha tu flotilla'))
    await card.findByText('2 de 4 listos')
    const links = card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Conectar un GPS', '/fleet?connect=v9'],
      ['Crear el primer servicio', '/services?add=true'],
    ])
    card.getByText('esperando su primera señal')
  })

  it('report what could not be read, and retry', async () => {
    const { user, answers } = begin({ 'GET /services': refusal(403, 'forbidden') })
    const card = within(await region('Pon en marcha tu flotilla'))
    await card.findByRole('alert')
    answers['GET /services'] = listOf(someService())
    await user.click(card.getByRole('button', { name: 'Reintentar' }))
    await card.findByText('1 de 4 listos')
    expect(card.queryByRole('alert')).toBeNull()
  })

  it('stay hidden once dismissed, and are not shown to users who may not do them', async () => {
    const { user, unmount, asked } = begin(keeping())
    await user.click(
      within(await region('Pon en marcha tu flotilla')).getByRole('button', { name: 'Ocultar' }),
    )
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Pon en marcha tu flotilla' })).toBeNull(),
    )
    expect(savedIn(asked)).toEqual({ order: [], hidden: ['start'] })
    unmount()
    begin(answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] }))
    await region('Te necesitan')
    expect(screen.queryByRole('region', { name: 'Pon en marcha tu flotilla' })).toBeNull()
  })
})

describe('the latest events', () => {
  it('link to their vehicle and can be handled; new ones wait while somebody reads', async () => {
    const { user, answers, client } = begin({ 'GET /events': listOf(someEvent()) })
    const card = within(await region('Últimos eventos'))
    const link = await card.findByRole('link', { name: 'Botón de pánico · 104' })
    expect(link.getAttribute('href')).toBe('/vehicle-details/v104')
    await user.click(card.getByRole('button', { name: /Botón de pánico · 104/ }))
    const actions = await screen.findAllByRole('menuitem')
    expect(actions.map((item) => item.textContent)).toEqual(['Reconocer', 'Resolver', 'Descartar'])
    await user.keyboard('{Escape}')
    act(() => link.focus())
    answers['GET /events'] = listOf(
      someEvent({ id: 'e2', vehicleNumber: '205' }),
      someEvent({ status: 'acknowledged' }),
    )
    act(() => client.data.evict(['events']))
    const waiting = await card.findByRole('button', { name: 'Mostrar 1 nuevo' })
    const links = (options = {}) =>
      card.getAllByRole('link', options).map((one) => one.getAttribute('aria-label'))
    expect(links()).toEqual(['Botón de pánico · 104'])
    card.getByText('Reconocido')
    await user.click(card.getByRole('button', { name: /Botón de pánico · 104/ }))
    await screen.findByRole('menu')
    expect(links({ hidden: true })).toEqual(['Botón de pánico · 104'])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    act(() => waiting.focus())
    expect([waiting.isConnected, links()]).toEqual([true, ['Botón de pánico · 104']])
    await user.keyboard('{Enter}')
    expect(links()).toEqual(['Botón de pánico · 205', 'Botón de pánico · 104'])
    expect(document.activeElement).toBe(card.getByRole('list', { name: 'Últimos eventos' }))
  })

  it('wait while the pointer moves to the button, and no longer once it has left', async () => {
    const { answers, client } = begin({ 'GET /events': listOf(someEvent()) })
    const card = within(await region('Últimos eventos'))
    const links = () => card.getAllByRole('link').map((one) => one.getAttribute('aria-label'))
    const replaceEvents = (...numbers: string[]) => {
      answers['GET /events'] = listOf(
        ...numbers.map((number) => someEvent({ id: number, vehicleNumber: number })),
      )
      act(() => client.data.evict(['events']))
    }
    const link = await card.findByRole('link', { name: 'Botón de pánico · 104' })
    fireEvent.mouseOver(link)
    replaceEvents('205', '104')
    const waiting = await card.findByRole('button', { name: /^Mostrar / })
    fireEvent.mouseOut(link, { relatedTarget: waiting })
    expect([waiting.isConnected, links()]).toEqual([true, ['Botón de pánico · 104']])
    fireEvent.mouseOut(waiting, { relatedTarget: screen.getByRole('heading', { level: 1 }) })
    expect(links()).toEqual(['Botón de pánico · 205', 'Botón de pánico · 104'])
  })

  it('are those of the active fleet, although the list of another one was scrolled', async () => {
    const of = (query: URLSearchParams) => (query.get('fleetId') === 'f1' ? '104' : '305')
    const { user, client } = begin({
      ...twoOfEach,
      'GET /events': (_body, query) => listOf(someEvent({ id: of(query), vehicleNumber: of(query) })),
    })
    const link = await screen.findByRole('link', { name: 'Botón de pánico · 104' })
    await user.hover(link)
    await act(() => client.workspace.chooseFleet('f2'))
    await screen.findByRole('link', { name: 'Botón de pánico · 305' })
    expect(screen.queryByRole('link', { name: 'Botón de pánico · 104' })).toBeNull()
  })
})

describe('the arrangement', () => {
  const titles = () =>
    within(screen.getByRole('main'))
      .getAllByRole('heading', { level: 2 })
      .map((one) => one.textContent)

  it('is as the user left it', async () => {
    begin({
      'GET /companies/c1/panel': {
        body: { order: ['events', 'needs'], hidden: ['queue', 'standing', 'start', 'fleet', 'outlook'] },
      },
    })
    await region('Te necesitan')
    expect(titles()).toEqual(['Últimos eventos', 'Te necesitan'])
  })

  it('is changed by buttons that keep the focus and announce the place, and saved at once', async () => {
    const { user, asked } = begin(keeping())
    await region('Te necesitan')
    await user.click(screen.getByRole('button', { name: 'Acomodar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Acomodar el panel' }))
    const names = () => dialog.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
    expect(names().at(-1)).toBe('Detenidas desde hace más tiempo')
    const up = dialog.getByRole('button', { name: 'Subir Detenidas desde hace más tiempo' })
    await user.click(up)
    expect(document.activeElement).toBe(
      dialog.getByRole('button', { name: 'Subir Detenidas desde hace más tiempo' }),
    )
    dialog.getByText('Detenidas desde hace más tiempo: lugar 7 de 8')
    await user.click(dialog.getByRole('button', { name: 'Bajar Detenidas desde hace más tiempo' }))
    expect(document.activeElement).toBe(
      dialog.getByRole('button', { name: 'Subir Detenidas desde hace más tiempo' }),
    )
    await user.click(dialog.getByRole('button', { name: 'Subir Detenidas desde hace más tiempo' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Cola de despacho' }))
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(savedIn(asked)).toEqual({
      order: ['start', 'fleet', 'services', 'outlook', 'needs', 'events', 'standing', 'queue'],
      hidden: ['queue'],
    })
    expect(screen.queryByRole('region', { name: 'Cola de despacho' })).toBeNull()
  })

  it('is reset by one button, and the dialog stays open when saving fails', async () => {
    const kept = keeping({ order: ['needs', 'fleet'], hidden: ['events'] })
    const { user, answers, asked } = begin({
      ...kept,
      'PUT /companies/c1/panel': refusal(403, 'company_denied'),
    })
    await region('Te necesitan')
    await user.click(screen.getByRole('button', { name: 'Acomodar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Acomodar el panel' }))
    const save = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Guardar' })
    await user.click(dialog.getByRole('button', { name: 'Restablecer' }))
    await user.click(save())
    await waitFor(() => expect([savedIn(asked) === undefined, save().disabled]).toEqual([false, false]))
    Object.assign(answers, { 'PUT /companies/c1/panel': kept['PUT /companies/c1/panel'] })
    await user.click(save())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(savedIn(asked)).toEqual({ order: [], hidden: [] })
    await region('Últimos eventos')
  })

  it('shows how to restore an empty panel', async () => {
    const hidden = ['start', 'fleet', 'services', 'outlook', 'needs', 'events', 'queue', 'standing']
    const { user } = begin({ 'GET /companies/c1/panel': { body: { order: [], hidden } } })
    await screen.findByText('Ocultaste todas las secciones del panel.')
    await user.click(screen.getAllByRole('button', { name: 'Acomodar' })[0] as HTMLElement)
    await screen.findByRole('dialog', { name: 'Acomodar el panel' })
  })

  it('also shows it where only the first steps are visible and all are done', async () => {
    const hidden = ['fleet', 'services', 'outlook', 'needs', 'events', 'queue', 'standing']
    const done = {
      'GET /companies/c1/panel': { body: { order: [], hidden } },
      'GET /vehicles': listOf(someVehicle()),
      'GET /users': listOf(someListedUser({ id: 'ana' })),
      'GET /services': listOf(someService()),
    }
    begin(done, [someLiveVehicle()])
    await screen.findByText('Ocultaste todas las secciones del panel.')
  })
})
