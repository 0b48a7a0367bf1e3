import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Age } from './Age.tsx'
import { AnimatedNumber } from './AnimatedNumber.tsx'
import { Card } from './Card.tsx'
import { setServerClockOffset } from './clock.ts'
import { SearchField } from './fields/SearchField.tsx'
import { LivePill } from './LivePill.tsx'
import { LockedReason } from './LockedReason.tsx'
import { ServiceStatusChip, VehicleStatusChip } from './StatusChip.tsx'
import { ErrorState } from './states.tsx'
import { FilterChips } from './table/FilterChips.tsx'
import { pretendMedia, renderUi } from './testing.tsx'

describe('relative times', () => {
  const start = new Date('2026-11-21T20:00:00.000Z')
  beforeEach(() => vi.useFakeTimers({ now: start, toFake: ['setInterval', 'clearInterval', 'Date'] }))
  afterEach(() => {
    setServerClockOffset(0)
    vi.useRealTimers()
  })
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

  it('tick on one shared timer, in the current language', () => {
    const { unmount } = renderUi(
      <>
        <Age at="2026-11-21T19:59:56.000Z" />
        <Age at={start.getTime() - 600_000} />
        <Age at={null} />
      </>,
    )
    screen.getByText('hace 4 s')
    screen.getByText('hace 10 min')
    screen.getByText('sin reporte')
    expect(vi.getTimerCount()).toBe(1)
    pass(3000)
    screen.getByText('hace 7 s')
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  it("follow the server when the computer's clock is wrong", () => {
    renderUi(<Age at={start.getTime()} />, { language: 'en' })
    screen.getByText('0 s ago')
    act(() => setServerClockOffset(90_000))
    screen.getByText('1 min ago')
  })

  it('show the age of the live data, and announce only changes of state', () => {
    const at = start.getTime() - 1000
    const { rerender } = renderUi(<LivePill state="live" lastMessageAt={at} />)
    screen.getByText('En vivo · 1 s')
    expect(screen.getByRole('status').textContent).toBe('En vivo')
    pass(44_000)
    rerender(<LivePill state="delayed" lastMessageAt={at} />)
    screen.getByText('Con retraso · 45 s')
    expect(screen.getByRole('status').textContent).toBe('Con retraso')
  })
})

it('offer reconnecting while not live', async () => {
  const onReconnect = vi.fn()
  const { user, rerender } = renderUi(
    <LivePill
      state="offline"
      lastMessageAt={null}
      onReconnect={onReconnect}
      reconnectLabel="Reconectar ahora"
    />,
  )
  await user.click(screen.getByRole('button', { name: /Sin conexión.*Reconectar ahora/ }))
  expect(onReconnect).toHaveBeenCalledOnce()
  rerender(<LivePill state="live" lastMessageAt={null} onReconnect={onReconnect} />)
  expect(screen.queryByRole('button')).toBeNull()
})

describe('an animated number', () => {
  it('shows at once with reduced motion', () => {
    pretendMedia('prefers-reduced-motion')
    renderUi(<AnimatedNumber value={1284} />)
    screen.getByText('1,284')
  })

  it('reaches its value after 1000 ms, and shows later values at once', () => {
    const frames: FrameRequestCallback[] = []
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback))
    const { container, rerender } = renderUi(<AnimatedNumber value={100} />)
    const frameAt = (time: number) =>
      act(() => {
        for (const callback of frames.splice(0)) callback(time)
      })
    const shown = () => Number(container.querySelector('span')?.textContent)
    frameAt(5000)
    expect(shown()).toBe(0)
    frameAt(5500)
    expect(shown()).toBeGreaterThan(10)
    expect(shown()).toBeLessThan(100)
    frameAt(6000)
    expect(shown()).toBe(100)
    rerender(<AnimatedNumber value={7} />)
    expect(shown()).toBe(7)
  })
})

describe('filter chips', () => {
  const chips = [
    { value: 'active', label: 'Activa', count: 14 },
    { value: 'occupied', label: 'Ocupada', count: 27 },
  ]
  function Holder() {
    const [selected, setSelected] = useState<string[]>([])
    return (
      <FilterChips
        chips={chips}
        selected={selected}
        onChange={setSelected}
        clearLabel="Quitar todos"
        selectAllLabel="Elegir todos"
      />
    )
  }

  it('select one, all and none, and show their counts', async () => {
    const { user } = renderUi(<Holder />)
    const occupied = screen.getByRole('button', { name: /Ocupada\s*27/ })
    await user.click(occupied)
    expect(occupied.getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Elegir todos' }))
    expect(screen.getByRole('button', { name: /Activa/ }).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Quitar todos' }))
    expect(occupied.getAttribute('aria-pressed')).toBe('false')
  })
})

describe('a search', () => {
  function Holder() {
    const [value, setValue] = useState('')
    return (
      <>
        <SearchField value={value} onChange={setValue} label="Número, placa" />
        <input aria-label="otro" />
      </>
    )
  }

  it('is focused by / except while typing, and cleared by Escape', async () => {
    const { user } = renderUi(<Holder />)
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Número, placa' })
    await user.type(screen.getByLabelText('otro'), 'a/b')
    expect(document.activeElement).toBe(screen.getByLabelText('otro'))
    act(() => screen.getByLabelText('otro').blur())
    await user.keyboard('/')
    expect(document.activeElement).toBe(search)
    await user.keyboard('118')
    expect(search.value).toBe('118')
    await user.keyboard('{Escape}')
    expect(search.value).toBe('')
  })
})

it('explains why an action is locked, and keeps it focusable', () => {
  renderUi(<LockedReason label="Asignar" reason="Tu nivel no permite asignar en esta flotilla" />)
  const button = screen.getByRole('button', { name: 'Asignar' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Tu nivel no permite asignar en esta flotilla',
  )
  button.focus()
  expect(document.activeElement).toBe(button)
})

it('shows a symbol and text beside every status colour', () => {
  const { container } = renderUi(
    <>
      <VehicleStatusChip status="en_route" label="En camino" />
      <ServiceStatusChip status="completed" label="Completado" />
    </>,
  )
  screen.getByText('En camino')
  screen.getByText('Completado')
  expect(container.querySelectorAll('svg')).toHaveLength(2)
})

it('names a card by its title', () => {
  renderUi(<Card title="Cola de despacho">6</Card>)
  expect(screen.getByRole('region', { name: 'Cola de despacho' }).textContent).toContain('6')
})

it('shows a failure and offers a retry', async () => {
  const onRetry = vi.fn()
  const { user } = renderUi(<ErrorState onRetry={onRetry} />)
  expect(screen.getByRole('alert').textContent).toContain('No se pudo cargar')
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(onRetry).toHaveBeenCalledOnce()
})
