import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { type FakeAnswers, refusal, renderApp } from '../../app/testing.tsx'
import { someContact } from '../../directory/directory.factory.ts'
import { someService } from '../services.factory.ts'
import { someTemplate } from './templates.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), staffScreens.services.load()])
}, 60_000)

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const knows = (...templates: unknown[]) => ({
  body: { companyId: 'c1', templates, services: [], places: [] },
})
const answers = (some: FakeAnswers = {}): FakeAnswers => ({
  'GET /services': listOf(someService()),
  'GET /services/s1': { body: someService() },
  'GET /directory/contacts': listOf(someContact()),
  'GET /services/callers/k1': knows(someTemplate()),
  ...some,
})
const newId = '0192f0c0-0000-4000-8000-000000000002'
const saving = `PUT /services/callers/k1/templates/${newId}`

/** Opens a new service of Elena Torres. */
async function elenaCalls(some: FakeAnswers = {}) {
  const view = renderApp('/services', answers(some))
  await view.user.click(await screen.findByRole('button', { name: 'Nuevo servicio' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo servicio' }))
  await view.user.click(dialog.getByRole('combobox', { name: /Contacto solicitante/ }))
  await view.user.click(await screen.findByRole('option', { name: /Elena Torres/ }))
  return { ...view, dialog, list: within(await dialog.findByRole('region', { name: 'Plantillas' })) }
}

/** Opens “Guardar como plantilla” of the service in the list. */
async function saveAsTemplate(some: FakeAnswers = {}) {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(newId)
  onTestFinished(() => void vi.restoreAllMocks())
  const view = renderApp('/services', answers(some))
  await view.user.click(await screen.findByRole('button', { name: 'Acciones de 20431' }))
  await view.user.click(await screen.findByRole('menuitem', { name: 'Guardar como plantilla' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Guardar como plantilla' }))
  return { ...view, dialog, name: dialog.getByRole('textbox', { name: /Nombre/ }) }
}

it('begins a service from a template of the caller', async () => {
  const { user, dialog, list, asked } = await elenaCalls({
    'POST /services': { status: 201, body: someService({ serviceNumber: 20440 }) },
  })
  await user.click(list.getByRole('button', { name: 'Usar la plantilla Escuela' }))
  expect(
    (await dialog.findAllByRole('combobox', { name: /Dirección/ })).map((field) =>
      field.getAttribute('value'),
    ),
  ).toEqual(['Durango 12', 'Colegio Alameda'])
  await user.click(dialog.getByRole('button', { name: 'Crear servicio' }))
  await screen.findByText(/Servicio 20440 creado/)
  expect(asked.find(({ call }) => call === 'POST /services')?.body).toMatchObject({
    customerName: 'Elena Torres',
    serviceType: 'shuttle',
    priorityLevel: 'high',
    notes: 'Dos niños',
    plannedStops: [
      { address: 'Durango 12', reference: 'Portón verde', timeWindowStart: null },
      { address: 'Colegio Alameda', stopType: 'drop' },
    ],
  })
})

it('saves a service as a template of its customer, without times, price and payment', async () => {
  const { user, dialog, name, asked } = await saveAsTemplate({
    'GET /services/callers/k1': knows(),
    [saving]: { body: someTemplate({ name: 'Casa' }) },
  })
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  dialog.getByText('Este dato es obligatorio')
  await user.type(name, 'Casa')
  dialog.getByText(/para los próximos servicios de Elena Torres/)
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await screen.findByText('Plantilla «Casa» guardada.')
  const sent = asked.find(({ call }) => call === saving)?.body
  expect(sent).toMatchObject({ name: 'Casa', serviceType: 'taxi' })
  expect(Object.keys(sent as object).toSorted()).toEqual([
    'name',
    'notes',
    'priorityLevel',
    'requiredLoadKg',
    'requiredLoadM3',
    'requiredProofs',
    'requiredSeats',
    'requiredSkills',
    'requiredVehicleType',
    'serviceType',
    'stops',
  ])
})

it('replaces the template of the same name, and says so before', async () => {
  const { user, dialog, name, count } = await saveAsTemplate({
    'PUT /services/callers/k1/templates/p1': { body: someTemplate() },
  })
  await user.type(name, 'escuela ')
  await dialog.findByText('Elena Torres ya tiene una plantilla con ese nombre: se reemplazará.')
  await user.click(dialog.getByRole('button', { name: 'Reemplazar' }))
  await screen.findByText('Plantilla «Escuela» guardada.')
  expect(count('PUT /services/callers/k1/templates/p1')).toBe(1)
})

it('renames and deletes a template without leaving the service that is being created', async () => {
  const { user, dialog, list, asked, count } = await elenaCalls({
    'PUT /services/callers/k1/templates/p1': { body: someTemplate({ name: 'Colegio' }) },
    'DELETE /services/callers/k1/templates/p1': { body: { companyId: 'c1', done: true } },
  })
  await user.click(list.getByRole('button', { name: 'Acciones de Escuela' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cambiar nombre' }))
  const name = await screen.findByRole('textbox', { name: /^Nombre/ })
  await user.clear(name)
  await user.type(name, 'Colegio{Enter}')
  await screen.findByText('Plantilla «Colegio» guardada.')
  expect(asked.find(({ call }) => call === 'PUT /services/callers/k1/templates/p1')?.body).toMatchObject({
    name: 'Colegio',
    notes: 'Dos niños',
  })
  await user.click(list.getByRole('button', { name: 'Acciones de Escuela' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Eliminar plantilla' }))
  const question = within(await screen.findByRole('alertdialog', { name: /Eliminar la plantilla «Escuela»/ }))
  await user.click(question.getByRole('button', { name: 'Eliminar plantilla' }))
  await screen.findByText('Plantilla «Escuela» eliminada.')
  expect(count('DELETE /services/callers/k1/templates/p1')).toBe(1)
  dialog.getByRole('textbox', { name: /Nombre del cliente/ })
  expect(count('POST /services')).toBe(0)
})

const full = 'Este cliente ya tiene 30 plantillas. Elimina alguna antes de guardar otra.'

it('shows why a template could not be saved', async () => {
  const { user, dialog, name } = await saveAsTemplate({
    'GET /services/callers/k1': knows(),
    [saving]: refusal(409, 'service_templates_full', full),
  })
  await user.type(name, 'Casa{Enter}')
  await dialog.findByText(full)
})
