import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { someFence, someListedFence } from '../geofences.factory.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([
    import('../../app/shell/Shell.tsx'),
    staffScreens.geofences.load(),
    import('./HistoryTestDialog.tsx'),
  ])
}, 60_000)

const id = '0198c0de-0000-7000-8000-000000000001'
const vehicleId = '0198c0de-0000-7000-8000-0000000000a1'
const fence = someFence({ id, scope: { kind: 'vehicles', vehicleIds: [vehicleId] } })
const workOf = (some: object) => ({
  body: {
    id: 'w1',
    kind: 'geofences.test',
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
  fileId: 'file1',
  fileName: 'geofence-test.json',
  added: 0,
  updated: 0,
  skipped: 0,
  bad: [],
  isDryRun: false,
}
const result = {
  counts: { entry: 14, exit: 13 },
  raised: { entry: 9 },
  suppressed: 3,
  vehicles: [
    {
      vehicleId,
      vehicleNumber: 'U-7',
      positions: 1_200,
      counts: { entry: 14, exit: 13 },
      raised: { entry: 9 },
      suppressed: 3,
      inside: true,
    },
  ],
  events: [
    {
      vehicleId,
      kind: 'entry',
      at: '2026-03-01T15:00:00.000Z',
      latitude: 19.4,
      longitude: -99.1,
      silence: null,
    },
    {
      vehicleId,
      kind: 'exit',
      at: '2026-03-01T16:00:00.000Z',
      latitude: 19.4,
      longitude: -99.1,
      silence: 'cooldown',
    },
  ],
  isCut: false,
}
const listed = { body: { items: [someListedFence({ id })], total: 1, page: 1, size: 25 } }
const none = { body: { items: [], total: 0, page: 1, size: 25 } }
const answers = (some: Parameters<typeof renderApp>[1]) => ({
  ...answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] }),
  'GET /geofences': listed,
  'GET /zones': none,
  'GET /vehicles': none,
  [`GET /geofences/${id}`]: { body: fence },
  [`GET /geofences/${id}/used-by`]: { body: { items: [] } },
  [`GET /geofences/${id}/shapes`]: { body: { items: [] } },
  'POST /geofences/test': { status: 202, body: { workId: 'w1' } },
  ...some,
})

async function openTest(some: Parameters<typeof renderApp>[1]) {
  const { user } = renderApp('/geofences', answers(some))
  const table = within(await screen.findByRole('table', { name: 'Geocercas' }))
  await user.click(await table.findByRole('button', { name: /Más acciones|Acciones/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Probar con el historial' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: `Probar «${fence.name}» con el historial` }),
  )
  await user.click(await dialog.findByRole('button', { name: 'Probar' }))
  return { user, dialog }
}

it('says what a geofence would have raised, with the flaps, and lists only alerts where wanted', async () => {
  const { user, dialog } = await openTest({
    'GET /work/w1': workOf({ result: file }),
    'GET /files/file1': { body: result },
  })
  await dialog.findByText('Rebotes suprimidos')
  dialog.getByText('14, con aviso: 9')
  dialog.getByText('13, con aviso: 0')
  dialog.getByText('Se muestran 2 de 27.')
  expect(dialog.getAllByRole('listitem')).toHaveLength(2)
  dialog.getByText('sin aviso: muy seguido del anterior')
  await user.click(dialog.getByRole('button', { name: 'Solo avisos' }))
  expect(dialog.getAllByRole('listitem')).toHaveLength(1)
  dialog.getByText('Se muestran 1 de 9.')
})

it('shows how far it is, and can be cancelled', async () => {
  const cancelled = vi.fn(() => workOf({ status: 'cancelled' }))
  const { user, dialog } = await openTest({
    'GET /work/w1': workOf({ status: 'running', done: 3, total: 40 }),
    'POST /work/w1/cancel': cancelled,
  })
  await dialog.findByText(/3\D+40/)
  await user.click(dialog.getByRole('button', { name: 'Cancelar trabajo' }))
  expect(cancelled).toHaveBeenCalled()
})

it('says that no alert was raised where something happened without one', async () => {
  const { user, dialog } = await openTest({
    'GET /work/w1': workOf({ result: file }),
    'GET /files/file1': { body: { ...result, events: result.events.slice(1) } },
  })
  await dialog.findByText('sin aviso: muy seguido del anterior')
  await user.click(dialog.getByRole('button', { name: 'Solo avisos' }))
  dialog.getByText('Ningún aviso.')
})

it('cancels a running test when it is closed', async () => {
  const cancelled = vi.fn(() => workOf({ status: 'cancelled' }))
  const { user, dialog } = await openTest({
    'GET /work/w1': workOf({ status: 'running', done: 3, total: 40 }),
    'POST /work/w1/cancel': cancelled,
  })
  await dialog.findByText(/3\D+40/)
  expect(cancelled).not.toHaveBeenCalled()
  await user.click(dialog.getByRole('button', { name: 'Cerrar' }))
  await waitFor(() => expect(cancelled).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('cancels a test that was being started when it was closed', async () => {
  const cancelled = vi.fn(() => workOf({ status: 'cancelled' }))
  let answer = (_: { status: number; body: unknown }) => {}
  const started = new Promise<{ status: number; body: unknown }>((resolve) => {
    answer = resolve
  })
  const { user, dialog } = await openTest({
    'POST /geofences/test': () => started,
    'POST /work/w1/cancel': cancelled,
  })
  await user.click(dialog.getByRole('button', { name: 'Cerrar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer({ status: 202, body: { workId: 'w1' } })
  await waitFor(() => expect(cancelled).toHaveBeenCalledTimes(1))
})

it('says why it was refused, and another can be tried', async () => {
  const { dialog } = await openTest({ 'POST /geofences/test': refusal(422, 'fence_vehicle_unknown') })
  expect((await dialog.findByRole('alert')).textContent).not.toBe('')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Probar' }).disabled).toBe(false)
})
