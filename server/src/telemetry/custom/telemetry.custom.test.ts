import type { Event } from '@rumbo/contract/events.contract'
import type { CustomCondition } from '@rumbo/contract/events.custom.contract'
import type { StaleHint } from '@rumbo/contract/live.contract'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commitConditions } from '../../assembly/commit-conditions.ts'
import { pipelineWith } from '../../assembly/position-pipeline.ts'
import { buildCustomRule } from '../../events/custom/events.custom.factory.ts'
import {
  notifyGateways,
  rewriteCustomRule,
  type WrittenRule,
} from '../../events/custom/events.custom.repository.ts'
import { type CustomRuleWatch, createCustomRuleWatch } from '../../events/custom/events.custom.watch.ts'
import { buildFleet } from '../../organisation/organisation.factory.ts'
import { useIntakeHarness } from '../testing/intake.harness.ts'

const harness = useIntakeHarness('test', { commitConditions })
let watch: CustomRuleWatch

const intakeWith = () =>
  harness.fleet.startIntake({ commitConditions, pipeline: pipelineWith({ customRules: watch }) })
beforeEach(async () => {
  const { database, bus } = harness.test
  watch = createCustomRuleWatch({ database, bus, log: pino({ level: 'silent' }) })
  await watch.start()
  await harness.intake.drain()
  harness.intake = await intakeWith()
})
afterEach(() => watch.end())

const restart = async () => {
  await harness.intake.drain()
  harness.intake = await intakeWith()
}
const hot = { reading: 'temperature1', operator: 'above', value: 8, margin: 1 } as const
const fast: CustomCondition = { reading: 'speedKmh', operator: 'above', value: 100, margin: 0 }
const open: CustomCondition = { reading: 'door', operator: 'changes_to', value: true }
/** Creates a rule, and waits until it is in force. */
async function rule(conditions: CustomCondition[], given: Partial<WrittenRule> = {}) {
  const { companyId, fleetId } = harness.fleet
  const made = await harness.test.build((tx) =>
    buildCustomRule(tx, { companyId, fleetId, name: 'Cadena de frío', conditions, ...given }),
  )
  if (given.isActive !== false)
    await expect.poll(() => watch.of(made.fleetId).some(({ id }) => id === made.id)).toBe(true)
  return made
}
/** Reports of the vehicle, each some seconds after the one before. */
async function say(seconds: number, ...extras: (Record<string, number | boolean | string> | null)[]) {
  for (const one of extras) {
    harness.test.clock.advance(seconds)
    await harness.intake.accept(harness.report({ extras: one ?? {} }))
  }
}
const temperatures = (seconds: number, ...values: number[]) =>
  say(seconds, ...values.map((temperature1) => ({ temperature1 })))
const found = () =>
  harness.read<
    Pick<Event, 'title' | 'type' | 'severity' | 'status' | 'occurrences' | 'detail' | 'ruleId'> & {
      latitude: number
    }
  >(
    `select title, type, severity, status, occurrences, detail, rule_id as "ruleId", latitude from events.events
     where vehicle_id = $1 order by occurred_at, id`,
    [harness.vehicle.id],
  )

describe('a custom rule', () => {
  it('raises an event of its name with the readings that met it, once until it is re-armed', async () => {
    const { id } = await rule([hot])
    await temperatures(10, 7, 9, 12, 8, 7.5)
    expect(await found()).toMatchObject([
      {
        ...{ title: 'Cadena de frío', type: 'custom', occurrences: 1, ruleId: id },
        ...{ detail: { temperature1: 9 }, latitude: 19.4326 },
      },
    ])
    await temperatures(10, 7, 9)
    expect(await found()).toMatchObject([{ occurrences: 2 }])
  })

  it('that is raised makes the lists of rules on screen stale, each time', async () => {
    const hints: StaleHint[] = []
    const end = harness.test.bus.listen('rumbo_stale', (payload) => {
      hints.push(...(JSON.parse(payload) as StaleHint[]).filter(({ domain }) => domain === 'customRules'))
    })
    await harness.test.bus.ready()
    const { id, companyId, fleetId } = await rule([hot])
    hints.length = 0
    await temperatures(10, 9, 12, 7, 9)
    await expect.poll(() => hints).toHaveLength(2)
    expect(hints[0]).toEqual({ domain: 'customRules', id, companyId, fleetId })
    end()
  })

  it('merges a report with the latest values of the vehicle, also after a restart', async () => {
    await rule([hot, { reading: 'door', operator: 'is', value: true }])
    await say(10, { door: true })
    await restart()
    await temperatures(10, 9)
    expect(await found()).toMatchObject([{ occurrences: 1, detail: { temperature1: 9, door: 'true' } }])
  })

  it('keeps waiting and stays raised over restarts', async () => {
    await rule([hot], { seconds: 60 })
    await temperatures(20, 9, 9)
    await restart()
    await temperatures(20, 9)
    expect(await found()).toEqual([])
    await temperatures(20, 9)
    expect(await found()).toHaveLength(1)
    await restart()
    await temperatures(20, 9, 9)
    expect(await found()).toMatchObject([{ occurrences: 1 }])
  })

  it('is raised once for two gateways that receive the reports of a vehicle in turn', async () => {
    await rule([hot], { seconds: 30 })
    const other = await intakeWith()
    for (const intake of [harness.intake, other, harness.intake, other, harness.intake]) {
      harness.test.clock.advance(10)
      await intake.accept(harness.report({ extras: { temperature1: 9 } }))
    }
    await other.drain()
    expect(await found()).toMatchObject([{ occurrences: 1 }])
  })

  it('compares the speed of live and believable fixes, and a change at its moment', async () => {
    await rule([fast, open], { match: 'any' })
    const drive = async (speedKmh: number, fix: object = {}, secondsAgo = 0) => {
      harness.test.clock.advance(10)
      await harness.intake.accept(harness.report({ fix: { speedKmh, ...fix } }, secondsAgo))
    }
    await drive(90)
    await drive(150, { isValid: false })
    await drive(150, {}, 600)
    await drive(150, { latitude: 25 })
    await say(10, { door: false })
    expect(await found()).toEqual([])
    await say(10, { door: true })
    expect(await found()).toMatchObject([{ occurrences: 1 }])
    await say(10, { door: false })
    await drive(120)
    expect(await found()).toMatchObject([{ occurrences: 2 }])
  })

  it('is not met by what cannot be true, nor by what was stated a day ago', async () => {
    await rule([hot])
    await temperatures(10, 900)
    expect(await found()).toEqual([])
    await rule([{ reading: 'humidity1', operator: 'above', value: 90, margin: 0 }, fast], { name: 'Humedad' })
    await say(10, { humidity1: 95 })
    harness.test.clock.advance(90_000)
    await harness.intake.accept(harness.report({ fix: { speedKmh: 120 } }))
    expect(await found()).toEqual([])
  })

  it('concerns its vehicles, its fleet, and its hours', async () => {
    const { companyId } = harness.fleet
    const otherFleetId = (await harness.test.build((tx) => buildFleet(tx, { companyId }))).id
    await rule([hot], { name: 'Otra unidad', scope: { kind: 'vehicles', vehicleIds: [otherFleetId] } })
    await rule([hot], { name: 'Otra flotilla', fleetId: otherFleetId })
    await rule([hot], { name: 'Inactiva', isActive: false })
    // The clock begins on a Monday at 09:00 in Mexico City.
    await rule([hot], {
      name: 'De noche',
      schedule: { windows: [{ days: [1], from: '20:00', to: '22:00' }], holidays: 'any' },
    })
    await rule([hot], { name: 'Festivos', schedule: { windows: [], holidays: 'only' } })
    await temperatures(10, 9, 9)
    expect(await found()).toEqual([])
    await rule([hot], { name: 'Esta', scope: { kind: 'vehicles', vehicleIds: [harness.vehicle.id] } })
    await temperatures(10, 9)
    expect(await found()).toMatchObject([{ title: 'Esta' }])
  })

  it('that is critical makes the vehicle critical until somebody handles it; others do not', async () => {
    await rule([hot])
    await temperatures(10, 9)
    expect(await harness.status()).not.toBe('alarmed')
    await rule([{ ...hot, value: 20 }], { name: 'Sin frío', severity: 'critical' })
    await temperatures(10, 25)
    expect(await harness.status()).toBe('critical')
  })

  it('that is deleted is judged no more, and leaves nothing behind', async () => {
    const { id } = await rule([hot], { seconds: 60 })
    await temperatures(10, 9)
    await harness.test.build(async (tx) => {
      await tx.sql('update events.custom_rules set archived_at = now() where id = $1', [id])
      await tx.sql('select pg_notify($1, $2)', ['rumbo_custom_rules', harness.fleet.fleetId])
    })
    await expect.poll(() => watch.of(harness.fleet.fleetId)).toEqual([])
    await temperatures(60, 9, 9)
    expect(await found()).toEqual([])
    const [state] = await harness.read<{ conditions: string | null }>(
      'select conditions from telemetry.vehicle_state where vehicle_no = $1',
      [harness.vehicle.no],
    )
    expect(state?.conditions ?? '').not.toContain(id)
  })

  it('that is edited is judged as it is now, and waits anew', async () => {
    const edit = async (before: WrittenRule, given: Partial<WrittenRule>) => {
      const now = { ...before, ...given, version: before.version + 1 }
      await harness.test.build(async (tx) => {
        await rewriteCustomRule(tx, now)
        await notifyGateways(tx, now.fleetId)
      })
      await expect.poll(() => watch.of(now.fleetId)[0]?.version).toBe(now.version)
      return now
    }
    const first = await rule([hot], { seconds: 60 })
    await temperatures(30, 9, 9)
    const second = await edit(first, {
      name: 'Congelador',
      conditions: [{ ...hot, value: 5 }],
      severity: 'info',
    })
    await temperatures(30, 6, 6)
    expect(await found()).toEqual([])
    await temperatures(30, 6)
    expect(await found()).toMatchObject([
      { title: 'Congelador', severity: 0, ruleId: first.id, occurrences: 1 },
    ])
    // Raised already, it is raised again by what it asks now.
    await edit(second, { conditions: [{ ...hot, value: 20 }], seconds: 0 })
    await temperatures(30, 9)
    expect(await found()).toMatchObject([{ occurrences: 1 }])
    await temperatures(30, 25)
    expect(await found()).toMatchObject([{ occurrences: 2, detail: { temperature1: 25 } }])
  })

  it('shows texts of devices as the database can store them, and at most a hundred characters', async () => {
    await rule([{ reading: 'message', operator: 'differs', value: 'todo bien', margin: 0 }])
    const texts = ['a\u0000b\u001bc', 'medio \ud83d', '\ude9a medio', `${'x'.repeat(99)}🚚`, 'ñ 🚚']
    const shown: unknown[] = []
    for (const message of texts) {
      await say(10, { message })
      shown.push((await found())[0]?.detail)
      await say(10, { message: 'todo bien' })
    }
    expect(shown).toEqual(
      ['a\ufffdb\ufffdc', 'medio \ufffd', '\ufffd medio', `${'x'.repeat(99)}\ufffd`, 'ñ 🚚'].map(
        (message) => ({
          message,
        }),
      ),
    )
    expect(await found()).toMatchObject([{ occurrences: texts.length }])
    expect(await harness.rejected()).toEqual([])
    expect(await harness.positions()).toHaveLength(2 * texts.length)
  })

  it('raises none before its cool-down is over', async () => {
    await rule([hot], { cooldownSeconds: 60 })
    await temperatures(10, 9, 7, 9, 7, 9)
    expect(await found()).toMatchObject([{ occurrences: 1 }])
    await temperatures(30, 9)
    expect(await found()).toMatchObject([{ occurrences: 2 }])
  })
})
