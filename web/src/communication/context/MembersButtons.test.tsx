import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeAnswers, renderApp } from '../../app/testing.tsx'
import { someContact } from '../../directory/directory.factory.ts'
import { someMessage, someThread, someThreadDetails } from '../communication.factory.ts'

const contacts = { items: [someContact({ id: 'k2' })], total: 1, page: 1, size: 20 }
const group = { kind: 'group', title: 'Turno', driverId: null, mayChangeMembers: true } as const
const entry = { kind: 'log', authorKind: 'staff', author: 'Ana' } as const
const answers: FakeAnswers = {
  'GET /threads': { body: { items: [someThread({ title: 'Turno' })], total: 1, page: 1, size: 50 } },
  'GET /own-threads': { body: { items: [] } },
  'GET /replies-aside': { body: { items: [], notKept: 0 } },
  'GET /threads/t1': { body: someThreadDetails(group) },
  'GET /threads/t1/messages': {
    body: {
      items: [
        someMessage({ ...entry, id: 'm1', sequence: 1, text: '+ Rosa, Luis' }),
        someMessage({ ...entry, id: 'm2', sequence: 2, text: '− Luis' }),
        someMessage({ ...entry, id: 'm3', sequence: 3, text: '− Ana' }),
      ],
      hasEarlier: false,
    },
  },
  'POST /threads/t1/read': { body: { done: true } },
  'POST /threads/t1/members': { body: { done: true } },
  'GET /directory/contacts': { body: contacts },
}
const sent = (asked: { call: string; body: unknown }[]) =>
  asked.filter(({ call }) => call === 'POST /threads/t1/members').map(({ body }) => body)

it('members are added and removed together, and entries say so', async () => {
  const { user, asked } = renderApp('/communication?thread=t1', answers)
  for (const words of ['Ana agregó a Rosa, Luis', 'Ana quitó a Luis', 'Ana salió'])
    await screen.findByText(new RegExp(words))
  await user.click(await screen.findByRole('button', { name: 'Contexto de la conversación' }))
  await user.click(await screen.findByRole('button', { name: 'Cambiar miembros' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Miembros de «Turno»' }))
  const field = dialog.getByRole('combobox', { name: 'Miembros' })
  await user.type(field, 'El')
  await user.click(await screen.findByRole('option', { name: 'Elena Torres' }))
  await user.type(field, '{ArrowLeft}{ArrowLeft}{Delete}')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(sent(asked)).toEqual([{ addIds: ['k2'], removeIds: ['k1'] }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a private conversation is left after a question', async () => {
  const direct = { ...group, kind: 'direct', fleetId: null } as const
  const { user, asked, at } = renderApp(
    '/communication?thread=t1',
    { ...answers, 'GET /threads/t1': { body: someThreadDetails(direct) } },
    { language: 'en' },
  )
  await screen.findByText(/Ana added Rosa, Luis/)
  await user.click(await screen.findByRole('button', { name: 'Context of the conversation' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  const ask = within(await screen.findByRole('alertdialog', { name: 'Leave “Turno”?' }))
  await user.click(ask.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(sent(asked)).toHaveLength(1))
  await waitFor(() => expect(at()).toBe('/communication'))
})
