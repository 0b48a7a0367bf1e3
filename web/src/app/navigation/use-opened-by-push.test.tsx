import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useOpenedByPush } from './use-opened-by-push.ts'

afterEach(() => vi.unstubAllGlobals())

it('goes where a push worker says, answers it, and ignores addresses outside the product', async () => {
  const workers = Object.assign(new EventTarget(), { startMessages: vi.fn() })
  vi.stubGlobal('navigator', { serviceWorker: workers })
  const history = createMemoryHistory({ initialEntries: ['/map'] })
  const Page = () => {
    useOpenedByPush()
    return <p>Here</p>
  }
  const routeTree = createRootRoute({ notFoundComponent: Page })
  const view = render(<RouterProvider router={createRouter({ routeTree, history })} />)
  await view.findByText('Here')
  const answered = vi.fn()
  const say = (data: unknown) =>
    act(() => {
      const event = new MessageEvent('message', { data })
      Object.defineProperty(event, 'ports', { value: [{ postMessage: answered }] })
      workers.dispatchEvent(event)
    })
  for (const open of ['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example', 7])
    say({ open })
  say(null)
  expect([history.location.href, answered.mock.calls.length]).toEqual(['/map', 0])
  say({ open: '/driver?thread=t1' })
  expect(history.location.href).toBe('/driver?thread=t1')
  expect(answered).toHaveBeenCalledOnce()
  expect(workers.startMessages).toHaveBeenCalledOnce()
})
