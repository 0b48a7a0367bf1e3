import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { answersFor, refusal, renderApp } from '../../app/testing.tsx'
import { isBackwards, readAuditFilter } from '../../monitoring/audit-filter.rules.ts'
import { pretendMedia } from '../../ui/testing.tsx'

beforeAll(async () => {
  await Promise.all([import('../../app/shell/Shell.tsx'), import('./AuditScreen.tsx')])
}, 60_000)

const ids = {
  entry: '0190a000-0000-7000-8000-0000000000e1',
  ana: '0190a000-0000-7000-8000-0000000000a1',
  vehicle: '0190a000-0000-7000-8000-0000000000b1',
  work: '0190a000-0000-7000-8000-0000000000c1',
  file: '0190a000-0000-7000-8000-0000000000d1',
}
const entry = {
  id: ids.entry,
  at: '2026-03-02T15:00:00.000Z',
  actorId: ids.ana,
  actorName: 'Ana Núñez',
  address: '203.0.113.9',
  companyId: 'c1',
  companyName: 'Ruta Norte',
  action: 'vehicle.updated',
  entity: 'vehicle',
  entityId: ids.vehicle,
  entityName: 'U-014',
  changes: {
    color: ['rojo', 'azul'],
    isActive: [true, false],
    last_login_at: [null, '2026-03-02T14:00:00.000Z'],
    addresses: [[], [{ city: 'Puebla', notes: null }]],
  },
}
const page = (...items: unknown[]) => ({ body: { items, total: items.length, page: 1, size: 25 } })
const admin = answersFor({ level: 'admin', access_scopes: [{ scope: 'c1,*,*', type: 'manage' }] })
const root = answersFor({ level: 'super_admin', access_scopes: [{ scope: '*,*,*', type: 'manage' }] })
const kinds = {
  'GET /audit/kinds': {
    body: { actions: ['vehicle.updated', 'user.created'], entities: ['vehicle', 'user'] },
  },
}
const answers = { ...admin, ...kinds, 'GET /audit': page(entry) }
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const queries: URLSearchParams[] = []
const remembered = (_body: unknown, query: URLSearchParams) => {
  queries.push(query)
  return page(entry)
}
beforeEach(() => {
  queries.length = 0
})

describe('the audit screen', () => {
  it('shows who did what, and opens the differences in words', async () => {
    const { user, at } = renderApp('/audit', answers)
    await heading('Auditoría')
    const table = await screen.findByRole('table', { name: 'Auditoría' })
    within(table).getByText('Ana Núñez')
    within(table).getByText('Cambió')
    within(table).getByText('Unidad')
    within(table).getByText('203.0.113.9')
    const opener = within(table).getByRole('button', { expanded: false, name: /02\/03\/2026/ })
    await user.click(opener)
    expect(at()).toContain(`entry=${ids.entry}`)
    const changes = await screen.findByRole('table', { name: 'Cambios' })
    const rowOf = (name: string) =>
      within(changes).getByRole('row', { name: new RegExp(`^${name}`) }).textContent
    expect(rowOf('Color')).toBe('Colorrojoazul')
    expect(rowOf('Activo')).toBe('Activosíno')
    expect(rowOf('Last login at')).toMatch(/^Last login at—02\/03\/2026/)
    expect(rowOf('Direcciones')).toBe('Direcciones—Ciudad: Puebla')
    await user.click(screen.getByRole('button', { expanded: true, name: /02\/03\/2026/ }))
    expect(screen.queryByRole('table', { name: 'Cambios' })).toBeNull()
  })

  it('is available in English', async () => {
    renderApp(`/audit?entry=${ids.entry}`, answers, { language: 'en' })
    await heading('Audit')
    await screen.findByText('Changed')
    const changes = await screen.findByRole('table', { name: 'Changes' })
    within(changes).getByRole('row', { name: /^Active yes no/ })
  })

  it('filters by kind, action, person and record, kept in the address', async () => {
    const { user, at } = renderApp('/audit', { ...answers, 'GET /audit': remembered })
    await user.click(await screen.findByRole('combobox', { name: 'Tipo de registro' }))
    await user.click(await screen.findByRole('option', { name: 'Usuario' }))
    expect(at()).toContain('entity=user')
    await user.click(screen.getByRole('combobox', { name: 'Acción' }))
    await user.click(await screen.findByRole('option', { name: 'Unidad: Cambió' }))
    expect(at()).toContain('action=vehicle.updated')
    await user.click(await screen.findByRole('button', { name: /U-014/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Solo Ana Núñez' }))
    expect(at()).toContain(`actorId=${ids.ana}`)
    await vi.waitFor(() =>
      expect(Object.fromEntries(queries.at(-1) ?? [])).toMatchObject({
        entity: 'user',
        action: 'vehicle.updated',
        actorId: ids.ana,
        order: 'desc',
      }),
    )
    const chip = (await screen.findByText('Solo Ana Núñez')).closest('.MuiChip-root') as HTMLElement
    await user.click(within(chip).getByTestId('CancelIcon'))
    expect(at()).not.toContain('actorId')
  })

  it('offers companies to super admins only, and shows them the company of each entry', async () => {
    const { unmount } = renderApp('/audit', answers)
    await heading('Auditoría')
    expect(screen.queryByRole('combobox', { name: 'Empresa' })).toBeNull()
    unmount()
    renderApp('/audit', { ...answers, ...root })
    await screen.findByRole('combobox', { name: 'Empresa' })
    await screen.findByText('Ruta Norte')
  })

  it('reports a reversed date range, and sends no request', async () => {
    const { count } = renderApp('/audit?from=2026-03-02&to=2026-03-01', answers)
    await screen.findByText('El primer día va después del último. Corrige uno de los dos.')
    expect(count('GET /audit')).toBe(0)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exportar' }).disabled).toBe(true)
  })

  it('distinguishes no matches from no entries yet', async () => {
    const none = { ...answers, 'GET /audit': page() }
    const { user, at, unmount } = renderApp('/audit?entity=user', none)
    await screen.findByText('Ningún cambio coincide')
    await user.click(screen.getByRole('button', { name: 'Quitar filtros' }))
    expect(at()).toBe('/audit')
    unmount()
    renderApp('/audit', none)
    await screen.findByText('Todavía no hay cambios')
  })

  it.each([
    ['es', 'Auditoría', 'No se pudo cargar la auditoría. Inténtalo de nuevo.'],
    ['en', 'Audit', 'The audit could not be loaded. Please try again.'],
  ] as const)('words a failure in %s', async (language, title, sentence) => {
    renderApp('/audit', { ...answers, 'GET /audit': { status: 400, body: {} } }, { language })
    await heading(title)
    await screen.findByText(sentence)
  })

  it('is refused to a manager', async () => {
    renderApp('/audit', { ...kinds, 'GET /audit': page(entry) })
    await screen.findByText('No tienes permiso para hacer esto.')
    expect(screen.queryByRole('table', { name: 'Auditoría' })).toBeNull()
  })

  it('shows cards on a phone, with the differences inside', async () => {
    pretendMedia('max-width')
    const { user } = renderApp('/audit', answers)
    const cards = await screen.findByRole('list', { name: 'Auditoría' })
    await user.click(within(cards).getByRole('button', { name: /02\/03\/2026/ }))
    await within(cards).findByRole('table', { name: 'Cambios' })
  })
})

describe('the export', () => {
  const work = (some: object) => ({
    body: {
      id: ids.work,
      kind: 'audit.export',
      status: 'running',
      done: 400,
      total: 1000,
      result: null,
      error: null,
      createdAt: entry.at,
      endedAt: null,
      ...some,
    },
  })
  const result = {
    fileId: ids.file,
    fileName: 'Auditoría.csv',
    added: 0,
    updated: 0,
    skipped: 0,
    bad: [],
    isDryRun: false,
  }

  async function start(some: object) {
    const saved: string[] = []
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const view = renderApp('/audit?entity=vehicle', {
      ...answers,
      'POST /audit/exports': { status: 202, body: { workId: ids.work } },
      [`GET /files/${ids.file}`]: { body: 'a,b' },
      ...some,
    })
    await screen.findByRole('table', { name: 'Auditoría' })
    await view.user.click(screen.getByRole('button', { name: 'Exportar' }))
    await view.user.click(await screen.findByRole('menuitem', { name: 'Exportar como CSV' }))
    return { ...view, saved }
  }

  it('exports the filtered entries, shows the progress, and downloads the file', async () => {
    let status: object = {}
    const { asked, saved } = await start({ [`GET /work/${ids.work}`]: () => work(status) })
    const dialog = await screen.findByRole('dialog', { name: 'Exportar auditoría' })
    await within(dialog).findByText('400 de 1,000 filas')
    expect(within(dialog).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    expect(asked.find(({ call }) => call === 'POST /audit/exports')?.body).toEqual({
      entity: 'vehicle',
      search: '',
      format: 'csv',
      language: 'es',
    })
    status = { status: 'done', result, endedAt: entry.at }
    await screen.findByText('Auditoría.csv está listo.')
    expect(saved).toEqual(['Auditoría.csv'])
    expect(screen.queryByRole('dialog')).toBeNull()
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Exportar' })),
    )
  })

  it('can be cancelled', async () => {
    let status: object = {}
    const { user, count } = await start({
      [`GET /work/${ids.work}`]: () => work(status),
      [`POST /work/${ids.work}/cancel`]: () => {
        status = { status: 'cancelled' }
        return work(status)
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Cancelar trabajo' }))
    await screen.findByText('Lo que había cambiado quedó como antes.')
    expect(count(`POST /work/${ids.work}/cancel`)).toBe(1)
  })

  it('explains why it failed or could not start', async () => {
    await start({ [`GET /work/${ids.work}`]: work({ status: 'failed', error: 'export_too_large' }) })
    await screen.findByText(/Un archivo de Excel admite como máximo 1,048,575 filas/)
  })

  it('reports that the server refused to start', async () => {
    await start({ 'POST /audit/exports': refusal(403, 'forbidden') })
    await screen.findByRole('alert')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the filter of the address', () => {
  it('drops values that the server would refuse', () => {
    expect(
      readAuditFilter({ entity: 'user', actorId: 'x', from: '2026-1-1', to: '2026-03-01', more: 'y' }),
    ).toEqual({
      entity: 'user',
      to: '2026-03-01',
    })
    expect(readAuditFilter({ entity: ['a', 'b'], companyId: ids.ana })).toEqual({ companyId: ids.ana })
  })
  it('detects a reversed date range', () => {
    expect(isBackwards({ from: '2026-03-02', to: '2026-03-01' })).toBe(true)
    expect(isBackwards({ from: '2026-03-01', to: '2026-03-01' })).toBe(false)
    expect(isBackwards({ from: '2026-03-02' })).toBe(false)
  })
})
