import type { CustomRule } from '@rumbo/contract/events.custom.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { someRule } from './custom.factory.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), staffScreens.eventList.load()])
}, 60_000)

const lead = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const stale = refusal(409, 'stale_version')
const staleAnswer = { ...stale, body: { ...(stale.body as object), current: someRule({ version: 2 }) } }
const viewer = answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] })

const nightly = someRule({
  schedule: { windows: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '05:00' }], holidays: 'except' },
})

it('lists the rules of the fleet in words; those who only read may not change them', async () => {
  renderApp('/event-list?tab=rules', {
    ...viewer,
    'GET /event-rules': () => ({ body: { items: [nightly] } }),
  })
  const table = within(await screen.findByRole('table', { name: 'Reglas de eventos' }))
  await table.findByText('Temperatura 1 mayor que 8 °C, durante 300 s')
  // Those who only read have no form that shows them.
  table.getByText('lunes a viernes 22:00–05:00 · no en días festivos · pausa de 10 min')
  expect(table.getByText('Ninguno')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Nueva regla' })).toBeNull()
  expect(table.queryByRole('button', { name: /Cadena de frío/ })).toBeNull()
})

it('shows the last event of a rule as soon as it is raised', async () => {
  let lastRaisedAt: string | null = null
  const { emitLive } = renderApp('/event-list?tab=rules', {
    ...lead,
    'GET /event-rules': () => ({ body: { items: [someRule({ lastRaisedAt })] } }),
  })
  const table = within(await screen.findByRole('table', { name: 'Reglas de eventos' }))
  await table.findByText('Ninguno')
  lastRaisedAt = new Date().toISOString()
  emitLive({ type: 'stale', now: 1, hints: [{ domain: 'customRules', id: 'r1', fleetId: 'f1' }] })
  await waitFor(() => expect(table.queryByText('Ninguno')).toBeNull())
  expect(table.getByText(/^hace/).tagName).toBe('TIME')
})

it('creates a rule by keyboard, after a contradiction was named', async () => {
  let items: CustomRule[] = []
  const { user, asked } = renderApp('/event-list?tab=rules', {
    ...lead,
    'GET /event-rules': () => ({ body: { items } }),
    'POST /event-rules': (body) => {
      items = [someRule(body as Partial<CustomRule>)]
      return { status: 201, body: items[0] }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Nueva regla' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nueva regla' }))
  await user.type(dialog.getByRole('textbox', { name: /^Nombre/ }), 'Exceso')
  const reading = (at: number) => dialog.getAllByRole('combobox', { name: 'Lectura' })[at] as HTMLElement
  const value = (at: number) => dialog.getAllByRole('textbox', { name: 'Valor' })[at] as HTMLElement
  await user.click(reading(0))
  await user.keyboard('Velocidad GPS{ArrowDown}{Enter}')
  await user.type(value(0), '100')
  await user.click(dialog.getByRole('button', { name: 'Agregar condición' }))
  await user.click(reading(1))
  await user.keyboard('Velocidad GPS{ArrowDown}{Enter}')
  await user.click(dialog.getAllByRole('combobox', { name: 'Comparación' })[1] as HTMLElement)
  await user.click(await screen.findByRole('option', { name: 'es menor que' }))
  await user.type(value(1), '50')
  dialog.getByText('Las condiciones se contradicen: nunca se cumplen juntas')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(asked.some(({ call }) => call === 'POST /event-rules')).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'Cualquiera' }))
  dialog.getByText('Velocidad GPS mayor que 100 km/h o Velocidad GPS menor que 50 km/h')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Nueva regla' })).toBeNull())
  const [sent] = asked.filter(({ call }) => call === 'POST /event-rules')
  expect(sent?.body).toMatchObject({
    ...{ fleetId: 'f1', name: 'Exceso', match: 'any', seconds: 0, scope: { kind: 'fleet' } },
    conditions: [
      { reading: 'speedKmh', operator: 'above', value: 100, margin: 0 },
      { reading: 'speedKmh', operator: 'below', value: 50, margin: 0 },
    ],
  })
})

it('keeps what was typed when another person changed the rule meanwhile, and deletes after a confirmation', async () => {
  let items = [someRule()]
  let version = 0
  const { user, asked } = renderApp('/event-list?tab=rules', {
    ...lead,
    'GET /event-rules': () => ({ body: { items } }),
    'PUT /event-rules/r1': (body) => {
      version = (body as CustomRule).version
      return version === 2 ? { body: someRule({ name: 'Frío', version: 3 }) } : staleAnswer
    },
    'DELETE /event-rules/r1': () => {
      items = []
      return { body: { done: true } }
    },
  })
  const table = within(await screen.findByRole('table', { name: 'Reglas de eventos' }))
  await user.click(await table.findByRole('button', { name: 'Cadena de frío' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar la regla Cadena de frío' }))
  const name = dialog.getByRole('textbox', { name: /^Nombre/ })
  await user.clear(name)
  await user.type(name, 'Frío')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await dialog.findByRole('alert')
  expect((name as HTMLInputElement).value).toBe('Frío')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(version).toBe(2)
  await user.click(table.getByRole('button', { name: /^Acciones de/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(asked.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
  await user.click(question.getByRole('button', { name: 'Eliminar' }))
  await screen.findByText('Esta flotilla todavía no tiene reglas.')
})
