import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeAnswers, renderApp } from '../../app/testing.tsx'

const entry = {
  userId: '0190a000-0000-7000-8000-000000000001',
  name: 'Marta Ruiz',
  companyId: 'c1',
  fleetId: 'f1',
  since: '2026-03-02T12:00:00.000Z',
  until: '2026-03-02T20:00:00.000Z',
}

it('the menu of the person begins and ends their duty in the active fleet', async () => {
  let items: (typeof entry)[] = []
  const answers: FakeAnswers = {
    'GET /duty': () => ({ body: { items } }),
    'POST /duty': () => {
      items = [entry]
      return { body: entry }
    },
    'POST /duty/end': { body: { done: true } },
  }
  const { user, asked } = renderApp('/notification-list', answers)
  const open = async () => user.click(await screen.findByRole('button', { name: /Marta/ }))
  await open()
  await user.click(await screen.findByRole('menuitem', { name: 'Ponerme de guardia en Flotilla f1' }))
  await screen.findByText('Estás de guardia en Flotilla f1.')
  await open()
  await user.click(await screen.findByRole('menuitem', { name: 'Terminar mi guardia en Flotilla f1' }))
  await waitFor(() =>
    expect(asked.find(({ call }) => call === 'POST /duty/end')?.body).toEqual({ fleetId: 'f1' }),
  )
})
