import type { ReactNode } from 'react'

export type ToastType = 'success' | 'error' | 'warning' | 'info'

export interface ToastAction {
  label: string
  onAction: () => void
  /** A key that does the same, shown beside the label. */
  keyHint?: string
  /** Takes a change back: the toast closes `undoLimitMs` after it was shown, even with the pointer on it. */
  isUndo?: boolean
}

export interface ToastOptions {
  /** Showing a toast with the id of one on screen replaces it. */
  id?: string
  message: string
  /** A second, softer line. */
  detail?: string
  type?: ToastType
  /** Milliseconds on screen, 5000 by default; 0 stays until closed. */
  timeout?: number
  icon?: ReactNode
  action?: ToastAction
}

export interface Toast extends ToastOptions {
  id: string
  type: ToastType
  timeout: number
  /** Epoch milliseconds. */
  shownAt: number
}

const defaultToastTimeoutMs = 5000
/** How long a change can be undone by its toast. */
export const undoMs = 10_000
/** The most that resting on the toast, or a computer asleep, adds to it. */
export const undoLimitMs = 60_000
const mostAtOnce = 5

export interface ToastStore {
  /** Shows a toast and answers its id. */
  show: (options: ToastOptions) => string
  dismiss: (id: string) => void
  /** Runs the action of a toast still on screen and closes it. False where it is gone, or its undo has expired. */
  act: (id: string) => boolean
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
  const dismiss = (id: string) => replace(toasts.filter((toast) => toast.id !== id))
  return {
    show: ({ id = `toast-${++made}`, type = 'info', timeout = defaultToastTimeoutMs, ...rest }) => {
      const toast: Toast = { ...rest, id, type, timeout, shownAt: Date.now() }
      const isThere = toasts.some((other) => other.id === id)
      const next = isThere ? toasts.map((other) => (other.id === id ? toast : other)) : [...toasts, toast]
      replace(next.slice(-mostAtOnce))
      return id
    },
    dismiss,
    act: (id) => {
      const toast = toasts.find((other) => other.id === id)
      if (!toast?.action) return false
      dismiss(id)
      if (toast.action.isUndo && Date.now() - toast.shownAt > undoLimitMs) return false
      toast.action.onAction()
      return true
    },
    clear: () => replace([]),
    toasts: () => toasts,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
