import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeAnswers, renderApp } from '../../app/testing.tsx'
import { cornersOf, emptyAudience, filterOf } from './broadcast-draft.rules.ts'

const broadcast = {
  ...{
    id: 'b1',
    companyId: 'c1',
    fleetId: 'f1',
    filter: { kind: 'onDuty' },
    text: 'Junta a las 5',
    texts: null,
  },
  ...{ priority: 'normal', author: 'Ana', status: 'sent', createdAt: '2026-03-02T12:00:00.000Z' },
  ...{ scheduledAt: null, sentAt: '2026-03-02T12:00:00.000Z', cancelledAt: null, cancelledBy: null },
  ...{ recipients: 2, read: 1, failed: 0, held: 0 },
}
const answers: FakeAnswers = {
  'GET /threads': { body: { items: [], total: 0, page: 1, size: 50 } },
  'GET /own-threads': { body: { items: [] } },
  'GET /replies-aside': { body: { items: [], notKept: 0 } },
  'GET /message-templates': { body: { items: [] } },
  'POST /broadcasts/preview': {
    body: {
      recipients: 2,
      names: [
        { id: 'k1', name: 'Juan', vehicleNumber: '104' },
        { id: 'k2', name: 'Ana', vehicleNumber: null },
      ],
      maySend: true,
    },
  },
  'POST /broadcasts': { status: 201, body: broadcast },
  'GET /broadcasts': { body: { items: [broadcast], total: 1, page: 1, size: 25 } },
  'GET /broadcasts/b1': {
    body: {
      ...broadcast,
      notRead: [
        {
          ...{ recipientId: 'r2', kind: 'driver', name: 'Ana', phone: '+525500000002', method: 'in_app' },
          ...{ status: 'delivered', at: '2026-03-02T12:00:00.000Z', detail: null, heldSince: null },
          ...{ tries: [], otherMethods: ['sms'], threadId: 't2', messageId: 'm2' },
        },
      ],
    },
  },
}

it('shows whom a broadcast reaches, and sends it', async () => {
  const { user, asked } = renderApp('/communication', answers)
  await user.click(await screen.findByRole('button', { name: 'Mensaje masivo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mensaje masivo a conductores' }))
  await dialog.findByText('Les llega a 2 conductores')
  dialog.getByText('Juan (104), Ana')
  await user.type(dialog.getByRole('textbox', { name: /^Mensaje/ }), 'Junta a las 5')
  await user.click(dialog.getByRole('button', { name: 'Enviar a 2' }))
  await screen.findByText('Se envió a 2 conductores')
  await waitFor(() =>
    expect(asked.find(({ call }) => call === 'POST /broadcasts')?.body).toMatchObject({
      fleetId: 'f1',
      filter: { kind: 'onDuty' },
      text: 'Junta a las 5',
      priority: 'normal',
      scheduledAt: null,
    }),
  )
})

it('lists who has not read one', async () => {
  const { user } = renderApp('/communication', answers)
  await user.click(await screen.findByRole('button', { name: 'Mensajes masivos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mensajes masivos' }))
  await user.click(await dialog.findByRole('button', { name: 'Leído por 1 de 2' }))
  const silent = within(await dialog.findByRole('list', { name: 'Quién no lo ha leído' }))
  silent.getByRole('button', { name: 'Ana' })
  silent.getByRole('link', { name: /\+525500000002/ })
})

it('knows when nobody is chosen yet', () => {
  expect(filterOf({ ...emptyAudience, kind: 'drivers' })).toBeNull()
  expect(filterOf({ ...emptyAudience, kind: 'polygon', corners: [] })).toBeNull()
  expect(filterOf({ ...emptyAudience, kind: 'status', statuses: ['active'] })).toEqual({
    kind: 'status',
    statuses: ['active'],
  })
})

it('takes no more corners of a geofence than a broadcast may have', () => {
  const ring = Array.from({ length: 1001 }, (_, at): [number, number] => [at / 10 + 100, 1])
  const corners = cornersOf(ring)
  expect(corners.length).toBeLessThanOrEqual(200)
  expect(corners.every(({ longitude }) => longitude >= -180 && longitude <= 180)).toBe(true)
})

const silentOne = (recipientId: string, name: string) => {
  const tried = {
    ...{ method: 'in_app', status: 'sent', at: '2026-03-02T12:00:00.000Z', detail: null, heldSince: null },
  }
  return {
    ...{ recipientId, kind: 'driver', name, phone: null, tries: [tried], otherMethods: ['sms'], ...tried },
    ...{ threadId: `t-${recipientId}`, messageId: `m-${recipientId}` },
  }
}

it('sends one to those who have not read it by another method: to one, or to all', async () => {
  const bySms = { ...silentOne('r1', 'Ana'), method: 'sms', otherMethods: [] }
  const { user, asked } = renderApp('/communication', {
    ...answers,
    'GET /broadcasts/b1': {
      body: { ...broadcast, notRead: [silentOne('r1', 'Ana'), silentOne('r2', 'Luis')] },
    },
    'POST /threads/t-r1/messages/m-r1/recipients/r1/retry': { body: bySms },
    'POST /broadcasts/b1/retry': { body: { sent: 1, unreachable: 1, left: 0 } },
  })
  await user.click(await screen.findByRole('button', { name: 'Mensajes masivos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mensajes masivos' }))
  await user.click(await dialog.findByRole('button', { name: 'Leído por 1 de 2' }))
  const silent = within(await dialog.findByRole('list', { name: 'Quién no lo ha leído' }))
  const [ana] = silent.getAllByRole('button', { name: 'Enviar por mensaje SMS' })
  if (ana) await user.click(ana)
  await user.click(dialog.getByRole('button', { name: 'Enviar a todos ellos por mensaje SMS' }))
  const question = within(
    await screen.findByRole('alertdialog', {
      name: 'Enviar a todos ellos por mensaje SMS',
    }),
  )
  await user.click(question.getByRole('button', { name: 'Enviar' }))
  await dialog.findByText('Se envió a 1 persona. 1 no se puede contactar por ese medio.')
  expect(asked.filter(({ call }) => call.endsWith('retry')).map(({ body }) => body)).toEqual([
    { method: 'sms' },
    { method: 'sms' },
  ])
})

it('sends a template to those who carry out services of a type', async () => {
  const template = {
    ...{ id: 'p1', companyId: 'c1', name: 'Regreso', version: 1 },
    ...{ texts: { es: 'Unidad {unidad}', en: 'Vehicle {vehicle}' } },
    ...{ updatedAt: '2026-03-02T12:00:00.000Z', updatedBy: null },
  }
  const { user, asked } = renderApp(
    '/communication',
    { ...answers, 'GET /message-templates': { body: { items: [template] } } },
    { language: 'en' },
  )
  await user.click(await screen.findByRole('button', { name: 'Broadcast' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('combobox', { name: /^Template/ }))
  await user.click(await screen.findByRole('option', { name: 'Regreso' }))
  dialog.getByText('Vehicle {vehicle}')
  await user.click(dialog.getByRole('combobox', { name: /^To/ }))
  await user.click(await screen.findByRole('option', { name: 'By type of service' }))
  await user.click(dialog.getByRole('button', { name: 'Taxi' }))
  await user.click(await dialog.findByRole('button', { name: 'Send to 2' }))
  await waitFor(() =>
    expect(asked.find(({ call }) => call === 'POST /broadcasts')?.body).toMatchObject({
      filter: { kind: 'serviceType', types: ['taxi'] },
      templateId: 'p1',
    }),
  )
})
