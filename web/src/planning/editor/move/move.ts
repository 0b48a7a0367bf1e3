import type { GapCost } from '@rumbo/optimizer'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { WordText } from '../../../ui/i18n.tsx'
import type { PlanNames } from '../use-plan-words.ts'

/** Where what is moved would go: before the visit of this index among the stops to come of a route, or out of all routes. */
export type MoveTarget = { kind: 'gap'; vehicleId: string; index: number } | { kind: 'pool' }

/** What a drop would do. */
export interface Judgement {
  /** Null for the pool, and where it is refused before it is computed. */
  cost: GapCost | null
  /** Seconds and metres of all routes together, those that are left included. */
  seconds: number
  metres: number
  /** Why it cannot be dropped there, in words. */
  refusal: string | null
  /** What it breaks all the same, in words. */
  violations: readonly string[]
}

/** Orders that are being moved, by pointer or by keys. */
export interface Move {
  serviceIds: readonly string[]
  by: 'pointer' | 'keys'
  target: MoveTarget | null
  /** Of the target. */
  judgement: Judgement | null
  /** Where the pointer is, in pixels of the window. */
  pointer: { x: number; y: number; isTouch: boolean } | null
}

export interface MoveStart {
  serviceIds: readonly string[]
  /** The stop that was taken hold of; absent where it is whole orders. */
  stopId?: string | null
  by: Move['by']
}

export interface Moving {
  /** Null while nothing is moved. */
  move: () => Move | null
  subscribe: (listener: () => void) => () => void
  /** Judges the gaps for orders that may be moved next, while the page rests, so that picking them up shows at once. */
  prepare: (start: Pick<MoveStart, 'serviceIds' | 'stopId'>) => void
  /** @returns false where it may not be moved; why was said */
  begin: (start: MoveStart) => boolean
  aim: (target: MoveTarget | null, pointer?: Move['pointer']) => void
  /** Aims at the best place on a vehicle: what breaks least, then what takes least time. */
  aimBest: (vehicleId: string) => void
  /**
   * Aims at the best place of the vehicles whose routes pass nearest, always the same number of them, and once all others were
   * looked at, at the best of all, unless somebody aimed since.
   */
  aimFirst: () => void
  /** Drops at the target; without one, or where it is refused, nothing changes. @returns whether it was dropped */
  drop: () => boolean
  cancel: () => void
  /** The day was read again: cancels where the places of the move mean others by now. */
  follow: () => void
  /** What the last action did, for screen readers. */
  said: () => string
}

/** Where a target is, in words. */
export const placeText = (t: WordText, names: PlanNames, target: MoveTarget): string =>
  target.kind === 'pool'
    ? t('planEditor.move.atPool')
    : t('planEditor.move.atGap', { vehicle: names.vehicle(target.vehicleId), position: target.index + 1 })

const MovingContext = createContext<Moving | null>(null)
export const MovingProvider = MovingContext.Provider

/** Begins and ends moves of orders. Use it below `PlanEditorProvider` only. */
export function useMoving(): Moving {
  const moving = useContext(MovingContext)
  if (moving === null) throw new Error('useMoving is used outside PlanEditorProvider')
  return moving
}

/** What is being moved at present; renders with every change. */
export function useMove(): Move | null {
  const { subscribe, move } = useMoving()
  return useSyncExternalStore(subscribe, move)
}
