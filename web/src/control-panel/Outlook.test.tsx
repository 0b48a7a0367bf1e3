import { outlookQuarterMinutes, outlookQuarters } from '@rumbo/contract/dispatch.contract'
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { staffScreens } from '../app/navigation/screens.ts'
import { type FakeAnswer, refusal, renderApp } from '../app/testing.tsx'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([import('../app/shell/Shell.tsx'), staffScreens.main.load()])
}, 60_000)

const listOf = () => ({ body: { items: [], total: 0, page: 1, size: 25 } })
const hidden = ['start', 'fleet', 'services', 'needs', 'events', 'map', 'queue', 'standing']
/** Two hours from 15:00 with six vehicles: these bookings by quarter, and none afterwards. */
const outlookOf = (waiting: number, ...services: number[]) => ({
  quarters: Array.from({ length: outlookQuarters }, (_, at) => ({
    at: new Date(Date.UTC(2026, 2, 2, 15, at * outlookQuarterMinutes)).toISOString(),
    services: services[at] ?? 0,
    units: 6,
  })),
  waiting,
})
const open = (answer: FakeAnswer) =>
  renderApp('/main', {
    'GET /events': listOf(),
    'GET /services': listOf(),
    'GET /commands': listOf(),
    'GET /companies/c1/panel': { body: { order: [], hidden } },
    'GET /dispatch/outlook': answer,
  })
const card = async () => within(await screen.findByRole('region', { name: 'Próximas 2 horas' }))

it('shows in words and in a table where there are too few vehicles', async () => {
  open({ body: outlookOf(1, 2, 9) })
  const shown = await card()
  shown.getByText(/^Faltan unidades: .+ \(3\)\.$/)
  shown.getByText('1 servicio ya debió salir y sigue sin unidad.')
  shown.getByText('faltan 3')
  const rows = within(shown.getByRole('table', { name: 'Próximas 2 horas' })).getAllByRole('row')
  expect(rows).toHaveLength(1 + outlookQuarters)
  const cells = rows.map((row) => [...row.children].slice(1).map((cell) => cell.textContent))
  expect(cells.slice(0, 3)).toEqual([
    ['Servicios reservados', 'Unidades disponibles', 'Faltan'],
    ['2', '6', '0'],
    ['9', '6', '3'],
  ])
})

it('shows that there are enough vehicles in each quarter', async () => {
  open({ body: outlookOf(0, 6) })
  const shown = await card()
  shown.getByText('Alcanzan las unidades para lo reservado.')
  expect(shown.queryByText(/^faltan? /)).toBeNull()
})

it('never says that there are enough beside services that wait without a vehicle', async () => {
  open({ body: outlookOf(10, 6) })
  const shown = await card()
  shown.getByText('10 servicios ya debieron salir y siguen sin unidad.')
  expect(shown.queryByText(/Alcanzan|Nada reservado/)).toBeNull()
})

it('reports a failed read, and retries', async () => {
  const { user, answers } = open(refusal(503, 'unavailable'))
  const retry = (await card()).getByRole('button', { name: 'Reintentar' })
  answers['GET /dispatch/outlook'] = { body: outlookOf(0) }
  await user.click(retry)
  await (await card()).findByText('Nada reservado en las próximas 2 horas.')
})
