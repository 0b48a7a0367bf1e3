import type { Locator, Page } from '@playwright/test'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import {
  deliveries,
  fleetToPlan,
  instantOn,
  planningViewport,
  planOf,
  planPage,
  tomorrow,
} from './harness/planning.ts'
import { expect, test } from './harness/test.ts'
import { en } from './harness/texts.ts'
import type { World } from './harness/world.ts'

/** Two planners, and a plan of tomorrow: two orders on 118, two on 204, of which the larger vehicle is 118. */
async function arrange(world: World) {
  const day = tomorrow()
  const { planner, vehicles } = await fleetToPlan(
    world,
    { '118': { loadKg: 1500, north: 1 }, '204': { loadKg: 300, north: -1 } },
    { from: instantOn(day, '08:00'), hours: 10 },
  )
  const { companyId, fleetId } = planner
  const luis = await world.build(async (tx) => {
    const user = await buildUser(tx, {
      username: world.unique('luis'),
      level: 'user',
      firstName: 'Luis',
      lastName: 'Mora',
    })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'dispatcher' })
    return { id: user.id, username: user.username }
  })
  const at = (time: string) => instantOn(day, time)
  const visits = await deliveries(world, planner, [
    { customer: 'Alba', north: 2, east: 1, dispatchTime: at('08:00'), window: [at('09:00'), at('16:00')] },
    {
      customer: 'Brisa',
      north: 4,
      east: -1,
      dispatchTime: at('08:00'),
      window: [at('11:00'), at('17:00')],
      kg: 900,
    },
    { customer: 'Cielo', north: -3, east: 2, dispatchTime: at('08:00'), window: [at('09:30'), at('16:00')] },
    { customer: 'Duna', north: -5, east: -2, dispatchTime: at('08:00'), window: [at('12:00'), at('17:00')] },
  ])
  const path = await planOf(world, planner, {
    visits,
    vehicles,
    routes: { '118': ['Alba', 'Brisa'], '204': ['Cielo', 'Duna'] },
    date: day,
  })
  return { planner, luis, path }
}

/** Takes hold of a stop and carries it to the right edge of another one, without letting go. */
async function carry(page: Page, stop: Locator, to: Locator) {
  await stop.hover()
  await page.mouse.down()
  const box = await to.boundingBox()
  if (!box) throw new Error('There is nothing to carry it to.')
  await page.mouse.move(box.x + box.width + 4, box.y + box.height / 2, { steps: 8 })
}

const minutes = /[+−±]\d+ min/

test('a stop moves by pointer and by keys with its added minutes, and locks and loads refuse', async ({
  open,
  world,
}) => {
  const { planner, path } = await arrange(world)
  const page = await open(planner, path, { language: 'en', viewport: planningViewport })
  const { stop, said, expectSaved, button } = planPage(page, en)

  await carry(page, stop('118', 'Alba'), stop('204', 'Cielo'))
  await expect(said(en('planEditor.move.atGap', { vehicle: '204', position: 2 }))).toContainText(minutes)
  await page.mouse.up()
  await expect(stop('204', 'Alba')).toHaveAccessibleName(/^Stop 2,/)
  await expect(stop('118', 'Alba')).toHaveCount(0)
  await expectSaved()

  await button(en('planning.undo')).click()
  await expect(stop('118', 'Alba')).toBeVisible()
  await button(en('planning.redo')).click()
  await expect(stop('204', 'Alba')).toBeVisible()

  await stop('204', 'Cielo').press('x')
  await page.keyboard.press('ArrowUp')
  await expect(
    said(new RegExp(`^${en('planEditor.move.atGap', { vehicle: '118', position: 1 }).slice(0, -1)}\\d: `)),
  ).toContainText(minutes)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(said(en('planEditor.move.atGap', { vehicle: '118', position: 1 }))).toContainText(minutes)
  await page.keyboard.press('v')
  await expect(stop('118', 'Cielo')).toHaveAccessibleName(/^Stop 1,/)
  await expect(stop('118', 'Cielo')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(stop('204', 'Cielo')).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(stop('118', 'Cielo')).toBeVisible()

  await carry(page, stop('118', 'Brisa'), stop('204', 'Duna'))
  const tooHeavy = en('planEditor.violation.kg', { vehicle: '204', has: '300', needed: '' }).slice(0, 20)
  await expect(said(new RegExp(tooHeavy))).toBeAttached()
  await page.mouse.up()
  await expect(page.getByRole('alert').filter({ hasText: tooHeavy })).toBeVisible()
  await expect(stop('118', 'Brisa')).toBeVisible()

  await stop('118', 'Brisa').press('l')
  await expect(stop('118', 'Brisa')).toHaveAccessibleName(new RegExp(en('planning.stop.lock.vehicle')))
  await expectSaved()
  await page.reload()
  await expect(stop('118', 'Brisa')).toHaveAccessibleName(new RegExp(en('planning.stop.lock.vehicle')))
  await stop('118', 'Brisa').press('x')
  await page.keyboard.press('ArrowDown')
  const [, held = ''] = en('planEditor.move.held', { service: '', vehicle: '118' }).split('  ')
  await expect(said(held)).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(said(en('planEditor.move.cancelled'))).toBeAttached()
  await expect(stop('118', 'Brisa')).toBeVisible()
  await expect(stop('204', 'Brisa')).toHaveCount(0)
})

test('a second planner sees a change, and learns whose plan goes on when theirs is stale', async ({
  open,
  world,
  tolerate,
}) => {
  const { planner, luis, path } = await arrange(world)
  const first = await open(planner, path, { language: 'en', viewport: planningViewport })
  const second = await open(luis, path, { language: 'en', viewport: planningViewport })
  const [mine, theirs] = [planPage(first, en), planPage(second, en)]
  await expect(
    second.getByText(new RegExp(en('planning.present.others', { names: 'Ana Robles' }))),
  ).toBeVisible()
  await mine.stop('118', 'Alba').press('.')
  await expect(theirs.stop('204', 'Alba')).toBeVisible()

  // The second save leaves only once the first one, which it does not know, has arrived.
  tolerate(/409/)
  let isHeld = false
  await second.route('**/v1/plans/*', async (route) => {
    if (isHeld || route.request().method() !== 'PUT') return route.continue()
    isHeld = true
    await mine.stop('204', 'Cielo').press(',')
    await expect(mine.stop('118', 'Cielo')).toBeVisible()
    await mine.expectSaved()
    await route.continue()
  })
  await theirs.stop('204', 'Duna').press(',')
  const conflict = second.getByRole('alertdialog', { name: en('planEditor.conflict.title') })
  await expect(
    conflict.getByRole('region', { name: en('planEditor.conflict.theirs', { person: 'Ana Robles' }) }),
  ).toContainText('118')
  await expect(conflict.getByRole('region', { name: en('planEditor.conflict.mine') })).toContainText('118')
  await conflict.getByRole('button', { name: en('planEditor.conflict.keepMine') }).click()
  await expect(conflict).toHaveCount(0)
  for (const { stop } of [mine, theirs])
    for (const customer of ['Cielo', 'Duna']) await expect(stop('118', customer)).toBeVisible()
})
