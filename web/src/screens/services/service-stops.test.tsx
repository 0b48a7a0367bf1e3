import type { Service } from '@rumbo/contract/services.contract'
import type { ServiceChange } from '@rumbo/contract/services.stops.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../../app/testing.tsx'
import { someExecutedStop, somePlannedStop, someService } from '../../services/services.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./ServicesScreen.tsx')])
}, 60_000)

const manager = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const plannedStops = [
  somePlannedStop({
    id: 'a',
    sequence: 0,
    timeWindowStart: '2026-03-02T14:50:00.000Z',
    timeWindowEnd: '2026-03-02T14:56:00.000Z',
  }),
  somePlannedStop({ id: 'b', sequence: 1, stopType: 'checkpoint', address: 'Alameda Central' }),
  somePlannedStop({ id: 'c', sequence: 2, stopType: 'drop', address: 'Ángel' }),
]
const running = someService({
  status: 'in_progress',
  createdAt: '2026-03-02T14:30:00.000Z',
  assignedVehicleId: 'v1',
  plannedStops,
  executedStops: [someExecutedStop({ ...plannedStops[0], id: 'a', departed: '2026-03-02T15:09:00.000Z' })],
})
const ofService = (service: () => Service, some: FakeAnswers = {}): FakeAnswers => ({
  ...manager,
  'GET /services': () => ({ body: { items: [service()], total: 1, page: 1, size: 25 } }),
  'GET /services/s1': () => ({ body: service() }),
  ...some,
})
const { body: problem } = refusal(422, 'validation_failed')
const refusedField = {
  status: 422,
  body: { ...(problem as object), errors: [{ path: 'body.departed', code: 'end_before_start' }] },
}
const stops = async () =>
  within(await screen.findByRole('list', { name: 'Paradas' })).getAllByRole('listitem')

it('shows what was executed next to what was planned, with the delay against the window', async () => {
  renderApp(
    '/services?service=s1&tab=stops',
    ofService(() => running),
  )
  const [first, second] = await stops()
  for (const words of ['Realizada', '8 min tarde', '1.2 km', 'Sistema'])
    expect(within(first as HTMLElement).getByText(words)).toBeDefined()
  expect(within(second as HTMLElement).getByText('Pendiente')).toBeDefined()
})

it('cancels one stop with who asked for it, and leaves the others', async () => {
  const sent: unknown[] = []
  let service = running
  const { user } = renderApp(
    '/services?service=s1&tab=stops',
    ofService(() => service, {
      'POST /services/s1/stops/b/cancel': (body) => {
        sent.push(body)
        const cancelled = someExecutedStop({
          ...plannedStops[1],
          arrived: null,
          status: 'cancelled_by_client',
          operator: 'client',
        })
        service = { ...running, version: 2, executedStops: [...running.executedStops, cancelled] }
        return { body: service }
      },
    }),
  )
  await stops()
  expect(screen.queryByRole('button', { name: /^Cancelar la parada 1/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancelar la parada 2, Alameda Central' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Cancelar esta parada?' }))
  await user.type(dialog.getByRole('textbox', { name: 'Nota' }), 'Ya no va')
  await user.click(dialog.getByRole('button', { name: 'Cancelar parada' }))
  await screen.findByText('Parada cancelada: Alameda Central')
  expect(sent).toEqual([{ version: 1, by: 'client', note: 'Ya no va' }])
  const [, second, third] = await stops()
  await waitFor(() => expect(within(second as HTMLElement).getByText('Cancelada por cliente')).toBeDefined())
  expect(within(third as HTMLElement).getByText('Pendiente')).toBeDefined()
})

it('corrects a stop only with a reason, and names the field that the server refuses', async () => {
  const sent: unknown[] = []
  const { user } = renderApp(
    '/services?service=s1&tab=stops',
    ofService(() => running, {
      'POST /services/s1/stops/a/correct': (body) => {
        sent.push(body)
        return sent.length > 1 ? { body: running } : refusedField
      },
    }),
  )
  await stops()
  await user.click(screen.getByRole('button', { name: /^Registrar o corregir la parada 1/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corregir la parada' }))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(sent).toEqual([])
  const distance = dialog.getByRole('textbox', { name: 'Distancia en la parada' })
  await user.clear(distance)
  await user.type(distance, '3,4')
  await user.type(dialog.getByRole('textbox', { name: 'Motivo de la corrección' }), 'GPS en otra calle')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await dialog.findByText('El fin debe ser después del inicio')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await screen.findByText(/^Parada guardada/)
  expect(sent.at(-1)).toEqual({
    version: 1,
    arrived: '2026-03-02T15:04:00.000Z',
    departed: '2026-03-02T15:09:00.000Z',
    distance: 3_400,
    notes: null,
    reason: 'GPS en otra calle',
  })
})

it('offers viewers nothing to change', async () => {
  renderApp('/services?service=s1&tab=stops', {
    ...ofService(() => running),
    ...answersFor({ access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] }),
  })
  await stops()
  expect(screen.queryByRole('button', { name: /parada/ })).toBeNull()
})

it('lists what changed, who changed it and from where', async () => {
  const items: ServiceChange[] = [
    {
      id: '2',
      at: '2026-03-02T15:04:00.000Z',
      by: null,
      address: null,
      action: 'service.stop_arrived',
      changes: { stop: [null, '1. Paseo de la Reforma 222'], arrived: [null, '2026-03-02T15:04:00.000Z'] },
    },
    {
      id: '1',
      at: '2026-03-02T15:00:00.000Z',
      by: 'Ana Guerrero',
      address: '10.0.0.7',
      action: 'service.assigned',
      changes: { status: ['on_dispatch', 'vehicle_assigned'], assignedVehicleNumber: [null, '118'] },
    },
  ]
  renderApp(
    '/services?service=s1&tab=history',
    ofService(() => running, { 'GET /services/s1/changes': { body: { items } } }),
  )
  const list = within(await screen.findByRole('list', { name: 'Historial' }))
  const [automatic, byPerson] = list.getAllByRole('listitem')
  expect(automatic?.textContent).toContain('Llegó a una parada')
  expect(automatic?.textContent).toContain('Registrado automáticamente por Rumbo')
  expect(byPerson?.textContent).toContain('Ana Guerrero · desde 10.0.0.7')
  expect(byPerson?.textContent).toContain('118')
})
