import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useText } from '../i18n.tsx'
import { TestProviders } from '../testing.tsx'
import { createToastStore, undoMs } from './toast-store.ts'
import { ToastProvider, useToasts } from './toasts.tsx'

const shown = () => {
  const store = createToastStore()
  render(
    <TestProviders>
      <ToastProvider store={store}>
        <p>page</p>
      </ToastProvider>
    </TestProviders>,
  )
  return store
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

describe('toasts', () => {
  it('close after 5000 ms by default, and never with a timeout of 0', () => {
    const store = shown()
    act(() => {
      store.show({ message: 'five seconds' })
      store.show({ message: 'one second', timeout: 1000 })
      store.show({ message: 'for ever', timeout: 0 })
    })
    pass(1000)
    expect(screen.queryByText('one second')).toBeNull()
    pass(3999)
    screen.getByText('five seconds')
    pass(1)
    expect(screen.queryByText('five seconds')).toBeNull()
    pass(3_600_000)
    screen.getByText('for ever')
  })

  it('pause while they have the pointer or the focus, and then continue with the remaining time', () => {
    const store = shown()
    act(() => void store.show({ message: 'wait for me', timeout: 1000 }))
    pass(600)
    const close = screen.getByRole('button', { name: 'Cerrar aviso' })
    fireEvent.focus(close)
    pass(10_000)
    screen.getByText('wait for me')
    fireEvent.blur(close)
    pass(399)
    screen.getByText('wait for me')
    pass(1)
    expect(screen.queryByText('wait for me')).toBeNull()
  })

  it('have their whole time after they replaced another with the same id', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
    const store = shown()
    const action = { label: 'Deshacer', isUndo: true, onAction: vi.fn() }
    const show = (message: string) =>
      act(() => void store.show({ id: 'one', message, timeout: undoMs, action }))
    show('reserved')
    pass(undoMs - 1000)
    show('released')
    pass(undoMs - 1)
    screen.getByText('released')
    pass(1)
    expect(screen.queryByText('released')).toBeNull()
  })

  it('have the role alert for problems and status otherwise, with their kind in words', () => {
    const store = shown()
    act(() => {
      store.show({ message: 'saved', type: 'success' })
      store.show({ message: 'refused', type: 'error' })
    })
    expect(screen.getByRole('status').textContent).toBe('Listo: saved')
    expect(screen.getByRole('alert').textContent).toBe('Error: refused')
  })

  it('run their action once and close', () => {
    const store = shown()
    const undo = vi.fn()
    act(() => void store.show({ message: 'assigned', action: { label: 'Deshacer', onAction: undo } }))
    fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
    expect(undo).toHaveBeenCalledOnce()
    expect(screen.queryByText('assigned')).toBeNull()
  })

  it('close an undo at its limit although the pointer rests on it', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
    const store = shown()
    const undo = vi.fn()
    const action = { label: 'Deshacer', isUndo: true, onAction: undo }
    const offer = () =>
      act(() => void store.show({ id: 'one', message: 'assigned', timeout: undoMs, action }))
    offer()
    fireEvent.focus(screen.getByRole('button', { name: 'Deshacer' }))
    pass(undoMs - 1)
    screen.getByText('assigned')
    pass(1)
    expect(screen.queryByText('assigned')).toBeNull()
    expect(store.act('one')).toBe(false)

    offer()
    // A computer that slept: its clock advanced, its timers did not.
    vi.setSystemTime(Date.now() + undoMs + 1)
    fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
    expect(undo).not.toHaveBeenCalled()
    offer()
    expect(store.act('one')).toBe(true)
    expect(undo).toHaveBeenCalledOnce()
  })

  it('follow the language, with their parts and actions', async () => {
    function Page() {
      const { t, setLanguage } = useText()
      const toasts = useToasts()
      const show = () =>
        toasts.show({
          message: t('ui.table.rowMenu', { name: t('ui.toasts.success') }),
          detail: 'R-7',
          action: { label: t('ui.retry'), onAction: () => {} },
        })
      return (
        <>
          <button type="button" onClick={show}>
            show
          </button>
          <button type="button" onClick={() => void setLanguage('en')}>
            English
          </button>
        </>
      )
    }
    render(
      <TestProviders>
        <Page />
      </TestProviders>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'show' }))
    expect(screen.getByRole('status').textContent).toBe('Información: Acciones de ListoR-7')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'English' })))
    expect(screen.getByRole('status').textContent).toBe('Information: Actions for DoneR-7')
    screen.getByRole('button', { name: 'Retry' })
  })

  it('stay above a bar with buttons that they would cover', () => {
    const bar = document.createElement('div')
    bar.dataset.bottomBar = ''
    document.body.append(bar)
    const top = window.innerHeight - 70
    vi.spyOn(bar, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 900, 60))
    const store = shown()
    act(() => void store.show({ message: 'saved' }))
    const region = screen.getByText('saved').closest('section')
    expect(region?.style.getPropertyValue('--toasts-bottom')).toBe('82px')
    bar.remove()
  })

  it('replace the one with the same id; at most five are shown', () => {
    const store = shown()
    act(() => {
      expect(store.show({ id: 'saving', message: 'saving', timeout: 0 })).toBe('saving')
      store.show({ id: 'saving', message: 'saved', timeout: 0 })
    })
    expect(screen.queryByText('saving')).toBeNull()
    screen.getByText('saved')
    act(() => {
      for (let at = 0; at < 7; at++) store.show({ message: `number ${at}`, timeout: 0 })
    })
    expect(store.toasts()).toHaveLength(5)
  })
})
