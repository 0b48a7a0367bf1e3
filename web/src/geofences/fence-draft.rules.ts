/** A geofence as its form holds it: everything except the shape. Pure. */
import type { InputOf } from '@rumbo/contract/endpoint'
import type { EventSeverity } from '@rumbo/contract/events.contract'
import { figureOf } from '@rumbo/contract/figures'
import {
  type createFence,
  type FenceScope,
  fencePalette,
  type fenceSensitivities,
  type Geofence,
} from '@rumbo/contract/geofences.contract'
import type {
  FenceTrigger,
  FenceTriggerInput,
  scheduleHolidays,
  triggerFigures,
} from '@rumbo/contract/geofences.triggers.contract'
import type { HoursWindow } from '@rumbo/contract/vehicles.contract'

export type TriggerKind = FenceTrigger['kind']
/** The figures of a trigger as typed; those that its kind does not have are ignored. */
type FigureTexts = Readonly<Record<keyof typeof triggerFigures, string>>

export interface TriggerDraft extends FigureTexts {
  /** Distinguishes rows of the form; that of a stored trigger is its id. */
  readonly key: string
  readonly isStored: boolean
  readonly kind: TriggerKind
  readonly severity: EventSeverity
  readonly windows: readonly HoursWindow[]
  readonly holidays: (typeof scheduleHolidays)[number]
  /** Checkpoints in the order of the route. */
  readonly fenceIds: readonly string[]
}

export interface FenceDraft {
  readonly name: string
  readonly description: string
  readonly colour: string
  readonly tags: readonly string[]
  readonly isActive: boolean
  readonly sensitivity: (typeof fenceSensitivities)[number]
  readonly scope: FenceScope
  readonly triggers: readonly TriggerDraft[]
  readonly zoneId: string | null
  readonly isWorkshop: boolean
}

/** The figures that a kind of trigger has, besides the cool-down. */
export const figuresOfTrigger = {
  entry: [],
  exit: [],
  dwell: ['minutes'],
  speeding: ['limitKmh', 'seconds'],
  wrong_direction: [],
  off_route: ['metres', 'seconds'],
  missed_checkpoint: [],
} as const satisfies Record<TriggerKind, readonly (keyof FigureTexts)[]>

const firstFigures: FigureTexts = {
  minutes: '15',
  limitKmh: '40',
  seconds: '10',
  metres: '50',
  cooldownSeconds: '0',
}

let added = 0
export function newTrigger(kind: TriggerKind): TriggerDraft {
  added += 1
  return {
    ...firstFigures,
    key: `new-${added}`,
    isStored: false,
    kind,
    severity: 'warning',
    windows: [],
    holidays: 'any',
    fenceIds: [],
  }
}

/** What a new fence begins with. */
export const emptyFence: FenceDraft = {
  name: '',
  description: '',
  colour: fencePalette.blue,
  tags: [],
  isActive: true,
  sensitivity: 'medium',
  scope: { kind: 'fleet' },
  triggers: [],
  zoneId: null,
  isWorkshop: false,
}

function draftOfTrigger(trigger: FenceTrigger): TriggerDraft {
  const { id, kind, severity, schedule, cooldownSeconds } = trigger
  return {
    key: id,
    isStored: true,
    kind,
    severity,
    windows: schedule.windows,
    holidays: schedule.holidays,
    cooldownSeconds: String(cooldownSeconds),
    minutes: kind === 'dwell' ? String(trigger.minutes) : firstFigures.minutes,
    limitKmh: kind === 'speeding' ? String(trigger.limitKmh) : firstFigures.limitKmh,
    seconds: 'seconds' in trigger ? String(trigger.seconds) : firstFigures.seconds,
    metres: kind === 'off_route' ? String(trigger.metres) : firstFigures.metres,
    fenceIds: kind === 'missed_checkpoint' ? trigger.fenceIds : [],
  }
}

export const fenceDraftOf = (fence: Omit<Geofence, 'shape'>): FenceDraft => ({
  name: fence.name,
  description: fence.description ?? '',
  colour: fence.colour,
  tags: fence.tags,
  isActive: fence.isActive,
  sensitivity: fence.sensitivity,
  scope: fence.scope,
  triggers: fence.triggers.map(draftOfTrigger),
  zoneId: fence.zoneId,
  isWorkshop: fence.isWorkshop,
})

function triggerInputOf(draft: TriggerDraft): FenceTriggerInput {
  const common = {
    id: draft.isStored ? draft.key : undefined,
    severity: draft.severity,
    schedule: { windows: [...draft.windows], holidays: draft.holidays },
    cooldownSeconds: figureOf(draft.cooldownSeconds),
  }
  const { kind } = draft
  switch (kind) {
    case 'dwell':
      return { kind, minutes: figureOf(draft.minutes), ...common }
    case 'speeding':
      return { kind, limitKmh: figureOf(draft.limitKmh), seconds: figureOf(draft.seconds), ...common }
    case 'off_route':
      return { kind, metres: figureOf(draft.metres), seconds: figureOf(draft.seconds), ...common }
    case 'missed_checkpoint':
      return { kind, fenceIds: [...draft.fenceIds], ...common }
    default:
      return { kind, ...common }
  }
}

type FenceBody = Omit<InputOf<typeof createFence>['body'], 'fleetId' | 'shape'>
/** What the server stores of a right draft, besides the shape. */
export const fenceBodyOf = (draft: FenceDraft): FenceBody => ({
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  colour: draft.colour,
  tags: [...draft.tags],
  isActive: draft.isActive,
  scope: draft.scope,
  triggers: draft.triggers.map(triggerInputOf),
  sensitivity: draft.sensitivity,
  zoneId: draft.zoneId,
  isWorkshop: draft.isWorkshop,
})
