import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { refusal, renderApp } from '../app/testing.tsx'
import { someService } from '../services/services.factory.ts'
import { someDecision, someDispatchSettings } from './dispatch.factory.ts'

const waiting = someService({ id: 's1', status: 'on_dispatch', version: 2 })
const settings = someDispatchSettings()
const decision = someDecision({
  longestArrivalSeconds: 900,
  dearer: [{ vehicleNumber: '112', arrivalSeconds: 400, cost: 900 }],
  others: [
    { vehicleNumber: '12', metres: 640, reasons: ['status', 'no_shift'], status: 'occupied' },
    { vehicleNumber: '14', metres: 1_240, reasons: ['no_shift'], status: null },
    { vehicleNumber: '15', metres: null, reasons: ['no_shift'], status: null },
  ],
})
const answers = {
  'GET /services': { body: { items: [waiting], total: 1, page: 1, size: 100 } },
  'GET /services/s1': { body: waiting },
  'GET /services/s1/candidates': { body: { items: [] } },
  'GET /services/s1/changes': { body: { items: [] } },
  'GET /services/s1/decisions': { body: { items: [decision], total: 1 } },
  'GET /dispatch/settings/f1': { body: settings },
  'PUT /dispatch/settings/f1': { body: { ...settings, mode: 'automatic', version: 1 } },
}

it('changes how the fleet is dispatched, and says in words what that does', async () => {
  const user = userEvent.setup()
  const { asked } = renderApp('/dispatch', answers)
  await user.click(await screen.findByRole('button', { name: 'Despacho: Manual' }, { timeout: 20_000 }))
  const dialog = await screen.findByRole('dialog', { name: 'Cómo se despacha la flotilla' })
  const save = within(dialog).getByRole('button', { name: 'Guardar' })
  expect((save as HTMLButtonElement).disabled).toBe(true)
  await user.click(within(dialog).getByRole('combobox', { name: 'Modo' }))
  await user.click(await screen.findByRole('option', { name: 'Automático' }))
  within(dialog).getByText(/Asigna cada 15 s/)
  const longest = within(dialog).getByRole('textbox', { name: 'Llegada máxima, en minutos' })
  await user.clear(longest)
  await user.type(longest, '500')
  within(dialog).getByText('Entre 1 y 120 minutos')
  expect((save as HTMLButtonElement).disabled).toBe(true)
  await user.clear(longest)
  await user.type(longest, '12')
  await user.click(save)
  await expect
    .poll(() => asked.filter(({ call }) => call === 'PUT /dispatch/settings/f1').map(({ body }) => body))
    .toEqual([
      {
        mode: 'automatic',
        preset: 'fastest_pickup',
        longestArrivalMinutes: 12,
        requiresShift: false,
        offersToDrivers: false,
        repositions: false,
        mostMoving: 5,
        longestMoveMinutes: 15,
        hourlyMoveMinutes: 30,
        version: 0,
      },
    ])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
}, 60_000)

it('keeps the dialog open with the reason of a refused change', async () => {
  const user = userEvent.setup()
  renderApp('/dispatch', { ...answers, 'PUT /dispatch/settings/f1': refusal(409, 'stale_version') })
  await user.click(await screen.findByRole('button', { name: 'Despacho: Manual' }, { timeout: 20_000 }))
  const dialog = await screen.findByRole('dialog', { name: 'Cómo se despacha la flotilla' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Modo' }))
  await user.click(await screen.findByRole('option', { name: 'Con propuestas' }))
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }))
  await within(dialog).findByRole('alert')
}, 60_000)

it('shows in the history of a service what the engine decided and why', async () => {
  renderApp('/dispatch?details=s1&tab=history', answers)
  const section = await screen.findByRole(
    'region',
    { name: 'Decisiones del despacho automático' },
    { timeout: 20_000 },
  )
  within(section).getByText(/Asignó la unidad 104/)
  within(section).getByText(/costo 430 s/)
  within(section).getByText('llegada +240 s · sin pasajero +240 s · espera -50 s')
  within(section).getByText('No se consideraron: 3 · Sin turno')
}, 60_000)

it('answers in the history why not a certain vehicle, and who had reserved the one that got it', async () => {
  const user = userEvent.setup()
  const older = someDecision({
    id: 'd0',
    outcome: 'assigned_as_reserved',
    reservation: { reservedByName: 'Ana Guerrero', reservedAt: '2026-11-25T11:50:00.000Z', plan: null },
  })
  renderApp('/dispatch?details=s1&tab=history', {
    ...answers,
    'GET /services/s1/decisions': { body: { items: [decision, older], total: 2 } },
  })
  const name = 'Decisiones del despacho automático'
  const section = within(await screen.findByRole('region', { name }, { timeout: 20_000 }))
  section.getByText(/^La reservó Ana Guerrero: /)
  section.getByText('Comparadas, más caras')
  section.getByText('14 (1.2 km), 15')
  const [first, second] = section
    .getAllByRole('listitem')
    .filter((item) => item.querySelector(':scope > details')) as [HTMLElement, HTMLElement]
  const field = section.getByRole('searchbox', { name: '¿Por qué no esta unidad? Escribe su número' })
  const answer = async (typed: string) => {
    await user.clear(field)
    await user.type(field, typed)
    return [first, second].map((item) => item.querySelector(':scope > ul')?.textContent)
  }
  const unnamed = 'Esta decisión no guarda los números de las que no se compararon'
  expect(await answer('12')).toEqual(['12 · 0.6 km · Ocupada · Sin turno', unnamed])
  section.getByText('1 de 2 decisiones nombran «12»')
  expect(await answer('112')).toEqual(['112 · ≈ 6:40 · costo 900 s', unnamed])
  expect(await answer('104')).toEqual(Array(2).fill('104 · ≈ 4:00 · costo 430 s · elegida'))
  expect(await answer('77')).toEqual([
    'No se comparó, ni estaba entre las 3 más cercanas de las demás',
    unnamed,
  ])
}, 60_000)

it.each([
  {
    language: 'es',
    title: 'Decisiones del despacho automático',
    summary: /^Asignó la unidad 104 según el plan «Lunes»/,
    reason: /^El plan «Lunes» del 25\/11\/2026 le dio esta unidad\. Lo publicó Ana Guerrero: /,
    link: 'Abrir el plan',
  },
  {
    language: 'en',
    title: 'Decisions of automatic dispatch',
    summary: /^Assigned vehicle 104, as plan “Lunes” has it/,
    reason: /^Plan “Lunes” of 25\/11\/2026 gave it this vehicle\. Published by Ana Guerrero: /,
    link: 'Open the plan',
  },
] as const)(
  'names the plan that gave a service its vehicle, with a link to it, in $language',
  async (one) => {
    const planned = someDecision({
      outcome: 'assigned_as_reserved',
      reservation: {
        reservedByName: 'Ana Guerrero',
        reservedAt: '2026-11-25T11:50:00.000Z',
        plan: { id: 'p1', name: 'Lunes', date: '2026-11-25' },
      },
    })
    renderApp(
      '/dispatch?details=s1&tab=history',
      { ...answers, 'GET /services/s1/decisions': { body: { items: [planned], total: 1 } } },
      { language: one.language },
    )
    const section = within(await screen.findByRole('region', { name: one.title }, { timeout: 20_000 }))
    section.getByText(one.summary)
    section.getByText(one.reason)
    expect(section.queryByText(/reservado|reserved/i)).toBeNull()
    const link = section.getByRole('link', { name: one.link, hidden: true })
    expect(link.getAttribute('href')).toContain('plan=p1&date=2026-11-25')
  },
  60_000,
)

it('shows the latest fifty decisions of a service, and the earlier ones when asked', async () => {
  const user = userEvent.setup()
  const all = Array.from({ length: 51 }, (_, at) => someDecision({ id: `d${at}` }))
  renderApp('/dispatch?details=s1&tab=history', {
    ...answers,
    'GET /services/s1/decisions': (_body: unknown, query: URLSearchParams) => ({
      body: { items: all.slice(0, Number(query.get('size') ?? 50)), total: 51 },
    }),
  })
  const more = { name: 'Mostrar anteriores (50 de 51)' }
  await user.click(await screen.findByRole('button', more, { timeout: 20_000 }))
  await expect.poll(() => screen.queryByRole('button', more)).toBeNull()
  expect(screen.getAllByText(/^Asignó la unidad 104/)).toHaveLength(51)
}, 60_000)

it('keeps the widths of the panes for the user, by keyboard too', async () => {
  renderApp('/dispatch', answers)
  const edge = await screen.findByRole('separator', { name: 'Ancho de «Por despachar»' }, { timeout: 20_000 })
  const width = () => Number(edge.getAttribute('aria-valuenow'))
  const before = width()
  edge.focus()
  await userEvent.setup().keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  expect(width()).toBe(before + 20)
  const [key] = Object.keys(localStorage).filter((name) => name.startsWith('dispatchPanes.'))
  expect(JSON.parse(localStorage.getItem(key ?? '') ?? '{}')).toMatchObject({ waiting: before + 20 })
  for (let step = 0; step < 30; step += 1) await userEvent.setup().keyboard('{ArrowLeft}')
  expect(width()).toBe(260)
}, 60_000)
