import { createLiveSocket, type SocketLike } from '@rumbo/web/live/live.socket'
import { createLiveStore } from '@rumbo/web/live/live.store'

/** A position as the page had it before its next paint: vehicle, time of the fix, epoch milliseconds of its arrival. */
export type Arrival = readonly [vehicleId: string, fixMs: number, shownAtMs: number]

export interface LivePage {
  isWhole(): boolean
  take(): Arrival[]
}

/** Runs in the browser: the application's own socket and store, with a listener as the map is one. */
function watch(token: string, fleetId: string): LivePage {
  const store = createLiveStore({ schedule: (work) => requestAnimationFrame(work) })
  let arrivals: Arrival[] = []
  let isWhole = false
  store.subscribeChanges(({ changed, isReset }) => {
    isWhole ||= isReset
    const now = performance.timeOrigin + performance.now()
    if (!isReset) for (const { id, at } of changed) if (at !== null) arrivals.push([id, at, now])
  })
  const socket = createLiveSocket({
    connect: () => new WebSocket(`${location.origin.replace('http', 'ws')}/v1/live`) as SocketLike,
    token: () => token,
    onSnapshot: store.applySnapshot,
    onChanges: store.applyChanges,
    onStale: () => {},
    onMessage: () => {},
    onConnection: () => {},
    onRefused: (code) => Promise.reject(new Error(code)),
    onLimit: () => {},
  })
  socket.watch([fleetId])
  socket.start()
  return {
    isWhole: () => isWhole,
    take() {
      const taken = arrivals
      arrivals = []
      return taken
    },
  }
}

Object.assign(globalThis, { watchLive: watch })
