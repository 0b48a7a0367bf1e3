import type { ClientMessage, ServerMessage } from '@rumbo/contract/live.contract'

export type ServicesMessage = Extract<ServerMessage, { type: 'services' }>

interface FollowingOptions {
  send: (message: ClientMessage) => void
  onServices?: (message: ServicesMessage) => void
}

/**
 * The fleets whose open services a page follows. A connection begins with the whole state of each; changes that do not
 * follow on what was received are dropped, and the whole state is requested again.
 */
export function createFollowing({ send, onServices }: FollowingOptions) {
  let fleets: readonly string[] = []
  /** The number of the state that this connection has sent of each fleet. */
  const numbers = new Map<string, number>()

  const request = () => {
    numbers.clear()
    send({ type: 'follow', fleets: [...fleets] })
  }

  return {
    replace: (next: readonly string[]) => {
      if (`${next}` === `${fleets}`) return
      fleets = [...next]
      request()
    },
    /** After a welcome: the server knows nothing of an earlier connection. */
    begin: () => {
      if (fleets.length > 0) request()
    },
    accept: (message: ServicesMessage) => {
      const { channel, previous, number } = message
      if (!fleets.includes(channel)) return
      const isWhole = previous === null
      const held = numbers.get(channel)
      // Sent before the whole state that is on its way.
      if (!isWhole && held === undefined) return
      if (!isWhole && held !== previous) {
        request()
        return
      }
      numbers.set(channel, number)
      onServices?.(message)
    },
    clear: () => {
      fleets = []
      numbers.clear()
    },
  }
}
