import type { SocketLike } from '@rumbo/web/live/live.socket'
import { WebSocket } from 'ws'

/** Opens a WebSocket as the browser does, in this process. @param received called with the bytes of each message */
export const connectFrom =
  (origin: string, received: (bytes: number) => void = () => undefined) =>
  (): SocketLike => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/v1/live`, { headers: { origin } })
    const like: SocketLike = {
      send: (text) => socket.send(text),
      close: () => socket.close(),
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
    }
    socket.on('open', () => like.onopen?.())
    socket.on('message', (message: Buffer) => {
      received(message.length)
      like.onmessage?.({ data: message.toString() })
    })
    socket.on('close', (code) => like.onclose?.({ code }))
    socket.on('error', () => like.onerror?.())
    return like
  }
