import { afterAll, beforeAll, expect, it } from 'vitest'
import { positionPipeline } from '../../assembly/position-pipeline.ts'
import { createImports, file, type Imports, line } from '../../vehicles/testing/vehicle-imports.testing.ts'
import { arrangeVehiclePeople } from '../../vehicles/testing/vehicle-people.testing.ts'
import { buildIntakeFleet } from './telemetry.intake.factory.ts'

let imports: Imports
beforeAll(async () => {
  imports = await createImports()
})
afterAll(() => imports.test.close())

it('accepts positions and alarms of a vehicle during each step of a large import', async () => {
  const { test } = imports
  const at = await arrangeVehiclePeople(test)
  const rows = 2_000
  const imei = '861000000070007'
  const text = (color: string) =>
    file(
      ',IMEI',
      ...Array.from({ length: rows }, (_, index) =>
        line(`M-${index}`, `MM-${index}`, `,${index === 7 ? imei : ''}`).replace('Blanco', color),
      ),
    )
  expect((await imports.imported(at, text('Blanco'))).result).toMatchObject({ added: rows, bad: [] })

  const fleet = await buildIntakeFleet(test, positionPipeline)
  const intake = await fleet.startIntake()
  let taken = 0
  imports.at = async () => {
    test.clock.advance(1)
    await intake.accept(fleet.fixAt(imei, test.clock.now().getTime(), { alarm: 'sos' }))
    taken += 1
  }
  const work = await imports.imported(at, text('Rojo'), { duplicates: 'update' })
  await intake.drain()
  expect(work.result).toMatchObject({ updated: rows, bad: [] })
  expect(taken).toBeGreaterThanOrEqual(rows / 1_000)
  const kept = await test.build((tx) =>
    tx.sql(
      `select v.color, v.status, (select count(*)::int from telemetry.positions p where p.vehicle_no = v.vehicle_no) as positions
       from vehicles.vehicles v where v.imei = $1`,
      [imei],
    ),
  )
  expect(kept).toEqual([{ color: 'red', status: 'alarmed', positions: taken }])
}, 120_000)
