import { createFence } from '@rumbo/contract/geofences.contract'
import { findFencePage } from '@rumbo/server/geofences/geofences.lists.repository'
import { problemsOfShape } from '@rumbo/server/geofences/geofences.shapes.rules'
import { createTestApp, type TestApp } from '@rumbo/tools/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCompany, buildFleet } from '../../server/src/organisation/organisation.factory.ts'
import { fleets } from './demo-data.ts'
import { demoFences, fillGeofences } from './geofences.ts'
import { fillTariffs } from './tariffs.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('every fence of the demo could be drawn by a person', () => {
  for (const { body, zone } of demoFences) {
    createFence.body?.parse({ ...body, fleetId: '00000000-0000-4000-8000-000000000000' })
    if (zone === undefined) expect(body.shape && problemsOfShape(body.shape)).toEqual([])
  }
})

it('the fences of the demo are filled into its fleets, with zones and checkpoints', async () => {
  const listed = await test.build(async (tx) => {
    const companyId = (await buildCompany(tx)).id
    for (const { name, serviceType } of fleets)
      await buildFleet(tx, { companyId, name, serviceTypes: [serviceType] })
    await fillTariffs(tx, companyId)
    await fillGeofences(tx, companyId)
    return findFencePage(tx, { page: 1, size: 100, sort: 'name', order: 'asc', search: '' })
  })
  expect(listed.total).toBe(demoFences.length)
  const named = (wanted: string) => listed.items.find(({ name }) => name === wanted)
  expect(named('Zona de servicio')?.zoneId).not.toBeNull()
  expect(named('Ruta Reforma')?.triggers).toContainEqual(
    expect.objectContaining({ kind: 'missed_checkpoint', fenceIds: [named('Glorieta del Ángel')?.id] }),
  )
})
