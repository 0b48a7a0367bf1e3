import type { ParsedOf } from '@rumbo/contract/endpoint'
import { type RuleTestResult, testCustomRule } from '@rumbo/contract/events.custom-test.contract'
import { v7 as uuid } from 'uuid'
import { findCompany } from '../../organisation/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { startWork, type WorkKind } from '../../platform/jobs/work.ts'
import {
  type CustomRuleInForce,
  createRuleReplay,
  findTestedVehicles,
  requireTestPeriod,
  rulesHistory,
  saveTestResult,
  testVehicles,
} from '../../telemetry/index.ts'
import type { VehicleDevice } from '../../vehicles/index.ts'
import { requireConditions, requireFleet, requireScope } from './events.custom.checks.actions.ts'

export const ruleTestKind = 'customRules.test'

type TestBody = ParsedOf<typeof testCustomRule>['body']

/**
 * Queues a test of a custom rule on history.
 * @throws Problem `fleet_denied`, `forbidden`, `rule_vehicle_unknown`, `history_range`, `validation_failed`
 */
export async function startRuleTest(
  tx: Transaction,
  actor: Actor,
  body: TestBody,
): Promise<{ workId: string }> {
  const { companyId } = await requireFleet(tx, actor, body.fleetId)
  requireConditions(body)
  requireTestPeriod(body)
  await requireScope(tx, body.fleetId, { kind: 'vehicles', vehicleIds: body.vehicleIds })
  return startWork(tx, ruleTestKind, body, companyId)
}

/** The rule of a test as gateways would have it. */
const ruleOf = ({ match, conditions, seconds, schedule, cooldownSeconds }: TestBody): CustomRuleInForce => ({
  id: uuid(),
  version: 1,
  name: '',
  severity: 'info',
  match,
  conditions,
  seconds,
  schedule,
  cooldownSeconds,
  concerns: () => true,
})

async function prepareTest(tx: Transaction, actor: Actor, body: TestBody) {
  const { companyId } = await requireFleet(tx, actor, body.fleetId)
  const timeZone = (await findCompany(tx, companyId))?.timeZone ?? 'UTC'
  return { timeZone, vehicles: await findTestedVehicles(tx, body) }
}

async function replayVehicle(
  database: Database,
  actor: Actor,
  { id: vehicleId, vehicleNo, vehicleNumber }: VehicleDevice,
  {
    rule,
    range,
    timeZone,
  }: { rule: CustomRuleInForce; range: ReturnType<typeof requireTestPeriod>; timeZone: string },
  add: (event: RuleTestResult['events'][number]) => void,
  signal: AbortSignal,
): Promise<RuleTestResult['vehicles'][number]> {
  const replay = createRuleReplay(rule, timeZone, range.fromMs)
  let raised = 0
  for await (const reports of rulesHistory(database, actor, vehicleNo, rule, range)) {
    signal.throwIfAborted()
    for (const report of reports) {
      const found = replay.take(report)
      if (!found) continue
      raised += 1
      const { latitude, longitude } = found.place ?? { latitude: null, longitude: null }
      const at = new Date(found.time).toISOString()
      add({ vehicleId, at, latitude, longitude, readings: found.figures })
    }
  }
  const { reports, suppressed } = replay
  return { vehicleId, vehicleNumber, reports, raised, suppressed }
}

/**
 * The work `customRules.test`: judges the recorded reports of each vehicle by the rule, changes nothing, and writes a
 * `RuleTestResult`. Vehicles that the person may no longer see, or that have left the fleet, are left out.
 */
export const testRuleWork: WorkKind = async (payload, actor, database, io) => {
  const body = testCustomRule.body?.parse(payload) as TestBody
  const asked = await database.transaction(actor, (tx) => prepareTest(tx, actor, body), { readOnly: true })
  const given = { rule: ruleOf(body), range: requireTestPeriod(body), timeZone: asked.timeZone }
  const tested = await testVehicles<RuleTestResult['vehicles'][number], RuleTestResult['events'][number]>(
    asked.vehicles,
    io,
    (vehicle, add) => replayVehicle(database, actor, vehicle, given, add, io.signal),
  )
  const result: RuleTestResult = { raised: 0, suppressed: 0, ...tested }
  for (const { raised, suppressed } of tested.vehicles) {
    result.raised += raised
    result.suppressed += suppressed
  }
  return saveTestResult(io, 'rule-test.json', result)
}
