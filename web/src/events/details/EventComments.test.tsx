import { commentLimit, type EventComment } from '@rumbo/contract/events.comments.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { someEvent } from '../events.factory.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    staffScreens.eventList.load(),
    import('./AssignEventDialog.tsx'),
  ])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const people = [
  { id: 'u7', displayName: 'Beto Torres', mayHandle: true },
  { id: 'u8', displayName: 'Berta Gil', mayHandle: true },
]
const comment = (some: Partial<EventComment> = {}): EventComment => ({
  ...{ id: 'k1', eventId: 'e1', authorId: 'u9', author: 'Ana Ruiz', text: 'Ya voy', mentions: [] },
  ...{ createdAt: new Date().toISOString(), editedAt: null },
  ...some,
})
const manager = answersFor({ id: 'u1', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const event = someEvent()
const base = {
  ...manager,
  'GET /vehicles': listOf(),
  'GET /events': listOf(event),
  'GET /events/e1': { body: event },
  'GET /events/e1/comments': { body: { items: [comment()] } },
}
const open = async () => within(await screen.findByRole('dialog', { name: 'Botón de pánico' }))

it('mentions somebody by keyboard, and Escape closes the proposals alone', async () => {
  const said: EventComment[] = [comment()]
  const asked: unknown[] = []
  const { user, at } = renderApp('/event-list?event=e1', {
    ...base,
    // The answer for all people is there at once, that for a name never: a name typed fast finds nobody else.
    'GET /events/e1/people': (_body, query) =>
      query.get('search') === 'gil' ? new Promise(() => {}) : { body: { items: people } },
    'GET /events/e1/comments': () => ({ body: { items: said } }),
    'POST /events/e1/comments': (body) => {
      const { text } = body as { text: string }
      asked.push(body)
      said.push(
        comment({
          id: 'k2',
          authorId: 'u1',
          author: 'Yo',
          text,
          mentions: [{ id: 'u8', name: 'Berta Gil' }],
        }),
      )
      return { body: said.at(-1) }
    },
  })
  const card = await open()
  const field = await card.findByRole('combobox', { name: 'Escribe un comentario' })
  await user.type(field, 'Mira @be')
  await screen.findByRole('option', { name: 'Beto Torres' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  expect(at()).toBe('/event-list?event=e1')
  await user.clear(field)
  await user.type(field, 'Mira @be')
  await screen.findByRole('option', { name: 'Berta Gil' })
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}{Backspace}{Backspace}gil')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Berta Gil'])
  await user.keyboard('{Enter}')
  expect((field as HTMLTextAreaElement).value).toBe('Mira @Berta Gil ')
  expect(screen.queryByRole('option')).toBeNull()
  await user.tab()
  expect(document.activeElement).not.toBe(field)
  await user.type(field, '{Enter}por favor{Control>}{Enter}{/Control}')
  await waitFor(() => expect(asked).toEqual([{ text: 'Mira @Berta Gil \npor favor', mentions: ['u8'] }]))
  const strong = await card.findByText('@Berta Gil')
  expect(strong.tagName).toBe('STRONG')
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''))
})

it('lets authors change and delete their own fresh comments alone, and readers none', async () => {
  const old = new Date(Date.now() - 16 * 60_000).toISOString()
  const items = [
    comment({ id: 'k1' }),
    comment({ id: 'k2', authorId: 'u1', author: 'Yo', text: 'Fresco' }),
    comment({ id: 'k3', authorId: 'u1', author: 'Yo', text: 'Viejo', createdAt: old }),
  ]
  const { user, asked, unmount } = renderApp('/event-list?event=e1', {
    ...base,
    'GET /events/e1/comments': { body: { items } },
    'PUT /events/e1/comments/k2': { body: { ...items[1], text: 'Otro' } },
    'DELETE /events/e1/comments/k2': { body: { done: true } },
  })
  const card = await open()
  await card.findByText('Fresco')
  const [menu, ...others] = card.getAllByRole('button', { name: /tu comentario/ })
  expect(others).toEqual([])
  await user.click(menu as HTMLElement)
  await user.click(await screen.findByRole('menuitem', { name: 'Cambiar comentario' }))
  const field = await card.findByRole('combobox', { name: 'Cambiar comentario' })
  await user.clear(field)
  await user.type(field, 'Otro')
  await user.click(card.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(card.queryByRole('combobox', { name: 'Cambiar comentario' })).toBeNull())
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ text: 'Otro', mentions: [] })
  await user.click(card.getByRole('button', { name: /tu comentario/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
  const question = within(await screen.findByRole('alertdialog', { name: '¿Eliminar el comentario?' }))
  await user.click(question.getByRole('button', { name: 'Eliminar' }))
  await waitFor(() => expect(asked.some(({ call }) => call.startsWith('DELETE'))).toBe(true))
  unmount()

  renderApp('/event-list?event=e1', {
    ...base,
    ...answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] }),
  })
  const read = await open()
  await read.findByText('Ya voy')
  expect(read.queryByRole('combobox')).toBeNull()
  expect(read.queryByRole('button', { name: 'Asignarme' })).toBeNull()
})

it('says that an event has as many comments as it may have, in place of the field', async () => {
  const items = Array.from({ length: commentLimit }, (_, at) => comment({ id: `k${at}`, text: `Nota ${at}` }))
  renderApp('/event-list?event=e1', { ...base, 'GET /events/e1/comments': { body: { items } } })
  const card = await open()
  await card.findByText('El evento ya tiene 200 comentarios, el máximo.')
  card.getByText('Nota 199')
  expect(card.queryByRole('combobox', { name: 'Escribe un comentario' })).toBeNull()
})

it('assigns an event to oneself, to somebody, and says what was refused', async () => {
  let assigned = event
  const { user, asked } = renderApp('/event-list?event=e1', {
    ...base,
    'GET /events/e1': () => ({ body: assigned }),
    'GET /events/e1/people': { body: { items: people } },
    'POST /events/e1/assign': (body) => {
      const { assigneeId } = body as { assigneeId: string }
      if (assigneeId === 'u7') return refusal(409, 'event_wrong_state', 'El evento ya cambió de estado.')
      assigned = { ...event, assigneeId, assignee: 'Yo' }
      return { body: assigned }
    },
  })
  const card = await open()
  await user.click(await card.findByRole('button', { name: 'Asignarme' }))
  await card.findByText('Yo')
  expect(asked.find(({ call }) => call === 'POST /events/e1/assign')?.body).toEqual({
    ...{ assigneeId: 'u1', formerId: null },
  })
  await user.click(card.getByRole('button', { name: 'Asignar a…' }))
  const form = within(await screen.findByRole('dialog', { name: 'Asignar evento' }))
  await user.click(form.getByRole('combobox', { name: 'Responsable' }))
  await user.click(await screen.findByRole('option', { name: 'Beto Torres' }))
  await user.click(form.getByRole('button', { name: 'Guardar' }))
  await form.findByText(/El evento ya cambió de estado/)
})
