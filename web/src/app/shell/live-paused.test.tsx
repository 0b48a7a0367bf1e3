import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { renderApp } from '../testing.tsx'

beforeAll(async () => {
  await import('./Shell.tsx')
}, 60_000)

it.each([
  [
    'es',
    'person_limit',
    /tienes Rumbo abierto en más de 10 pestañas/,
    'Continuar en esta pestaña',
    'En pausa',
  ],
  ['en', 'address_limit', /too many people or tabs on your network/, 'Continue in this tab', 'Paused'],
] as const)(
  'a tab beyond the limit shows a notice and continues on request (%s, %s)',
  async (language, code, sentence, go, word) => {
    const { user, emitLive, client } = renderApp('/profile', {}, { language })
    await screen.findByRole('banner')
    await expect.poll(() => client.live.status().state).not.toBe('live')
    emitLive({ type: 'welcome', now: Date.now() })
    emitLive({ type: 'refused', code })
    await screen.findByText(sentence)
    expect(client.live.status()).toMatchObject({ state: 'paused', limit: code })
    const header = within(screen.getByRole('banner'))
    header.getByRole('button', { name: new RegExp(`^${word}.*${go}`) })
    const [again] = screen.getAllByRole('button', { name: go })
    if (again) await user.click(again)
    expect(client.live.status().limit).toBeNull()
    expect(screen.queryByText(sentence)).toBeNull()
  },
)
