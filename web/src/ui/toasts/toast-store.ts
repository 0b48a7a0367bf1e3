import type { ReactNode } from 'react'
import { originOf, type Said } from '../said.ts'

export type ToastType = 'success' | 'error' | 'warning' | 'info'

export interface ToastAction {
  label: string
  onAction: () => void
  /** A shortcut key for the action, shown beside the label. */
  keyHint?: string
  /** Undoes a change: the toast closes `undoMs` after it was shown, even under the pointer. */
  isUndo?: boolean
}

export interface ToastOptions {
  /** A toast with the id of one on screen replaces it. */
  id?: string
  message: string
  /** A second line in softer colour. */
  detail?: string
  type?: ToastType
  /** Milliseconds on screen; 0 stays until closed. Default: 5000. */
  timeout?: number
  icon?: ReactNode
  /** Whether a screen reader is interrupted. Default: for errors and warnings. */
  isAssertive?: boolean
  action?: ToastAction
}

export interface Toast extends ToastOptions {
  id: string
  /** Message, detail and label of the action with their keys, to be said in the current language. */
  words: { message: Said | string; detail: Said | string | undefined; action: Said | string | undefined }
  type: ToastType
  timeout: number
  /** Epoch milliseconds. */
  shownAt: number
}

const defaultToastTimeoutMs = 5000
/**
 * How long a toast offers to undo a change, in milliseconds: also where the pointer rests on it, or the computer slept.
 */
export const undoMs = 10_000
/** As `keyHint` of an undo: that key undoes it, by `undoLast`. */
export const undoKey = 'Ctrl Z'
const maxAtOnce = 5

export interface ToastStore {
  /** Shows a toast and returns its id. */
  show: (options: ToastOptions) => string
  dismiss: (id: string) => void
  /** Runs the action of a toast and closes it. Returns false if it is closed or its undo has expired. */
  act: (id: string) => boolean
  /**
   * Runs the last undo that was shown with `undoKey`, once. Returns the id of its toast and whether it was still offered;
   * null without one.
   */
  undoLast: () => { id: string; isUndone: boolean } | null
  clear: () => void
  toasts: () => readonly Toast[]
  subscribe: (listener: () => void) => () => void
}

/** Holds the toasts on screen, oldest first, at most five. Usable outside React. */
export function createToastStore(): ToastStore {
  let toasts: readonly Toast[] = []
  let made = 0
  const listeners = new Set<() => void>()
  const replace = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }
  let lastUndo: Toast | null = null
  const dismiss = (id: string) => replace(toasts.filter((toast) => toast.id !== id))
  const act = (id: string): boolean => {
    const toast = toasts.find((other) => other.id === id)
    if (!toast?.action) return false
    dismiss(id)
    if (toast.action.isUndo && Date.now() - toast.shownAt > undoMs) return false
    toast.action.onAction()
    return true
  }
  return {
    show: ({ id = `toast-${++made}`, type = 'info', timeout = defaultToastTimeoutMs, ...rest }) => {
      const { message, detail, action } = rest
      const words = {
        message: originOf(message),
        detail: detail && originOf(detail),
        action: action && originOf(action.label),
      }
      const toast: Toast = { ...rest, id, type, timeout, words, shownAt: Date.now() }
      if (action?.isUndo && action.keyHint === undoKey) lastUndo = toast
      const isThere = toasts.some((other) => other.id === id)
      const next = isThere ? toasts.map((other) => (other.id === id ? toast : other)) : [...toasts, toast]
      replace(next.slice(-maxAtOnce))
      return id
    },
    dismiss,
    act,
    undoLast: () => {
      const toast = lastUndo
      lastUndo = null
      return toast && { id: toast.id, isUndone: toasts.includes(toast) && act(toast.id) }
    },
    clear: () => replace([]),
    toasts: () => toasts,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
