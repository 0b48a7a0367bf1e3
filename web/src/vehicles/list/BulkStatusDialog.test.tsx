import { bulkStatusLimit } from '@rumbo/contract/vehicles.changes.contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createClient } from '../../app/client.ts'
import { ClientProvider } from '../../app/client-context.tsx'
import { type FakeAnswer, fakeFetch, refusal, usualAnswers } from '../../app/testing.tsx'
import { silentSocket } from '../../live/live.factory.ts'
import { renderUi } from '../../ui/testing.tsx'
import { someVehicle } from '../vehicles.factory.ts'
import { BulkStatusDialog } from './BulkStatusDialog.tsx'

it('shows what was changed before a later part failed, and keeps the rest selected', async () => {
  const ids = Array.from({ length: bulkStatusLimit + 2 }, (_, at) => `v${at + 1}`)
  let parts = 0
  const answerTo = (asked: { ids: string[] }): FakeAnswer => {
    parts += 1
    if (parts > 1) return refusal(403, 'forbidden')
    const items = asked.ids.map((id) => ({
      id,
      vehicleNumber: id.slice(1),
      status: 'maintenance',
      result: id === 'v7' ? 'vehicle_not_found' : 'changed',
    }))
    return { body: { items } }
  }
  const fetch = fakeFetch((call, body) =>
    call === 'POST /vehicles/bulk-status'
      ? answerTo(body as { ids: string[] })
      : (usualAnswers[call] as FakeAnswer | undefined),
  )
  const tabs = { post: () => {}, listen: () => {} }
  const kept: (readonly string[])[] = []
  const { user } = renderUi(
    <ClientProvider client={createClient({ fetch, connect: silentSocket, tabs })}>
      <BulkStatusDialog
        vehicles={ids.map((id) => someVehicle({ id, vehicleNumber: id.slice(1) }))}
        onDone={(unchanged) => kept.push(unchanged)}
        onClose={() => {}}
      />
    </ClientProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Cambiar estado' }))
  // Found by text: queries by role over 500 rows take seconds on a busy machine.
  await screen.findByText(/499 de 502 cambiadas/, {}, { timeout: 30_000 })
  screen.getByText(/^Faltan 2 unidades; quedan seleccionadas\./)
  expect(kept).toEqual([['v7', 'v501', 'v502']])
}, 60_000)
