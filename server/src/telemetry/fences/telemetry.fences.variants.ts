import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import { type FenceRules, noRules } from '@rumbo/geo/fences/crossing-state'
import type { PreparedFence } from '@rumbo/geo/fences/prepared-fence'

/** How long a vehicle drives against a one-way route before it counts. */
const wrongDirectionSeconds = 10

/** Kinds of triggers that are evaluated fix by fix, as `FenceRules` has one of each. */
export const heldKinds = ['dwell', 'speeding', 'wrong_direction', 'off_route'] as const
export type HeldKind = (typeof heldKinds)[number]
type RuledKind = HeldKind | 'missed_checkpoint'

/** At most one trigger of each kind, and the rules made of them. A fence with two of a kind has two variants. */
export interface FenceVariant {
  readonly triggers: Readonly<Partial<Record<RuledKind, FenceTrigger>>>
  readonly rules: FenceRules
}

const isRuled = (trigger: FenceTrigger): trigger is FenceTrigger & { kind: RuledKind } =>
  trigger.kind !== 'entry' && trigger.kind !== 'exit'

function ruleOf(
  trigger: FenceTrigger,
  fenceOf: (id: string) => PreparedFence | undefined,
): Partial<FenceRules> {
  switch (trigger.kind) {
    case 'dwell':
      return { dwellMinutes: trigger.minutes }
    case 'speeding':
      return { speed: { kmh: trigger.limitKmh, seconds: trigger.seconds } }
    case 'wrong_direction':
      return { wrongDirection: { seconds: wrongDirectionSeconds } }
    case 'off_route':
      return { offRoute: { metres: trigger.metres, seconds: trigger.seconds } }
    case 'missed_checkpoint':
      return { checkpoints: trigger.fenceIds.flatMap((id) => fenceOf(id) ?? []) }
    default:
      return {}
  }
}

/**
 * The rules of a fence; there is always at least one variant.
 * @param fenceOf the shapes of checkpoints, active or not; one that is unknown is left out
 */
export function variantsOf(
  triggers: readonly FenceTrigger[],
  fenceOf: (id: string) => PreparedFence | undefined,
): FenceVariant[] {
  const variants: { triggers: Partial<Record<RuledKind, FenceTrigger>>; rules: FenceRules }[] = [
    { triggers: {}, rules: noRules },
  ]
  for (const trigger of triggers) {
    if (!isRuled(trigger)) continue
    let variant = variants.find((one) => !one.triggers[trigger.kind])
    if (!variant) {
      variant = { triggers: {}, rules: noRules }
      variants.push(variant)
    }
    variant.triggers[trigger.kind] = trigger
    variant.rules = { ...variant.rules, ...ruleOf(trigger, fenceOf) }
  }
  return variants
}

const off = {
  dwell: { dwellMinutes: null },
  speeding: { speed: null },
  wrong_direction: { wrongDirection: null },
  off_route: { offRoute: null },
} as const satisfies Record<HeldKind, Partial<FenceRules>>

/** The rules of those triggers that count at the time: a condition begins to hold when its hours begin. */
export function rulesAt(
  { triggers, rules }: FenceVariant,
  counts: (trigger: FenceTrigger) => boolean,
): FenceRules {
  let now = rules
  for (const kind of heldKinds) {
    const trigger = triggers[kind]
    if (trigger && !counts(trigger)) now = { ...now, ...off[kind] }
  }
  return now
}
