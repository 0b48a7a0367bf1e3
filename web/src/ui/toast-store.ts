import type { ReactNode } from 'react'

export type ToastType = 'success' | 'error' | 'warning' | 'info'

export interface ToastAction {
  label: string
  onAction: () => void
  /** A key that does the same, shown beside the label. */
  keyHint?: string
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
}

export const defaultToastTimeoutMs = 5000
const mostAtOnce = 5

export interface ToastStore {
  /** Shows a toast and answers its id. */
  show: (options: ToastOptions) => string
  dismiss: (id: string) => void
  clear: () => void
  toasts: () => readonly Toast[]
  subscribe: (tell: () => void) => () => void
}

/** Holds the toasts on screen, oldest first, at most five. Usable outside React. */
export function createToastStore(): ToastStore {
  let toasts: readonly Toast[] = []
  let made = 0
  const listeners = new Set<() => void>()
  const replace = (next: readonly Toast[]) => {
    toasts = next
    for (const tell of listeners) tell()
  }
  return {
    show: ({ id = `toast-${++made}`, type = 'info', timeout = defaultToastTimeoutMs, ...rest }) => {
      const toast: Toast = { ...rest, id, type, timeout }
      const isThere = toasts.some((other) => other.id === id)
      const next = isThere ? toasts.map((other) => (other.id === id ? toast : other)) : [...toasts, toast]
      replace(next.slice(-mostAtOnce))
      return id
    },
    dismiss: (id) => replace(toasts.filter((toast) => toast.id !== id)),
    clear: () => replace([]),
    toasts: () => toasts,
    subscribe: (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
  }
}
