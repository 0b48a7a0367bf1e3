import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'

const program = '/usr/sbin/dovecot'
export const hasDovecot = (): boolean => existsSync(program)

/** Dovecot refuses mailboxes of root: nobody has them where the tests run as root. */
const nobody = 65534

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Dovecot with a configuration, mailboxes and a port of its own; every user has the password `clave`. */
export async function startDovecot() {
  const folder = await mkdtemp(join(tmpdir(), 'rumbo-dovecot-'))
  const isRoot = process.getuid?.() === 0
  const [uid, gid] = isRoot ? [nobody, nobody] : [userInfo().uid, userInfo().gid]
  const mails = join(folder, 'mails')
  await mkdir(mails)
  await chmod(folder, 0o755)
  if (isRoot) await chown(mails, uid, gid)
  const port = await freePort()
  const own = isRoot
    ? []
    : [
        `default_internal_user = ${userInfo().username}`,
        `default_login_user = ${userInfo().username}`,
        `default_internal_group = ${gid}`,
      ]
  const configuration = [
    `base_dir = ${join(folder, 'run')}`,
    `log_path = ${join(folder, 'log')}`,
    'protocols = imap',
    'listen = 127.0.0.1',
    'ssl = no',
    'disable_plaintext_auth = no',
    'first_valid_uid = 1',
    `mail_location = maildir:${mails}/%u`,
    'passdb {\n driver = static\n args = password=clave\n}',
    `userdb {\n driver = static\n args = uid=${uid} gid=${gid} home=${mails}/%u\n}`,
    `service imap-login {\n chroot =\n inet_listener imap {\n  port = ${port}\n }\n inet_listener imaps {\n  port = 0\n }\n}`,
    'service anvil {\n chroot =\n}',
    ...own,
  ].join('\n')
  const file = join(folder, 'dovecot.conf')
  await writeFile(file, `${configuration}\n`)
  let child = spawn(program, ['-F', '-c', file], { stdio: 'ignore' })

  const untilUp = async () => {
    for (let tries = 0; tries < 200; tries += 1) {
      if (await answers(port)) return
      await wait(50)
    }
    throw new Error(`Dovecot does not answer: ${await readFile(join(folder, 'log'), 'utf8').catch(() => '')}`)
  }
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  const session = async <Result>(
    user: string,
    work: (client: ImapFlow) => Promise<Result>,
  ): Promise<Result> => {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port, secure: false, logger: false, auth: { user, pass: 'clave' } },
    })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.logout().catch(() => undefined)
    }
  }
  await untilUp()
  return {
    port,
    url: (user: string) => `imap://${encodeURIComponent(user)}:clave@127.0.0.1:${port}/INBOX`,
    /** Puts mails into a mailbox, as a mail server does. */
    deliver: (user: string, mails: readonly Buffer[]) =>
      session(user, async (client) => {
        for (const mail of mails) await client.append('INBOX', mail)
      }),
    /** The flags of every mail. */
    flags: (user: string) =>
      session(user, async (client) => {
        await client.mailboxOpen('INBOX', { readOnly: true })
        return (await client.fetchAll('1:*', { flags: true })).map(({ flags }) => [...(flags ?? [])])
      }),
    /** Makes the file of a mail unreadable, which Dovecot then refuses to give. */
    async spoil(user: string, text: string) {
      let spoilt = 0
      for (const part of ['cur', 'new'])
        for (const name of await readdir(join(mails, user, part))) {
          const path = join(mails, user, part, name)
          if (!(await readFile(path, 'utf8')).includes(text)) continue
          await chmod(path, 0)
          spoilt += 1
        }
      if (spoilt !== 1) throw new Error(`${spoilt} mails have the text ${text}.`)
    },
    stop: end,
    async restart() {
      await end()
      child = spawn(program, ['-F', '-c', file], { stdio: 'ignore' })
      await untilUp()
    },
    async close() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
