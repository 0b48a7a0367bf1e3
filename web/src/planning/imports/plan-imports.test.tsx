import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createClient } from '../../app/client.ts'
import { ClientProvider } from '../../app/client-context.tsx'
import { answersFor, type FakeAnswer, type FakeAnswers, fakeFetch, usualAnswers } from '../../app/testing.tsx'
import { silentSocket } from '../../live/live.factory.ts'
import { someReview } from '../../services/imports/imports.factory.ts'
import { renderUi } from '../../ui/testing.tsx'
import { PlanImports } from './PlanImports.tsx'

async function show(answers: FakeAnswers) {
  const all: FakeAnswers = { ...usualAnswers, ...answers }
  const client = createClient({
    fetch: fakeFetch((call) => all[call] as FakeAnswer | undefined),
    connect: silentSocket,
    tabs: { post: () => {}, listen: () => {} },
  })
  client.start()
  await waitFor(() => expect(client.workspace.state().fleet).not.toBeNull())
  return renderUi(
    <ClientProvider client={client}>
      <PlanImports fleet={{ id: 'f1', companyId: 'c1' }} timeZone="America/Mexico_City" />
    </ClientProvider>,
  )
}
const reviews = (total: number) => ({ body: { items: total > 0 ? [someReview()] : [], total } })

it('imports into the fleet of the plan, and shows how many addresses are doubtful', async () => {
  const { user } = await show({ 'GET /service-reviews': reviews(3) })
  await user.click(await screen.findByRole('button', { name: 'Revisar 3 direcciones dudosas' }))
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Importar CSV o XLSX' }))
  within(await screen.findByRole('dialog')).getByRole('combobox', { name: /Flotilla/ })
})

it('shows no queue where nothing is doubtful', async () => {
  await show({ 'GET /service-reviews': reviews(0) })
  await screen.findByRole('button', { name: 'Importar CSV o XLSX' })
  expect(screen.queryByRole('button', { name: /Revisar/ })).toBeNull()
})

it('is nothing for those who only look', async () => {
  const { container } = await show({
    ...answersFor({ level: 'user', access_scopes: [{ scope: 'c1/f1', type: 'read' }] }),
    'GET /service-reviews': reviews(3),
  })
  expect(container.querySelector('button')).toBeNull()
})
