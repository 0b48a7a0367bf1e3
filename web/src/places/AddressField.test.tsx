import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { createClient } from '../app/client.ts'
import { ClientProvider } from '../app/client-context.tsx'
import { fakeFetch } from '../app/testing.tsx'
import { TestProviders } from '../ui/testing.tsx'
import { AddressField, type Located } from './AddressField.tsx'
import { somePlace } from './places.factory.ts'

const reforma = somePlace()
const alameda = somePlace({
  name: 'Alameda Central',
  detail: 'Centro',
  latitude: 19.4359,
  longitude: -99.1441,
})
const found = (...items: (typeof reforma)[]) => ({ body: { items, isDegraded: false } })

/** The field with a search whose answers come when the test says so. */
function openField() {
  const chosen: Located[] = []
  const waiting = new Map<string, (places: (typeof reforma)[]) => void>()
  const fetch = fakeFetch((call, _body, query) => {
    if (call !== 'GET /places/search') return undefined
    return new Promise((resolve) => {
      waiting.set(query.get('q') ?? '', (places) => resolve(found(...places)))
    })
  })
  const client = createClient({
    fetch,
    connect: () => ({ send: () => {}, close: () => {} }) as never,
    tabs: { post: () => {}, listen: () => {} },
  })
  let moveFleet = (): void => undefined
  function Holder() {
    const [value, setValue] = useState('')
    const [near, setNear] = useState({ latitude: 19.43, longitude: -99.13 })
    moveFleet = () => act(() => setNear({ latitude: 19.63, longitude: -99.33 }))
    return (
      <AddressField
        label="Dirección"
        value={value}
        near={near}
        onType={setValue}
        onLocate={(place) => {
          chosen.push(place)
          setValue(place.address)
        }}
      />
    )
  }
  render(
    <TestProviders language="es">
      <ClientProvider client={client}>
        <Holder />
      </ClientProvider>
    </TestProviders>,
  )
  const answer = async (text: string, ...places: (typeof reforma)[]) => {
    await waitFor(() => expect(waiting.has(text)).toBe(true))
    waiting.get(text)?.(places)
  }
  return {
    user: userEvent.setup(),
    field: screen.getByRole('combobox', { name: 'Dirección' }),
    chosen,
    answer,
    moveFleet: () => moveFleet(),
  }
}

it('never takes an option of the text typed before', async () => {
  const { user, field, chosen, answer } = openField()
  await user.type(field, 'reforma 222')
  await answer('reforma 222', reforma)
  await screen.findByRole('option', { name: /Reforma 222/ })
  await user.clear(field)
  await user.type(field, 'alameda')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(screen.queryByRole('option')).toBeNull()
  expect(chosen).toEqual([])
  await answer('alameda', alameda, reforma)
  await screen.findByRole('option', { name: /Alameda/ })
  await user.keyboard('{ArrowDown}{Enter}')
  expect(chosen).toMatchObject([{ latitude: alameda.latitude, longitude: alameda.longitude }])
})

it('takes a single match by Enter, also when Enter comes before the answer', async () => {
  const { user, field, chosen, answer } = openField()
  await user.type(field, 'alameda{Enter}')
  await answer('alameda', alameda)
  await waitFor(() => expect(chosen).toMatchObject([{ address: 'Alameda Central, Centro' }]))
  await user.clear(field)
  await user.type(field, 'reforma')
  await answer('reforma', reforma)
  await screen.findByRole('option', { name: /Reforma/ })
  await user.keyboard('{Enter}')
  expect(chosen).toHaveLength(2)
})

it('waits for a choice where several match', async () => {
  const { user, field, chosen, answer } = openField()
  await user.type(field, 'centro{Enter}')
  await answer('centro', alameda, reforma)
  await screen.findByRole('option', { name: /Alameda/ })
  expect(chosen).toEqual([])
})

it('keeps the highlighted result while the fleet moves', async () => {
  const { user, field, chosen, answer, moveFleet } = openField()
  await user.type(field, 'centro')
  await answer('centro', alameda, reforma)
  await screen.findByRole('option', { name: /Alameda/ })
  await user.keyboard('{ArrowDown}')
  moveFleet()
  await user.keyboard('{Enter}')
  expect(chosen).toMatchObject([{ latitude: alameda.latitude }])
})
