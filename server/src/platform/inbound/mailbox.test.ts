import { type TestDatabase, testClock, testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase, type Database } from '../database/database.ts'
import { mailBytes } from './mail.ts'
import { createMailbox, keepMailbox, type Mailbox, mailboxNameOf } from './mailbox.ts'
import { hasDovecot, startDovecot } from './testing/dovecot.ts'

it('a mailbox is named without its password', () => {
  expect(mailboxNameOf('imaps://a%40b.example:secreto@mail.example.com:993/Respuestas')).toBe(
    'a@b.example@mail.example.com:993/Respuestas',
  )
  expect(mailboxNameOf('imap://ana:secreto@mail.example.com')).toBe('ana@mail.example.com/INBOX')
})

describe.runIf(hasDovecot())(
  'a mailbox of Dovecot',
  { meta: { needs: 'Dovecot, the package dovecot-imapd' }, timeout: 30_000 },
  () => {
    let dovecot: Awaited<ReturnType<typeof startDovecot>>
    let base: TestDatabase
    let database: Database
    let superuser: pg.Client
    const clock = testClock()
    const log = pino({ level: 'silent' })
    const mailboxes: Mailbox[] = []
    let user = ''
    let number = 0

    beforeAll(async () => {
      dovecot = await startDovecot()
      base = await testDatabase()
      database = createDatabase({ url: base.url, clock })
      superuser = new pg.Client({ connectionString: base.superuserUrl })
      await superuser.connect()
    }, 60_000)
    afterAll(async () => {
      await superuser.end()
      await database.close()
      await base.close()
      await dovecot.close()
    })
    beforeEach(async () => {
      number += 1
      user = `buzon${number}`
      await superuser.query('delete from platform.inbound; delete from platform.mailbox_states')
    })
    afterEach(async () => {
      for (const mailbox of mailboxes.splice(0)) await mailbox.stop()
    })

    const start = (given: Partial<Parameters<typeof createMailbox>[0]> = {}) => {
      const mailbox = createMailbox({
        ...{ url: dovecot.url(user), database, log, retryMs: 20, leaseEveryMs: 20, pollMs: 20_000 },
        ...given,
      })
      mailboxes.push(mailbox)
      mailbox.start()
      return mailbox
    }
    const mail = (text: string, id = text) =>
      Buffer.from(`From: a@b.example\r\nMessage-ID: <${id}@b.example>\r\nSubject: x\r\n\r\n${text}\r\n`)
    const stored = async () =>
      (
        await superuser.query<{ text: string; cut: boolean }>(
          `select split_part(convert_from(raw, 'UTF8'), E'\\r\\n\\r\\n', 2) as text, is_cut as cut
           from platform.inbound order by id`,
        )
      ).rows.map(({ text, cut }) => (cut ? 'cut' : text.trim()))
    const state = async () => (await superuser.query('select * from platform.mailbox_states')).rows[0]
    const until = (texts: string[]) =>
      vi.waitFor(async () => expect(await stored()).toEqual(texts), { timeout: 15_000, interval: 20 })

    it('is read from the start, and then as mails are announced, without being changed', async () => {
      await dovecot.deliver(user, [mail('uno'), mail('dos')])
      start()
      await until(['uno', 'dos'])
      // Read at once: the next poll is twenty seconds away.
      await dovecot.deliver(user, [mail('tres')])
      await until(['uno', 'dos', 'tres'])
      for (const flags of await dovecot.flags(user)) expect(flags).not.toContain('\\Seen')
      expect(await state()).toMatchObject({ last_uid: '3', error: null })
    })

    it('takes a mail once: after a restart, a second copy, and when mails are numbered anew', async () => {
      await dovecot.deliver(user, [mail('uno'), mail('dos')])
      const first = start()
      await until(['uno', 'dos'])
      await first.stop()
      await dovecot.deliver(user, [mail('dos, otra vez', 'dos'), mail('tres')])
      const second = start()
      await until(['uno', 'dos', 'tres'])
      await second.stop()
      await superuser.query(
        'update platform.mailbox_states set uid_validity = uid_validity - 1, last_uid = 9000',
      )
      await dovecot.deliver(user, [mail('cuatro')])
      start()
      await until(['uno', 'dos', 'tres', 'cuatro'])
      expect((await state()).last_uid).toBe('5')
    })

    it('that the installation no longer has is forgotten', async () => {
      const mailbox = start()
      await vi.waitFor(async () => expect((await state())?.uid_validity).toBeTruthy(), 10_000)
      await mailbox.stop()
      await keepMailbox(database, dovecot.url(user))
      expect(await state()).toBeTruthy()
      await keepMailbox(database, null)
      expect(await state()).toBeUndefined()
    })

    it('is read by one process, and by another when that ends', async () => {
      const first = start()
      await vi.waitFor(async () => expect((await state())?.uid_validity).toBeTruthy(), 10_000)
      const holder = (await state()).leased_by
      start()
      await dovecot.deliver(user, [mail('uno')])
      await until(['uno'])
      expect((await state()).leased_by).toBe(holder)
      await first.stop()
      await dovecot.deliver(user, [mail('dos')])
      await until(['uno', 'dos'])
      expect((await state()).leased_by).not.toBe(holder)
    })

    it('is not read on by a process that lost its lease', async () => {
      start()
      await vi.waitFor(async () => expect((await state())?.uid_validity).toBeTruthy(), 10_000)
      await superuser.query(
        `update platform.mailbox_states set leased_by = gen_random_uuid(), leased_until = $1`,
        [new Date(clock.now().getTime() + 30_000)],
      )
      await dovecot.deliver(user, [mail('uno')])
      // Another process takes over when the other lease ends.
      await vi.waitFor(async () => expect((await dovecot.flags(user)).length).toBe(1), 10_000)
      expect(await stored()).toEqual([])
      clock.advance(31)
      await until(['uno'])
    })

    it('is read again after its server was away, or refused us', async () => {
      await dovecot.deliver(user, [mail('uno')])
      start()
      await until(['uno'])
      await dovecot.stop()
      await vi.waitFor(async () => expect((await state()).error).not.toBeNull(), {
        timeout: 10_000,
        interval: 20,
      })
      await dovecot.restart()
      await dovecot.deliver(user, [mail('dos')])
      await until(['uno', 'dos'])
      await vi.waitFor(async () => expect((await state()).error).toBeNull(), 10_000)
      for (const mailbox of mailboxes.splice(0)) await mailbox.stop()
      start({ url: dovecot.url(user).replace('clave', 'otra') })
      await vi.waitFor(async () => expect((await state()).error).toBeTruthy(), {
        timeout: 10_000,
        interval: 20,
      })
    })

    it('gives the head alone of a mail that is too large, and then the next', async () => {
      const large = Buffer.concat([mail('grande'), Buffer.alloc(mailBytes, 'x\r\n')])
      await dovecot.deliver(user, [large, mail('uno')])
      start()
      await until(['cut', 'uno'])
    })

    it('passes over a mail that its server does not give, and says so', async () => {
      await dovecot.deliver(user, [mail('uno'), mail('dos'), mail('tres')])
      await dovecot.spoil(user, 'dos')
      start()
      await vi.waitFor(async () => expect((await state())?.error).toBeTruthy(), {
        timeout: 10_000,
        interval: 20,
      })
      expect(await stored()).toEqual(['uno'])
      clock.advance(601)
      await vi.waitFor(
        async () =>
          expect(
            (await superuser.query('select error, raw is null as none from platform.inbound order by id'))
              .rows,
          ).toEqual([
            { error: null, none: false },
            { error: 'The mail server does not give this mail.', none: true },
            { error: null, none: false },
          ]),
        { timeout: 15_000, interval: 50 },
      )
    })

    it('with a mail that is stored only after a failure of the database loses none', async () => {
      await dovecot.deliver(user, [mail('uno'), mail('dos')])
      let failures = 2
      const transaction: Database['transaction'] = (identity, work, options) => {
        if ('system' in identity && identity.system === 'read mailbox' && failures-- > 0)
          return Promise.reject(new Error('The database is away.'))
        return database.transaction(identity, work, options)
      }
      start({ database: { transaction } })
      await until(['uno', 'dos'])
    })
  },
)
