import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { createClient } from '../app/client.ts'
import { ClientProvider } from '../app/client-context.tsx'
import { fakeFetch, usualAnswers } from '../app/testing.tsx'
import { silentSocket, someLiveVehicle } from '../live/live.factory.ts'
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
async function openField() {
  const chosen: Located[] = []
  /** The latitude near which each search was asked for. */
  const latitudes: (string | null)[] = []
  const waiting = new Map<string, (places: (typeof reforma)[]) => void>()
  const fetch = fakeFetch((call, body, query) => {
    const answer = usualAnswers[call]
    if (answer) return typeof answer === 'function' ? answer(body, query) : answer
    if (call !== 'GET /places/search') return undefined
    latitudes.push(query.get('latitude'))
    return new Promise((resolve) => {
      waiting.set(query.get('q') ?? '', (places) => resolve(found(...places)))
    })
  })
  const client = createClient({
    fetch,
    connect: silentSocket,
    tabs: { post: () => {}, listen: () => {} },
  })
  client.start()
  await waitFor(() => expect(client.workspace.state().fleet).not.toBeNull())
  const showFleet = () => act(() => client.live.store.applySnapshot('f1', [someLiveVehicle()]))
  let moveNear = (_: { latitude: number; longitude: number }): void => undefined
  function Holder() {
    const [value, setValue] = useState('')
    const [near, setNear] = useState<{ latitude: number; longitude: number } | null>(null)
    moveNear = (place) => act(() => setNear(place))
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
    latitudes,
    showFleet,
    moveNear: (place: { latitude: number; longitude: number }) => moveNear(place),
  }
}

it('never takes an option of the text typed before', async () => {
  const { user, field, chosen, answer } = await openField()
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
  const { user, field, chosen, answer } = await openField()
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
  const { user, field, chosen, answer } = await openField()
  await user.type(field, 'centro{Enter}')
  await answer('centro', alameda, reforma)
  await screen.findByRole('option', { name: /Alameda/ })
  expect(chosen).toEqual([])
})

it('keeps the highlighted result when the vehicles of the fleet arrive; the next text is searched near them', async () => {
  const { user, field, chosen, answer, latitudes, showFleet } = await openField()
  await user.type(field, 'centro')
  await answer('centro', alameda, reforma)
  await screen.findByRole('option', { name: /Alameda/ })
  await user.keyboard('{ArrowDown}')
  showFleet()
  await user.keyboard('{Enter}')
  expect(chosen).toMatchObject([{ latitude: alameda.latitude }])
  await user.clear(field)
  await user.type(field, 'reforma')
  await answer('reforma', reforma)
  expect(latitudes).toEqual([null, '19.43'])
})

it('searches the same text again near another place, once its form names one', async () => {
  const { user, field, answer, latitudes, moveNear } = await openField()
  moveNear({ latitude: 19.43, longitude: -99.13 })
  await user.type(field, 'centro')
  await answer('centro', alameda, reforma)
  await screen.findByRole('option', { name: /Alameda/ })
  moveNear({ latitude: 25.67, longitude: -100.31 })
  await waitFor(() => expect(latitudes).toEqual(['19.43', '25.67']))
})
