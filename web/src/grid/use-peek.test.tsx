import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePeek } from './use-peek.ts'

/** A tile and its card, as the grid connects them. */
function Tile() {
  const { peek, point, press, close } = usePeek()
  return (
    <>
      <button
        type="button"
        onFocus={(event) => point('v1', event.currentTarget)}
        onClick={(event) => press('v1', event.currentTarget)}
      >
        104
      </button>
      {peek && (
        <button type="button" onClick={close}>
          {peek.isPinned ? 'Close' : 'Look'}
        </button>
      )}
    </>
  )
}
const wait = () => act(() => vi.advanceTimersByTime(1000))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a tile that has the focus for a while shows its card', () => {
  render(<Tile />)
  act(() => screen.getByText('104').focus())
  expect(screen.queryByText('Look')).toBeNull()
  wait()
  expect(screen.getByText('Look')).toBeTruthy()
})

it('a pinned card that was closed gives the focus back to its tile, and stays closed', () => {
  render(<Tile />)
  fireEvent.click(screen.getByText('104'))
  act(() => screen.getByText('Close').focus())
  fireEvent.click(screen.getByText('Close'))
  expect(document.activeElement).toBe(screen.getByText('104'))
  wait()
  expect(screen.queryByText('Look')).toBeNull()
})
