import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../../app/testing.tsx'
import { someOpenCash } from '../../payments/payments.factory.ts'
import { someDocument, someDriver, someShift } from '../../shifts/shifts.factory.ts'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./ShiftsScreen.tsx')])
}, 60_000)

const manager = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const week = '/shifts?day=2026-03-02'
const running = someShift({ status: 'running', startedAt: '2026-03-02T13:04:00.000Z', version: 2 })
const answers = (some: FakeAnswers = {}): FakeAnswers => ({
  ...manager,
  'GET /shifts': { body: { items: [running], isCut: false } },
  'GET /shifts/own': { body: { items: [] } },
  'GET /cash/own': { body: { items: [] } },
  'GET /shifts/drivers': {
    body: {
      items: [someDriver(), someDriver({ id: 'd2', name: 'Rosa Lira', reasons: ['licence_expired'] })],
    },
  },
  'GET /shifts/t1': { body: running },
  'GET /vehicles': {
    body: { items: [someVehicle({ id: 'v118', vehicleNumber: '118' })], total: 1, page: 1, size: 20 },
  },
  ...some,
})

describe('the calendar of shifts', () => {
  it('shows planned and actual times by driver, and is walked through by arrow keys', async () => {
    const { user } = renderApp(week, answers())
    const table = within(await screen.findByRole('table', { name: 'Turnos de la semana' }))
    const shift = table.getByRole('button', {
      name: /^07:00–15:00 Unidad 118 Real 07:04–… , Iván Mora, lunes, 2 de marzo, Excedido$/,
    })
    expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Iván Mora',
      'Rosa Lira',
    ])
    shift.focus()
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(
      /^Agregar turno: Rosa Lira, martes,? 3 de marzo$/,
    )
    await user.keyboard('{ArrowUp}{ArrowLeft}{Enter}')
    const card = within(await screen.findByRole('dialog', { name: 'Iván Mora' }))
    expect(await card.findByText('Excedido')).toBeTruthy()
    expect(card.queryByRole('button', { name: 'Cancelar turno' })).toBeNull()
    card.getByRole('button', { name: 'Terminar' })
  })

  it('plans a series, and names the shift in the way', async () => {
    const sent: unknown[] = []
    const { user } = renderApp(
      week,
      answers({
        'POST /shifts': (body) => {
          sent.push(body)
          return sent.length === 1
            ? {
                status: 409,
                body: {
                  ...(refusal(409, 'shift_overlap').body as object),
                  words: { driver: 'Iván Mora', vehicleNumber: '118', from: '02/03/2026 07:00', to: '15:00' },
                },
              }
            : { status: 201, body: { ...someShift({ id: 't2' }), created: 5 } }
        },
      }),
    )
    const table = within(await screen.findByRole('table', { name: 'Turnos de la semana' }))
    await user.click(table.getByRole('button', { name: /^Agregar turno: Rosa Lira, martes/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo turno' }))
    dialog.getByText('Este conductor no recibirá servicios: Licencia vencida.')
    await user.click(dialog.getByRole('button', { name: 'Programar' }))
    expect(sent).toEqual([])
    await user.type(dialog.getByRole('combobox', { name: /^Unidad/ }), '118')
    await user.click(await screen.findByRole('option', { name: /118/ }))
    await user.click(dialog.getByRole('button', { name: 'Programar' }))
    await dialog.findByText(
      /Se encima con otro turno: Iván Mora con la unidad 118, 02\/03\/2026 07:00 a 15:00/,
    )
    await user.click(dialog.getByRole('button', { name: 'Programar' }))
    await screen.findByText('5 turnos programados')
    expect(sent[1]).toMatchObject({
      fleetId: 'f1',
      driverId: 'd2',
      vehicleId: 'v118',
      startsAt: '2026-03-03T13:00:00.000Z',
      endsAt: '2026-03-03T21:00:00.000Z',
      repeat: null,
    })
  })

  it('shows who may drive and their documents, in English too', async () => {
    const { user } = renderApp(
      '/shifts?tab=drivers',
      answers({ 'GET /drivers/d2/documents': { body: { items: [someDocument({ driverId: 'd2' })] } } }),
      { language: 'en' },
    )
    const table = within(await screen.findByRole('table', { name: 'Drivers' }))
    await table.findByText('Licence expired')
    await user.click(table.getByRole('button', { name: /Rosa Lira/ }))
    const card = within(await screen.findByRole('dialog', { name: 'Rosa Lira' }))
    await card.findByText(/A-4471 · Class B/)
    card.getByRole('button', { name: 'Add document' })
  })
})

it('is a driver’s own shift, which the driver starts', async () => {
  const now = Date.now()
  const mine = someShift({
    startsAt: new Date(now - 60_000).toISOString(),
    endsAt: new Date(now + 3_600_000).toISOString(),
  })
  const sent: unknown[] = []
  const { user } = renderApp('/shifts', {
    ...answersFor({
      level: 'user',
      functional_role: 'primary_driver',
      access_scopes: [{ scope: 'c1,f1,*', type: 'read' }],
      driven_fleets: ['f1'],
    }),
    'GET /shifts/own': { body: { items: [mine] } },
    'GET /cash/own': { body: { items: [someOpenCash({ owed: '320.50', runningServices: [1207] })] } },
    'POST /shifts/own/t1/start': (body) => {
      sent.push(body)
      return { body: { ...mine, status: 'running', startedAt: new Date(now).toISOString(), version: 2 } }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Iniciar turno' }))
  await screen.findByText('Turno iniciado')
  expect(sent).toEqual([{ version: 1 }])
  expect(screen.queryByRole('table')).toBeNull()
  await screen.findByText('$320.50')
  screen.getByText('Servicio 1207 en curso')
})
