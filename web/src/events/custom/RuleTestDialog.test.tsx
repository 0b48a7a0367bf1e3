import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { someRule } from './custom.factory.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    staffScreens.eventList.load(),
    import('./RuleTestDialog.tsx'),
  ])
}, 60_000)

const vehicleId = '0198c0de-0000-7000-8000-0000000000a1'
const rule = someRule({ scope: { kind: 'vehicles', vehicleIds: [vehicleId] } })
const workOf = (some: object) => ({
  body: {
    id: 'w1',
    kind: 'customRules.test',
    status: 'done',
    done: 1,
    total: 1,
    result: null,
    error: null,
    createdAt: '2026-03-02T15:00:00.000Z',
    endedAt: null,
    ...some,
  },
})
const file = {
  ...{ fileId: 'file1', fileName: 'rule-test.json', bad: [], isDryRun: false },
  ...{ added: 0, updated: 0, skipped: 0 },
}
const event = {
  ...{ vehicleId, at: '2026-03-01T15:00:00.000Z', latitude: 19.4, longitude: -99.1 },
  readings: { temperature1: 9.5 },
}
const result = {
  ...{ raised: 14, suppressed: 3, isCut: true },
  vehicles: [
    { vehicleId, vehicleNumber: 'U-7', reports: 1_200, raised: 14, suppressed: 3 },
    { vehicleId: vehicleId.replace('a1', 'a2'), vehicleNumber: 'U-8', reports: 10, raised: 0, suppressed: 0 },
  ],
  events: [event, { ...event, at: '2026-03-01T16:00:00.000Z', latitude: null, longitude: null }],
}
const lead = {
  ...answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] }),
  'GET /event-rules': { body: { items: [rule] } },
  'GET /vehicles': { body: { items: [], total: 0, page: 1, size: 25 } },
}

async function openTest(some: Parameters<typeof renderApp>[1]) {
  const shown = renderApp('/event-list?tab=rules', { ...lead, ...some })
  const { user } = shown
  const table = within(await screen.findByRole('table', { name: 'Reglas de eventos' }))
  await user.click(await table.findByRole('button', { name: /^Acciones de/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Probar con el historial' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Probar «Cadena de frío» con el historial' }),
  )
  await user.click(await dialog.findByRole('button', { name: 'Probar' }))
  return { ...shown, dialog }
}

it('says what a rule would have raised, in totals and one by one with what met it', async () => {
  let ordered: unknown
  const { user, dialog } = await openTest({
    'POST /event-rules/test': (body) => {
      ordered = body
      return { status: 202, body: { workId: 'w1' } }
    },
    'GET /work/w1': workOf({ result: file }),
    'GET /files/file1': { body: result },
  })
  await dialog.findByText('Eventos que habría creado')
  const { match, conditions, seconds, schedule, cooldownSeconds, fleetId } = rule
  expect(ordered).toMatchObject({
    ...{ match, conditions, seconds, schedule, cooldownSeconds, fleetId },
    vehicleIds: [vehicleId],
  })
  for (const text of ['14', '1 de 2', '3', /1[,\s]210/]) dialog.getByText(text)
  const [first, second] = dialog.getAllByRole('listitem')
  if (!first || !second) throw new Error('Two events are listed.')
  expect(first.textContent).toContain('Temperatura 1: 9.5 °C')
  expect(within(first).queryByRole('link')).toBeNull()
  await user.click(within(first).getByRole('button'))
  expect(within(first).getByRole('link').getAttribute('href')).toContain(vehicleId)
  // Two events of the fourteen.
  dialog.getByText('Se muestran 2 de 14.')
})

it('shows how far it is, and can be cancelled', async () => {
  const cancelled = vi.fn(() => workOf({ status: 'cancelled' }))
  const { user, dialog } = await openTest({
    'POST /event-rules/test': { status: 202, body: { workId: 'w1' } },
    'GET /work/w1': workOf({ status: 'running', done: 3, total: 40 }),
    'POST /work/w1/cancel': cancelled,
  })
  await dialog.findByText(/3\D+40/)
  await user.click(dialog.getByRole('button', { name: 'Cancelar trabajo' }))
  expect(cancelled).toHaveBeenCalled()
})

it('says why it was refused, and another can be tried', async () => {
  const { dialog } = await openTest({ 'POST /event-rules/test': refusal(422, 'rule_vehicle_unknown') })
  expect((await dialog.findByRole('alert')).textContent).not.toBe('')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Probar' }).disabled).toBe(false)
})

it('says that nothing would have happened', async () => {
  const { dialog } = await openTest({
    'POST /event-rules/test': { status: 202, body: { workId: 'w1' } },
    'GET /work/w1': workOf({ result: file }),
    'GET /files/file1': { body: { ...result, events: [], raised: 0, isCut: false } },
  })
  await dialog.findByText('En ese tiempo no habría pasado nada.')
})
