import type { Page } from '@playwright/test'
import { recordFindings } from '@rumbo/server/events/index'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildNotificationRule } from '@rumbo/server/notifications/rules/notifications.rules.factory'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { v7 as uuid } from 'uuid'
import { findViolations } from './harness/accessibility.ts'
import { startPushService } from './harness/push.ts'
import { expect, test } from './harness/test.ts'
import { es } from './harness/texts.ts'
import type { Worker, World } from './harness/world.ts'

const wide = { width: 1920, height: 1080 }
const phone = { width: 390, height: 844 }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The vehicle is found to be too fast. @returns the id of the event */
async function speed(
  world: World,
  { companyId, fleetId }: Worker,
  vehicleId: string,
  severity: 'info' | 'critical',
): Promise<string> {
  const id = uuid()
  await world.build((tx) =>
    recordFindings(tx, [
      {
        id,
        companyId,
        fleetId,
        vehicleId,
        type: 'speeding',
        kind: null,
        category: 'driver',
        severity,
        source: 'system',
        isAlarm: severity === 'critical',
        ruleId: null,
        title: null,
        fence: null,
        at: tx.now,
        place: null,
        isLate: false,
        detail: { limitKmh: 80, maxKmh: 131 },
      },
    ]),
  )
  return id
}

test('a rule made on a desktop reaches a second page, a phone, and the phone’s browser by push, which opens and acknowledges the event', async ({
  open,
  world,
}) => {
  const ana = await world.worker('avisos', { level: 'admin' })
  const vehicle = await world.build((tx) => buildVehicle(tx, { ...ana, causes: [] }))
  const push = await startPushService()
  try {
    const mobile = await open(ana, '/profile', { viewport: phone })
    await push.prepare(mobile)
    await mobile.reload()
    await button(mobile, es('push.switchOn')).click()
    await expect(mobile.getByText(es('push.thisDevice'), { exact: true })).toBeVisible()

    const page = await open(ana, '/rules', { viewport: wide })
    const second = await open(ana, '/notification-list')
    await button(page, es('notificationRules.new')).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: es('notificationRules.field.name') }).fill('Velocidad grave')
    await dialog.getByRole('button', { name: es('events.type.speeding'), exact: true }).click()
    await button(page, es('ui.next')).click()
    await dialog.getByRole('button', { name: es('users.role.company_owner'), exact: true }).click()
    await button(page, es('ui.next')).click()
    await dialog.getByRole('button', { name: es('notifications.method.push'), exact: true }).click()
    expect(await findViolations(page)).toEqual([])
    for (let step = 0; step < 2; step += 1) await button(page, es('ui.next')).click()
    await button(page, es('ui.save')).click()
    await expect(page.getByText(es('notificationRules.saved', { name: 'Velocidad grave' }))).toBeVisible()

    const eventId = await speed(world, ana, vehicle.id, 'critical')
    // Live in every open page, without a reload.
    await expect(second.getByRole('row').filter({ hasText: vehicle.vehicleNumber }).first()).toBeVisible()
    await expect.poll(() => push.messages().length).toBeGreaterThan(0)
    const message = push.messages().find(({ notification }) => notification.navigate.includes(eventId))
    if (!message) throw new Error('No message names the event.')
    expect(message.notification.title).toContain(vehicle.vehicleNumber)
    expect(message.rumbo.actions).toHaveLength(2)

    const { title } = message.notification
    await push.deliver(mobile, message)
    await push.press(mobile, title, 'open')
    await expect(mobile).toHaveURL(new RegExp(eventId))
    await expect(mobile.getByText(es('events.type.speeding')).first()).toBeVisible()

    await push.deliver(mobile, message)
    await push.press(mobile, title, 'acknowledge')
    await second.goto('/event-list')
    await expect(second.getByRole('row').filter({ hasText: vehicle.vehicleNumber })).toContainText(
      es('events.status.acknowledged'),
    )
  } finally {
    await push.close()
  }
})

test('an event that nobody acknowledges reaches the manager, and an acknowledgement ends the escalation on all pages', async ({
  open,
  world,
}) => {
  const ana = await world.worker('escala', { firstName: 'Ana', lastName: 'Robles' })
  const { companyId, fleetId } = ana
  const { manager, vehicle, rule } = await world.build(async (tx) => {
    const user = await buildUser(tx, {
      username: world.unique('escala_m'),
      level: 'manager',
      firstName: 'Marta',
      lastName: 'Gil',
    })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'fleet_manager' })
    return {
      manager: { id: user.id, username: user.username },
      vehicle: await buildVehicle(tx, { companyId, fleetId, causes: [] }),
      rule: await buildNotificationRule(tx, {
        companyId,
        fleetId,
        audience: [{ kind: 'roles', roles: ['dispatcher'] }],
        priority: 'urgent',
        escalation: [
          {
            afterSeconds: 3_600,
            audience: [{ kind: 'roles', roles: ['fleet_manager'] }],
            methods: ['in_app'],
          },
        ],
      }),
    }
  })
  const first = await open(ana, '/map')
  const second = await open(manager, '/notification-list', { viewport: phone })
  // No default rule notifies of this.
  const eventId = await speed(world, ana, vehicle.id, 'info')
  await expect(button(first, es('notifications.bell', { count: 1, shown: '1' }))).toBeVisible()

  // The clock of the escalation, an hour faster.
  const due = () =>
    world.build((tx) =>
      tx.sql<{ step: number }>(
        `update notifications.escalations set due_at = now() where rule_id = $1 and event_id = $2 and ended_at is null
         returning step`,
        [rule.id, eventId],
      ),
    )
  await expect.poll(async () => (await due()).length).toBe(1)
  await expect(button(second, es('notifications.bell', { count: 1, shown: '1' }))).toBeVisible()
  // Its toast, which stays, is not shown again.
  await second.reload()
  const escalated = new RegExp(`Sin atender.*${vehicle.vehicleNumber}`)
  await second.getByText(escalated).first().click()
  await button(second, es('notifications.acknowledge')).click()
  await first.goto('/event-list')
  await expect(first.getByRole('row').filter({ hasText: vehicle.vehicleNumber })).toContainText(
    es('events.status.acknowledged'),
  )
  // No further step is due.
  await expect.poll(async () => (await due()).length).toBe(0)
})
