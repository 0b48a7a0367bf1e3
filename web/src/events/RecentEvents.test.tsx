import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { staffScreens } from '../app/navigation/screens.ts'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../app/testing.tsx'
import { someEvent } from './events.factory.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([
    import('../app/shell/Shell.tsx'),
    staffScreens.main.load(),
    import('./HandleEventsDialog.tsx'),
  ])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 20 } })
const hidden = ['start', 'fleet', 'services', 'outlook', 'needs', 'queue']
const nothing: FakeAnswers = {
  'GET /services': listOf(),
  'GET /commands': listOf(),
  'GET /vehicles': listOf(),
  'GET /companies/c1/panel': { body: { order: [], hidden } },
}
const lead = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const one = someEvent({ id: 'e1', vehicleNumber: '104' })
const two = someEvent({ id: 'e2', vehicleNumber: '205' })
const before = someEvent({ id: 'e3', vehicleNumber: '306', status: 'acknowledged' })
const done = (event: typeof one, by: string) => ({
  ...event,
  status: 'acknowledged' as const,
  acknowledged: { at: event.createdAt, by, byId: null },
  version: 2,
})
const card = async () => within(await screen.findByRole('region', { name: 'Últimos eventos' }))

it('acknowledges all open events by keys, and shows the outcome for each', async () => {
  let events = [one, two, before]
  const { user, asked } = renderApp('/main', {
    ...lead,
    ...nothing,
    'GET /events': () => listOf(...events),
    'POST /events/bulk': () => {
      events = [done(one, 'Ana Ruiz'), done(two, 'Elena Torres'), before]
      const items = [
        { id: 'e1', problem: 'event_wrong_state', event: events[0] },
        { id: 'e2', problem: null, event: events[1] },
      ]
      return { body: { items } }
    },
  })
  const list = await card()
  const all = await list.findByRole('checkbox', { name: 'Elegir los 2 sin atender' })
  expect(list.getAllByRole('checkbox')).toHaveLength(3)
  all.focus()
  await user.keyboard(' ')
  expect(list.getByRole('status').textContent).toBe('2 eventos elegidos')
  list.getByRole('button', { name: 'Reconocer' }).focus()
  await user.keyboard('{Enter}')
  const form = within(await screen.findByRole('dialog', { name: 'Reconocer 2 eventos' }))
  expect(form.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Botón de pánico · 104',
    'Botón de pánico · 205',
  ])
  await user.type(form.getByRole('textbox'), 'Simulacro{Enter}')
  const result = within(await screen.findByRole('dialog', { name: 'Resultado' }))
  expect(result.getByRole('status').textContent).toBe('1 de 2 reconocidos')
  expect(result.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Botón de pánico · 104Reconocido antes por Ana Ruiz',
    'Botón de pánico · 205Reconocido',
  ])
  expect(asked.find(({ call }) => call === 'POST /events/bulk')?.body).toEqual({
    ids: ['e1', 'e2'],
    action: 'acknowledge',
    note: 'Simulacro',
  })
  await waitFor(() => expect(list.queryAllByRole('checkbox', { hidden: true })).toEqual([]))
  await user.click(result.getByRole('button', { name: 'Cerrar' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(list.getByRole('list', { name: 'Últimos eventos' })),
  )
})

it('keeps the selection after a failed request, and hides actions the user may not do', async () => {
  const answers = {
    ...nothing,
    'GET /events': listOf(one, two),
    'POST /events/bulk': refusal(503, 'unavailable'),
  }
  const { user, unmount } = renderApp('/main', { ...lead, ...answers })
  const list = await card()
  await user.click(await list.findByRole('checkbox', { name: 'Seleccionar Botón de pánico · 205' }))
  await user.click(list.getByRole('button', { name: 'Reconocer' }))
  const form = within(await screen.findByRole('dialog', { name: 'Reconocer 1 evento' }))
  await user.click(form.getByRole('button', { name: 'Reconocer' }))
  await waitFor(() => expect(form.getByRole('alert').textContent).not.toBe(''))
  await user.click(form.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(list.getByRole('status').textContent).toBe('1 evento elegido')
  unmount()

  renderApp('/main', {
    ...answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] }),
    ...answers,
  })
  const read = await card()
  await read.findByRole('link', { name: 'Botón de pánico · 205' })
  expect(read.queryAllByRole('checkbox')).toEqual([])
})
