import { useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

/** Forms, with whether each survives changes of the address within its screen. */
const changed = new Map<symbol, boolean>()
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
/** Whether another address of the same screen would lose changes as well. */
export const hasUnsavedWithin = (): boolean => [...changed.values()].includes(false)
export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, hasUnsaved)

/**
 * While `isChanged`, leaving the page asks for confirmation. `isKeptWithin`: the screen keeps the changes while only the query
 * of its address changes.
 */
export function useUnsaved(isChanged: boolean, isKeptWithin = false): void {
  // Before the next task: a form that closes after saving may navigate at once.
  useLayoutEffect(() => {
    if (!isChanged) return
    const form = Symbol('form')
    changed.set(form, isKeptWithin)
    notify()
    return () => {
      changed.delete(form)
      notify()
    }
  }, [isChanged, isKeptWithin])
}

let wanted: (() => void) | null = null

/** Runs `act`, which discards what is typed; asks first if anything is. */
export function leaveThen(act: () => void): void {
  if (!hasUnsaved()) {
    act()
    return
  }
  wanted = act
  notify()
}
/** The action of `leaveThen` that waits for the answer. */
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
