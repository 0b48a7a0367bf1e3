import { eventBulkLimit } from '@rumbo/contract/events.contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createClient } from '../app/client.ts'
import { ClientProvider } from '../app/client-context.tsx'
import { type FakeAnswer, fakeFetch, refusal, usualAnswers } from '../app/testing.tsx'
import { silentSocket } from '../live/live.factory.ts'
import { renderUi } from '../ui/testing.tsx'
import { someEvent } from './events.factory.ts'
import { HandleEventsDialog } from './HandleEventsDialog.tsx'

it('sends more events than one call accepts by parts, and says what is left when a part fails', async () => {
  const parts: string[][] = []
  const fetch = fakeFetch((call, body) => {
    if (call !== 'POST /events/bulk') return usualAnswers[call] as FakeAnswer | undefined
    const { ids } = body as { ids: string[] }
    parts.push(ids)
    if (parts.length > 1) return refusal(403, 'forbidden')
    return { body: { items: ids.map((id) => ({ id, problem: null, event: null })) } }
  })
  const answered: (readonly string[])[] = []
  const tabs = { post: () => {}, listen: () => {} }
  const { user } = renderUi(
    <ClientProvider client={createClient({ fetch, connect: silentSocket, tabs })}>
      <HandleEventsDialog
        action="acknowledge"
        events={Array.from({ length: eventBulkLimit + 1 }, (_, at) => someEvent({ id: `e${at}` }))}
        onAnswered={(ids) => answered.push(ids)}
        onClose={() => {}}
      />
    </ClientProvider>,
  )
  await user.click(screen.getByText('Reconocer', { selector: 'button' }))
  // Found by text: queries by role over 200 rows take seconds on a busy machine.
  await screen.findByText('200 de 201 reconocidos', {}, { timeout: 30_000 })
  screen.getByText(/^Falta 1 evento; queda seleccionado\./)
  expect(parts.map(({ length }) => length)).toEqual([200, 1])
  expect(answered).toEqual([parts[0]])
}, 60_000)
