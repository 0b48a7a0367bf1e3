import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clearCause, setCause } from '../index.ts'
import { createImports, file, type Imports, line, many, refused } from '../testing/vehicle-imports.testing.ts'
import { arrangeVehiclePeople, type VehiclePeople } from '../testing/vehicle-people.testing.ts'
import { buildVehicle } from '../vehicles.factory.ts'
import { changeOf } from './vehicles.import.changes.rules.ts'

const idle = async () => undefined
let imports: Imports
let at: VehiclePeople

beforeAll(async () => {
  imports = await createImports()
})
afterAll(() => imports.test.close())
beforeEach(async () => {
  at = await arrangeVehiclePeople(imports.test, ['Norte', 'Reparto Sur'])
  imports.at = idle
})

const imported = (bytes: Buffer | string, given: object = {}, call = at.lead) =>
  imports.imported(at, bytes, given, call)
const list = () => imports.list(at)

describe('a large import', () => {
  it('writes and changes in batches, each vehicle once', async () => {
    const text = many(2_500)
    expect((await imported(text)).result).toMatchObject({ added: 2_500, bad: [] })
    const red = text.replaceAll('Blanco', 'Rojo')
    expect((await imported(red, { duplicates: 'update' })).result).toMatchObject({ updated: 2_500, bad: [] })
    expect((await list()).total).toBe(2_500)
    const reds = await at.lead<{ total: number }>(
      'GET',
      `/vehicles?size=1&companyId=${at.companyId}&search=M-2499`,
    )
    expect(reds.body).toMatchObject({ total: 1, items: [{ color: 'red' }] })
  }, 60_000)

  it('sets more statuses than one batch', async () => {
    const { companyId } = at
    expect((await imported(many(5_100))).result).toMatchObject({ added: 5_100, bad: [] })
    const [top = '', ...lines] = many(5_100).trim().split('\n')
    const shut = [`${top},Estatus`, ...lines.map((text) => `${text},En taller`)].join('\n')
    expect((await imported(shut, { duplicates: 'update' })).result).toMatchObject({ updated: 5_100, bad: [] })
    const counted = await imports.test.build((tx) =>
      tx.sql(
        `select count(*)::int as vehicles from vehicles.vehicles where company_id = $1 and status = 'maintenance'`,
        [companyId],
      ),
    )
    expect(counted).toEqual([{ vehicles: 5_100 }])
  }, 120_000)

  it('writes nothing when the worker ends half-way, and everything after another worker takes over', async () => {
    const fileId = await imports.works.upload(at.lead, 'x.csv', many(3_000))
    const { mapping } = (await imports.inspect(at.lead, fileId)).body
    const { workId } = (
      await at.lead<{ workId: string }>('POST', '/vehicles/imports', {
        body: { companyId: at.companyId, fleetId: at.fleetId, fileId, mapping, isDryRun: false },
      })
    ).body
    const worker = new AbortController()
    imports.at = async (done) => {
      if (done === 2_000) worker.abort()
    }
    await expect(imports.works.run(workId, worker.signal)).rejects.toThrow()
    expect((await list()).total).toBe(0)
    imports.at = idle
    await imports.works.run(workId)
    expect(await imports.works.read(at.lead, workId)).toMatchObject({
      status: 'done',
      result: { added: 3_000 },
    })
    await imports.works.run(workId)
    expect((await list()).total).toBe(3_000)
  })

  it('waits for another one into the same company', async () => {
    const ended = await Promise.all([imported(many(1_500)), imported(many(1_500))])
    expect(ended.map(({ result }) => [result?.added, result?.skipped]).sort()).toEqual([
      [0, 1_500],
      [1_500, 0],
    ])
  })
})

describe('a vehicle that an import changes', () => {
  const build = () =>
    imports.test.build((tx) =>
      buildVehicle(tx, {
        companyId: at.companyId,
        fleetId: at.fleetId,
        vehicleNumber: '9',
        plateNumber: 'Z-9',
        imei: `86${at.fleetId.slice(-8)}`,
      }),
    )
  const moved = file(',Flotilla', line('9', 'Z-9', ',Reparto Sur'))
  const entries = (id: string) =>
    imports.test.build((tx) =>
      tx.sql<{ action: string; changes: Record<string, unknown> }>(
        'select action, changes from platform.audit_entries where entity_id = $1 order by at, id',
        [id],
      ),
    )

  it('is free until the import ends, also for a position that ends its silence', async () => {
    const vehicle = await build()
    const seen: string[] = []
    imports.at = async () => {
      await imports.test.build(async (tx) => {
        await tx.sql('select id from vehicles.vehicles where id = $1 for no key update nowait', [vehicle.id])
        await clearCause(tx, vehicle.id, 'silent')
      })
      seen.push('free')
    }
    const work = await imported(moved, { duplicates: 'update' })
    expect(work.result).toMatchObject({ updated: 1, bad: [] })
    // While rows are checked, when what they change is found, when others are added, and before it is written.
    expect(seen.length).toBeGreaterThan(2)
    expect((await list()).items).toMatchObject([{ fleetId: at.otherFleetId, status: 'active', version: 2 }])
  })

  it('is planned again if a person changed the vehicle meanwhile, and recorded once', async () => {
    const { id } = await build()
    const notes = { notesOwner: null, notesMechanic: 'Balatas', notesGeneral: null, version: 1 }
    const plans = imports.beforeFirstWriting(async () => {
      expect((await at.lead('PUT', `/vehicles/${id}/notes`, { body: notes })).status).toBe(200)
    })
    expect((await imported(moved, { duplicates: 'update' })).result).toMatchObject({ updated: 1, bad: [] })
    expect(plans()).toBe(2)
    expect((await list()).items).toMatchObject([
      { fleetId: at.otherFleetId, model: 'NP300', notesMechanic: 'Balatas', version: 3 },
    ])
    const recorded = await entries(id)
    expect(recorded.map(({ action }) => action)).toEqual(['vehicle.notes_updated', 'vehicle.updated'])
    expect(recorded[1]?.changes).toMatchObject({ fleetId: [at.fleetId, at.otherFleetId] })
  })

  it('is refused where another took its new plate meanwhile', async () => {
    await build()
    const plans = imports.beforeFirstWriting(async () => {
      const { companyId, fleetId } = at
      await imports.test.build((tx) => buildVehicle(tx, { companyId, fleetId, plateNumber: 'Z-10' }))
    })
    const work = await imported(file('', line('9', 'Z-10')), { duplicates: 'update' })
    expect(plans()).toBe(1)
    expect(refused(work)).toEqual(['2 plateNumber taken'])
  })

  it('is left as it is where the file says what is so already', async () => {
    const { id } = await build()
    await imported(moved, { duplicates: 'update' })
    const before = await entries(id)
    const again = await imported(moved, { duplicates: 'update' })
    expect(again.result).toMatchObject({ updated: 0, skipped: 1, bad: [] })
    expect((await list()).items).toMatchObject([{ version: 2 }])
    expect(await entries(id)).toEqual(before)
    expect((await imported(moved, { duplicates: 'update', isDryRun: true })).result).toMatchObject({
      updated: 0,
      skipped: 1,
    })
  })

  it('is recorded without a status that another transaction set while it was read', async () => {
    const { id } = await build()
    const [before] = (await list()).items
    if (!before) throw new Error('The vehicle is missing.')
    expect(before.status).toBe('inactive')
    const present = [{ cause: 'occupied', source_id: 'service' }] as const
    const repainted = changeOf({ id, fleetId: null, vehicle: { color: 'red' } }, before, present)
    expect(repainted?.after).toMatchObject({ color: 'red', status: 'inactive' })
    const shut = changeOf({ id, fleetId: null, vehicle: { status: 'maintenance' } }, before, present)
    expect(shut?.after).toMatchObject({ manualStatus: 'maintenance', status: 'maintenance' })
  })

  it('gets the status of the file', async () => {
    await build()
    const shut = file(',Estatus', line('9', 'Z-9', ',En taller'))
    expect((await imported(shut, { duplicates: 'update' })).result).toMatchObject({ updated: 1, bad: [] })
    expect((await list()).items).toMatchObject([{ status: 'maintenance', manualStatus: 'maintenance' }])
  })

  it('is planned as it is once nobody else holds it', async () => {
    const { companyId, fleetId } = at
    const vehicle = await imports.test.build((tx) =>
      buildVehicle(tx, { companyId, fleetId, vehicleNumber: '9', plateNumber: 'Z-9' }),
    )
    let release: () => void = () => undefined
    const released = new Promise<void>((done) => {
      release = done
    })
    let dispatching: Promise<void> = Promise.resolve()
    imports.at = async () => {
      imports.at = idle
      await new Promise<void>((isHeld) => {
        dispatching = imports.test.build(async (tx) => {
          await setCause(tx, vehicle.id, 'occupied', 'a service')
          isHeld()
          await released
        })
      })
    }
    const importing = imported(file(',Flotilla', line('9', 'Z-9', ',Reparto Sur')), { duplicates: 'update' })
    // Tests of other files have their own databases in this cluster.
    const waits = () =>
      imports.test.build((tx) =>
        tx.sql(
          `select from pg_locks l join pg_stat_activity a using (pid)
           where a.datname = current_database() and l.locktype = 'transactionid' and not l.granted limit 1`,
        ),
      )
    await expect.poll(waits, { timeout: 15_000 }).toHaveLength(1)
    release()
    await dispatching
    expect(refused(await importing)).toEqual(['2 fleet vehicle_at_work'])
    expect((await list()).items).toMatchObject([{ fleetId, version: 1 }])
  })
})
