import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, type FakeAnswers, renderApp } from '../../app/testing.tsx'
import { someContact } from '../../directory/directory.factory.ts'
import { somePlace } from '../../places/places.factory.ts'
import { someService } from '../services.factory.ts'
import { someSeries } from './series.factory.ts'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), staffScreens.services.load()])
}, 60_000)
// Monday 2 March 2026 at 9:00 in Mexico City.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T15:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

const place = somePlace({ name: 'Paseo de la Reforma', detail: 'Avenida Insurgentes', isApproximate: true })
const listOf = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const outcome = { ...someSeries(), created: 6, removed: 0, kept: 0 }
const answers = (some: FakeAnswers = {}): FakeAnswers => ({
  'GET /services': listOf(someService()),
  'GET /services/s1': { body: someService({ seriesId: 'r1' }) },
  'GET /directory/contacts': listOf(someContact()),
  'GET /places/search': { body: { items: [place], isDegraded: false } },
  'GET /service-series': { body: { items: [someSeries()], isCut: false } },
  'GET /service-series/r1': { body: someSeries() },
  'POST /service-series': { status: 201, body: outcome },
  ...some,
})

it('creates a recurring service, and says beforehand on which days', async () => {
  const { user, asked, count } = renderApp('/services', answers())
  await user.click(await screen.findByRole('button', { name: 'Nuevo servicio' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo servicio' }))
  await user.click(dialog.getByRole('combobox', { name: /Contacto solicitante/ }))
  await user.click(await screen.findByRole('option', { name: /Elena Torres/ }))
  await user.click(dialog.getByRole('button', { name: 'Siguiente' }))
  await user.click(await dialog.findByRole('switch', { name: 'Repetir este servicio' }))
  for (const day of ['martes', 'miércoles', 'jueves', 'viernes'])
    await user.click(dialog.getByRole('button', { name: day }))
  const [day] = within(dialog.getByRole('group', { name: /Hasta/ })).getAllByRole('spinbutton')
  if (day) await user.click(day)
  await user.keyboard('23032026')
  await dialog.findByText(/3 servicios hasta el 23\/03\/2026. Sin servicio por día festivo: 16\/03\/2026/)
  await user.click(dialog.getByRole('button', { name: 'lunes' }))
  await user.click(dialog.getByRole('button', { name: 'Siguiente' }))
  await dialog.findByText('Elige al menos un día.')
  await user.click(dialog.getByRole('button', { name: 'lunes' }))
  await user.click(dialog.getByRole('button', { name: 'Siguiente' }))
  await user.type(await dialog.findByRole('combobox', { name: /Dirección/ }), 'Reforma')
  await user.click(await screen.findByRole('option', { name: /Paseo de la Reforma/ }))
  expect(dialog.queryByRole('button', { name: 'Crear y enviar' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Crear servicio' }))
  await screen.findByText('Serie creada con 6 servicios para los próximos 7 días.')
  expect(count('POST /services')).toBe(0)
  expect(asked.find(({ call }) => call === 'POST /service-series')?.body).toMatchObject({
    customerName: 'Elena Torres',
    repeat: { weekdays: [1], until: '2026-03-23', skipsHolidays: true },
  })
})

it('changes this and the following services of a series', async () => {
  const { user, asked } = renderApp(
    '/services?service=s1',
    answers({ 'PUT /service-series/r1': { body: { ...outcome, created: 4, kept: 1 } } }),
  )
  await user.click(await screen.findByRole('button', { name: 'Editar servicio' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Editar servicio/ }))
  await user.click(dialog.getByRole('button', { name: 'Siguiente' }))
  await user.click(await dialog.findByRole('radio', { name: 'Este y los siguientes' }))
  await user.click(dialog.getByRole('button', { name: 'sábado' }))
  await user.click(dialog.getByRole('button', { name: 'Siguiente' }))
  await user.click(await dialog.findByRole('button', { name: 'Guardar cambios' }))
  await screen.findByText('Serie cambiada: 4 servicios nuevos, 1 sin cambios.')
  expect(asked.find(({ call }) => call === 'PUT /service-series/r1')?.body).toMatchObject({
    version: 3,
    repeat: { weekdays: [1, 2, 3, 4, 5, 6], until: '2026-12-18', skipsHolidays: true },
  })
})

it('lists the series, from a service too, and pauses, resumes and ends them', async () => {
  const paused = someSeries({
    id: 'r2',
    customerName: 'Grupo Norte',
    state: 'paused',
    pauseProblem: 'contact_not_found',
  })
  const { user, asked } = renderApp(
    '/services?service=s1',
    answers({
      'GET /service-series': { body: { items: [paused, someSeries()], isCut: false } },
      'POST /service-series/r1/pause': { body: someSeries({ state: 'paused' }) },
      'POST /service-series/r2/resume': { body: { ...paused, created: 5, removed: 0, kept: 0 } },
      'POST /service-series/r1/end': { body: { ...outcome, removed: 3, kept: 1 } },
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Ver la serie' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Servicios recurrentes' }))
  const [first, second] = await panel.findAllByRole('listitem')
  if (!first || !second) throw new Error('missing series')
  within(first).getByText('lun–vie, 07:10 h, hasta el 18/12/2026')
  within(first).getByText(/16 (de )?mar, día festivo: sin servicio/)
  within(second).getByText('Motivo: el cliente ya no está en el directorio.')

  await user.click(panel.getByRole('button', { name: 'Pausar: Colegio Alameda' }))
  const pause = within(await screen.findByRole('dialog', { name: 'Pausar la serie' }))
  await user.type(pause.getByRole('textbox', { name: 'Motivo' }), 'Vacaciones')
  await user.click(pause.getByRole('button', { name: 'Pausar' }))
  await screen.findByText('Serie en pausa.')
  await user.click(panel.getByRole('button', { name: 'Reanudar: Grupo Norte' }))
  await screen.findByText('Serie reanudada con 5 servicios nuevos.')
  await user.click(panel.getByRole('button', { name: 'Terminar: Colegio Alameda' }))
  const end = within(await screen.findByRole('dialog', { name: 'Terminar la serie' }))
  await user.click(end.getByRole('button', { name: 'Terminar' }))
  await screen.findByText('Serie terminada: 3 servicios eliminados, 1 conservados.')
  const bodies = asked.filter(({ call }) => /^POST \/service-series\/r/.test(call)).map(({ body }) => body)
  expect(bodies).toEqual([
    { note: 'Vacaciones', version: 3 },
    { version: 3 },
    { from: '2026-03-02', version: 3 },
  ])
})

it('shows only the series to those who may only read, and says how to begin where there is none', async () => {
  const reads = answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] })
  const { user, unmount } = renderApp('/services', answers(reads))
  await user.click(await screen.findByRole('button', { name: 'Servicios recurrentes' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Servicios recurrentes' }))
  await panel.findByText('Colegio Alameda')
  expect(panel.queryByRole('button', { name: /Pausar|Terminar/ })).toBeNull()
  unmount()
  renderApp('/services?series=all', answers({ 'GET /service-series': { body: { items: [], isCut: false } } }))
  await screen.findByText('Todavía no hay servicios recurrentes')
  await waitFor(() => expect(screen.queryByRole('listitem', { name: /Colegio/ })).toBeNull())
})
