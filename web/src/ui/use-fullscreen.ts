import { useEffect, useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
// Some browsers do not know the property at all.
const read = () => (document.fullscreenElement ?? null) !== null

// What a browser refuses leaves the page as it is.
const enter = () => void document.documentElement.requestFullscreen?.().catch(() => {})
const leave = () => {
  if (read()) void document.exitFullscreen?.().catch(() => {})
}

/** A screen that fills the window: over header and menu, under menus, dialogs and toasts. With `useFullFrame`. */
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

/** For the screen that fills the window while `isOn`; leaving that screen leaves full screen. */
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

/** Whether a screen lies over header and menu, which then must not be reached by keys. */
export const useHasFullFrame = (): boolean => useSyncExternalStore(subscribeFrames, () => frames > 0)

/**
 * The page over the whole display. The page and not one element of it, or whatever opens beside that element (menus,
 * dialogs, toasts) would be out of sight; the screen itself takes `fullFrame` while `isFull`.
 */
export function useFullscreen() {
  const isFull = useSyncExternalStore(subscribe, read)
  return {
    isFull,
    /** Some browsers, and pages within frames, know no full screen. */
    canFill: document.fullscreenEnabled === true,
    enter,
    leave,
    toggle: () => (read() ? leave() : enter()),
  }
}
