import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusal, renderApp } from '../../app/testing.tsx'
import { someService } from '../../services/services.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./ServicesScreen.tsx')])
}, 60_000)

const stop = someService().plannedStops[0]
const edited = someService({
  estimatedCost: null,
  plannedStops: [19.43, 19.44].map((latitude, at) => ({
    ...(stop as NonNullable<typeof stop>),
    id: `p${at}`,
    number: at + 1,
    latitude,
  })),
})
const charge = {
  tariffId: 't1',
  tariffName: 'Taxi ciudad',
  currency: 'MXN',
  total: '112.00',
  lines: [{ kind: 'base', label: null, quantity: null, unit: null, rate: null, amount: '112.00' }],
  usage: { distanceMetres: 12_400, drivingSeconds: 1_620, waitingSeconds: 0 },
}
const route = { distanceMetres: 12_400, durationSeconds: 1_620, isEstimate: false, line: [], legs: [] }
const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })

/** Opens the stops of a service with two stops. */
async function openStops(quote: unknown, service = edited) {
  const view = renderApp('/services', {
    'GET /services': listOf(service),
    [`GET /services/${service.id}`]: { body: service },
    'GET /directory/contacts': listOf(),
    'POST /tariffs/quote': quote as { body: unknown },
  })
  await screen.findByRole('heading', { level: 1, name: 'Servicios' })
  await view.user.click(await screen.findByRole('button', { name: 'Acciones de 20431' }))
  await view.user.click(await screen.findByRole('menuitem', { name: 'Editar servicio' }))
  const dialog = await screen.findByRole('dialog', { name: /Editar servicio/ })
  const next = () => view.user.click(within(dialog).getByRole('button', { name: 'Siguiente' }))
  await next()
  await within(dialog).findByRole('group', { name: 'Detalles' })
  await next()
  const panel = await within(dialog).findByRole('region', { name: 'Ruta y precio' })
  return { ...view, dialog, panel }
}

const service = edited

describe('the route and price of a service, while its stops are entered', () => {
  it('are distance, duration, arrival and cost, with its lines on request', async () => {
    const { panel, user, asked } = await openStops({ body: { route, charge, extras: [] } })
    const inPanel = within(panel)
    await inPanel.findByText('12.4 km')
    inPanel.getByText('27 min')
    inPanel.getByText('$112.00')
    inPanel.getByText('Según la tarifa «Taxi ciudad».')
    expect(asked.find(({ call }) => call === 'POST /tariffs/quote')?.body).toMatchObject({
      serviceType: 'taxi',
      stops: [{ latitude: 19.43 }, { latitude: 19.44 }],
      extras: [],
    })
    await user.click(inPanel.getByRole('button', { name: 'Ver el desglose' }))
    within(inPanel.getByRole('table', { name: 'Costo estimado' })).getByText('Tarifa base')
  })
  it('count the extras that are chosen, and send them with the service', async () => {
    const extras = [{ key: 'equipaje', name: 'Equipaje', amount: '15.00' }]
    const { panel, dialog, user, asked, count } = await openStops({ body: { route, charge, extras } })
    const choice = await within(panel).findByRole('checkbox', { name: 'Equipaje · $15.00' })
    await user.click(choice)
    await waitFor(() => expect(count('POST /tariffs/quote')).toBe(2))
    expect(asked.filter(({ call }) => call === 'POST /tariffs/quote').at(-1)?.body).toMatchObject({
      extras: ['equipaje'],
    })
    expect((choice as HTMLInputElement).checked).toBe(true)
    await user.click(within(dialog).getByRole('button', { name: 'Guardar cambios' }))
    await waitFor(() =>
      expect(asked.find(({ call }) => call === `PUT /services/${service.id}`)?.body).toMatchObject({
        extras: ['equipaje'],
        estimatedCost: null,
      }),
    )
  })
  it('show an agreed price beside that of the tariff, which can take its place', async () => {
    const agreed = someService({ ...service, estimatedCost: '90.00', isPriceAgreed: true })
    const { panel, user } = await openStops({ body: { route, charge, extras: [] } }, agreed)
    const inPanel = within(panel)
    await inPanel.findByText('$90.00')
    await user.click(inPanel.getByRole('button', { name: 'Cobrar $112.00 según la tarifa' }))
    await waitFor(() => expect(inPanel.queryByText('$90.00')).toBeNull())
  })
  it('are marked where they are guessed, and say that no tariff applies', async () => {
    const { panel } = await openStops({
      body: { route: { ...route, isEstimate: true }, charge: null, extras: [] },
    })
    await within(panel).findByText('≈ 12.4 km')
    within(panel).getByText(/Calculado en línea recta.*no tiene tarifa vigente/)
  })
  it('say that no road connects the stops', async () => {
    const { panel } = await openStops({ body: { route: null, charge: null, extras: [] } })
    await within(panel).findByText(/Ningún camino une estas paradas/)
  })
  it('are read again after a failure', async () => {
    const { panel, user, count } = await openStops(refusal(403, 'fleet_denied'))
    await user.click(await within(panel).findByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(count('POST /tariffs/quote')).toBe(2))
  })
})
