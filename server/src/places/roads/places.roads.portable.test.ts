import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { partOf } from '../regions/places.regions.ts'
import { buildRoadsRegion } from './places.roads.factory.ts'
import { createPortableHost } from './places.roads.portable.ts'

const folder = mkdtempSync(join(tmpdir(), 'rumbo-portable-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('sends each area before it computes the next, and skips areas whose caller is gone', async () => {
  const file = join(folder, 'small.osm')
  writeFileSync(
    file,
    `<osm><node id="1" lat="19.4" lon="-99.2"/><node id="2" lat="19.41" lon="-99.19"/><way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>`,
  )
  const small = await buildRoadsRegion(file, 'small', folder)
  const region = { name: small.name, version: small.version, path: partOf(small, 'roads') ?? '' }
  const host = createPortableHost()
  await host.answer(region, { ask: 'load' }, () => false)
  const place = { latitude: 19.4, longitude: -99.2 }
  const order: string[] = []
  const ask = (isCancelled: boolean) =>
    host
      .answer(region, { ask: 'isochrone', place, minutes: [1], towards: 'to' }, () => isCancelled)
      .then((answer) => order.push(answer === 'uncovered' ? 'nothing' : 'area'))
  let isOver = false
  const all = Promise.all([ask(false), ask(true), ask(false)]).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await nextTurn()
    order.push('turn')
  }
  await all
  expect(order.filter((word) => word !== 'turn')).toEqual(['area', 'nothing', 'area'])
  expect(order.join(' ')).toMatch(/area (turn )+nothing (turn )+area/)
})
