import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { pretendMedia, renderUi } from '../testing.tsx'
import { ListToolbar } from './ListToolbar.tsx'

const toolbar = (set: readonly boolean[]) => (
  <ListToolbar typed="" onType={() => {}} searchLabel="Buscar" set={set}>
    <button type="button">Estado</button>
  </ListToolbar>
)

describe('the filters of a list', () => {
  it('are beside the search', () => {
    renderUi(toolbar([true]))
    screen.getByRole('button', { name: 'Estado' })
    expect(screen.queryByRole('button', { name: /^Filtros/ })).toBeNull()
  })

  it('are on a phone behind one button that counts those set', async () => {
    pretendMedia('(max-width: 600px)')
    const { user, rerender } = renderUi(toolbar([false, false]))
    const button = screen.getByRole('button', { name: 'Filtros', expanded: false })
    expect(screen.queryByRole('button', { name: 'Estado' })).toBeNull()
    await user.click(button)
    screen.getByRole('button', { name: 'Estado' })
    rerender(toolbar([true, false, true]))
    screen.getByRole('button', { name: 'Filtros (2)', expanded: true })
  })
})
