import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPlan } from '../editor.testing.tsx'

const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1, pointerType: 'touch' })
const press = (stop: HTMLElement) => fireEvent.pointerDown(stop, { ...at(0, 0), button: 0, isPrimary: true })
const isTaken = () =>
  screen.getAllByRole('status').some((one) => /^Servicio 14 tomado/.test(one.textContent ?? ''))

it('drags what a touch rested on, though it trembles, without a menu, scrolling or a click', async () => {
  const { stops } = await openPlan()
  const stop = screen.getByRole('button', { name: 's14' })
  const other = screen.getByRole('list', { name: '121' })
  press(stop)
  fireEvent.pointerMove(document, at(6, -6))
  expect(fireEvent.contextMenu(stop)).toBe(false)
  expect(isTaken()).toBe(false)
  await waitFor(() => expect(isTaken()).toBe(true))
  expect(fireEvent.touchMove(stop)).toBe(false)
  document.elementFromPoint = () => other
  fireEvent.pointerMove(document, at(40, 90))
  fireEvent.pointerUp(document, at(40, 90))
  expect(fireEvent.touchEnd(stop)).toBe(false)
  expect(stops('121')).toHaveLength(4)
  expect(fireEvent.touchEnd(stop)).toBe(true)
  expect(fireEvent.contextMenu(stop)).toBe(true)
})

it('leaves a touch that moves at once to what scrolls, and one that lifts to a click', async () => {
  const { stops, sent } = await openPlan()
  const stop = screen.getByRole('button', { name: 's14' })
  press(stop)
  fireEvent.pointerMove(document, at(0, 16))
  expect(fireEvent.touchMove(stop)).toBe(true)
  fireEvent.pointerCancel(document, at(0, 16))
  press(stop)
  fireEvent.pointerUp(document, at(0, 0))
  expect(fireEvent.touchEnd(stop)).toBe(true)
  expect(isTaken()).toBe(false)
  expect(stops('pool')).toContain('s14')
  expect(sent).toEqual([])
})
