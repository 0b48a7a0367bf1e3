import type { CustomCondition } from '@rumbo/contract/events.custom.contract'
import { hourMs, minuteMs, secondMs } from '@rumbo/contract/time-units'
import { describe, expect, it } from 'vitest'
import { pipelineWith } from '../../assembly/position-pipeline.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { findActor } from '../../identity/index.ts'
import { assignments } from '../../organisation/index.ts'
import { useIntakeHarness } from '../testing/intake.harness.ts'
import { createRuleReplay, rulesHistory } from './telemetry.custom.replay.ts'
import type { CustomRuleInForce } from './telemetry.custom.ts'

const harness = useIntakeHarness('test')

const rule = (conditions: CustomCondition[], some: Partial<CustomRuleInForce> = {}): CustomRuleInForce => ({
  id: '0198c0de-0000-7000-8000-00000000ca5e',
  version: 1,
  name: 'Regla',
  severity: 'warning',
  match: 'all',
  conditions,
  seconds: 0,
  schedule: { windows: [], holidays: 'any' },
  cooldownSeconds: 0,
  concerns: () => true,
  ...some,
})

/** Numbers from 0 to 1 in an order that is always the same. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Raised = { at: string; detail: object }
/** What live reports raised by a rule, as it was handed to the events. */
async function judgedLive(inForce: CustomRuleInForce) {
  const raised: Raised[] = []
  const intake = await harness.fleet.startIntake({
    pipeline: pipelineWith({ customRules: { of: () => [inForce] } }),
    commitConditions: async (_, found) => {
      for (const { rule, receivedAt, detail } of found) if (rule) raised.push({ at: receivedAt, detail })
      return []
    },
  })
  return { raised, intake }
}

async function judgedFromHistory(inForce: CustomRuleInForce, fromMs: number) {
  const { database } = harness.test
  const user = await harness.test.build((tx) => buildUser(tx, { level: 'super_admin' }))
  const actor = await findActor({ database, assignments }, user.id)
  if (!actor) throw new Error('The user is known.')
  const replay = createRuleReplay(inForce, 'America/Mexico_City', fromMs)
  const raised: Raised[] = []
  const range = { fromMs, toMs: harness.nowMs() + 1 }
  const history = rulesHistory(database, actor, harness.vehicle.no, inForce, range)
  for await (const reports of history)
    for (const report of reports) {
      const found = replay.take(report)
      if (found) raised.push({ at: new Date(found.time).toISOString(), detail: found.figures })
    }
  return { raised, replay }
}

/** Reports of a device that states what it has, not always all of it, with gaps of many lengths. */
async function sayAtRandom(random: () => number, accept: (report: object) => Promise<unknown>) {
  const gaps = [1, 1, 10, 10, 30, 120, 600, 1_000, 3_500, 3_700]
  let held = { temperature1: 7, door: false }
  for (let report = 0; report < 150; report += 1) {
    harness.test.clock.advance(gaps[Math.floor(random() * gaps.length)] ?? 1)
    const speedKmh = random() < 0.2 ? 40 : Math.round(random() * 140)
    const before = held
    held = {
      temperature1: random() < 0.5 ? before.temperature1 : Math.round(random() * 14),
      door: random() < 0.7 ? before.door : !before.door,
    }
    // What states nothing new and has no fix is not recorded.
    const hasFix = random() < 0.9 || (held.temperature1 === before.temperature1 && held.door === before.door)
    const isValid = random() < 0.95
    const extras = random() < 0.2 && hasFix ? {} : { ...held }
    if (Object.keys(extras).length === 0) held = before
    await accept(harness.report({ extras, fix: hasFix ? { speedKmh, isValid } : null }))
  }
}

const hot = { reading: 'temperature1', operator: 'above', value: 8, margin: 2 } as const
const fast = { reading: 'speedKmh', operator: 'at_least', value: 90, margin: 20 } as const
const open = { reading: 'door', operator: 'changes_to', value: true } as const

describe('recorded reports judged by a custom rule', () => {
  it.each<[string, CustomRuleInForce]>([
    ['a reading above a limit', rule([hot])],
    ['a speed for some seconds', rule([fast], { seconds: 60 })],
    ['a change', rule([open])],
    ['several with a cool-down', rule([hot, fast, open], { match: 'any', cooldownSeconds: 1_800 })],
    ['a reading and a change together', rule([hot, open], { seconds: 20 })],
    [
      'at certain hours',
      rule([fast], {
        schedule: { windows: [{ days: [1, 2], from: '08:00', to: '20:00' }], holidays: 'any' },
      }),
    ],
  ])('raise exactly what live ones raised: %s', async (_, inForce) => {
    const { raised, intake } = await judgedLive(inForce)
    const fromMs = harness.nowMs()
    await sayAtRandom(numbersOf(7), (report) => intake.accept(report as never))
    await intake.drain()
    const { raised: replayed } = await judgedFromHistory(inForce, fromMs)
    expect(replayed).toEqual(raised)
    // The rarest of these rules is raised twice by this sequence.
    expect(raised.length).toBeGreaterThan(1)
  })

  it('know what held before the range, raise nothing of it, and count what did not last', async () => {
    const { intake } = await judgedLive(rule([hot]))
    const say = async (minutes: number, extras: Record<string, number>, fix: object | null = {}) => {
      harness.test.clock.advance((minutes * minuteMs) / secondMs)
      await intake.accept(harness.report({ extras, fix }))
    }
    await say(0, { temperature1: 9 })
    await say(30, { temperature2: 1 }, null)
    const fromMs = harness.nowMs() + minuteMs
    await say(30, {})
    await say(1, {})
    const held = await judgedFromHistory(rule([hot]), fromMs)
    expect(held.raised).toEqual([
      { at: new Date(fromMs + 29 * minuteMs).toISOString(), detail: { temperature1: 9 } },
    ])
    expect(held.replay).toMatchObject({ reports: 2, suppressed: 0 })
    await say(1, { temperature1: 6 })
    expect((await judgedFromHistory(rule([hot], { seconds: 600 }), fromMs)).replay).toMatchObject({
      reports: 3,
      suppressed: 1,
    })
    // After a day nothing is known of it.
    harness.test.clock.advance((25 * hourMs) / secondMs)
    const later = harness.nowMs()
    await say(1, {})
    await intake.drain()
    const cold = { reading: 'temperature1', operator: 'below', value: 8, margin: 0 } as const
    expect((await judgedFromHistory(rule([cold]), later)).raised).toEqual([])
  })
})
