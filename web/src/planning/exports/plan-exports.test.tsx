import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { QrCode } from '../../ui/QrCode.tsx'
import { renderUi } from '../../ui/testing.tsx'
import type { ExportedPlan } from './exported.ts'
import { someExportedPlan } from './exports.factory.ts'
import { PlanExportButton } from './PlanExportButton.tsx'

/** What the browser was given to save. */
let saved: { blob: Blob; name: string }[] = []

beforeEach(() => {
  saved = []
  let blob = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    blob = given as Blob
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ blob, name: this.download })
  })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T18:00:00.000Z') })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function choose(name: RegExp, plan: ExportedPlan = someExportedPlan(), language: 'es' | 'en' = 'es') {
  const view = renderUi(<PlanExportButton plan={plan} status="draft" isEstimate />, { language })
  await view.user.click(screen.getByRole('button', { name: /Exportar o imprimir|Export or print/ }))
  const item = await screen.findByRole('menuitem', { name })
  await view.user.click(item)
  return { ...view, item }
}
async function file() {
  const [{ blob, name } = { blob: new Blob(), name: '' }] = saved
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer()), name }
}

describe('the exports of a plan', () => {
  it('save a table that spreadsheets read, with no formula in it', async () => {
    await choose(/Tabla CSV/)
    const { text, name } = await file()
    expect(name).toBe('Turno matutino 2026-11-23.csv')
    const [head, first, reload, last, end] = text.split('\r\n')
    expect(head).toBe(
      '\uFEFFRuta,Unidad,Conductor,Parada,Servicio,Cliente,Tipo,Dirección,Llegada planeada,Salida planeada,Ventana,Carga,Km de la ruta',
    )
    expect(first).toBe(
      '1,118,R. Íñiguez,1,20431,Café Progreso,Destino,"Paseo de la Reforma 222, Juárez",23/11/2026 09:10,23/11/2026 09:15,09:00–10:30,120.5 kg,18.3',
    )
    expect(reload).toContain('Recarga en la base')
    expect(last).toContain("'=SUMA(A1)")
    expect(last).toContain('"Hamburgo 10; int. 3"')
    expect(end).toBe('')
    await screen.findByText('Se guardó Turno matutino 2026-11-23.csv.')
  })

  it('save a calendar with what a driver needs to know', async () => {
    await choose(/ICS calendar/, someExportedPlan(), 'en')
    const { text, name } = await file()
    expect(name).toBe('Turno matutino 2026-11-23.ics')
    const joined = text.replaceAll('\r\n ', '')
    expect(joined).toContain('SUMMARY:1. Drop · Café Progreso')
    expect(joined).toContain('Vehicle 118 · R. Íñiguez\\nService 20431\\n09:00–10:30')
    expect(joined).toContain('Tocar el timbre')
  })

  it('say how many stops a calendar leaves out for want of a time, which a table has', async () => {
    const plan = someExportedPlan()
    const [route] = plan.routes
    if (!route) throw new Error('no route')
    const untimed = { ...route, visits: route.visits.map((visit) => ({ ...visit, times: null })) }
    const { unmount } = await choose(/Calendario ICS/, { ...plan, routes: [untimed] })
    await screen.findByText(
      'Se guardó Turno matutino 118 2026-11-23.ics sin 2 paradas que todavía no tienen hora.',
    )
    expect((await file()).text).not.toContain('BEGIN:VEVENT')
    unmount()
    saved = []
    await choose(/Tabla CSV/, { ...plan, routes: [untimed] })
    await screen.findByText('Se guardó Turno matutino 118 2026-11-23.csv.')
    expect((await file()).text).toContain('Hamburgo 10')
  })

  it('say why there is nothing to export', async () => {
    const { item } = await choose(/Tabla CSV/, someExportedPlan({ routes: [] }))
    expect(item.textContent ?? '').not.toBe('')
    screen.getByText('Ninguna ruta tiene paradas todavía.')
    expect(saved).toEqual([])
  })

  it('print a sheet per route with stops, with a code that opens the route on the phone', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { user } = await choose(/Imprimir hojas de ruta/)
    const dialog = within(await screen.findByRole('dialog', { name: 'Hojas de ruta' }))
    const sheet = within(dialog.getByRole('article', { name: 'Unidad 118 · A-118' }))
    expect(dialog.getAllByRole('article')).toHaveLength(1)
    sheet.getByText('R. Íñiguez')
    const code = sheet.getByRole('img', { name: 'Abrir la ruta en el teléfono' })
    const opens = new URL('/driver?day=2026-11-23', window.location.origin).href
    const { container } = renderUi(<QrCode text={opens} label="expected" />)
    expect(code.innerHTML).toBe(container.querySelector('svg')?.innerHTML)
    sheet.getByText('Este plan no está publicado: el conductor no lo ve en su teléfono.')
    sheet.getByText('Los tiempos son estimados.')
    sheet.getByText('Firma del conductor')
    expect(sheet.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Llega',
      'Parada',
      'Contacto',
      'Notas',
      'Firma de quien recibe',
      'Hecho',
    ])
    const [, first] = sheet.getAllByRole('row')
    for (const text of [
      '09:10',
      'Paseo de la Reforma 222, Juárez',
      'Portón verde',
      'Ana López',
      '+52 55 5512 3456',
      'Tocar el timbre',
    ])
      within(first as HTMLElement).getByText(text)
    within(first as HTMLElement).getByText(/09:00–10:30 · 120.5 kg/)
    await user.click(dialog.getByRole('button', { name: 'Imprimir' }))
    expect(print).toHaveBeenCalledOnce()
  })
})
