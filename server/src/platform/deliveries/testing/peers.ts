import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  text: string
  messageId: string
}
interface MailServerOptions {
  port?: number
  /** The code for a recipient. Default: 250. */
  answer?: (recipient: string) => number
  /** The code for the sender, at MAIL FROM. Default: 250. */
  answerSender?: () => number
  /** Resolves when the mail may be accepted; rejects with a `responseCode` to refuse it. Default: at once. */
  accept?: (mail: ReceivedMail) => Promise<void>
}

/** A mail server on this machine. */
export async function startMailServer(options: MailServerOptions = {}) {
  const { port = 0, answer = () => 250, answerSender = () => 250, accept = async () => undefined } = options
  const received: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    // Connections that clients keep open are cut when it ends, as by a restart.
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, callback) {
      connections += 1
      callback()
    },
    onMailFrom(_address, _session, callback) {
      const code = answerSender()
      if (code === 250) return callback()
      callback(Object.assign(new Error('sender rejected'), { responseCode: code }))
    },
    onRcptTo({ address }, _session, callback) {
      const code = answer(address)
      if (code === 250) return callback()
      callback(Object.assign(new Error('no such box'), { responseCode: code }))
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        const messageId = /^Message-ID: <([^>@]*)/im.exec(text)?.[1] ?? ''
        const mail = { to: session.envelope.rcptTo.map(({ address }) => address), text, messageId }
        received.push(mail)
        accept(mail).then(() => callback(), callback)
      })
    },
  })
  // Connections that the sender cuts.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: bound } = server.server.address() as AddressInfo
  return {
    received,
    connections: () => connections,
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

interface ReceivedCall {
  body: { to: string; text: string }
  key: string
  authorization: string | undefined
}

/** An SMS provider on this machine; `answer` may answer late, or never. */
export async function startSmsProvider(
  answer: (response: ServerResponse, call: ReceivedCall, request: IncomingMessage) => void,
) {
  const received: ReceivedCall[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const { authorization, 'idempotency-key': key } = request.headers
      const call = { body: JSON.parse(body) as ReceivedCall['body'], key: String(key), authorization }
      received.push(call)
      answer(response, call, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    url: `http://cuenta:clave%21@127.0.0.1:${port}/send`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
