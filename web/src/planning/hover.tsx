import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react'

/** What the pointer or the focus is at, in pool, map, timeline or route. */
export interface Hovered {
  serviceId: string
  /** Null where the whole service is meant. */
  stopId: string | null
  /** The element to explain it at; null on the map. */
  element: HTMLElement | null
}

/** Outside React: a move of the pointer renders only what it leaves and enters. */
export function createHover() {
  let hovered: Hovered | null = null
  const listeners = new Set<() => void>()
  return {
    current: () => hovered,
    set(next: Hovered | null) {
      const isSame =
        next?.serviceId === hovered?.serviceId &&
        next?.stopId === hovered?.stopId &&
        next?.element === hovered?.element
      if (isSame) return
      hovered = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
export type Hover = ReturnType<typeof createHover>

const HoverContext = createContext<Hover | null>(null)

/** What is hovered below it is marked everywhere below it. */
export function HoverProvider({ children }: { children: ReactNode }) {
  const [hover] = useState(createHover)
  return <HoverContext value={hover}>{children}</HoverContext>
}

export function useHover(): Hover {
  const hover = useContext(HoverContext)
  if (hover === null) throw new Error('useHover is used outside HoverProvider')
  return hover
}

/** Whether the service is hovered anywhere; renders only when that changes. */
export function useIsHovered(serviceId: string | null): boolean {
  const hover = useHover()
  return useSyncExternalStore(
    hover.subscribe,
    () => serviceId !== null && hover.current()?.serviceId === serviceId,
  )
}

export function useHovered(): Hovered | null {
  const hover = useHover()
  return useSyncExternalStore(hover.subscribe, hover.current)
}
