import type { Work } from '@rumbo/contract/work.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { staffScreens } from '../../app/navigation/screens.ts'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../../app/testing.tsx'
import { somePlace } from '../../places/places.factory.ts'
import { someService } from '../services.factory.ts'
import { someReview } from './imports.factory.ts'

/** Loads the lazy chunks before fake timers start, so that a busy machine does not delay them. */
beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), staffScreens.services.load()])
}, 60_000)

/** Replaces the browser's uploads, which a fake fetch does not receive. */
class FakeUpload {
  readonly upload = {}
  onload?: () => void
  status = 201
  responseText = JSON.stringify({ id: 'f9', name: 'servicios.csv', bytes: 10 })
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    queueMicrotask(() => this.onload?.())
  }
}
beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeUpload))
afterEach(() => vi.unstubAllGlobals())

const first = someReview()
const second = someReview({
  id: '01930000-0000-7000-8000-00000000a002',
  row: 9,
  reference: null,
  customerName: 'Elena Torres',
})
const resultOf = (some: Partial<NonNullable<Work['result']>>): NonNullable<Work['result']> => ({
  fileId: null,
  fileName: null,
  added: 3,
  updated: 0,
  skipped: 1,
  waiting: 2,
  bad: [{ row: 4, field: 'dispatchTime', code: 'date_ambiguous', value: '03/04/2026 10:00' }],
  notes: [
    { row: 5, field: 'reference', code: 'already_imported', value: 'P-5' },
    { row: 7, field: 'pickupAddress', code: 'address_ambiguous', value: 'Hamburgo 10 int. 3' },
  ],
  isDryRun: true,
  ...some,
})
const workOf = (id: string, result: Work['result']): Work => ({
  id,
  kind: 'services.import',
  status: 'done',
  done: 7,
  total: 7,
  result,
  error: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  endedAt: null,
})

/** A server with rows that wait, which leaves out the decided ones. */
function open(some: FakeAnswers = {}, waiting = [first, second]) {
  const left = new Map(waiting.map((review) => [review.id, review]))
  const sent: { call: string; body: unknown }[] = []
  const decide = (id: string, call: string) => ({
    [`POST /service-reviews/${id}/${call}`]: (body: unknown) => {
      sent.push({ call: `${call} ${id}`, body })
      left.delete(id)
      return { body: call === 'discard' ? { done: true } : someService({ serviceNumber: 20441 }) }
    },
  })
  const view = renderApp('/services', {
    'GET /services': { body: { items: [], total: 0, page: 1, size: 25 } },
    'GET /service-reviews': () => ({ body: { items: [...left.values()], total: left.size } }),
    'GET /places/search': { body: { items: [somePlace({ name: 'Calle Durango 5' })], isDegraded: false } },
    ...decide(first.id, 'resolve'),
    ...decide(second.id, 'resolve'),
    ...decide(second.id, 'discard'),
    ...some,
  })
  return { ...view, sent }
}

it('imports services after a check, and leads to the addresses that wait', async () => {
  const started: unknown[] = []
  const { user } = open({
    'POST /services/imports/inspect': {
      body: {
        columns: ['Tipo', 'Fecha', 'Origen', 'Tel'],
        headingRow: 1,
        headingRows: [{ row: 1, text: 'Tipo · Fecha · Origen · Tel' }],
        sample: [['Taxi', '2026-03-25 14:30', 'Hamburgo 10', '55']],
        rows: 7,
        encoding: 'utf-8',
        delimiter: ',',
        mapping: ['serviceType', 'dispatchTime', 'pickupAddress', null],
      },
    },
    'POST /services/imports': (body) => {
      started.push(body)
      return { status: 202, body: { workId: `w${started.length}` } }
    },
    'GET /work/w1': { body: workOf('w1', resultOf({})) },
    'GET /work/w2': { body: workOf('w2', resultOf({ isDryRun: false })) },
  })
  await user.click(await screen.findByRole('button', { name: 'Importar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Importar servicios' }))
  await user.upload(
    dialog.getByLabelText('Elegir archivo', { selector: 'input' }),
    new File(['Tipo,Fecha\n'], 'servicios.csv'),
  )
  await dialog.findByText('Falta decir qué columna trae: Teléfono del solicitante')
  await user.click(dialog.getByRole('combobox', { name: 'Dónde se guarda Tel' }))
  await user.click(await screen.findByRole('option', { name: 'Teléfono del solicitante' }))
  await user.click(dialog.getByRole('button', { name: 'Revisar' }))
  const bad = within(await dialog.findByRole('table', { name: 'Filas con errores' }))
  bad.getByText(/se puede leer de dos maneras/)
  const notes = within(dialog.getByRole('table', { name: 'Filas con avisos' }))
  notes.getByText('Ya se había importado')
  notes.getByText('Hay varios lugares con esta dirección')
  await user.click(dialog.getByRole('button', { name: 'Importar solo las 5 filas buenas' }))
  await dialog.findByText('La importación terminó')
  expect(started).toMatchObject([
    {
      companyId: 'c1',
      fleetId: 'f1',
      fileId: 'f9',
      mapping: ['serviceType', 'dispatchTime', 'pickupAddress', 'requesterPhone'],
      isDryRun: true,
    },
    { isDryRun: false, skipBad: true },
  ])
  await user.click(dialog.getByRole('button', { name: 'Revisar 2 filas' }))
  await screen.findByRole('dialog', { name: 'Filas por revisar' })
}, 60_000)

it('decides about the rows one after the other with the keyboard, and keeps the address of the file', async () => {
  const { user, sent } = open()
  await user.click(await screen.findByRole('button', { name: 'Revisar 2 filas' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Filas por revisar' }))
  const form = within(await dialog.findByRole('form', { name: 'Fila 7 · P-7' }))
  form.getByText('Destino: Paseo de la Reforma 222 · Encontrada')
  const toluca = form.getByRole<HTMLInputElement>('radio', { name: 'Hamburgo 10, Toluca' })
  await waitFor(() =>
    expect(document.activeElement).toBe(form.getByRole('radio', { name: 'Hamburgo 10, Juárez' })),
  )
  await user.click(form.getByRole('button', { name: 'Crear servicio' }))
  form.getByText('Elige una opción en cada parada.')
  expect(sent).toEqual([])
  form.getByRole('radio', { name: 'Hamburgo 10, Juárez' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(toluca.checked).toBe(true)
  await user.keyboard('{Enter}')
  await screen.findByText('Servicio 20441 creado')

  const next = within(await dialog.findByRole('form', { name: 'Fila 9' }))
  await user.click(next.getByRole('button', { name: 'Descartar fila' }))
  await dialog.findByText('No queda ninguna fila por revisar.')
  expect(sent).toEqual([
    {
      call: `resolve ${first.id}`,
      body: {
        stops: [
          { address: 'Hamburgo 10 int. 3', latitude: 19.29, longitude: -99.65 },
          { address: 'Paseo de la Reforma 222', latitude: 19.4286, longitude: -99.1617 },
        ],
      },
    },
    { call: `discard ${second.id}`, body: null },
  ])
}, 60_000)

it('corrects an address by a search, and says why a decision was refused', async () => {
  const { user } = open({
    [`POST /service-reviews/${first.id}/resolve`]: refusal(404, 'service_review_not_found'),
  })
  await user.click(await screen.findByRole('button', { name: 'Revisar 2 filas' }))
  const form = within(await screen.findByRole('form', { name: 'Fila 7 · P-7' }))
  await user.click(form.getByRole('radio', { name: 'Otra dirección' }))
  const field = form.getByRole('combobox', { name: /Dirección/ })
  await user.clear(field)
  await user.type(field, 'Durango 5')
  await user.click(await screen.findByRole('option', { name: /Calle Durango 5/ }))
  await user.click(form.getByRole('button', { name: 'Crear servicio' }))
  await form.findByText('Alguien ya decidió sobre esta fila, o no existe.')
}, 60_000)

it('asks whether an order that looks written twice is another one', async () => {
  const stops = first.stops.slice(1).map((stop) => ({ ...stop, doubt: 'order_repeated' as const }))
  const { user, sent } = open({}, [{ ...first, stops }])
  await user.click(await screen.findByRole('button', { name: 'Revisar 1 fila' }))
  const form = within(await screen.findByRole('form', { name: 'Fila 7 · P-7' }))
  form.getByText('Este cliente ya tiene un servicio ese día en este lugar')
  await user.click(form.getByRole('radio', { name: 'Es otro servicio' }))
  await user.click(form.getByRole('button', { name: 'Crear servicio' }))
  await screen.findByText('Servicio 20441 creado')
  expect(sent).toMatchObject([
    { body: { stops: [{ address: 'Paseo de la Reforma 222', latitude: 19.4286 }] } },
  ])
}, 60_000)

it('imports a file of orders without a date for the day that is chosen', async () => {
  const started: unknown[] = []
  const { user } = open({
    'POST /services/imports/inspect': {
      body: {
        columns: ['Cliente', 'Dirección', 'Peso'],
        headingRow: 1,
        headingRows: [{ row: 1, text: 'Cliente · Dirección · Peso' }],
        sample: [['Luz', 'Hamburgo 10', '12 kg']],
        rows: 7,
        encoding: 'utf-8',
        delimiter: ',',
        mapping: ['requesterName', 'destinationAddress', 'requiredLoadKg'],
      },
    },
    'POST /services/imports': (body) => {
      started.push(body)
      return { status: 202, body: { workId: 'w1' } }
    },
    'GET /work/w1': {
      body: workOf(
        'w1',
        resultOf({
          bad: [{ row: 4, field: 'requiredLoadKg', code: 'wrong_type', value: 'mucho' }],
          notes: [{ row: 5, field: 'destinationAddress', code: 'order_repeated', value: 'Hamburgo 10' }],
        }),
      ),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Importar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Importar servicios' }))
  await user.upload(
    dialog.getByLabelText('Elegir archivo', { selector: 'input' }),
    new File(['Cliente,Dirección\n'], 'pedidos.csv'),
  )
  await dialog.findByText('Falta decir qué columna trae: Hora de despacho')
  const day = within(dialog.getByRole('group', { name: /Día de las horas sin fecha/ }))
  await user.click(day.getAllByRole('spinbutton')[0] as HTMLElement)
  await user.keyboard('25032099')
  await waitFor(() => expect(dialog.queryByText(/Falta decir qué columna trae/)).toBeNull())
  await user.click(dialog.getByRole('button', { name: 'Revisar' }))
  const bad = within(await dialog.findByRole('table', { name: 'Filas con errores' }))
  bad.getByText(/Escribe un número mayor que 0, hasta 100,000/)
  within(dialog.getByRole('table', { name: 'Filas con avisos' })).getByText(
    'Este cliente ya tiene un servicio ese día en este lugar',
  )
  expect(started).toMatchObject([{ day: '2099-03-25', isDryRun: true }])
}, 60_000)

it('says that a broken XLSX file cannot be read, and takes another one', async () => {
  const looked: unknown[] = []
  const { user } = open({
    'POST /services/imports/inspect': (body) => {
      looked.push(body)
      return looked.length === 1
        ? refusal(422, 'file_unreadable')
        : {
            body: {
              columns: ['Cliente', 'Peso'],
              headingRow: 1,
              headingRows: [{ row: 1, text: 'Cliente · Peso' }],
              sample: [['Luz', '12 kg']],
              rows: 1,
              encoding: null,
              delimiter: null,
              mapping: ['requesterName', 'requiredLoadKg'],
            },
          }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Importar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Importar servicios' }))
  const choose = (content: string, name: string) =>
    user.upload(
      dialog.getByLabelText('Elegir archivo', { selector: 'input' }),
      new File([content], name, {
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      }),
    )
  await choose('PK\u0003\u0004 cut off', 'pedidos.xlsx')
  await dialog.findByText('No se pudo leer el archivo. Usa un CSV o XLSX con encabezados en la primera fila.')
  expect(dialog.queryByRole('button', { name: 'Revisar' })).toBeNull()
  await choose('PK\u0003\u0004 whole', 'pedidos-2.xlsx')
  await dialog.findByRole('combobox', { name: 'Dónde se guarda Peso' })
  expect(dialog.queryByText(/No se pudo leer el archivo/)).toBeNull()
  expect(looked).toHaveLength(2)
}, 60_000)

it('offers the import to those alone who may create services', async () => {
  open(answersFor({ level: 'user', access_scopes: [{ scope: 'c1,f1,*', type: 'read' }] }))
  await screen.findByRole('button', { name: 'Exportar' })
  expect(screen.queryByRole('button', { name: 'Importar' })).toBeNull()
})
