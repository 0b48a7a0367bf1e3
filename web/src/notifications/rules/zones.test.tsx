import type { Zone } from '@rumbo/contract/places.zones.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../../app/testing.tsx'
import { someNotificationRule } from '../notifications.factory.ts'
import { newRule } from './rule-draft.rules.ts'

const zone = (some: Partial<Zone>): Zone => ({
  ...{ id: 'z1', companyId: 'c1', fleetId: 'f1', name: 'Aeropuerto', corners: [], version: 1 },
  ...some,
})
const limited = someNotificationRule({
  conditions: { ...newRule().conditions, zoneIds: ['z1', 'z2', 'z9'] },
  zones: [zone({}), zone({ id: 'z2', fleetId: 'f2' })].map(({ id, fleetId, name }) => ({
    id,
    fleetId,
    name,
  })),
})
const answers: FakeAnswers = {
  ...answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] }),
  'GET /notification-rules': { body: { items: [limited] } },
  'GET /zones': {
    body: {
      items: [
        zone({}),
        zone({ id: 'z3', name: 'Centro Histórico' }),
        zone({ id: 'z4', companyId: 'c2', name: 'De otra empresa' }),
      ],
      ...{ total: 3, page: 1, size: 100 },
    },
  },
  'PUT /notification-rules/r1': { body: limited },
}

it.each([
  ['es', 'Solo en Aeropuerto, 1 zona eliminada'],
  ['en', 'Only in Aeropuerto, 1 deleted zone'],
] as const)(
  'the list says which zones a rule is limited to, and that one was deleted (%s)',
  async (language, text) => {
    renderApp('/rules', answers, { language })
    await screen.findByText(text)
  },
)

it('the form adds and removes zones, also one that was deleted, by keyboard alone', async () => {
  const { user, asked } = renderApp('/rules', answers)
  const rule = await screen.findByRole('button', { name: /^Seguridad/ })
  rule.focus()
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar la regla Seguridad' }))
  const chosen = within(dialog.getByRole('group', { name: 'Zonas' }))
  const gone = chosen.getByRole('button', { name: 'Quitar Zona eliminada' })
  gone.focus()
  await user.keyboard('{Enter}')
  const field = dialog.getByRole('combobox', { name: 'Zonas' })
  // What was focused is gone; the focus is still among the zones.
  expect(document.activeElement).toBe(field)
  await user.keyboard('{ArrowDown}')
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent?.split(' · ')[0])).toEqual(['Centro Histórico'])
  await user.keyboard('{ArrowDown}{Enter}')
  await chosen.findByRole('button', { name: /^Quitar Centro Histórico/ })
  expect(document.activeElement).toBe(field)
  dialog.getByRole('button', { name: /Escalación/ }).focus()
  await user.keyboard('{Enter}')
  dialog.getByRole('button', { name: 'Guardar' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(asked.find(({ call }) => call === 'PUT /notification-rules/r1')?.body).toMatchObject({
      conditions: { zoneIds: ['z1', 'z2', 'z3'] },
    }),
  )
  expect(asked.find(({ call }) => call === 'PUT /notification-rules/r1')?.body).not.toHaveProperty('zones')
})

it.each([
  ['es', 'Guardar', 'Una de las zonas ya no existe. Elige otra.'],
  ['en', 'Save', 'One of the zones no longer exists. Choose another one.'],
] as const)('a refused zone says so (%s)', async (language, save, text) => {
  const refused = { ...answers, 'PUT /notification-rules/r1': refusal(422, 'zone_unknown', text) }
  const { user } = renderApp('/rules', refused, { language })
  await user.click(
    await screen.findByRole('button', { name: language === 'es' ? /^Seguridad/ : /^Security/ }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: language === 'es' ? /Escalación/ : /Escalation/ }))
  await user.click(dialog.getByRole('button', { name: save }))
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain(text))
})

it.each([
  ['es', ['Aeropuerto'], 'En la zona Aeropuerto', '2 eventos no cumplen: fuera de las zonas'],
  ['en', ['Aeropuerto', 'Centro'], 'In zones Aeropuerto, Centro', '2 events do not match: outside the zones'],
] as const)(
  'the preview says in which zones each event was (%s)',
  async (language, zones, within_, outside) => {
    const item = {
      ...{
        eventId: 'e1',
        at: '2026-03-02T12:00:00.000Z',
        vehicleNumber: '104',
        title: 'Exceso',
        message: '',
      },
      ...{ zones, recipients: [] },
    }
    const { user } = renderApp(
      '/rules',
      {
        ...answers,
        'POST /notification-rules/preview': {
          body: {
            ...{ events: 3, matched: 1, notifications: 0, isCut: false, items: [item] },
            unmatched: [{ reason: 'zone', events: 2 }],
          },
        },
      },
      { language },
    )
    await user.click(
      await screen.findByRole('button', { name: language === 'es' ? /^Seguridad/ : /^Security/ }),
    )
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: language === 'es' ? /Quién/ : /Who/ }))
    await user.click(
      dialog.getByRole('button', { name: language === 'es' ? /habría avisado/ : /would have/ }),
    )
    await dialog.findByText(within_)
    dialog.getByText(outside)
  },
)
