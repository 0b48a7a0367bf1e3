import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { useAddressSearch, useAddressState } from './address.tsx'

function Screen() {
  const [, change] = useAddressState()
  const both = () => {
    change({ unit: '7' })
    change({ view: 'near' })
  }
  return (
    <button type="button" onClick={both}>
      Choose
    </button>
  )
}

it('ignores a late change from a screen that was left', async () => {
  const history = createMemoryHistory({ initialEntries: ['/map'] })
  let late: ReturnType<typeof useAddressState>[1] = () => {}
  const Asking = () => {
    late = useAddressState()[1]
    return <p>Here</p>
  }
  const routeTree = createRootRoute({ notFoundComponent: Asking })
  render(<RouterProvider router={createRouter({ routeTree, history })} />)
  await screen.findByText('Here')
  const before = late
  act(() => history.push('/grid'))
  act(() => before({ unit: '7' }))
  expect(history.location.href).toBe('/grid')
})

it('keeps two changes of the address made before either is rendered', async () => {
  const history = createMemoryHistory({ initialEntries: ['/map?status=active'] })
  const routeTree = createRootRoute({ notFoundComponent: Screen })
  render(<RouterProvider router={createRouter({ routeTree, history })} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Choose' }))
  expect(Object.fromEntries(new URLSearchParams(history.location.search))).toEqual({
    status: 'active',
    unit: '7',
    view: 'near',
  })
})

it('shows a search set from outside, and keeps spaces while typing', async () => {
  const history = createMemoryHistory({ initialEntries: ['/map?search=taxi'] })
  const Searching = () => {
    const [typed, search] = useAddressSearch()
    return <input aria-label="Search" value={typed} onChange={({ target }) => search(target.value)} />
  }
  const routeTree = createRootRoute({ notFoundComponent: Searching })
  render(<RouterProvider router={createRouter({ routeTree, history })} />)
  const field = (await screen.findByRole('textbox', { name: 'Search' })) as HTMLInputElement
  await userEvent.type(field, ' norte ')
  expect(field.value).toBe('taxi norte ')
  expect(new URLSearchParams(history.location.search).get('search')).toBe('taxi norte')
  act(() => history.push('/map'))
  await waitFor(() => expect(field.value).toBe(''))
  act(() => history.back())
  await waitFor(() => expect(field.value).toBe('taxi norte'))
})
