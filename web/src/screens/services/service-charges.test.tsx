import type { ServiceCharge } from '@rumbo/contract/services.charges.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type FakeAnswers, refusal, renderApp } from '../../app/testing.tsx'
import { someService } from '../../services/services.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./ServicesScreen.tsx')])
}, 60_000)

const line = (kind: ServiceCharge['lines'][number]['kind'], amount: string, label: string | null = null) => ({
  kind,
  label,
  quantity: null,
  unit: null,
  rate: null,
  amount,
})
const charge = (
  phase: ServiceCharge['phase'],
  total: string,
  some: Partial<ServiceCharge> = {},
): ServiceCharge => ({
  phase,
  tariffId: 't1',
  tariffName: 'Taxi ciudad',
  currency: 'MXN',
  total,
  lines: [line('base', '30.00'), line('distance', String(Number(total) - 30))],
  usage: { distanceMetres: 6_000, drivingSeconds: 900, waitingSeconds: 0 },
  distanceSource: 'measured',
  timeSource: 'measured',
  isSet: false,
  computedAt: new Date().toISOString(),
  ...some,
})
const charges = (some: object = {}) => ({
  body: { estimate: null, current: null, final: null, ifEnded: null, ...some },
})
const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const running = someService({
  status: 'in_progress',
  assignedVehicleId: 'v1',
  assignedVehicleNumber: '118',
  startedAt: new Date().toISOString(),
  currentCost: '75.00',
  estimatedCost: '117.00',
  extras: [{ key: 'equipaje', name: 'Equipaje' }],
})
const open = (answers: FakeAnswers, service = running) =>
  renderApp('/services?service=s1&tab=information', {
    'GET /services': listOf(service),
    'GET /services/s1': { body: service },
    ...answers,
  })

describe('the cost of a service in its details', () => {
  it('shows the lines of the latest charge; those of the estimate on request', async () => {
    const { user } = open({
      'GET /services/s1/charges': charges({
        estimate: charge('estimate', '117.00', { distanceSource: 'planned' }),
        current: charge('current', '75.00', { distanceSource: 'planned' }),
      }),
    })
    const section = within(await screen.findByRole('region', { name: 'Desglose del costo' }))
    const current = within(section.getByRole('table', { name: 'Costo actual' }))
    current.getByText('$45.00')
    section.getByText(/La distancia no se midió/)
    expect(section.queryByRole('table', { name: 'Costo estimado' })).toBeNull()
    await user.click(section.getByRole('button', { name: 'Costo estimado: Ver el desglose' }))
    within(section.getByRole('table', { name: 'Costo estimado' })).getByText('$87.00')
    screen.getByText('Equipaje')
  })
  it('says that a price was agreed, and how a failed read is repeated', async () => {
    let isDown = true
    const { user } = open({
      'GET /services/s1/charges': () =>
        isDown
          ? refusal(403, 'forbidden')
          : charges({
              estimate: charge('estimate', '90.00', {
                tariffName: null,
                isSet: true,
                lines: [line('agreed', '90.00')],
              }),
            }),
    })
    const retry = await screen.findByRole('button', { name: 'Reintentar' })
    isDown = false
    await user.click(retry)
    await screen.findByText('Se acordó con el cliente; no depende de la tarifa.')
  })
})

describe('completing a service', () => {
  const complete = async (sent: unknown[]) => {
    const view = open({
      'GET /services/s1/charges': charges({ ifEnded: charge('final', '117.00') }),
      'POST /services/s1/complete': (body) => {
        sent.push(body)
        return { body: { ...running, status: 'completed', finalCost: '117.00', version: 2 } }
      },
    })
    await view.user.click(await screen.findByRole('button', { name: 'Completar servicio' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await dialog.findByText('$117.00')
    const submit = () => view.user.click(dialog.getByRole('button', { name: 'Completar servicio' }))
    return { ...view, dialog, submit }
  }
  it('shows the computed cost with its lines, and takes it', async () => {
    const sent: unknown[] = []
    const { submit, dialog } = await complete(sent)
    dialog.getByText('Tarifa base')
    expect(dialog.queryByRole('textbox', { name: /Motivo/ })).toBeNull()
    await submit()
    await screen.findByText('Servicio 20431 completado')
    expect(sent).toEqual([{ version: 1, finalCost: null, reason: null }])
  })
  it('asks why another cost is charged', async () => {
    const sent: unknown[] = []
    const { submit, dialog, user } = await complete(sent)
    await user.type(dialog.getByRole('textbox', { name: /Otro costo final/ }), '130')
    await submit()
    await dialog.findByText('Este dato es obligatorio')
    expect(sent).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: /Motivo del cambio/ }), 'Caseta de cobro')
    await submit()
    await waitFor(() => expect(sent).toEqual([{ version: 1, finalCost: '130', reason: 'Caseta de cobro' }]))
  })
  it('refuses what is no amount', async () => {
    const sent: unknown[] = []
    const { submit, dialog, user } = await complete(sent)
    await user.type(dialog.getByRole('textbox', { name: /Otro costo final/ }), '1,5')
    await submit()
    dialog.getByText('Escribe una cantidad de cero o más, con los decimales de la moneda')
    expect(sent).toEqual([])
  })
})
