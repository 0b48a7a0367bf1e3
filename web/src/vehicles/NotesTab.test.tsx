import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createClient } from '../app/client.ts'
import { ClientProvider } from '../app/client-context.tsx'
import { type FakeAnswer, fakeFetch, refusal, usualAnswers } from '../app/testing.tsx'
import { silentSocket } from '../live/live.factory.ts'
import { renderUi } from '../ui/testing.tsx'
import { NotesTab } from './NotesTab.tsx'
import { someVehicle } from './vehicles.factory.ts'

const vehicle = someVehicle({ notesOwner: 'Avisar antes', notesMechanic: null, notesGeneral: 'Sin detalles' })

function openNotes() {
  const sent: { version: number }[] = []
  const current = someVehicle({
    version: vehicle.version + 1,
    notesOwner: 'Llamar por la tarde',
    notesGeneral: 'Rayón atrás',
    notesMechanic: null,
  })
  const fetch = fakeFetch((call, body) => {
    const asked = body as { version: number }
    const isNotes = call.startsWith('PATCH /vehicles/') || call.startsWith('PUT /vehicles/')
    if (isNotes) sent.push(asked)
    const changed = { changedBy: 'Ana Gil', changedAt: new Date().toISOString() }
    if (!isNotes) return usualAnswers[call] as FakeAnswer | undefined
    return asked.version === vehicle.version
      ? { status: 409, body: { ...(refusal(409, 'stale_version').body as object), current, ...changed } }
      : { body: { ...current, ...asked, version: asked.version + 1 } }
  })
  const tabs = { post: () => {}, listen: () => {} }
  const view = renderUi(
    <ClientProvider client={createClient({ fetch, connect: silentSocket, tabs })}>
      <NotesTab vehicle={vehicle} />
    </ClientProvider>,
  )
  return { ...view, sent }
}

it('merges with concurrent changes: other notes are kept, conflicting ones are chosen one by one', async () => {
  const { user, sent } = openNotes()
  const general = screen.getByRole('textbox', { name: 'Notas generales' })
  await user.clear(general)
  await user.type(general, 'Golpe en la puerta')
  await user.click(screen.getByRole('button', { name: 'Guardar notas' }))
  const conflict = within(await screen.findByRole('alertdialog', {}, { timeout: 15_000 }))
  const chosen = (name: string) => conflict.getByRole<HTMLInputElement>('radio', { name }).checked
  expect(chosen('Notas del propietario: Llamar por la tarde')).toBe(true)
  expect(chosen('Notas generales: Golpe en la puerta')).toBe(true)
  await user.click(conflict.getByRole('button', { name: 'Guardar lo elegido' }))
  await screen.findByDisplayValue('Llamar por la tarde')
  expect(sent.at(-1)).toEqual({
    notesOwner: 'Llamar por la tarde',
    notesMechanic: null,
    notesGeneral: 'Golpe en la puerta',
    version: vehicle.version + 1,
  })
})
