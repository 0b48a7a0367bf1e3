import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { createClient } from '../app/client.ts'
import { ClientProvider } from '../app/client-context.tsx'
import { fakeFetch } from '../app/testing.tsx'
import { silentSocket } from '../live/live.factory.ts'
import { quickUser, TestProviders } from '../ui/testing.tsx'
import { FenceForm } from './FenceForm.tsx'
import type { ShapeKind } from './fence-check.rules.ts'
import { emptyFence, type FenceDraft, fenceBodyOf, newTrigger } from './fence-draft.rules.ts'
import { someListedFence } from './geofences.factory.ts'

const zone = { id: 'z1', companyId: 'c1', fleetId: 'f1', name: 'Centro', corners: [], version: 1 }
const page = (items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 100 } })

type Overlapping = readonly { name: string; limitKmh: number }[]

function Holder(props: { start: FenceDraft; shape: ShapeKind; overlapping: Overlapping }) {
  const { start, shape, overlapping } = props
  const [draft, setDraft] = useState(start)
  return (
    <>
      <FenceForm
        fleetId="f1"
        fenceId="g9"
        shape={shape}
        value={draft}
        errors={{}}
        overlapping={overlapping}
        onChange={setDraft}
      />
      <pre data-testid="body">{JSON.stringify(fenceBodyOf(draft))}</pre>
    </>
  )
}

function renderForm({
  start = emptyFence,
  shape = null,
  overlapping = [],
}: {
  start?: FenceDraft
  shape?: ShapeKind
  overlapping?: Overlapping
}) {
  const client = createClient({
    fetch: fakeFetch((call) =>
      call === 'GET /zones'
        ? page([zone])
        : call === 'GET /geofences'
          ? page([someListedFence(), someListedFence({ id: 'g2', name: 'Base Sur' })])
          : undefined,
    ),
    connect: silentSocket,
    tabs: { post: () => {}, listen: () => {} },
  })
  const root = createRootRoute({
    component: () => <Holder start={start} shape={shape} overlapping={overlapping} />,
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
  render(
    <TestProviders>
      <ClientProvider client={client}>
        <RouterProvider router={router as never} />
      </ClientProvider>
    </TestProviders>,
  )
  const body = () => JSON.parse(screen.getByTestId('body').textContent ?? '')
  return { user: userEvent.setup(quickUser), body }
}

it('is filled in by keyboard: name, colour, tags, zone and sensitivity with its numbers', async () => {
  const { user, body } = renderForm({})
  await user.type(await screen.findByRole('textbox', { name: /^Nombre/ }), 'Patio')
  await user.click(screen.getByRole('radio', { name: 'Rojo' }))
  await user.type(screen.getByRole('combobox', { name: 'Etiquetas' }), 'bases{Enter}Bases{Enter}')
  await user.click(await screen.findByRole('combobox', { name: 'Zona' }))
  await user.click(await screen.findByRole('option', { name: 'Centro' }))
  expect(screen.getByRole('status').textContent).toContain('15 m')
  await user.click(screen.getByRole('button', { name: 'Alta' }))
  expect(screen.getByRole('status').textContent).toContain('8 m')
  await user.click(screen.getByRole('switch', { name: /^Activa/ }))
  expect(body()).toMatchObject({
    name: 'Patio',
    colour: '#e53935',
    tags: ['bases'],
    zoneId: 'z1',
    sensitivity: 'high',
    isActive: false,
    scope: { kind: 'fleet' },
  })
})

it('names the fences whose speed limits overlap one of its own', async () => {
  const overlapping = [{ name: 'Base Sur', limitKmh: 30 }]
  const { user } = renderForm({ shape: 'circle', overlapping })
  await screen.findByRole('switch', { name: /^Activa/ })
  expect(screen.queryByText(/Base Sur/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Agregar aviso' }))
  await user.click(await screen.findByRole('menuitem', { name: /velocidad/i }))
  await screen.findByText(
    'En el mismo lugar también hay un límite: Base Sur (30 km/h). Donde las geocercas se enciman, vale el límite más bajo.',
  )
})

it('marks an area as a workshop, which a route cannot be', async () => {
  const { user, body } = renderForm({ shape: 'polygon' })
  await user.click(await screen.findByRole('switch', { name: /^Taller/ }))
  expect(body()).toMatchObject({ isWorkshop: true })
})

it('offers no workshop on a route', async () => {
  renderForm({ shape: 'route' })
  await screen.findByRole('switch', { name: /^Activa/ })
  expect(screen.queryByRole('switch', { name: /^Taller/ })).toBeNull()
})

it('adds triggers with their figures, and offers those of routes for routes only', async () => {
  const { user, body } = renderForm({ shape: 'circle' })
  await user.click(await screen.findByRole('button', { name: 'Agregar aviso' }))
  const offRoute = await screen.findByRole('menuitem', { name: /Fuera de ruta/ })
  expect(offRoute.getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('menuitem', { name: 'Permanencia' }))
  const trigger = within(await screen.findByRole('group', { name: '1. Permanencia' }))
  await user.clear(trigger.getByRole('textbox', { name: 'Más de' }))
  await user.type(trigger.getByRole('textbox', { name: 'Más de' }), '45')
  await user.click(trigger.getByRole('combobox', { name: 'Días festivos' }))
  await user.click(await screen.findByRole('option', { name: 'Solo en festivos' }))
  await user.click(trigger.getByRole('button', { name: 'Agregar horario' }))
  expect(body().triggers).toMatchObject([
    {
      kind: 'dwell',
      minutes: 45,
      schedule: { holidays: 'only', windows: [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '22:00' }] },
    },
  ])
  await user.click(trigger.getByRole('button', { name: 'Quitar el aviso 1. Permanencia' }))
  expect(body().triggers).toEqual([])
})

it('orders the checkpoints of a route', async () => {
  const { user, body } = renderForm({
    start: { ...emptyFence, triggers: [newTrigger('missed_checkpoint')] },
    shape: 'route',
  })
  for (const name of ['Base Norte', 'Base Sur']) {
    await user.click(await screen.findByRole('combobox', { name: 'Agregar punto de control' }))
    await user.click(await screen.findByRole('option', { name }))
  }
  expect(body().triggers[0].fenceIds).toEqual(['g1', 'g2'])
  const [first] = within(screen.getByRole('list', { name: 'Puntos de control' })).getAllByRole('listitem')
  await user.click(within(first as HTMLElement).getByRole('button', { name: /^Bajar/ }))
  expect(body().triggers[0].fenceIds).toEqual(['g2', 'g1'])
})
