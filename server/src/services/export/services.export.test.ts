import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { createTestApp } from '@rumbo/tools/testing/app'
import { createTestWorkRunner } from '@rumbo/tools/testing/work-runner'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { workEndpoints } from '../../platform/jobs/work.endpoints.ts'
import { exportServicesWork } from '../index.ts'
import { angel, zocalo } from '../services.factory.ts'
import {
  createServicesHarness,
  type ServicesHarness,
  servicesAnswers,
  stop,
} from '../testing/services.harness.ts'

let test: TestApp
let works: ReturnType<typeof createTestWorkRunner>
let at: ServicesHarness

beforeAll(async () => {
  test = await createTestApp({ answers: (parts) => [...servicesAnswers(parts), ...workEndpoints] })
  works = createTestWorkRunner(test, { 'services.export': exportServicesWork })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

/** The lines of the file, without the heading. */
async function exported(call: TestCall, given: object = {}) {
  const body = { fleetId: at.fleetId, format: 'csv', language: 'es', ...given }
  const work = await works.ended(call, '/services/exports', body)
  const text = (await works.download(call, work.result?.fileId ?? '')).toString('utf8')
  const [heading = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  return { heading, lines }
}

describe('the exported services', () => {
  it('are those of the filter in its order, with words, local times and amounts', async () => {
    const low = await at.created({ priorityLevel: 'low', customerName: 'Zoila' })
    const high = await at.created({ priorityLevel: 'high', customerName: '=1+1' })
    await at.move(at.dispatcher, low, 'dispatch')
    const all = await exported(at.dispatcher, { sort: 'customerName', order: 'desc' })
    expect(all.heading).toMatch(/^Número,Estado,Tipo de servicio,Prioridad,Cliente,/)
    expect(all.lines).toHaveLength(2)
    expect(all.lines[0]).toContain(`${low.serviceNumber},Buscando unidad,Taxi,Baja,Zoila,`)
    expect(all.lines[0]).toContain(',Zócalo,Ángel,3,')
    // No spreadsheet takes the name for a formula.
    expect(all.lines[1]).toContain(`${high.serviceNumber},Creado,Taxi,Alta,'=1+1,`)
    const english = await exported(at.dispatcher, { priorityLevel: ['high'], language: 'en' })
    expect(english.heading).toMatch(/^Number,Status,/)
    expect(english.lines).toHaveLength(1)
    expect((await exported(at.dispatcher, { search: 'zoila' })).lines).toHaveLength(1)
  })

  it('have what each carries, and the planned minutes at its stops', async () => {
    await at.created({
      serviceType: 'delivery',
      requiredLoadKg: 120.5,
      requiredLoadM3: 0.75,
      plannedStops: [
        stop('pickup', 'A', zocalo, { serviceMinutes: 5 }),
        stop('checkpoint', 'B', zocalo),
        stop('drop', 'C', angel, { serviceMinutes: 0 }),
      ],
    })
    const { heading, lines } = await exported(at.dispatcher)
    const cellOf = (name: string) => lines[0]?.split(',')[heading.split(',').indexOf(name)]
    expect([cellOf('Peso (kg)'), cellOf('Volumen (m³)'), cellOf('Minutos en las paradas')]).toEqual([
      '120.5',
      '0.75',
      '5; ; 0',
    ])
  })

  it('are the readable ones alone, in more than one batch', async () => {
    for (let count = 0; count < 3; count += 1) await at.created()
    await test.build((tx) =>
      tx.sql(
        `insert into services.services (id, company_id, fleet_id, service_number, service_type, priority_level,
           customer_name, customer_phone, requester_contact_id, dispatch_time, status_since, currency, payment_method,
           payment_status, created_at, updated_at)
         select gen_random_uuid(), $1, $2, 90000 + n, 'taxi', 2, 'Elena', '+52 55 1000 0000', $3, $4, $4, 'MXN',
           'cash', 'pending', $4, $4 from generate_series(1, 1100) n`,
        [at.companyId, at.fleetId, at.contactId, tx.now],
      ),
    )
    const { lines } = await exported(at.viewer)
    expect(lines).toHaveLength(1_103)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1_103)
    const { status } = await at.outsider('POST', '/services/exports', {
      body: { fleetId: at.fleetId, format: 'csv' },
    })
    if (status === 202) expect((await exported(at.outsider)).lines).toEqual([])
    else expect(status).toBe(403)
  })
})
