import { createHmac } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, type Open } from './test.ts'
import { es } from './texts.ts'
import type { World } from './world.ts'

/** Signs in with the form on the page. */
export async function enter(page: Page, username: string, secret: string, words = es): Promise<void> {
  await page.getByLabel(words('identity.field.usernameOrEmail')).fill(username)
  await page.getByLabel(words('identity.field.password'), { exact: true }).fill(secret)
  await page.getByRole('button', { name: words('identity.login.submit') }).click()
}

/** The six digits an authenticator shows for a Base32 key (RFC 6238: SHA-1, 30 s); spaces in the key are ignored. */
export function oneTimeCode(key: string, atMs = Date.now()): string {
  const bits = [...key.replace(/\s/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)))
  const digest = createHmac('sha1', secret).update(step).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** Opens the deliveries of the whole product as a super admin. */
export async function openOutbox(open: Open, world: World) {
  const page = await open(await world.demo('super'), '/outbox')
  const list = page.getByRole('table', { name: es('screens.title.outbox') })
  return {
    page,
    /** Waits for `count` mails with this subject to the recipient. Returns the text of the newest. */
    read: async (recipient: string, subject: string, count = 1): Promise<string> => {
      const rows = list.getByRole('row').filter({ hasText: subject }).filter({ hasText: recipient })
      await expect(async () => {
        await page.goto(`/outbox?search=${encodeURIComponent(recipient)}`)
        await expect(rows).toHaveCount(count, { timeout: 2000 })
      }).toPass()
      await rows.first().getByRole('button', { name: subject }).first().click()
      const message = page.getByRole('dialog', { name: subject })
      await expect(message).toContainText(recipient)
      return message.innerText()
    },
  }
}

/** The six digits in a message. */
export const codeIn = (message: string): string => /\b\d{6}\b/.exec(message)?.[0] ?? ''

/** Says that the session has ended. */
export const expiredDialog = (page: Page, words = es): Locator =>
  page.getByRole('alertdialog', { name: words('identity.expired.title') })

/** Switches the language of the page with its button. */
export async function turnToEnglish(page: Page): Promise<void> {
  await page.getByRole('button', { name: es('shell.language.change') }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
}
