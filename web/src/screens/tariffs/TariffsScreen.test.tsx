import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../../app/testing.tsx'
import { someTariff, someZone } from '../../billing/billing.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./TariffsScreen.tsx')])
}, 60_000)

const manager = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const page = (items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 100 } })
const answers = (some: FakeAnswers = {}): FakeAnswers => ({
  ...manager,
  'GET /tariffs': page([someTariff()]),
  'GET /zones': page([someZone()]),
  ...some,
})

describe('tariffs', () => {
  it('are created by keyboard, with the price of an example ride while they are typed', async () => {
    const sent: unknown[] = []
    const { user } = renderApp(
      '/tariffs',
      answers({
        'GET /tariffs': page([]),
        'POST /tariffs': (body) => {
          sent.push(body)
          return sent.length === 1
            ? {
                status: 409,
                body: {
                  ...(refusal(409, 'tariff_overlap').body as object),
                  words: { tariffName: 'Taxi ciudad', from: '2026-01-01', until: '…' },
                },
              }
            : { status: 201, body: someTariff({ name: 'Taxi noche' }) }
        },
      }),
    )
    await screen.findByText('La flotilla no tiene tarifas')
    await user.click(screen.getByRole('button', { name: 'Nueva tarifa' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nueva tarifa' }))
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await dialog.findByText('Este dato es obligatorio')
    expect(sent).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: /^Nombre/ }), 'Taxi noche')
    await user.type(dialog.getByRole('textbox', { name: 'Banderazo' }), '30')
    await user.type(dialog.getByRole('textbox', { name: 'Por kilómetro' }), '10,5')
    const calculator = within(dialog.getByRole('region', { name: 'Calculadora' }))
    expect(calculator.getByRole('status').textContent).toContain('8 km × $10.50')
    expect(calculator.getByRole('status').textContent).toMatch(/Total\$114\.00$/)
    await user.click(dialog.getByRole('button', { name: 'Agregar extra' }))
    await user.type(dialog.getAllByRole('textbox', { name: /^Nombre/ })[1] as HTMLElement, 'Equipaje')
    await user.type(dialog.getByRole('textbox', { name: 'Monto' }), '20')
    await user.click(calculator.getByRole('checkbox', { name: 'Equipaje' }))
    expect(calculator.getByRole('status').textContent).toMatch(/Total\$134\.00$/)
    await user.keyboard('{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await dialog.findByText(/La tarifa «Taxi ciudad» ya cubre días de este periodo/)
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await screen.findByText('Tarifa «Taxi noche» guardada')
    expect(sent[1]).toMatchObject({
      fleetId: 'f1',
      serviceType: 'taxi',
      name: 'Taxi noche',
      replaces: null,
      rates: { base: '30', perKm: '10.5', extras: [{ key: 'equipaje', name: 'Equipaje', amount: '20' }] },
    })
  })

  it('keep their prices once in force, and are followed by new ones', async () => {
    const sent: unknown[] = []
    const { user } = renderApp(
      '/tariffs',
      answers({
        'POST /tariffs': (body) => {
          sent.push(body)
          return { status: 201, body: someTariff({ id: 't2', name: 'Taxi ciudad' }) }
        },
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Taxi ciudad' }))
    const card = within(await screen.findByRole('dialog', { name: 'Taxi ciudad' }))
    card.getByText(/20 % · Todos los días 22:00–06:00/)
    await user.click(card.getByRole('button', { name: 'Editar tarifa' }))
    const edit = within(await screen.findByRole('dialog', { name: 'Editar la tarifa «Taxi ciudad»' }))
    edit.getByText(/solo se pueden cambiar su nombre y su último día/)
    expect(edit.queryByRole('textbox', { name: 'Banderazo' })).toBeNull()
    await user.click(edit.getByRole('button', { name: 'Cancelar' }))
    await user.click(await screen.findByRole('button', { name: 'Taxi ciudad' }))
    await user.click(await screen.findByRole('button', { name: 'Nuevos precios' }))
    const next = within(await screen.findByRole('dialog', { name: 'Nuevos precios de «Taxi ciudad»' }))
    const base = next.getByRole('textbox', { name: 'Banderazo' })
    await user.clear(base)
    await user.type(base, '35')
    await user.click(next.getByRole('button', { name: 'Guardar' }))
    await screen.findByText('Tarifa «Taxi ciudad» guardada')
    expect(sent).toMatchObject([{ replaces: 't1', validUntil: null, rates: { base: '35', perKm: '10' } }])
  })

  it('can be read by those who may not change them, in English too', async () => {
    const { user } = renderApp(
      '/tariffs',
      answers(answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] })),
      { language: 'en' },
    )
    await user.click(await screen.findByRole('button', { name: 'Taxi ciudad' }))
    const card = within(await screen.findByRole('dialog', { name: 'Taxi ciudad' }))
    card.getByRole('region', { name: 'Calculator' })
    expect(card.queryByRole('button', { name: 'Edit tariff' })).toBeNull()
    expect(card.queryByRole('button', { name: 'New prices' })).toBeNull()
  })
})

describe('zones', () => {
  it('are drawn by typed corners, and their sides may not cross', async () => {
    const sent: unknown[] = []
    const { user } = renderApp(
      '/tariffs?tab=zones',
      answers({
        'POST /zones': (body) => {
          sent.push(body)
          return { status: 201, body: someZone({ id: 'z2', name: 'Aeropuerto' }) }
        },
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Nueva zona' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nueva zona' }))
    await user.type(dialog.getByRole('textbox', { name: /^Nombre de la zona/ }), 'Aeropuerto')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await dialog.findByText('Una zona necesita al menos tres vértices.')
    const corners = ['19.42, -99.10', '19.45, -99.05', '19.42, -99.05', '19.45, -99.10']
    for (const [at, text] of corners.entries()) {
      await user.click(dialog.getByRole('button', { name: 'Agregar vértice' }))
      await user.type(dialog.getByRole('textbox', { name: `Vértice ${at + 1} (latitud, longitud)` }), text)
    }
    await dialog.findByText('Los lados de la zona se cruzan. Mueve o quita algún vértice.')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(sent).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Quitar el vértice 4' }))
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await screen.findByText('Zona «Aeropuerto» guardada')
    expect(sent).toEqual([
      {
        fleetId: 'f1',
        name: 'Aeropuerto',
        corners: [
          [-99.1, 19.42],
          [-99.05, 19.45],
          [-99.05, 19.42],
        ],
      },
    ])
  })

  it('that a tariff uses stay, and the message names the tariff', async () => {
    const { user } = renderApp(
      '/tariffs?tab=zones',
      answers({
        'DELETE /zones/z1': {
          status: 409,
          body: { ...(refusal(409, 'zone_in_use').body as object), words: { tariffName: 'Taxi ciudad' } },
        },
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Acciones de Centro' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Eliminar zona' }))
    const question = within(await screen.findByRole('alertdialog', { name: '¿Eliminar la zona «Centro»?' }))
    await user.click(question.getByRole('button', { name: 'Eliminar zona' }))
    await screen.findByText('La tarifa «Taxi ciudad» usa esta zona. Primero quítala de la tarifa.')
  })
})
