import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { staffScreens } from '../app/navigation/screens.ts'
import { answersFor, refusal, renderApp } from '../app/testing.tsx'
import { someContact } from '../directory/directory.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../app/shell/Shell.tsx'), staffScreens.shifts.load()])
}, 60_000)

const manager = answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })

describe('cards that belong to nobody', () => {
  const card = {
    ...{ card: 'AB12', vehicleId: 'v118', vehicleNumber: '118', times: 3, isIgnored: false },
    ...{ firstSeenAt: '2026-03-02T12:00:00.000Z', lastSeenAt: '2026-03-02T13:00:00.000Z' },
  }
  const list = {
    'GET /unknown-cards': { body: { items: [card, { ...card, card: 'CD34', isIgnored: true }] } },
  }

  it('are listed without ignored ones, ignored, and assigned to a driver', async () => {
    const sent: unknown[] = []
    const ivan = someContact({ id: 'd1', firstName: 'Iván', lastName: 'Mora', role: 'primary_driver' })
    const { user } = renderApp('/shifts?tab=cards', {
      ...manager,
      ...list,
      'PUT /unknown-cards': (body) => {
        sent.push(body)
        return { body: { ...card, isIgnored: true } }
      },
      'GET /directory/contacts': { body: { items: [ivan], total: 1, page: 1, size: 20 } },
      'GET /directory/contacts/d1': { body: ivan },
      'POST /drivers/d1/cards': (body) => {
        sent.push(body)
        return refusal(409, 'card_taken')
      },
    })
    const table = within(await screen.findByRole('table', { name: 'Tarjetas sin conductor' }))
    await table.findByText('AB12')
    expect(table.queryByText('CD34')).toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Mostrar ignoradas' }))
    await table.findByText('CD34')
    await user.click(table.getByRole('button', { name: /AB12/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ignorar' }))
    expect(sent).toEqual([{ companyId: 'c1', card: 'AB12', isIgnored: true }])
    await user.click(table.getByRole('button', { name: /AB12/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Asignar a un conductor' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Asignar la tarjeta AB12' }))
    await user.click(dialog.getByRole('button', { name: 'Asignar' }))
    expect(sent).toHaveLength(1)
    await user.type(dialog.getByRole('combobox', { name: /^Conductor/ }), 'Iv')
    await user.click(await screen.findByRole('option', { name: /Iván Mora/ }))
    await dialog.findByText(/no tiene usuario del sistema: su tarjeta lo identifica, pero no inicia turnos/)
    await user.click(dialog.getByRole('button', { name: 'Asignar' }))
    await dialog.findByText('Esta tarjeta ya es de otro conductor de la empresa.')
    expect(sent[1]).toEqual({ card: 'AB12' })
  })

  it('are not shown to those who may not edit the directory', async () => {
    renderApp('/shifts?tab=cards', {
      ...manager,
      ...list,
      ...answersFor({ access_scopes: [{ scope: 'c1,*,*', type: 'read' }] }),
    })
    await screen.findByRole('tab', { name: 'Conductores' })
    expect(screen.queryByRole('tab', { name: 'Tarjetas sin conductor' })).toBeNull()
  })
})
