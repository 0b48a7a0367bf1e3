import { isPositionReading } from '@rumbo/contract/events.custom.readings'
import type { ReadingsNow } from '@rumbo/contract/events.custom.rules'
import type { ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import type { Actor } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { MomentRange } from '../history/telemetry.history.rules.ts'
import {
  type RecordedFix,
  type RecordedReport,
  recordedReports,
} from '../history-test/telemetry.recorded-reports.ts'
import {
  isFixKnown,
  isReadingKnown,
  judgeRules,
  oldestFixMs,
  oldestReadingMs,
  type RuleFound,
} from './telemetry.custom.judgement.rules.ts'
import { phaseOf } from './telemetry.custom.rules.ts'
import type { CustomRuleInForce, CustomRuleState } from './telemetry.custom.ts'

/** An event that recorded reports would have raised. */
export interface RaisedRule {
  /** Epoch ms. */
  time: number
  /** Of the last fix until then. */
  place: { latitude: number; longitude: number } | null
  figures: RuleFound['figures']
}

/** Recorded reports of one vehicle, judged by a rule in their order as live ones are. */
export interface RuleReplay {
  take(report: RecordedReport): RaisedRule | null
  /** Reports that were judged: those within the range. */
  readonly reports: number
  /** How often the conditions began to hold and ended before an event was due. */
  readonly suppressed: number
}

const positionValue = (fix: RecordedFix, name: string): ReadingValue | undefined =>
  (name === 'speedKmh' ? fix.speedKmh : fix.altitudeMetres) ?? undefined

/**
 * @param timeZone the company's, for the hours of the rule
 * @param fromMs earlier reports only show what the readings were then
 */
export function createRuleReplay(rule: CustomRuleInForce, timeZone: string, fromMs: number): RuleReplay {
  const known = new Map<string, { value: ReadingValue; time: number }>()
  let last: { fix: RecordedFix; time: number } | null = null
  let states: readonly CustomRuleState[] = []
  let reports = 0
  let suppressed = 0

  const positionAt = (at: number): ReadingsNow =>
    last && isFixKnown(last.time, at) ? positionValue.bind(null, last.fix) : () => undefined
  const readingAt = (name: string, at: number) => {
    const reading = known.get(name)
    return reading && isReadingKnown(reading.time, at) ? reading.value : undefined
  }

  function judge({ time, fix, readings }: RecordedReport): RuleFound | undefined {
    const stated = (name: string) => readings.find((one) => one.name.name === name)?.value
    const positionWas = positionAt(time)
    const positionIs: ReadingsNow = fix ? (name) => positionValue(fix, name) : positionWas
    const phase = phaseOf(states[0] ?? null)
    const judged = judgeRules(
      [rule],
      '',
      states,
      {
        now: (name) => (isPositionReading(name) ? positionIs(name) : (stated(name) ?? readingAt(name, time))),
        before: (name) => {
          if (isPositionReading(name)) return positionWas(name)
          return stated(name) === undefined ? readingAt(name, time) : known.get(name)?.value
        },
      },
      { at: time, fixAt: fix && time },
      timeZone,
    )
    states = judged.states
    if (phase === 'waiting' && phaseOf(states[0] ?? null) === 'idle') suppressed += 1
    return judged.found[0]
  }

  return {
    take(report) {
      const { time, fix, readings } = report
      const found = time >= fromMs ? judge(report) : undefined
      if (time >= fromMs) reports += 1
      for (const { name, value } of readings) known.set(name.name, { value, time })
      if (fix) last = { fix, time }
      const place = last && { latitude: last.fix.latitude, longitude: last.fix.longitude }
      return found ? { time, place, figures: found.figures } : null
    },
    get reports() {
      return reports
    },
    get suppressed() {
      return suppressed
    },
  }
}

/**
 * Yields the recorded reports that a rule needs for a range, with those before it that show what the readings were at its
 * start. Call after checking access.
 */
export function rulesHistory(
  database: Database,
  actor: Actor,
  vehicleNo: number,
  { conditions }: Pick<CustomRuleInForce, 'conditions'>,
  { fromMs, toMs }: MomentRange,
): AsyncGenerator<RecordedReport[]> {
  const names = new Set(conditions.map(({ reading }) => reading))
  return recordedReports(
    database,
    actor,
    vehicleNo,
    { fromMs: fromMs - oldestReadingMs, fixesFromMs: fromMs - oldestFixMs, toMs },
    (name) => names.has(name),
  )
}
