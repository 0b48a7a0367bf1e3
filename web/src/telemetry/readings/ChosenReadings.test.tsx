import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { ClientProvider } from '../../app/client-context.tsx'
import { answersFor, type FakeAnswers, fakeFetch, usualAnswers } from '../../app/testing.tsx'
import { silentSocket } from '../../live/live.factory.ts'
import { renderUi } from '../../ui/testing.tsx'
import { ChooseReadings, ChosenReadings } from './ChosenReadings.tsx'
import { someReading, someSwitch } from './readings.factory.ts'
import { useMapReadings } from './use-map-readings.ts'

beforeAll(() => import('./ReadingChoiceDialog.tsx'), 60_000)
beforeEach(() => localStorage.clear())

/** The two parts of the popup. */
function Parts({ vehicleId }: { vehicleId: string }) {
  const [names, choose] = useMapReadings()
  return (
    <>
      <ChosenReadings vehicleId={vehicleId} names={names} />
      <ChooseReadings vehicleId={vehicleId} names={names} onChoose={choose} />
    </>
  )
}

const many = [1, 2, 3, 4].map((index) => someReading({ name: `temperature${index}`, index }))

/** Shows the popup's part for a signed-in user, and what the server was asked for. */
async function show(userId: string, vehicleId = 'v104', items = [someSwitch(), ...many]) {
  const asked: string[] = []
  const answers: FakeAnswers = {
    ...usualAnswers,
    ...answersFor({ id: userId }),
    [`GET /vehicles/${vehicleId}/readings`]: { body: { items } },
  }
  const client = createClient({
    fetch: fakeFetch((call, body, query) => {
      asked.push(call)
      const answer = answers[call]
      return typeof answer === 'function' ? answer(body, query) : answer
    }),
    connect: silentSocket,
    tabs: { post: () => {}, listen: () => {} },
  })
  client.start()
  await vi.waitFor(() => expect(client.workspace.state().fleet).not.toBeNull())
  const view = renderUi(
    <ClientProvider client={client}>
      <Parts vehicleId={vehicleId} />
    </ClientProvider>,
  )
  return { ...view, asked }
}
const terms = () => screen.queryAllByRole('term').map(({ textContent }) => textContent)

it('reads nothing until readings are chosen, takes four of them, and keeps them for the user', async () => {
  const { user, asked, unmount } = await show('u1')
  expect(terms()).toEqual([])
  expect(asked).not.toContain('GET /vehicles/v104/readings')
  await user.click(screen.getByRole('button', { name: 'Elegir lecturas' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lecturas en el mapa' }))
  for (const name of ['Temperatura 3', 'Encendido', 'Temperatura 1', 'Temperatura 2'])
    await user.click(await dialog.findByRole('checkbox', { name }))
  dialog.getByText('4 de 4 elegidas')
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Temperatura 4' }).disabled).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  const chosen = ['Temperatura 3', 'Encendido', 'Temperatura 1', 'Temperatura 2']
  await waitFor(() => expect(terms()).toEqual(chosen))
  await screen.findByText('Sí')
  unmount()

  const other = await show('u2')
  expect(terms()).toEqual([])
  other.unmount()

  await show('u1', 'v118', [someReading({ implausible: { value: -3274.5, time: new Date().toISOString() } })])
  await screen.findByText('No creíble')
  expect(terms()).toEqual(chosen)
  expect(screen.getAllByText('sin dato')).toHaveLength(3)
})

it('starts empty with damaged settings', async () => {
  localStorage.setItem('mapReadings.u1', '{"temperature1":')
  const { unmount } = await show('u1')
  expect(terms()).toEqual([])
  unmount()
  localStorage.setItem('mapReadings.u1', '["temperature1",7,null,"a","b","c","d"]')
  await show('u1')
  await waitFor(() => expect(terms()).toEqual(['Temperatura 1', 'Dato «a»', 'Dato «b»', 'Dato «c»']))
})
