import { planSettings } from '@rumbo/contract/planning.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { ClientProvider } from '../../app/client-context.tsx'
import { type FakeAnswer, fakeFetch, refusal, usualAnswers } from '../../app/testing.tsx'
import { silentSocket } from '../../live/live.factory.ts'
import { renderUi } from '../../ui/testing.tsx'
import { SchedulesPanel } from './SchedulesPanel.tsx'
import { bodyOf, draftOf, faultsOf, newDraft } from './schedule-draft.rules.ts'
import { someSchedule } from './schedules.factory.ts'

const plan = { id: 'p1', name: 'Turno matutino', date: '2026-11-23', settings: planSettings.parse({}) }

function show(answers: Record<string, FakeAnswer>, { mayEdit = true, language = 'es' as 'es' | 'en' } = {}) {
  const asked: { call: string; body: unknown }[] = []
  const fetch = fakeFetch((call, body) => {
    asked.push({ call, body })
    return answers[call] ?? (usualAnswers[call] as FakeAnswer | undefined)
  })
  const tabs = { post: () => {}, listen: () => {} }
  const view = renderUi(
    <ClientProvider client={createClient({ fetch, connect: silentSocket, tabs })}>
      <SchedulesPanel fleetId="f1" plan={plan} mayEdit={mayEdit} onClose={vi.fn()} />
    </ClientProvider>,
    { language },
  )
  return { ...view, asked, bodyOf: (call: string) => asked.find((one) => one.call === call)?.body }
}
const listOf = (...items: object[]): FakeAnswer => ({ body: { items } })

describe('recurring plans', () => {
  it('are listed with their rule, the next day, and what failed', async () => {
    const failed = someSchedule({
      id: 'r2',
      name: 'Reparto',
      isActive: false,
      failedDate: '2026-11-24',
      failure: 'plans_full',
    })
    show({ 'GET /plan-schedules': listOf(someSchedule(), failed) })
    const list = await screen.findByRole('list', { name: 'Planes recurrentes de la flotilla' })
    const [first, second] = within(list).getAllByRole('listitem')
    within(first as HTMLElement).getByText(/lun–vie · se crea a las 18:00, 1 día antes · 06:00–15:00/)
    within(first as HTMLElement).getByText('Próximo plan: martes, 24 de noviembre')
    within(second as HTMLElement).getByText('En pausa')
    within(second as HTMLElement).getByText(/No se pudo crear el plan del martes, 24 de noviembre/)
  })

  it('are created from the open plan', async () => {
    const { user, bodyOf: sent } = show({
      'GET /plan-schedules': listOf(),
      'POST /plan-schedules': { status: 201, body: someSchedule() },
    })
    await user.click(await screen.findByRole('button', { name: 'Nuevo plan recurrente' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo plan recurrente' }))
    await user.click(dialog.getByRole('button', { name: 'Crear' }))
    dialog.getByText('Escribe un nombre.')
    await user.type(dialog.getByRole('textbox', { name: /Nombre/ }), 'Escolar')
    await user.click(dialog.getByRole('button', { name: 'sábado' }))
    await user.click(dialog.getByRole('button', { name: 'Crear' }))
    await screen.findByText('Se guardó Escolar.')
    expect(sent('POST /plan-schedules')).toMatchObject({
      fleetId: 'f1',
      name: 'Escolar',
      weekdays: [1, 2, 3, 4, 5, 6],
      skipsHolidays: true,
      daysAhead: 1,
      madeAt: '18:00',
      seconds: 20,
      templatePlanId: 'p1',
      settings: plan.settings,
    })
  })

  it('are changed with the version that was read, and a refusal is said', async () => {
    const { user, bodyOf: sent } = show({
      'GET /plan-schedules': listOf(someSchedule()),
      'PUT /plan-schedules/r1': refusal(409, 'name_taken'),
    })
    await user.click(await screen.findByRole('button', { name: 'Cambiar Escolar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar Escolar' }))
    await user.click(dialog.getByRole('switch', { name: 'Activo' }))
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(dialog.getByRole('alert').textContent).not.toBe(''))
    expect(sent('PUT /plan-schedules/r1')).toMatchObject({
      version: 4,
      isActive: false,
      templatePlanId: null,
    })
  })

  it('are deleted after a question', async () => {
    const { user, asked } = show({
      'GET /plan-schedules': listOf(someSchedule()),
      'DELETE /plan-schedules/r1': { body: { done: true } },
    })
    await user.click(await screen.findByRole('button', { name: 'Eliminar Escolar' }))
    const question = within(await screen.findByRole('alertdialog', { name: '¿Eliminar Escolar?' }))
    await user.click(question.getByRole('button', { name: 'Eliminar' }))
    await screen.findByText('Se eliminó Escolar.')
    expect(asked.filter(({ call }) => call === 'DELETE /plan-schedules/r1')).toHaveLength(1)
  })

  it('are only shown to viewers, in English too', async () => {
    show({ 'GET /plan-schedules': listOf(someSchedule()) }, { mayEdit: false, language: 'en' })
    await screen.findByText(/^Next plan: Tuesday.*24/)
    expect(screen.queryByRole('button', { name: /Change|Delete|New/ })).toBeNull()
  })
})

describe('a draft of a recurring plan', () => {
  it('keeps everything of the one it changes', () => {
    const { id, companyId, fleetId, lastDate, nextDate, failedDate, failure, updatedAt, version, ...fields } =
      someSchedule()
    expect(bodyOf(draftOf(someSchedule()))).toEqual(fields)
  })

  it('has a name, a day, both times or neither, and days and a time that exist', () => {
    const good = { ...newDraft(plan.settings, null), name: 'A' }
    expect(faultsOf(good)).toEqual([])
    expect(faultsOf({ ...good, name: '  ' })).toEqual(['name'])
    expect(faultsOf({ ...good, weekdays: [] })).toEqual(['weekdays'])
    expect(faultsOf({ ...good, startTime: '06:00' })).toEqual(['hours'])
    for (const daysAhead of ['', '1.5', '-1', '15'])
      expect(faultsOf({ ...good, daysAhead })).toEqual(['days'])
    expect(faultsOf({ ...good, madeAt: null })).toEqual(['time'])
  })
})
