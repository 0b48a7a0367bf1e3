import { configure, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { answersFor, renderApp } from '../../app/testing.tsx'
import { someCommand } from '../../commands/commands.factory.ts'

configure({ asyncUtilTimeout: 5000 })
beforeAll(async () => {
  await Promise.all([
    import('../../app/Shell.tsx'),
    import('./MainScreen.tsx'),
    import('../commands-queue/CommandsQueueScreen.tsx'),
  ])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const need = 'Comando sin efecto · unidad 104'
const answers = (userId: string) => ({
  ...answersFor({ id: userId }),
  'GET /events': listOf(),
  'GET /services': listOf(),
  'GET /commands': listOf(someCommand({ id: 'k2', status: 'failed' })),
})

it('keeps what one person has looked at from that person alone', async () => {
  const { user, at, unmount } = renderApp('/main', answers('one'))
  expect(await screen.findByText(need)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: `Ver: ${need}` }))
  expect(at()).toBe('/commands-queue?command=k2')
  unmount()
  const again = renderApp('/main', answers('one'))
  expect(await screen.findByText('Nada te necesita ahora.')).toBeTruthy()
  again.unmount()
  renderApp('/main', answers('two'))
  expect(await screen.findByText(need)).toBeTruthy()
}, 20_000)
