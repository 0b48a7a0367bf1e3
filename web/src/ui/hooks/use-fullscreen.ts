import { useEffect, useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
// Some browsers do not have the property.
const read = () => (document.fullscreenElement ?? null) !== null

// If the browser refuses, the page stays as it is.
const enter = () => void document.documentElement.requestFullscreen?.().catch(() => {})
const leave = () => {
  if (read()) void document.exitFullscreen?.().catch(() => {})
}

/**
 * Style of a screen that fills the window: above header and menu, below menus, dialogs and toasts. Use with
 * `useFullFrame`.
 */
export const fullFrame = { position: 'fixed', inset: 0, zIndex: 1201 } as const

let frames = 0
const frameListeners = new Set<() => void>()
function addFrames(count: number): void {
  frames += count
  for (const listener of frameListeners) listener()
}
function subscribeFrames(listener: () => void): () => void {
  frameListeners.add(listener)
  return () => {
    frameListeners.delete(listener)
  }
}

/** For the screen that fills the window while `isOn`; unmounting it leaves full screen. */
export function useFullFrame(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    addFrames(1)
    return () => {
      addFrames(-1)
      leave()
    }
  }, [isOn])
}

/** Whether a screen covers header and menu, which must then not receive the focus. */
export const useHasFullFrame = (): boolean => useSyncExternalStore(subscribeFrames, () => frames > 0)

/**
 * Shows the page in full screen. It is the whole page, because menus, dialogs and toasts outside a full-screen
 * element would be invisible; the screen uses `fullFrame` while `isFull`.
 */
export function useFullscreen() {
  const isFull = useSyncExternalStore(subscribe, read)
  return {
    isFull,
    /** Some browsers and framed pages do not support full screen. */
    canFill: document.fullscreenEnabled === true,
    enter,
    leave,
    toggle: () => (read() ? leave() : enter()),
  }
}
