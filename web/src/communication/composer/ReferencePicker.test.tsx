import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeAnswers, renderApp } from '../../app/testing.tsx'
import { somePlannedStop, someService } from '../../services/services.factory.ts'
import { someVehicle } from '../../vehicles/vehicles.factory.ts'
import { someMessage, someThread, someThreadDetails } from '../communication.factory.ts'

const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 20 } })
const service = someService({ plannedStops: [somePlannedStop({ address: 'Zócalo' })] })
const answers: FakeAnswers = {
  'GET /threads': listOf(someThread()),
  'GET /own-threads': { body: { items: [] } },
  'GET /replies-aside': { body: { items: [], notKept: 0 } },
  'GET /threads/t1': { body: someThreadDetails() },
  'GET /threads/t1/messages': {
    body: {
      items: [
        someMessage({
          refs: [
            { kind: 'service', id: 's1', label: '20431' },
            { kind: 'place', latitude: 19.4, longitude: -99.1, label: 'Puerta 4' },
          ],
        }),
      ],
      hasEarlier: false,
    },
  },
  'POST /threads/t1/read': { body: { done: true } },
  'POST /threads/t1/messages': { status: 201, body: someMessage({ id: 'm2', sequence: 2 }) },
  'GET /services': listOf(service),
  'GET /services/s1': { body: service },
  'GET /vehicles': listOf(someVehicle({ id: 'v1', vehicleNumber: '118' })),
}

it('a service and a vehicle are attached, one is taken off again, and the message needs no words', async () => {
  const { user, asked } = renderApp('/communication?thread=t1', answers)
  const add = async (kind: string, option: RegExp) => {
    await user.click(await screen.findByRole('button', { name: 'Adjuntar servicio, unidad o lugar' }))
    const dialog = within(await screen.findByRole('dialog'))
    if (kind !== 'Servicio') {
      await user.click(dialog.getByRole('combobox', { name: /^Qué adjuntar/ }))
      await user.click(await screen.findByRole('option', { name: kind }))
    }
    await user.type(dialog.getByRole('combobox', { name: new RegExp(`^${kind}`) }), '1')
    await user.click(await screen.findByRole('option', { name: option }))
    await user.click(dialog.getByRole('button', { name: 'Adjuntar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await add('Servicio', /^20431/)
  await add('Unidad', /^118/)
  const composer = within(screen.getByRole('region', { name: 'Escribir' }))
  composer.getByText('Servicio: 20431')
  const unit = composer.getByText('Unidad: 118').closest('.MuiChip-root') as HTMLElement
  unit.focus()
  await user.keyboard('{Delete}')
  await user.click(composer.getByRole('button', { name: /^Enviar/ }))
  await waitFor(() =>
    expect(asked.find(({ call }) => call === 'POST /threads/t1/messages')?.body).toMatchObject({
      text: '',
      refs: [{ kind: 'service', id: 's1', label: '20431' }],
    }),
  )
  expect(composer.queryByText('Servicio: 20431')).toBeNull()
})

it('what a message points at opens beside it, and the conversation stays', async () => {
  const { user, at } = renderApp('/communication?thread=t1', answers, { language: 'en' })
  await user.click(await screen.findByRole('button', { name: 'Service: 20431' }))
  const card = within(await screen.findByRole('dialog', { name: '20431' }))
  await card.findByText('Zócalo')
  expect(at()).toBe('/communication?thread=t1')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Place: Puerta 4' }))
  within(await screen.findByRole('dialog', { name: 'Puerta 4' })).getByText('19.40000, -99.10000')
})
