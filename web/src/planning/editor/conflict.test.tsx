import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { editedPlan, someRoute } from './editor.factory.ts'
import { openPlan, staleAnswer } from './editor.testing.tsx'
import { usePlanEditor } from './plan-editor.ts'
import { useRouteActions } from './use-route-actions.ts'

/** What is changed beside moving stops. */
function Mine() {
  const { change } = usePlanEditor()
  const actions = useRouteActions()
  return (
    <button
      type="button"
      onClick={() => {
        actions.lockRoute('v118', true)
        actions.lockServices(['s13'])
        actions.fixStart('v121', '2031-03-03T13:30:00.000Z')
        change((before) => ({ ...before, name: 'Mío' }), 'name')
      }}
    >
      mine
    </button>
  )
}

const [first, second] = editedPlan().content.routes
const theirs = editedPlan({
  version: 5,
  updatedBy: 'Ana',
  startTime: '06:00',
  endTime: '14:00',
  settings: { ...editedPlan().settings, mostStops: 8 },
  content: {
    routes: [
      {
        ...first!,
        startsAt: '2031-03-03T13:00:00.000Z',
        visits: [...first!.visits, { serviceId: null, stopId: null, lock: null }],
      },
      { ...second!, isLocked: true },
    ],
  },
})
it.each([
  {
    language: 'es',
    headings: [/^Lo que cambió Ana/, /^Lo que cambiaste tú/],
    ana: [
      'La hora de inicio',
      'La hora de fin',
      'Los ajustes del plan',
      'Unidad 118: se agregó una recarga',
      'Unidad 121: candado en la ruta',
      'Unidad 118: sale a las 07:00',
    ],
    own: [
      'El nombre del plan',
      'Unidad 118: candado en la ruta',
      'Unidad 121: sale a las 07:30',
      'Servicio 13: candado en su unidad',
    ],
  },
  {
    language: 'en',
    headings: [/^What Ana changed/, /^What you changed/],
    ana: [
      'The start time',
      'The end time',
      'The settings of the plan',
      'Vehicle 118: reload added',
      'Vehicle 121: route locked',
      'Vehicle 118: leaves at 07:00',
    ],
    own: [
      'The name of the plan',
      'Vehicle 118: route locked',
      'Vehicle 121: leaves at 07:30',
      'Service 13: locked on its vehicle',
    ],
  },
] as const)('names fields, padlocks and departures that both changed, in $language', async (one) => {
  const { user } = await openPlan({
    language: one.language,
    answers: { 'PUT /plans/p1': staleAnswer(theirs) },
    children: <Mine />,
  })
  await user.click(screen.getByRole('button', { name: 'mine' }))
  const dialog = within(await screen.findByRole('alertdialog', {}, { timeout: 4_000 }))
  const lines = (name: RegExp) =>
    within(dialog.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(lines(one.headings[0])).toEqual(one.ana)
  expect(lines(one.headings[1])).toEqual(one.own)
})

it('says in the notice that another planner changed settings', async () => {
  const { client, replace } = await openPlan()
  replace(editedPlan({ version: 4, updatedBy: 'Ana', settings: { ...editedPlan().settings, mostStops: 8 } }))
  act(() => client.data.evict(['planning']))
  await screen.findByText('Ana cambió el plan')
  await screen.findByText('Los ajustes del plan')
})

it('says that padlocks were taken away', async () => {
  const locked = someRoute('v118', 's12a s12b', { isLocked: true })
  const plan = editedPlan({
    content: {
      routes: [{ ...locked, visits: locked.visits.map((visit) => ({ ...visit, lock: 'order' as const })) }],
    },
  })
  const { client, replace } = await openPlan({ plan })
  replace({ ...plan, version: 4, updatedBy: 'Ana', content: { routes: [someRoute('v118', 's12a s12b')] } })
  act(() => client.data.evict(['planning']))
  await waitFor(() =>
    expect(screen.getByText(/^Unidad 118: ruta sin candado/).textContent).toBe(
      'Unidad 118: ruta sin candado. Servicio 12: sin candado',
    ),
  )
})
