import { minuteMs, secondMs } from '@rumbo/contract/time-units'
import { ImapFlow } from 'imapflow'
import type { Logger } from 'pino'
import { v4 as uuid } from 'uuid'
import { asSystem } from '../access/access.ts'
import type { Database } from '../database/database.ts'
import { readMailbox } from './mailbox-reader.ts'
import { forgetOtherMailboxes, leaseMailbox, mailboxLeaseMs, noteMailbox } from './mailbox-state.ts'

export interface Mailbox {
  start(): void
  /** Ends the connection and leaves the mailbox to other processes. */
  stop(): Promise<void>
}

export interface MailboxOptions {
  /** Such as `imaps://user:password@mail.example.com/INBOX`; `imap://` uses TLS where the server offers it. */
  url: string
  database: Pick<Database, 'transaction'>
  log: Pick<Logger, 'warn' | 'info'>
  /** How often it is read without a notice of the server. Default: 30 s. */
  pollMs?: number
  /** First pause after a failure; it doubles up to a minute. Default: 1 s. */
  retryMs?: number
  /** How often a process without the lease tries to get it. Default: 5 s. */
  leaseEveryMs?: number
}

const longestPauseMs = minuteMs

/** Forgets what is known of mailboxes that the configuration no longer has. */
export const keepMailbox = (database: Pick<Database, 'transaction'>, url: string | null): Promise<unknown> =>
  database.transaction(asSystem('forget mailboxes'), (tx) =>
    forgetOtherMailboxes(tx, url === null ? null : mailboxNameOf(url)),
  )

/** How a mailbox is named in the database and the log: without its password. */
export function mailboxNameOf(url: string): string {
  const { username, host, pathname } = new URL(url)
  return `${decodeURIComponent(username)}@${host}${pathname === '' || pathname === '/' ? '/INBOX' : pathname}`
}

const folderOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX'

function clientOf(url: string): ImapFlow {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'imaps:'
  return new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableCompression: true,
    autoIdleDelay: 100,
    maxIdleTime: minuteMs,
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: 2 * minuteMs,
    maxLiteralSize: 40_000_000,
  })
}

/**
 * Stores the mails of a mailbox as they arrive. Of all processes one reads it, under a lease; the position is stored in the
 * transaction with each mail. The mailbox itself is never changed.
 */
export function createMailbox(options: MailboxOptions): Mailbox {
  const {
    url,
    database,
    log,
    pollMs = 30 * secondMs,
    retryMs = secondMs,
    leaseEveryMs = 5 * secondMs,
  } = options
  const name = mailboxNameOf(url)
  const holder = uuid()
  const given = { mailbox: name, holder }
  let isOver = false
  let endPause = () => {}
  let current: ImapFlow | null = null
  let running: Promise<void> = Promise.resolve()
  const failing = { uid: 0, times: 0, since: new Date(0) }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      if (isOver) return resolve()
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const lease = () => database.transaction(asSystem('lease mailbox'), (tx) => leaseMailbox(tx, given))
  const note = (error: string | null, ends: boolean) =>
    database
      .transaction(asSystem('note mailbox'), (tx) => noteMailbox(tx, { ...given, error, isOver: ends }))
      .catch((reason: unknown) =>
        log.warn({ err: reason, mailbox: name }, 'could not record the state of the mailbox'),
      )

  /** Reads until the connection or the lease ends. */
  async function session(onReady: () => void): Promise<void> {
    const client = clientOf(url)
    current = client
    let failure: Error | null = null
    let isOpen = true
    let hasMore = false
    let isNoted = false
    const wake = () => {
      hasMore = true
      endPause()
    }
    const lose = (error: Error | null) => {
      failure ??= error
      isOpen = false
      client.close()
      wake()
    }
    client.on('error', (error) => lose(error as Error))
    client.on('close', () => {
      isOpen = false
      wake()
    })
    client.on('exists', wake)
    const renewing = setInterval(() => {
      lease().then(
        (state) => state === null && lose(new Error('Another process has the mailbox.')),
        (error: Error) => lose(error),
      )
    }, mailboxLeaseMs / 3)
    renewing.unref()
    try {
      await client.connect()
      await client.mailboxOpen(folderOf(url), { readOnly: true })
      while (isOpen && !isOver) {
        const state = await lease()
        if (state === null) throw new Error('Another process has the mailbox.')
        hasMore = false
        await readMailbox({ client, database, state, ...given, failing, isOver: () => isOver || !isOpen })
        onReady()
        // Also clears what the process before noted.
        if (!isNoted) await note(null, false)
        isNoted = true
        // A mail that arrived meanwhile was announced before there was a pause to end.
        if (!hasMore) await pause(pollMs)
      }
      if (failure) throw failure
      if (!isOver) throw new Error('The server closed the connection.')
    } finally {
      clearInterval(renewing)
      client.close()
    }
  }

  async function run(): Promise<void> {
    let waitMs = retryMs
    let isFailing = false
    while (!isOver) {
      try {
        if ((await lease()) === null) {
          await pause(leaseEveryMs)
          continue
        }
        await session(() => {
          waitMs = retryMs
          if (isFailing) log.info({ mailbox: name }, 'the mailbox can be read again')
          isFailing = false
        })
      } catch (error) {
        if (isOver) break
        const { message } = error as Error
        if (!isFailing) log.warn({ reason: message, mailbox: name }, 'could not read the mailbox; retrying')
        isFailing = true
        await note(message, true)
        await pause(waitMs)
        waitMs = Math.min(2 * waitMs, longestPauseMs)
      }
    }
    await note(null, true)
  }

  return {
    start() {
      running = run()
    },
    async stop() {
      isOver = true
      endPause()
      // Also while it waits for a server that does not answer.
      current?.close()
      await running
    },
  }
}
