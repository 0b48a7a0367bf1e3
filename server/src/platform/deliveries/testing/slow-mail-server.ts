import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A mail server that answers slowly: each answer is sent a letter at a time.
 * @param everyMs between two letters
 */
export async function startSlowMailServer(everyMs: number) {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    let isData = false
    let mail = ''
    const say = async (line: string) => {
      for (const letter of `${line}\r\n`) {
        await pause(everyMs)
        if (!socket.writable) return
        socket.write(letter)
      }
    }
    void say('220 s')
    let buffered = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      buffered += part
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        if (isData && line !== '.') mail += `${line}\n`
        else if (isData) {
          isData = false
          mails.push(mail)
          mail = ''
          void say('250 y')
        } else if (line === 'DATA') {
          isData = true
          void say('354 g')
        } else void say('250 y')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    mails,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
