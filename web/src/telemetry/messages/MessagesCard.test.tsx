import { configure, screen, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { addresses } from '../../addresses.ts'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'
import { someDeviceMessage } from './messages.factory.ts'

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./MessagesDialog.tsx')])
}, 60_000)

const vehicle = someVehicle({ id: '0190a000-0000-7000-8000-000000000104', imei: '868200000000001' })
const path = `/vehicles/${vehicle.id}`
const until = '2026-03-02T15:15:00.000Z'
const unread = someDeviceMessage({
  number: 2,
  kind: 'unread',
  frameType: '0xc7',
  bytes: '7878c701',
  length: 4,
})

const admin = answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const manager = answersFor({ level: 'manager', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })

function answers() {
  const asked: string[] = []
  const given = {
    ...admin,
    [`GET ${path}`]: { body: vehicle },
    [`POST ${path}/device/inspection`]: (body: unknown) => ({
      body: { until: (body as { isOn: boolean }).isOn ? until : null },
    }),
    [`GET ${path}/device/messages`]: (_body: unknown, query: URLSearchParams) => {
      asked.push(query.get('after') ?? '')
      const later = [someDeviceMessage({ number: 1 }), unread].filter(
        ({ number }) => number > Number(query.get('after')),
      )
      return { body: { identifier: vehicle.imei, until, items: later } }
    },
    [`GET ${path}/device/messages/2/unread-bytes`]: { body: { ranges: [[3, 4]] } },
  }
  return { asked, given }
}

it('records while it is open, and shows raw bytes beside what was understood', async () => {
  const { given, asked } = answers()
  const { user, asked: calls } = renderApp(addresses.vehicleDetails(vehicle.id), given)
  const sent = (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body)
  await user.click(await screen.findByRole('button', { name: 'Ver mensajes' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Mensajes del equipo GPS/ }))
  const rows = await dialog.findAllByRole('button', { expanded: false })
  expect(rows.map(({ textContent }) => /0x[0-9a-f]{2}/.exec(textContent ?? '')?.[0])).toEqual([
    '0xc7',
    '0x12',
  ])
  expect(sent(`POST ${path}/device/inspection`)).toEqual([{ isOn: true }])
  await user.click(rows[0] as HTMLElement)
  expect((await dialog.findByText('01', { selector: 'mark' })).textContent?.trim()).toBe('01')
  dialog.getByText('1 byte no se leyó.')
  dialog.getByText(/no se pudo leer/)
  const beside = (term: string) => dialog.getByText(term).nextElementSibling?.textContent
  expect(beside('Encendido · ignition')).toBe('Sí')
  expect(beside('Velocidad (km/h)')).toBe('42')
  expect(beside('mcc')).toBe('334')
  await vi.waitFor(() => expect(asked).toContain('2'), { timeout: 10_000 })
  expect(dialog.getAllByText(/0xc7|0x12/)).toHaveLength(2)
  await user.click(dialog.getByRole('button', { name: 'Detener el registro' }))
  await vi.waitFor(() => expect(sent(`POST ${path}/device/inspection`).at(-1)).toEqual({ isOn: false }))
})

it('shows what is missing: bytes and reports that were cut, and messages that were lost', async () => {
  const { given } = answers()
  const long = someDeviceMessage({ number: 3, length: 70_000, reportCount: 255, lostBefore: 12 })
  const { user } = renderApp(addresses.vehicleDetails(vehicle.id, { view: 'messages' }), {
    ...given,
    [`GET ${path}/device/messages`]: { body: { identifier: vehicle.imei, until, items: [long] } },
    [`GET ${path}/device/messages/3/unread-bytes`]: { body: { ranges: null } },
  })
  const dialog = within(await screen.findByRole('dialog', { name: /^Mensajes del equipo GPS/ }))
  await dialog.findByText(/12 mensajes que no se registraron/)
  await user.click(await dialog.findByRole('button', { expanded: false }))
  await dialog.findByText(/Solo se conservan los primeros 4,096 bytes/)
  dialog.getByText('Solo se conservan 1 de sus 255 reportes.')
})

it('opens by its address after a reload, and says what went wrong', async () => {
  const { given } = answers()
  renderApp(addresses.vehicleDetails(vehicle.id, { view: 'messages' }), {
    ...given,
    [`GET ${path}/device/messages`]: refusal(500, 'internal'),
  })
  const dialog = within(await screen.findByRole('dialog', { name: /^Mensajes del equipo GPS/ }))
  await dialog.findByText('No se pudieron cargar los mensajes.')
})

it.each([
  ['without a device', { [`GET ${path}`]: { body: { ...vehicle, imei: null } } }],
  ['to a manager', manager],
])('is not shown %s', async (_, some) => {
  renderApp(addresses.vehicleDetails(vehicle.id), { ...answers().given, ...some })
  await screen.findByRole('region', { name: 'Notas' })
  expect(screen.queryByRole('button', { name: 'Ver mensajes' })).toBeNull()
})
