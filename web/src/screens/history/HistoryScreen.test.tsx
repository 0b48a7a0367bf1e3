import type { PositionColumns } from '@rumbo/contract/telemetry.contract'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type FakeAnswer, type FakeAnswers, refusal, renderApp } from '../../app/testing.tsx'
import { someReading, someSeries, someSwitch } from '../../telemetry/readings/readings.factory.ts'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'

// Calendar, plots and time line: on a busy machine one page takes seconds.
configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./HistoryScreen.tsx')])
}, 60_000)

const vehicle = someVehicle({ id: '0190a000-0000-7000-8000-000000000104', vehicleNumber: '104' })
const path = `/vehicles/${vehicle.id}`
/** Midnight in Mexico City. */
const midnight = Date.parse('2026-03-02T06:00:00Z')
const hour = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

/** A report every ten minutes, moving east; the vehicle drives from 08:00 to 09:00. */
function reports(count: number): PositionColumns {
  const of = <Value,>(value: (at: number) => Value) => Array.from({ length: count }, (_, at) => value(at))
  return {
    time: of((at) => midnight + at * 600_000),
    latitude: of(() => 19.4326),
    longitude: of((at) => -99.1332 + Math.max(0, Math.min(6, at - 48)) * 0.0005),
    speedKmh: of((at) => (at >= 48 && at < 54 ? 40 + at - 48 : 0)),
    heading: of(() => 90),
    altitude: of(() => null),
    odometerMetres: of(() => null),
    ignition: of((at) => at >= 48 && at < 54),
    batteryPercent: of(() => 96),
    fuelPercent: of((at) => 80 - at / 10),
    signalPercent: of(() => null),
    satellites: of(() => 9),
  }
}
const sums = (count: number) => ({
  records: count,
  distanceMetres: 300,
  movingSeconds: 3_600,
  idleSeconds: 0,
  engineSeconds: 3_600,
  maxSpeedKmh: 45,
  firstAt: iso(midnight),
  lastAt: iso(midnight + (count - 1) * 600_000),
})
const tripId = '0190a000-0000-7000-8000-0000000000a1'
const stayId = '0190a000-0000-7000-8000-0000000000a2'
const route = (count: number) => ({
  from: iso(midnight),
  to: iso(midnight + 24 * hour),
  positions: reports(count),
  records: count,
  isSimplified: false,
  summary: sums(count),
  trips: [
    {
      id: tripId,
      startedAt: iso(midnight + 8 * hour),
      endedAt: iso(midnight + 9 * hour),
      startLatitude: 19.4326,
      startLongitude: -99.1332,
      endLatitude: 19.4326,
      endLongitude: -99.13,
      distanceMetres: 300,
      maxSpeedKmh: 45,
      averageSpeedKmh: 42,
    },
  ],
  stays: [
    {
      id: stayId,
      startedAt: iso(midnight),
      endedAt: iso(midnight + 8 * hour),
      latitude: 19.4326,
      longitude: -99.1332,
      zone: 'Base Centro',
      idleSeconds: 0,
    },
  ],
})

const days = ['2026-03-01', '2026-03-02']
function answersOf(count: number): FakeAnswers {
  return {
    [`GET ${path}`]: { body: vehicle },
    [`GET ${path}/history/dates`]: {
      body: { timeZone: 'America/Mexico_City', items: days.map((date) => ({ date, ...sums(count) })) },
    },
    [`GET ${path}/history/route`]: { body: route(count) },
    [`GET ${path}/history/positions`]: { body: { positions: reports(count), nextCursor: null } },
    'GET /events': { body: { items: [], total: 0, page: 1, size: 100 } },
  }
}

const open = (some: FakeAnswers = {}, { count = 144, search = '' } = {}) =>
  renderApp(`/fleet/history/${vehicle.id}${search}`, { ...answersOf(count), ...some })
const clock = () => screen.findByRole('slider', { name: 'Línea de tiempo' })

describe('a day of a vehicle', () => {
  it("announces the values of the plots by keyboard, in the company's time zone", async () => {
    const { user, container } = open({}, { search: '?date=2026-03-02&at=2026-03-02T14:20:00Z' })
    const slider = await clock()
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('08:20:00, 42 km/h'))
    const said = () => container.querySelector('time')?.parentElement?.textContent
    expect(said()).toContain('08:20:00')
    for (const text of ['MotorEncendido', 'Velocidad42 km/h', 'Combustible75 %', 'Batería96 %', 'Señal—'])
      expect(said()).toContain(text)
    slider.focus()
    await user.keyboard('{End}')
    await waitFor(() => expect(said()).toContain('23:50:00'))
    expect(said()).toContain('Velocidad0 km/h')
  })

  it('zooms in around the moment without a pointer, and back out', async () => {
    const { user } = open({}, { search: '?date=2026-03-02&at=2026-03-02T18:00:00Z' })
    const slider = await clock()
    const wider = screen.getByRole<HTMLButtonElement>('button', { name: 'Ver más del día' })
    expect(wider.disabled).toBe(true)
    slider.focus()
    await user.keyboard('+')
    expect(wider.disabled).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Ver todo el día' }))
    expect(wider.disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: /^Recorrido 1/ }))
    await waitFor(() => expect(wider.disabled).toBe(false))
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^08:00:00/)
  })

  it("opens at the trip in its address, and leaves the browser's zoom keys to the browser", async () => {
    const { user } = open({}, { search: `?date=2026-03-02&leg=${tripId}` })
    const slider = await clock()
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/^08:00:00/))
    const wider = screen.getByRole<HTMLButtonElement>('button', { name: 'Ver más del día' })
    expect(wider.disabled).toBe(false)
    within(slider).getByTitle(/^Recorrido 1/)
    expect(within(slider).queryByTitle(/^Parada 2/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Ver todo el día' }))
    slider.focus()
    await user.keyboard('{Control>}+{/Control}')
    expect(wider.disabled).toBe(true)
  })

  it('names the zone of a stop', async () => {
    open({}, { search: '?date=2026-03-02' })
    await clock()
    expect((await screen.findByRole('button', { name: /^Parada 1/ })).textContent).toContain('Base Centro · ')
  })

  it('with a single report is shown, without a replay', async () => {
    open({}, { count: 1, search: '?date=2026-03-02' })
    expect((await clock()).getAttribute('aria-valuetext')).toBe('00:00:00, 0 km/h')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reproducir' }).disabled).toBe(true)
  })

  it('does not show events that failed to load as no events', async () => {
    const { user, answers } = open(
      { 'GET /events': refusal(404, 'not_found') },
      { search: '?date=2026-03-02&tab=events' },
    )
    await screen.findByText('No se pudieron cargar los eventos. Inténtalo de nuevo.')
    answers['GET /events'] = { body: { items: [], total: 0, page: 1, size: 100 } }
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await screen.findByText('Sin eventos ese día.')
  })

  it('stays visible, dimmed, until another day is loaded', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const answer = async (_: unknown, query: URLSearchParams): Promise<FakeAnswer> => {
      if (query.get('date') === '2026-03-01') await held
      return { body: route(144) }
    }
    const { user } = open({ [`GET ${path}/history/route`]: answer }, { search: '?date=2026-03-02' })
    const map = within(await screen.findByRole('tabpanel'))
    await map.findByRole('button', { name: /^Recorrido 1/ })
    await user.click(screen.getByRole('button', { name: 'Día anterior con datos' }))
    expect(screen.getByRole('tabpanel').getAttribute('aria-busy')).toBe('true')
    await clock()
    letGo()
  })
})

it('does not refuse the day of a link while the days are loading', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const dates = `GET ${path}/history/dates`
  const answer = async (): Promise<FakeAnswer> => {
    await held
    return answersOf(144)[dates] as FakeAnswer
  }
  open({ [dates]: answer }, { search: '?date=2026-03-02' })
  const field = await screen.findByRole('group', { name: 'Día' })
  const words = 'Elige uno de los días marcados en el calendario.'
  expect(field.parentElement?.parentElement?.querySelector('[aria-invalid="true"]')).toBeNull()
  expect(screen.queryByText(words)).toBeNull()
  letGo()
  await clock()
  expect(screen.queryByText(words)).toBeNull()
})

it('shows a reading of the day, which the address names, and moves the replay to one of its changes', async () => {
  const asked: string[] = []
  const { name, key, index, kind, group, unit, digits } = someSwitch()
  const ignition = {
    ...{ name, key, index, kind, group, unit, digits, isThinned: false, points: null },
    changes: { time: [midnight + 8 * hour, midnight + 9 * hour], value: [true, false] },
    implausible: { count: 0, time: [], value: [] },
  }
  const { user, at } = open(
    {
      [`GET ${path}/readings`]: { body: { items: [someSwitch(), someReading()] } },
      [`GET ${path}/readings/history`]: (_, query) => {
        asked.push(`${query.get('names')} ${query.get('date')}`)
        const one = query.get('names') === 'ignition' ? ignition : someSeries([[midnight, 4]])
        return { body: { from: iso(midnight), to: iso(midnight + 24 * hour), series: [one] } }
      },
    },
    { search: '?date=2026-03-02' },
  )
  await user.click(await screen.findByRole('tab', { name: 'Lecturas' }))
  const slider = await clock()
  await user.click(await screen.findByRole('button', { name: /^02\/03\/2026 08:00:00\s*Sí$/ }))
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/^08:00:00/))
  await user.click(screen.getByRole('combobox', { name: 'Lectura' }))
  await user.click(await screen.findByRole('option', { name: 'Temperatura 1' }))
  await screen.findByRole('slider', { name: /^Gráfica de Temperatura 1/ })
  expect(at()).toContain('reading=temperature1')
  expect(asked).toEqual(['ignition 2026-03-02', 'temperature1 2026-03-02'])
})

it('exports the readings that one chooses as columns, and nothing once that is cancelled', async () => {
  const exported = `POST ${path}/history/export`
  const { user, asked, count } = open(
    {
      [`GET ${path}/readings`]: {
        body: {
          items: [
            someReading(),
            someSwitch(),
            // Without a history.
            someReading({ name: 'event', key: 'event', index: null, kind: 'text', unit: null, value: '3' }),
          ],
        },
      },
      [exported]: { body: { workId: '0190a000-0000-7000-8000-0000000000b1' } },
    },
    { search: '?date=2026-03-02' },
  )
  const choose = async (format = 'CSV con lecturas…') => {
    await user.click(await screen.findByRole('button', { name: 'Exportar' }))
    await user.click(await screen.findByRole('menuitem', { name: format }))
    return within(await screen.findByRole('dialog', { name: 'Exportar con lecturas' }))
  }
  const first = await choose()
  await first.findByRole('checkbox', { name: 'Temperatura 1' })
  expect(first.queryByRole('checkbox', { name: 'Evento del equipo GPS' })).toBeNull()
  await user.click(first.getByRole('button', { name: 'Exportar' }))
  await first.findByText('Elige al menos una lectura.')
  await user.click(first.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const second = await choose('Excel con lecturas…')
  await user.click(await second.findByRole('checkbox', { name: 'Temperatura 1' }))
  await user.click(second.getByRole('checkbox', { name: 'Encendido' }))
  await user.click(second.getByRole('button', { name: 'Exportar' }))
  await waitFor(() => expect(count(exported)).toBe(1))
  expect(asked.find(({ call }) => call === exported)?.body).toEqual({
    date: '2026-03-02',
    format: 'xlsx',
    language: 'es',
    readings: ['temperature1', 'ignition'],
  })
})

it('names each part that failed to load', async () => {
  const failed = refusal(404, 'not_found')
  open({ [`GET ${path}/history/dates`]: failed }, { search: '?tab=statistics' })
  await screen.findByText('No se pudieron cargar las fechas. Inténtalo de nuevo.')
  expect(
    await screen.findAllByText('No se pudieron cargar las estadísticas. Inténtalo de nuevo.'),
  ).toHaveLength(2)
})

it('words the failures in English as specified', async () => {
  const failed = refusal(404, 'not_found')
  renderApp(
    `/fleet/history/${vehicle.id}?date=2026-03-02&tab=statistics`,
    { ...answersOf(144), [`GET ${path}/history/route`]: failed },
    { language: 'en' },
  )
  await screen.findByText('Failed to load GPS history. Please try again.')
  expect(await screen.findAllByText('Failed to load statistics. Please try again.')).toHaveLength(2)
})
