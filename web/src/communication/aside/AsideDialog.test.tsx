import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeAnswers, renderApp } from '../../app/testing.tsx'
import { someThread } from '../communication.factory.ts'

const reply = {
  id: 'r1',
  companyId: 'c1',
  channel: 'email',
  from: 'beatriz@example.com',
  contactName: 'Beatriz Olvera',
  subject: 'Mi paquete',
  text: '¿A qué hora pasan?',
  reason: 'no_token',
  receivedAt: '2026-03-02T12:00:00.000Z',
  attachments: [
    {
      ...{ id: 'f1', name: 'comprobante.pdf', contentType: 'application/pdf', bytes: 2_000 },
      ...{ seconds: null, width: null, height: null },
    },
  ],
  more: 3,
}
const answers: FakeAnswers = {
  'GET /threads': { body: { items: [someThread()], total: 1, page: 1, size: 50 } },
  'GET /own-threads': { body: { items: [] } },
  'GET /replies-aside': { body: { items: [reply], notKept: 12 } },
  'POST /replies-aside/r1/place': { body: { done: true } },
  'DELETE /replies-aside/r1': { body: { done: true } },
}

async function openAside(given: FakeAnswers = answers) {
  const app = renderApp('/communication', given)
  await app.user.click(await screen.findByRole('button', { name: '1 respuesta sin conversación' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Respuestas sin conversación' }))
  return { ...app, dialog }
}

it('a reply that belongs nowhere for certain is put into a conversation by a person', async () => {
  const { user, dialog, asked } = await openAside()
  await dialog.findByText('Beatriz Olvera (beatriz@example.com)')
  dialog.getByText(/no se sabe con certeza quién lo escribió/)
  await user.click(dialog.getByRole('combobox', { name: 'Pasar a la conversación' }))
  await user.click(await screen.findByRole('option', { name: 'Juan Pérez' }))
  await waitFor(() =>
    expect(asked.find(({ call }) => call === 'POST /replies-aside/r1/place')?.body).toEqual({
      threadId: 't1',
    }),
  )
})

it('shows its files, and how many more came that are not kept', async () => {
  const { dialog } = await openAside()
  await dialog.findByText('comprobante.pdf')
  dialog.getByText(/Llegaron 3 más de este remitente/)
  dialog.getByText(/Otras 12 respuestas/)
})

it('is discarded only after a confirmation', async () => {
  const { user, dialog, asked } = await openAside()
  const discarded = () => asked.some(({ call }) => call === 'DELETE /replies-aside/r1')
  await user.click(await dialog.findByRole('button', { name: 'Descartar' }))
  const confirm = within(
    await screen.findByRole('alertdialog', { name: '¿Descartar la respuesta de Beatriz Olvera?' }),
  )
  expect(discarded()).toBe(false)
  await user.click(confirm.getByRole('button', { name: 'Descartar' }))
  await waitFor(() => expect(discarded()).toBe(true))
})

it('is not offered where there is none', async () => {
  renderApp('/communication', { ...answers, 'GET /replies-aside': { body: { items: [], notKept: 0 } } })
  await screen.findByText('Juan Pérez')
  expect(screen.queryByRole('button', { name: /sin conversación/ })).toBeNull()
})
