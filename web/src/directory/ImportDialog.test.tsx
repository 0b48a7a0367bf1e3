import { uploadTypes, type Work } from '@rumbo/contract/work.contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { staffScreens } from '../app/navigation/screens.ts'
import { answersFor, type FakeAnswers, refusal, renderApp } from '../app/testing.tsx'

/** Loads the lazy chunks before fake timers start, so that a busy machine does not delay them. */
beforeAll(async () => {
  await Promise.all([
    import('../app/shell/Shell.tsx'),
    staffScreens.directory.load(),
    import('./ImportDialog.tsx'),
  ])
}, 60_000)

interface Upload {
  address: string
  headers: Record<string, string>
  body: unknown
}
const uploads: Upload[] = []
let uploadAnswer: { status: number; body: unknown } = { status: 201, body: {} }

/** Replaces the browser's uploads, which a fake fetch does not receive. */
class FakeUpload {
  readonly upload: { onprogress?: (sent: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  status = 0
  responseText = ''
  private readonly seen: Upload = { address: '', headers: {}, body: null }
  open(_method: string, address: string) {
    this.seen.address = address
  }
  setRequestHeader(name: string, value: string) {
    this.seen.headers[name] = value
  }
  abort() {}
  send(body: unknown) {
    uploads.push({ ...this.seen, body })
    this.upload.onprogress?.({ loaded: 50, total: 100 })
    this.status = uploadAnswer.status
    this.responseText = JSON.stringify(uploadAnswer.body)
    queueMicrotask(() => this.onload?.())
  }
}
beforeEach(() => {
  uploads.length = 0
  uploadAnswer = { status: 201, body: { id: 'f9', name: 'clientes.csv', bytes: 10 } }
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})
afterEach(() => vi.unstubAllGlobals())

const inspected = {
  columns: ['Nombre', 'Apellido', 'Tel', ''],
  headingRow: 3,
  headingRows: [
    { row: 1, text: 'Clientes de enero' },
    { row: 3, text: 'Nombre · Apellido · Tel' },
  ],
  sample: [['Ana', 'Gil', '55 1111 2222', 'x']],
  rows: 3,
  encoding: 'windows-1252',
  delimiter: ';',
  mapping: ['firstName', 'lastName', null, null],
}
const someWork = (some: Partial<Work>): Work => ({
  id: 'w1',
  kind: 'directory.import',
  status: 'done',
  done: 3,
  total: 3,
  result: null,
  error: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  endedAt: null,
  ...some,
})
const resultOf = (some: Partial<NonNullable<Work['result']>>): Work['result'] => ({
  fileId: null,
  fileName: null,
  added: 2,
  updated: 0,
  skipped: 0,
  bad: [],
  isDryRun: true,
  ...some,
})
const bad = [{ row: 3, field: 'primaryPhone', code: 'phone_invalid', value: 'sin' }]

async function openImport(works: Work[], some: FakeAnswers = {}) {
  const started: unknown[] = []
  const view = renderApp('/directory', {
    ...answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] }),
    'GET /directory/contacts': { body: { items: [], total: 0, page: 1, size: 25 } },
    'POST /directory/imports/inspect': { body: inspected },
    'POST /directory/imports': (body) => {
      started.push(body)
      return { status: 202, body: { workId: works[started.length - 1]?.id ?? 'w1' } }
    },
    ...Object.fromEntries(works.map((work) => [`GET /work/${work.id}`, { body: work }])),
    ...some,
  })
  await view.user.click(await screen.findByRole('button', { name: 'Importar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Importar contactos' }))
  const choose = (file: File) =>
    view.user.upload(dialog.getByLabelText('Elegir archivo', { selector: 'input' }), file)
  return { ...view, dialog, started, choose }
}
const file = (name = 'clientes.csv') => new File(['Nombre;Apellido;Tel\n'], name)

it('imports contacts from a file after a check that lists the invalid row', async () => {
  const check = someWork({ id: 'w1', result: resultOf({ bad }) })
  const done = someWork({ id: 'w2', result: resultOf({ bad, isDryRun: false }) })
  const { user, dialog, started, choose } = await openImport([check, done])
  await choose(file())
  const table = within(await dialog.findByRole('table', { name: 'Columnas' }))
  expect(uploads[0]).toMatchObject({
    address: '/v1/files?name=clientes.csv',
    headers: { 'content-type': uploadTypes.csv, authorization: 'Bearer token-1' },
  })
  table.getByText('55 1111 2222')
  table.getByText('Columna 4')
  dialog.getByText('Falta decir qué columna trae: Teléfono principal')
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Revisar' })
  expect(button.disabled).toBe(true)
  await user.click(table.getByRole('combobox', { name: 'Dónde se guarda Tel' }))
  await user.click(await screen.findByRole('option', { name: 'Teléfono principal' }))
  await user.click(button)
  const rows = within(await dialog.findByRole('table', { name: 'Filas con errores' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'FilaDatoMotivoValor',
    '3Teléfono principalEscribe un teléfono válidosin',
  ])
  await user.click(dialog.getByRole('button', { name: 'Importar solo las 2 filas buenas' }))
  await dialog.findByText('La importación terminó')
  expect(started).toMatchObject([
    {
      companyId: 'c1',
      fileId: 'f9',
      headingRow: 3,
      mapping: ['firstName', 'lastName', 'primaryPhone', null],
      isDryRun: true,
      duplicates: 'skip',
    },
    { isDryRun: false, skipBad: true },
  ])
  await user.click(dialog.getByRole('button', { name: 'Listo' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows the header row, and reads the file again with another one', async () => {
  const asked: unknown[] = []
  const { user, dialog, choose } = await openImport([], {
    'POST /directory/imports/inspect': (body: unknown) => {
      asked.push(body)
      const isOther = asked.length > 1
      return {
        body: isOther
          ? { ...inspected, headingRow: 1, columns: ['Clientes de enero'], sample: [], mapping: [null] }
          : inspected,
      }
    },
  })
  await choose(file())
  const heading = await dialog.findByRole('combobox', { name: 'Encabezados' })
  expect(heading.textContent).toBe('Fila 3: Nombre · Apellido · Tel')
  await user.click(heading)
  await user.click(await screen.findByRole('option', { name: 'Fila 1: Clientes de enero' }))
  await dialog.findByRole('combobox', { name: 'Dónde se guarda Clientes de enero' })
  expect(asked).toEqual([{ fileId: 'f9' }, { fileId: 'f9', headingRow: 1 }])
}, 60_000)

it('keeps the newly chosen file when the answer about the previous one arrives late', async () => {
  let answer: (some: { body: unknown }) => void = () => {}
  const { user, dialog, choose } = await openImport([], {
    'POST /directory/imports/inspect': (body) =>
      (body as { headingRow?: number }).headingRow === undefined
        ? { body: inspected }
        : new Promise<{ body: unknown }>((resolve) => {
            answer = resolve
          }),
  })
  await choose(file())
  await user.click(await dialog.findByRole('combobox', { name: 'Encabezados' }))
  await user.click(await screen.findByRole('option', { name: /Clientes de enero/ }))
  await user.click(dialog.getByRole('button', { name: 'Elegir otro archivo' }))
  await choose(file('otros.csv'))
  await dialog.findByText(/^otros\.csv/)
  const late = { ...inspected, headingRow: 1, columns: ['Clientes de enero'], sample: [], mapping: [null] }
  await act(async () => answer({ body: late }))
  dialog.getByText(/^otros\.csv/)
  dialog.getByRole('combobox', { name: 'Dónde se guarda Tel' })
})

it('reports an empty file and a refused upload', async () => {
  uploadAnswer = { status: 413, body: refusal(413, 'payload_too_large').body }
  const { dialog, choose } = await openImport([])
  await choose(new File([], 'vacio.csv'))
  await dialog.findByText('El archivo está vacío.')
  expect(uploads).toHaveLength(0)
  await choose(file())
  await dialog.findByText('Lo que enviaste es demasiado grande. Envía menos.')
})

it('can be cancelled, reports that nothing was saved, and can be retried', async () => {
  let status: Work['status'] = 'running'
  const { user, dialog, started, choose } = await openImport([], {
    'POST /directory/imports/inspect': {
      body: { ...inspected, mapping: ['firstName', 'lastName', 'primaryPhone', null] },
    },
    'GET /work/w1': () => ({ body: someWork({ status, done: 1, result: null }) }),
    'POST /work/w1/cancel': () => {
      status = 'cancelled'
      return { body: someWork({ status, done: 1 }) }
    },
  })
  await choose(file())
  await user.click(await dialog.findByRole('button', { name: 'Revisar' }))
  await dialog.findByText('1 de 3 filas')
  await user.click(dialog.getByRole('button', { name: 'Detener' }))
  await dialog.findByText('Se detuvo. No se guardó ningún cambio.')
  await user.click(dialog.getByRole('button', { name: 'Volver a intentar' }))
  await waitFor(() => expect(started).toHaveLength(2))
})

it('words why the work failed', async () => {
  const failed = someWork({ status: 'failed', error: 'file_unreadable' })
  const { user, dialog, choose } = await openImport([failed], {
    'POST /directory/imports/inspect': {
      body: { ...inspected, mapping: ['firstName', 'lastName', 'primaryPhone', null] },
    },
  })
  await choose(file())
  await user.click(await dialog.findByRole('button', { name: 'Revisar' }))
  await dialog.findByText(/No se pudo leer el archivo/)
})
