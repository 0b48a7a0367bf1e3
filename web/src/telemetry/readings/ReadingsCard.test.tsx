import type { LatestReading } from '@rumbo/contract/telemetry.readings.contract'
import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { addresses } from '../../addresses.ts'
import { type FakeAnswers, refusal, renderApp } from '../../app/testing.tsx'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'
import { someReading, someSeries, someSwitch } from './readings.factory.ts'

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./ReadingHistoryDialog.tsx')])
}, 60_000)

const vehicle = someVehicle({ id: '0190a000-0000-7000-8000-000000000104' })
const path = `/vehicles/${vehicle.id}`
const minute = 60_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const midnight = '2026-03-02T06:00:00.000Z'

function show(items: LatestReading[], some: FakeAnswers = {}, search = {}, language: 'es' | 'en' = 'es') {
  return renderApp(
    addresses.vehicleDetails(vehicle.id, search),
    {
      [`GET ${path}`]: { body: vehicle },
      [`GET ${path}/history/dates`]: { body: { timeZone: 'America/Mexico_City', items: [] } },
      [`GET ${path}/readings`]: { body: { items } },
      ...some,
    },
    { language },
  )
}
const card = async (name = 'Lecturas') => within(await screen.findByRole('region', { name }))
const shownBeside = (term: HTMLElement) => term.nextElementSibling?.textContent

it('shows the latest readings by section with unit and age, those of the device folded', async () => {
  const { user } = show([
    someSwitch(),
    someReading(),
    someReading({
      name: 'iccid',
      key: 'iccid',
      index: null,
      kind: 'text',
      group: 'network',
      unit: null,
      value: '8952',
    }),
  ])
  const shown = await card()
  await shown.findByRole('heading', { name: 'Unidad y motor' })
  const [ignition, temperature] = shown.getAllByRole('term')
  expect(shownBeside(ignition as HTMLElement)).toMatch(/^Sí hace (\d+ s|1 min)/)
  expect(shownBeside(temperature as HTMLElement)).toMatch(/^4\.5 °C hace (\d+ s|1 min)/)
  expect(shown.getAllByRole('term')).toHaveLength(2)
  await user.click(shown.getByRole('button', { name: 'Mostrar 1' }))
  expect(shown.getAllByRole('term')[2]?.textContent).toBe('ICCID de la SIM')
})

it('never shows an implausible value as true, and says what the device stated', async () => {
  const stated = { value: -3274.5, time: ago(5 * minute) }
  show(
    [
      someReading({ time: ago(120 * minute), implausible: stated }),
      someReading({ name: 'temperature2', index: 2, value: null, time: null, implausible: stated }),
    ],
    {},
    {},
    'en',
  )
  const shown = await card('Readings')
  const [first, second] = (await shown.findAllByRole('definition')).map(({ textContent }) => textContent)
  expect(first).toBe('Implausiblethe device stated -3274.5 °C 5 min agoBefore: 4.5 °C 2 h ago')
  expect(second).toBe('Implausiblethe device stated -3274.5 °C 5 min ago')
})

it('explains that a tracker sends none', async () => {
  show([])
  await (await card()).findByText('El equipo GPS de esta unidad no ha enviado lecturas.')
})

it('says that they could not be loaded, and reads them again', async () => {
  const { user, answers } = show([], { [`GET ${path}/readings`]: refusal(404, 'vehicle_not_found') })
  const shown = await card()
  await shown.findByText('No se pudieron cargar las lecturas.')
  answers[`GET ${path}/readings`] = { body: { items: [someReading()] } }
  await user.click(shown.getByRole('button', { name: 'Reintentar' }))
  await shown.findByRole('button', { name: 'Temperatura 1: ver historial' })
})

it('opens the history of a number from the keyboard and reads its values in words', async () => {
  const start = Date.parse(midnight)
  const queries: URLSearchParams[] = []
  const { user, at, history } = show([someReading()], {
    [`GET ${path}/readings/history`]: (_, query) => {
      queries.push(query)
      const series = [
        someSeries(
          [
            [start, 4],
            [start + 10 * minute, 2, 8],
          ],
          { isThinned: true, implausible: { count: 1, time: [start + 5 * minute], value: [-3274.5] } },
        ),
      ]
      return { body: { from: midnight, to: new Date(start + 60 * minute).toISOString(), series } }
    },
  })
  const button = await (await card()).findByRole('button', { name: 'Temperatura 1: ver historial' })
  button.focus()
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Temperatura 1' }))
  const plot = await dialog.findByRole('slider', { name: /^Gráfica de Temperatura 1/ })
  expect(plot.getAttribute('aria-valuetext')).toBe('02/03/2026 00:10:00: de 2 °C a 8 °C')
  plot.focus()

  await user.keyboard('{ArrowLeft}')
  expect(plot.getAttribute('aria-valuetext')).toBe('02/03/2026 00:00:00: 4 °C')
  await user.keyboard('{End}')
  expect(plot.getAttribute('aria-valuenow')).toBe('1')
  await user.click(dialog.getByRole('button', { name: '1 valor no creíble, sin graficar' }))
  within(dialog.getByRole('list', { name: 'Valores no creíbles' })).getByText('-3274.5 °C')
  await user.click(dialog.getByRole('button', { name: 'Hoy' }))
  await waitFor(() => expect(queries.at(-1)?.get('date')).toMatch(/^\d{4}-\d\d-\d\d$/))
  await user.click(dialog.getByRole('button', { name: '7 días' }))
  await waitFor(() => {
    const [from, to] = ['from', 'to'].map((name) => Date.parse(queries.at(-1)?.get(name) ?? ''))
    expect(((to ?? 0) - (from ?? 0)) / (24 * 60 * minute)).toBeCloseTo(7, 2)
  })
  expect(queries.every((query) => query.get('names') === 'temperature1')).toBe(true)
  expect(at()).toContain('reading=temperature1')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(at()).not.toContain('reading')

  await user.click(button)
  await screen.findByRole('dialog', { name: 'Temperatura 1' })
  act(() => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(at()).toBe(addresses.vehicleDetails(vehicle.id))
})

it('lists the changes of yes and no, the latest first, as a link opens them', async () => {
  const start = Date.parse(midnight)
  const { name, key, index, kind, group, unit, digits } = someSwitch()
  const series = [
    someSeries([], {
      ...{ name, key, index, kind, group, unit, digits },
      points: null,
      changes: { time: [start, start + minute, start + 90 * minute], value: [true, false, false] },
    }),
  ]
  const body = { from: midnight, to: new Date(start + 120 * minute).toISOString(), series }
  show([someSwitch()], { [`GET ${path}/readings/history`]: { body } }, { reading: 'ignition' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Encendido' }))
  const list = await dialog.findByRole('list', { name: 'Cambios de Encendido' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['02/03/2026 01:30:00No (tras un silencio)', '02/03/2026 00:01:00No', '02/03/2026 00:00:00Sí'])
})

it('names a history that failed to load, and reads it again', async () => {
  const { user, answers } = show(
    [someReading()],
    { [`GET ${path}/readings/history`]: refusal(400, 'history_range') },
    { reading: 'temperature1' },
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Temperatura 1' }))
  await dialog.findByText('No se pudo cargar el historial de esta lectura.')
  const none = { from: midnight, to: midnight, series: [someSeries([])] }
  answers[`GET ${path}/readings/history`] = { body: none }
  await user.click(dialog.getByRole('button', { name: 'Reintentar' }))
  await dialog.findByText('Sin datos en este periodo.')
})
