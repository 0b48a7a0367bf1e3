import type { Plan, PlanContent } from '@rumbo/contract/planning.contract'
import { describe, expect, it } from 'vitest'
import { angel, zocalo } from '../../services/services.factory.ts'
import { buildTravel } from '../live/planning.live.factory.ts'
import { routeOf } from '../testing/planning.routes.ts'
import { stop, useWorkspaceHarness } from './planning.workspace.harness.ts'

const at = useWorkspaceHarness()

describe('travel of a plan', () => {
  it('shows places that no road leads to, and what is estimated', async () => {
    const one = await at.vehicle({}, zocalo)
    await at.shift(one, '2026-03-03T12:00:00.000Z', 8)
    const island = { latitude: 20, longitude: -99 }
    await at.service()
    const remote = await at.service({ plannedStops: [stop('pickup', zocalo), stop('drop', island)] })
    const made = await at.plan()
    const places = [zocalo, angel, island]
    const seconds = (from: number, to: number) => (from === 2 || to === 2 ? Infinity : 60)
    await at.test.build((tx) => buildTravel(tx, made, places, seconds, true))
    expect((await at.read(made)).warnings).toMatchObject([
      { code: 'unreachable', serviceId: remote.id },
      { code: 'estimates' },
    ])
  })

  it('makes the figures of a plan as it is saved', async () => {
    const one = await at.vehicle({}, zocalo)
    await at.shift(one, '2026-03-03T12:00:00.000Z', 8)
    const [ride] = [await at.service(), await at.service()]
    const made = await at.plan()
    const { name, settings, version } = made
    const save = async (content: PlanContent, ofVersion: number) =>
      (
        await at.ana<Plan>('PUT', `/plans/${made.id}`, {
          body: { name, settings, content, version: ofVersion },
        })
      ).body
    const saved = await save({ routes: [routeOf(one.id, ride)] }, version)
    expect(saved.figures).toMatchObject({
      vehicles: 1,
      orders: 1,
      unplanned: 1,
      lateStops: 0,
      violations: 0,
      isEstimate: true,
    })
    // There and back.
    expect(saved.figures?.metres).toBeGreaterThan(7_000)
    expect(saved.figures?.workSeconds).toBeGreaterThan(1_000)
    const [pickup, drop] = routeOf(one.id, ride).visits
    if (!pickup || !drop) throw new Error('The ride has no stops.')
    const reversed = { routes: [{ ...routeOf(one.id), visits: [drop, pickup] }] }
    expect((await save(reversed, saved.version)).figures?.violations).toBeGreaterThan(0)
    expect((await save({ routes: [] }, saved.version + 1)).figures).toMatchObject({
      vehicles: 0,
      unplanned: 2,
    })
  })
})
