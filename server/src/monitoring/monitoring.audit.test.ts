import type { AuditEntry } from '@rumbo/contract/monitoring.audit.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { findActor } from '../identity/index.ts'
import { assignments, findCompanyNames } from '../organisation/index.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { differences, type AuditEntry as Written } from '../platform/audit.ts'
import { workEndpoints } from '../platform/jobs/work.endpoints.ts'
import { workTask } from '../platform/jobs/work-runner.ts'
import { auditEndpoints, exportAuditWork } from './index.ts'
import { wordsQuery } from './monitoring.audit.rules.ts'

interface Page {
  items: AuditEntry[]
  total: number
}
let test: TestApp
let own: { id: string; name: string }
let foreign: { id: string; name: string }
let admin: { id: string }
let asAdmin: TestCall
let asSuper: TestCall
let asManager: TestCall

const write = (...entries: Written[]) =>
  test.build(async (tx) => {
    for (const entry of entries) tx.audit(entry)
  })
const list = async (call: TestCall, query: string) => (await call<Page>('GET', `/audit?${query}`)).body
const namesOf = (page: Page) => page.items.map(({ entityName }) => entityName)

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database }) => [
      ...auditEndpoints({ database, companies: findCompanyNames }),
      ...workEndpoints,
    ],
  })
  const made = await test.build(async (tx) => {
    const ours = await buildCompany(tx, { name: 'Ruta Norte' })
    const theirs = await buildCompany(tx, { timeZone: 'America/Tijuana' })
    const fleet = await buildFleet(tx, { companyId: ours.id })
    const [chief, head, root] = [
      await buildUser(tx, { level: 'admin' }),
      await buildUser(tx, { level: 'manager' }),
      await buildUser(tx, { level: 'super_admin' }),
    ]
    await buildAssignment(tx, { userId: chief.id, companyId: ours.id })
    await buildAssignment(tx, { userId: head.id, companyId: ours.id, fleetId: fleet.id })
    return { ours, theirs, chief, head, root }
  })
  own = made.ours
  foreign = made.theirs
  admin = made.chief
  asAdmin = await test.as(made.chief)
  asManager = await test.as(made.head)
  asSuper = await test.as(made.root)
})
afterAll(() => test.close())

describe('the audit', () => {
  it('lists who changed what, when and from where, newest first', async () => {
    const entityId = uuid()
    await write({
      action: 'vehicle.updated',
      entity: 'vehicle',
      entityId,
      entityName: 'U-014',
      companyId: own.id,
      actorId: admin.id,
      actorName: 'Ana Núñez',
      address: '203.0.113.9',
      changes: differences({ color: 'rojo', year: 2020 }, { color: 'azul', year: 2020 }),
    })
    test.clock.advance(1)
    await write({ action: 'vehicle.archived', entity: 'vehicle', entityId, companyId: own.id })
    const page = await list(asAdmin, `entity=vehicle&entityId=${entityId}`)
    expect(page.total).toBe(2)
    expect(page.items).toEqual([
      expect.objectContaining({ action: 'vehicle.archived', actorName: null, changes: {} }),
      {
        id: expect.any(String),
        at: '2026-03-02T15:00:00.000Z',
        actorId: admin.id,
        actorName: 'Ana Núñez',
        address: '203.0.113.9',
        companyId: own.id,
        companyName: 'Ruta Norte',
        action: 'vehicle.updated',
        entity: 'vehicle',
        entityId,
        entityName: 'U-014',
        changes: { color: ['rojo', 'azul'] },
      },
    ])
    const oldest = await list(asAdmin, `entityId=${entityId}&order=asc&size=1`)
    expect(oldest).toMatchObject({ total: 2, items: [{ action: 'vehicle.updated' }] })
  })

  it('of other companies, and of none, is visible to super admins only, and never to managers', async () => {
    await write(
      { action: 'probe.ours', entity: 'probe', companyId: own.id },
      { action: 'probe.theirs', entity: 'probe', companyId: foreign.id },
      { action: 'probe.nobody', entity: 'probe' },
    )
    const actions = async (call: TestCall, query: string) =>
      (await list(call, query)).items.map(({ action }) => action).sort()
    expect(await actions(asAdmin, 'entity=probe')).toEqual(['probe.ours'])
    expect(await actions(asAdmin, `entity=probe&companyId=${foreign.id}`)).toEqual([])
    expect(await actions(asSuper, 'entity=probe')).toEqual(['probe.nobody', 'probe.ours', 'probe.theirs'])
    expect(await actions(asSuper, `entity=probe&companyId=${foreign.id}`)).toEqual(['probe.theirs'])
    for (const [method, path] of [
      ['GET', '/audit'],
      ['GET', '/audit/kinds'],
      ['POST', '/audit/exports'],
    ] as const) {
      expect((await asManager(method, path, { body: { format: 'csv' } })).status).toBe(403)
      expect((await test.call(method, path, { body: { format: 'csv' } })).status).toBe(401)
    }
  })

  it('is searched by the beginnings of words, without accents and case', async () => {
    const entity = `search${uuid().slice(0, 8)}`
    const base = { action: 'contact.updated', entity, companyId: own.id }
    await write(
      { ...base, entityName: 'José Ibáñez', actorName: 'Elena Torres' },
      { ...base, entityName: 'U-014', actorName: 'Mario' },
      { ...base, entityName: 'Peña & Hijos', address: '198.51.100.4' },
    )
    const found = async (search: string) =>
      namesOf(await list(asAdmin, `entity=${entity}&search=${encodeURIComponent(search)}`)).sort()
    expect(await found('ibane')).toEqual(['José Ibáñez'])
    expect(await found('JOSÉ tor')).toEqual(['José Ibáñez'])
    expect(await found('u-014')).toEqual(['U-014'])
    expect(await found('014')).toEqual(['U-014'])
    expect(await found('peña')).toEqual(['Peña & Hijos'])
    expect(await found('198.51')).toEqual(['Peña & Hijos'])
    expect(await found('nadie')).toEqual([])
    expect(await found("' & | ! :*")).toHaveLength(3)
  })

  it('filters by days in the time zone of the company, both included', async () => {
    const entity = `days${uuid().slice(0, 8)}`
    const now = test.clock.now().getTime()
    const at = async (iso: string, companyId: string) => {
      const back = (new Date(iso).getTime() - test.clock.now().getTime()) / 1000
      test.clock.advance(back)
      await write({ action: 'x.y', entity, companyId, entityName: iso })
    }
    // Midnight of Mexico City is 06:00 UTC, of Tijuana 08:00 UTC.
    await at('2026-03-01T05:59:59.000Z', own.id)
    await at('2026-03-01T06:00:00.000Z', own.id)
    await at('2026-03-02T05:59:59.000Z', own.id)
    await at('2026-03-02T06:00:00.000Z', own.id)
    await at('2026-03-02T07:59:59.000Z', foreign.id)
    test.clock.advance((now - test.clock.now().getTime()) / 1000)
    const day = `entity=${entity}&from=2026-03-01&to=2026-03-01&order=asc`
    expect(namesOf(await list(asAdmin, day))).toEqual([
      '2026-03-01T06:00:00.000Z',
      '2026-03-02T05:59:59.000Z',
    ])
    expect(namesOf(await list(asSuper, `${day}&companyId=${foreign.id}`))).toEqual([
      '2026-03-02T07:59:59.000Z',
    ])
    expect((await asAdmin('GET', '/audit?from=2026-02-30')).status).toBe(422)
  })

  it('offers the actions and records that occur', async () => {
    await write({ action: 'zebra.fed', entity: 'zebra' }, { action: 'zebra.fed', entity: 'zebra' })
    const { actions, entities } = (
      await asAdmin<{ actions: string[]; entities: string[] }>('GET', '/audit/kinds')
    ).body
    expect(actions.filter((action) => action === 'zebra.fed')).toHaveLength(1)
    expect(entities).toContain('zebra')
  })

  it('is not exported for a company in which the user has no assignment', async () => {
    const body = { format: 'csv', companyId: foreign.id }
    expect(await asAdmin('POST', '/audit/exports', { body })).toMatchObject({
      ...{ status: 403, body: { code: 'company_denied' } },
    })
    expect((await asSuper('POST', '/audit/exports', { body })).status).toBe(202)
  })

  it('is exported as the user sees it, with labels instead of codes and neutralised formulas', async () => {
    const entity = `file${uuid().slice(0, 8)}`
    await write(
      {
        action: 'user.updated',
        entity,
        companyId: own.id,
        actorName: '=cmd()',
        entityName: 'Elena',
        changes: { forcePasswordChange: [false, true], timeZone: [null, 'America/Tijuana'] },
      },
      { action: 'user.updated', entity, companyId: foreign.id, entityName: 'hidden' },
    )
    const exported = async (call: TestCall, body: object) => {
      const started = await call<{ workId: string }>('POST', '/audit/exports', {
        body: { format: 'csv', entity, ...body },
      })
      expect(started.status).toBe(202)
      const { workId } = started.body
      const signal = new AbortController().signal
      await workTask({
        database: test.database,
        files: test.files,
        log: pino({ level: 'silent' }),
        kinds: { 'audit.export': exportAuditWork(findCompanyNames) },
        actorOf: (userId) => findActor({ database: test.database, assignments }, userId),
      })({ workId }, { id: '1', attempt: 1, signal })
      const work = (await call<{ result: { fileId: string; fileName: string } }>('GET', `/work/${workId}`))
        .body
      const file = await call<string>('GET', `/files/${work.result.fileId}`)
      return { name: work.result.fileName, lines: String(file.body).split('\r\n') }
    }
    const spanish = await exported(asAdmin, {})
    expect(spanish.name).toBe('Auditoría.csv')
    expect(spanish.lines).toEqual([
      '\uFEFFFecha y hora,Persona,Dirección IP,Empresa,Acción,Tipo,Registro,Cambios',
      `02/03/2026 09:00,'=cmd(),,Ruta Norte,Cambió,F${entity.slice(1)},Elena,"Zona horaria: — → America/Tijuana\nDebe cambiar la contraseña: no → sí"`,
      '',
    ])
    const english = await exported(asSuper, { language: 'en' })
    expect(english.name).toBe('Audit.csv')
    expect(english.lines.join('\n')).toContain('hidden')
    const entries = await test.build((tx) =>
      tx.sql(
        `select company_id, changes from platform.audit_entries
         where action = 'audit.exported' and changes->'filter'->1->>'entity' = $1 order by at, id`,
        [entity],
      ),
    )
    const changes = { rows: [null, 1], format: [null, 'csv'], filter: [null, { entity }] }
    expect(entries).toHaveLength(3)
    expect(entries[0]).toEqual({ company_id: own.id, changes })
    for (const { id } of [own, foreign]) expect(entries.slice(1)).toContainEqual({ company_id: id, changes })
  })
})

describe('a search', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    ['Ana  Núñez', 'ana:* & nunez:*'],
    ["o'brien:*|!", 'o:* & brien:*'],
  ])('%j asks for %j', (search, asked) => {
    expect(wordsQuery(search)).toBe(asked)
  })
})
