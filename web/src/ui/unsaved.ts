import { useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLatest } from './hooks/use-latest.ts'

/** What becomes of changes that are not saved. */
interface Keeping {
  /**
   * Whether the screen keeps the changes while the query of its address becomes this one. Absent: no other address of the screen
   * keeps them, nor does closing what they are typed in.
   */
  isKeptAt?: (query: Query) => boolean
  /** Saves the changes before they would be lost. @returns false where that failed */
  save?: () => Promise<boolean>
}
type Query = Readonly<Record<string, unknown>>

/** Forms that are changed. */
const changed = new Map<symbol, Keeping>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether any form on the page has changes that are not saved, and that leaving the screen would lose. */
export const hasUnsaved = (): boolean => changed.size > 0
export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, hasUnsaved)

/**
 * Saves what can be saved of what leaving the screen would lose; with `query`, what this other address of the screen would lose.
 * @returns whether changes are left that would be lost
 */
export async function losesUnsaved(query?: Query): Promise<boolean> {
  const lost = [...changed.values()].filter(({ isKeptAt }) => query === undefined || !isKeptAt?.(query))
  const saved = await Promise.all(lost.map(({ save }) => save?.() ?? false))
  return saved.includes(false)
}

/**
 * While `isChanged`, leaving the page asks for confirmation, unless the changes are kept or can be saved first.
 * @param keeping may differ each time
 */
export function useUnsaved(isChanged: boolean, keeping: Keeping = {}): void {
  const latest = useLatest(keeping)
  const hasKept = keeping.isKeptAt !== undefined
  // Before the next task: a form that closes after saving may navigate at once.
  useLayoutEffect(() => {
    if (!isChanged) return
    const form = Symbol('form')
    changed.set(form, {
      isKeptAt: hasKept ? (query) => latest.current.isKeptAt?.(query) ?? false : undefined,
      save: async () => (await latest.current.save?.()) ?? false,
    })
    notify()
    return () => {
      changed.delete(form)
      notify()
    }
  }, [isChanged, hasKept, latest])
}

let wanted: (() => void) | null = null

function actOrAsk(isLosing: boolean, act: () => void): void {
  if (!isLosing) {
    act()
    return
  }
  wanted = act
  notify()
}

/** Runs `act`, which discards what is typed on the screen; saves what can be saved first, and asks if anything is left. */
export function leaveThen(act: () => void): void {
  if (hasUnsaved()) void losesUnsaved().then((isLosing) => actOrAsk(isLosing, act))
  else act()
}
/** As `leaveThen`, where `act` closes a part of the screen: what the screen itself keeps is not asked for. */
export function closeThen(act: () => void): void {
  actOrAsk(
    [...changed.values()].some(({ isKeptAt }) => isKeptAt === undefined),
    act,
  )
}
/** The action of `leaveThen` or `closeThen` that waits for the answer. */
export const useWanted = () => useSyncExternalStore(subscribe, () => wanted)
export function answerWanted(isLeaving: boolean): void {
  const act = wanted
  wanted = null
  notify()
  if (isLeaving) act?.()
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const isField = (element: EventTarget): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement
const isSearch = (element: Field) => element.type === 'search' || element.closest('[role=search]') !== null
const contentOf = (element: Field): string =>
  element instanceof HTMLInputElement && /checkbox|radio/.test(element.type)
    ? `${element.name}${element.value}${element.checked}`
    : element.value
const dialogOf = (element: Element) => element.closest('[role=dialog], [role=alertdialog]')
const choices = '[role=option], [role=gridcell], [aria-pressed]'

interface Happened {
  target: EventTarget
  currentTarget: HTMLElement
}

/**
 * Whether the user changed a field of the element that gets `watch`. React passes events of nested dialogs and menus up
 * as well; those of other dialogs do not count.
 */
export function useTyped() {
  const [isTyped, setTyped] = useState(false)
  const before = useRef(new Map<Field, string>())
  const differing = useRef(new Set<Field | 'choice'>())
  const mark = useCallback((field: Field | 'choice', isDifferent: boolean) => {
    if (isDifferent) differing.current.add(field)
    else differing.current.delete(field)
    setTyped(differing.current.size > 0)
  }, [])
  const forget = useCallback(() => {
    before.current.clear()
    differing.current.clear()
    setTyped(false)
  }, [])
  const watch = {
    onFocus: ({ target, currentTarget }: Happened) => {
      if (isField(target) && currentTarget.contains(target) && !before.current.has(target))
        before.current.set(target, contentOf(target))
    },
    onInput: ({ target, currentTarget }: Happened) => {
      if (!isField(target) || !currentTarget.contains(target) || isSearch(target)) return
      // Which radio button was chosen before is not known.
      const isRadio = target.type === 'radio'
      mark(target, isRadio || before.current.get(target) !== contentOf(target))
    },
    onClickCapture: ({ target, currentTarget }: Happened) => {
      const choice = target instanceof Element ? target.closest(choices) : null
      if (choice === null) return
      const dialog = dialogOf(choice)
      if (dialog === null || currentTarget.contains(dialog)) mark('choice', true)
    },
    onKeyDownCapture: ({ target, currentTarget, key }: Happened & { key: string }) => {
      // The parts of a date change by keys alone.
      const isPart = target instanceof Element && target.getAttribute('role') === 'spinbutton'
      if (isPart && currentTarget.contains(target) && /^(.|Backspace|Delete|ArrowUp|ArrowDown)$/.test(key))
        mark('choice', true)
    },
  }
  return { isTyped, watch, forget }
}
